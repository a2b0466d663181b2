import PenumbraBatch
import PenumbraJSON
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct MergedReportTests {
    /// A report as `penumbra batch --report` writes it. `changes` replaces keys, or removes them if the value is null.
    static func text(_ shard: String?, changes: [String: JSONValue?] = [:]) -> String {
        var object = JSONObject([
            .init(key: "penumbra", value: "1.0"), .init(key: "jobs", value: 10), .init(key: "written", value: 6),
            .init(key: "skipped", value: 4), .init(key: "failed", value: 0), .init(key: "isComplete", value: true),
            .init(key: "seconds", value: 2.5), .init(key: "picturesPerSecond", value: 2.4), .init(key: "bytes", value: 1000),
            .init(key: "threads", value: 2), .init(key: "devices", value: ["cpu": 6]), .init(key: "journal", value: "j"),
            .init(key: "failures", value: []),
        ])
        if let shard {
            object["shard"] = .string(shard)
            object["inOtherShards"] = 20
        }
        for (key, value) in changes { object[key] = value }
        return JSONValue.object(object).compact()
    }

    static func report(_ shard: String?, file: String = "r.json", changes: [String: JSONValue?] = [:]) throws -> ShardReport {
        try ShardReport(json: Array(text(shard, changes: changes).utf8), file: file)
    }

    static func failure(_ line: Int, _ output: String?) -> JSONValue {
        var object = JSONObject([
            .init(key: "line", value: .number(Double(line))), .init(key: "kind", value: "scene"),
            .init(key: "reason", value: "it is broken"),
        ])
        if let output { object["output"] = .string(output) }
        return .object(object)
    }

    @Test func mergedTotalsAreTheSumsOfTheShards() throws {
        let merged = try MergedReport([
            try Self.report("3/3", changes: ["seconds": 7.5]),
            try Self.report("1/3", changes: ["devices": ["cpu": 1, "egl:0": 5]]),
            try Self.report("2/3", changes: ["failed": 1, "written": 5, "failures": [Self.failure(9, "b.png")]]),
        ])
        let json = merged.json
        guard case .object(let object) = json else {
            Issue.record("\(json)")
            return
        }
        #expect(object["jobs"] == 30)
        #expect(object["written"] == 17)
        #expect(object["skipped"] == 12)
        #expect(object["failed"] == 1)
        #expect(object["bytes"] == 3000)
        #expect(object["seconds"] == 7.5)
        #expect(object["devices"] == ["cpu": 13, "egl:0": 5])
        #expect(object["isComplete"] == true)
        #expect(object["warnings"] == [])
        #expect(
            object["failures"] == [["shard": "2/3", "line": 9, "kind": "scene", "reason": "it is broken", "output": "b.png"]])
        #expect(merged.reports.map(\.shard.index) == [1, 2, 3])
        #expect(!merged.isGood, "a job failed")
        #expect(merged.unfinished.isEmpty, "a failed job would fail again")
    }

    @Test func mergedReportIsGoodIfAllShardsAreGood() throws {
        #expect(try MergedReport([try Self.report("1/2"), try Self.report("2/2")]).isGood)
        #expect(try MergedReport([try Self.report(nil)]).isGood)
    }

    @Test func missingAndStoppedShardsMustRunAgain() throws {
        let merged = try MergedReport([try Self.report("4/5", changes: ["isComplete": false]), try Self.report("2/5")])
        #expect(merged.missing == [1, 3, 5])
        #expect(merged.unfinished == [1, 3, 4, 5])
        #expect(!merged.isGood)
        #expect(
            merged.lines() == [
                "20 jobs in 5 shards: 12 written, 8 skipped",
                "shard 1/5: no report",
                "shard 2/5: 10 jobs, 6 written, 4 skipped (2.5 s)",
                "shard 3/5: no report",
                "shard 4/5: 10 jobs, 6 written, 4 skipped; interrupted (2.5 s)",
                "shard 5/5: no report",
                "Run again: shards 1,3,4,5",
            ])
    }

    @Test func mergedFailuresAreInManifestOrder() throws {
        let merged = try MergedReport([
            try Self.report("1/2", changes: ["failures": [Self.failure(40, "d.png"), Self.failure(3, nil)]]),
            try Self.report("2/2", changes: ["failures": [Self.failure(7, "a.png")]]),
        ])
        #expect(
            merged.lines(most: 2).suffix(3) == [
                "shard 1/2, line 3: it is broken", "shard 2/2, line 7, a.png: it is broken", "… and 1 more failures",
            ])
    }

    @Test func differentManifestsOrVersionsAreWarnedAbout() throws {
        let other = try Self.report("2/2", changes: ["inOtherShards": 21, "penumbra": "1.1"])
        #expect(
            try MergedReport([try Self.report("1/2"), other]).warnings == [
                "the shards were done by different versions of penumbra: 1.0, 1.1",
                "shard 1/2 saw 30 entries and shard 2/2 31: their manifests differ",
            ])
        // A part that stopped early didn't see the whole manifest.
        let stopped = try Self.report("2/2", changes: ["inOtherShards": 2, "isComplete": false])
        #expect(try MergedReport([try Self.report("1/2"), stopped]).warnings.isEmpty)
    }

    @Test func reportsThatDoNotBelongTogetherAreRefused() throws {
        #expect(throws: ShardReportError.self) { try MergedReport([]) }
        let twice = [try Self.report("1/2", file: "a.json"), try Self.report("1/2", file: "b.json")]
        #expect(
            performing: { try MergedReport(twice) },
            throws: { "\($0)" == "a.json and b.json are both of shard 1/2: name each part's last report only" })
        #expect(throws: ShardReportError.self) { try MergedReport([try Self.report("1/2"), try Self.report("1/3")]) }
        #expect(throws: ShardReportError.self) { try MergedReport([try Self.report("1/2"), try Self.report(nil)]) }
    }

    @Test(arguments: [
        "", "[]", "null", "{}", "{\"jobs\": 1", text("3/2"), text("x"), text("1/2", changes: ["shard": 1]),
        text("1/2", changes: ["jobs": -1]), text("1/2", changes: ["jobs": 1.5]), text("1/2", changes: ["jobs": "1"]),
        text("1/2", changes: ["jobs": 1e300]), text("1/2", changes: ["bytes": .some(nil)]),
        text("1/2", changes: ["isComplete": 1]),
        text("1/2", changes: ["seconds": -1]), text("1/2", changes: ["devices": ["cpu": -1]]),
        text("1/2", changes: ["inOtherShards": .some(nil)]), text("1/2", changes: ["failures": .some(nil)]),
        text("1/2", changes: ["failures": ["x"]]),
    ])
    func malformedShardReportsAreRefusedWithTheirFile(_ text: String) {
        #expect(
            performing: { try ShardReport(json: Array(text.utf8), file: "some/r.json") },
            throws: { error in
                error is ShardReportError && "\(error)".hasPrefix("some/r.json: ")
            })
    }

    @Test func shardReportKeysOfLaterVersionsAreIgnored() throws {
        #expect(try Self.report("1/2", changes: ["novelty": ["x"]]) == Self.report("1/2"))
    }
}
