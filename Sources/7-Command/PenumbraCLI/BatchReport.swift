import Penumbra
import PenumbraBatch

extension BatchSummary {
    /// The report of a batch as JSON. It contains the failures of the list beside the journal.
    func report(_ options: BatchOptions) -> String {
        func rounded(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
        var object: JSONObject = [
            "penumbra": .string(penumbraVersion), "jobs": .count(jobs), "written": .count(done), "skipped": .count(skipped),
            "failed": .count(failed), "isComplete": .bool(isComplete),
        ]
        if let shard = options.shard {
            object["shard"] = .string("\(shard)")
            object["inOtherShards"] = .count(elsewhere)
        }
        object["seconds"] = rounded(seconds)
        object["picturesPerSecond"] = rounded(picturesPerSecond)
        object["bytes"] = .count(bytes)
        object["threads"] = .count(threads)
        object["devices"] = .counts(devices)
        object["notices"] = .counts(notices)
        object["stageSeconds"] = .object(
            JSONObject(StageTimes.Stage.allCases.map { .init(key: $0.rawValue, value: rounded(stages[$0])) }))
        if options.isolation != nil { object["lostWorkers"] = .count(lostWorkers) }
        if !givenUpDevices.isEmpty { object["givenUpDevices"] = .strings(givenUpDevices) }
        object["journal"] = .string(options.journalPath)
        object["failures"] = .array(Batch.failures(listedIn: options.failuresPath))
        return JSONValue.object(object).prettyPrinted()
    }
}

extension Device {
    /// The device that the reports of batches name, in words.
    static func words(for name: String) -> String { name == processorName ? "the CPU" : name }
}
