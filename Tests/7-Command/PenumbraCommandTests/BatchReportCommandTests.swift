import TestSupport
import Testing

/// Tests `penumbra batch-report` with the output of `penumbra batch --report`.
@Suite(.timed, .needsCommand) struct BatchReportCommandTests {
    private let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
        let scene = #"{"canvas": {"width": 4, "height": 4}, "layers": []}"#
        let jobs = (1...20).map { #"{"scene": \#(scene), "output": "\#($0).png"}"# }
        _ = folder.file("jobs.jsonl", (jobs + [#"{"scene": "nowhere.json", "output": "no.png"}"#]).joined(separator: "\n"))
    }

    private func batch(_ shard: String, _ report: String) throws -> Int32 {
        try folder.run(
            "batch", "jobs.jsonl", "--output-root", "out", "--backend", "cpu", "--shard", shard, "--report", report
        ).status
    }

    @Test func shardReportsAreMerged() throws {
        let codes = [try batch("1/2", "1.json"), try batch("2/2", "2.json")]
        #expect(codes.sorted() == [0, 1], "one shard has the job that fails")
        let words = try folder.run("batch-report", "1.json", "2.json", "-o", "all.json")
        #expect(words.status == 1)
        let lines = String(decoding: words.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "21 jobs in 2 shards: 20 written, 1 failed")
        #expect(lines.last?.hasPrefix("shard \(codes[0] == 1 ? 1 : 2)/2, line 21, no.png: ") == true)
        let document = try folder.run("batch-report", "2.json", "1.json", "--output", "-")
        #expect(document.status == 1)
        #expect(document.output == Command.bytes(of: folder.path + "/all.json"), "the order of the reports means nothing")
    }

    @Test func shardWithoutReportIsNamedAndNotGood() throws {
        _ = try batch("1/2", "1.json")
        let outcome = try folder.run("batch-report", "1.json")
        #expect(outcome.status == 1)
        let words = String(decoding: outcome.output, as: UTF8.self)
        #expect(words.contains("\nshard 2/2: no report\n") && words.hasSuffix("\nRun again: shard 2\n"), "\(words)")
    }

    @Test func malformedShardReportsAreNamed() throws {
        let broken = try folder.run("batch-report", folder.file("x.json", "{}"))
        #expect(broken.status == 65)
        #expect(broken.errorLines.count == 1 && broken.errors.contains("x.json"), "\(broken.errors)")
        #expect(try folder.run("batch-report", "nowhere.json").status == 66)
        #expect(try folder.run("batch-report").status == 64)
    }
}
