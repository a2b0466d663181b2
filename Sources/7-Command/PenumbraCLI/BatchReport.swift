import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraJSON
import PenumbraScene

/// What a batch did, as JSON.
struct BatchReport {
    private let summary: BatchSummary
    private let options: BatchOptions

    init(_ summary: BatchSummary, _ options: BatchOptions) {
        self.summary = summary
        self.options = options
    }

    /// The document. Its failures are those of the list beside the journal.
    var text: String {
        func number(_ value: Int) -> JSONValue { .number(Double(value)) }
        func rounded(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
        var object = JSONObject([
            .init(key: "penumbra", value: .string(penumbraVersion)), .init(key: "jobs", value: number(summary.jobs)),
            .init(key: "written", value: number(summary.done)), .init(key: "doneBefore", value: number(summary.proven)),
            .init(key: "failed", value: number(summary.failed)), .init(key: "isComplete", value: .bool(summary.isComplete)),
        ])
        if let shard = options.shard {
            object["shard"] = .string("\(shard)")
            object["inOtherShards"] = number(summary.elsewhere)
        }
        object["seconds"] = rounded(summary.seconds)
        object["picturesPerSecond"] = rounded(summary.picturesPerSecond)
        object["bytes"] = number(summary.bytes)
        object["threads"] = number(summary.threads)
        object["devices"] = .object(
            JSONObject(summary.devices.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: number($0.value)) }))
        object["stageSeconds"] = .object(
            JSONObject(StageTimes.Stage.allCases.map { .init(key: $0.rawValue, value: rounded(summary.stages[$0])) }))
        if options.isolation != nil { object["lostWorkers"] = number(summary.lostWorkers) }
        if !summary.givenUpDevices.isEmpty { object["givenUpDevices"] = .array(summary.givenUpDevices.map(JSONValue.string)) }
        object["journal"] = .string(options.journalPath)
        object["failures"] = .array(Batch.failures(listedIn: options.failuresPath))
        return JSONValue.object(object).prettyPrinted()
    }
}
