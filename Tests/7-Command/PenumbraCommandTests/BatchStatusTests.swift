import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.timed, .needsCommand)
struct BatchStatusTests {
    let folder: BatchFolder
    let manifest: String

    init() throws {
        folder = try BatchFolder()
        manifest = folder.manifest(6)
    }

    private func status(_ options: String..., code: Int32, line: Int = #line) throws -> String {
        let before = folder.pictures("out")
        let outcome = try Command.run(["batch-status", manifest, "--output-root", "out"] + options, in: folder.path)
        #expect(outcome.status == code, "line \(line): \(outcome)")
        #expect(folder.pictures("out") == before, "line \(line): it changed something")
        return String(decoding: outcome.output, as: UTF8.self)
    }

    private func batch(_ options: String...) throws -> Int32 {
        try Command.run(["batch", manifest, "--output-root", "out", "--backend", "cpu"] + options, in: folder.path).status
    }

    @Test func statusOfAFinishedBatchIsAllGood() throws {
        #expect(try batch() == 0)
        #expect(try status(code: 0) == "6 jobs: all good (6 drawn by the CPU)\n")
        let json = try status("--json", code: 0)
        #expect(json.contains("\"jobs\": 6") && json.contains("\"good\": 6") && json.contains("\"problems\": []"))
    }

    @Test func batchStatusNamesEveryState() throws {
        let few = folder.manifest(4, name: "few.jsonl")
        #expect(try folder.run("batch", few, "--output-root", "out", "--backend", "cpu").status == 0)
        unlink("\(folder.path)/out/1.png")
        var bytes = folder.bytes("out/2.png")
        bytes[bytes.count - 20] ^= 0x10
        _ = folder.folder.file("out/2.png", bytes)
        _ = folder.folder.file("out/5.png", "somebody's")
        #expect(
            try status(code: 1) == """
                line 2, 1.png: written, but the file is gone
                line 3, 2.png: the file is not what was written
                line 5, 4.png: not done yet
                line 6, 5.png: the file isn't in any journal
                6 jobs: 2 good, 1 damaged, 1 gone, 1 missing, 1 unlisted (2 drawn by the CPU)

                """)
        let json = try status("--json", code: 1)
        for kind in ["damaged", "gone", "missing", "unlisted"] { #expect(json.contains("\"kind\": \"\(kind)\"")) }
        #expect(try batch("--resume") == 0)
        #expect(try status(code: 0).contains("all good"))
    }

    @Test func outputsOfChangedInputsAreOutdated() throws {
        #expect(try batch() == 0)
        let photo = folder.bytes("photo.jpg")
        _ = folder.folder.file("photo.jpg", Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/checks.png"))
        #expect(try status(code: 1).contains("6 jobs: 4 good, 2 outdated"))
        _ = folder.folder.file("photo.jpg", photo)
        #expect(try status(code: 0).contains("all good"))
        #expect(try status("--quality", "20", code: 1).contains("4 good, 2 outdated"))
        #expect(try status("--scale", "2", code: 1).contains("0 good, 6 outdated"))
        #expect(try status("--trim", code: 1).contains("0 good, 6 outdated"))
        let scene = String(decoding: folder.bytes("card.json"), as: UTF8.self)
        _ = folder.folder.file("card.json", scene.replacing("\"a\"", with: "\"b\""))
        #expect(try status(code: 1).contains("2 good, 4 outdated"))
        unlink("\(folder.path)/photo.jpg")
        #expect(try status(code: 1).contains("0 good, 2 failed, 4 outdated"))
    }

    @Test func damagedJournalNeverClaimsFurtherOutputs() throws {
        #expect(try batch() == 0)
        var journal = folder.bytes("out/penumbra-batch.journal")
        let place = try #require(journal.firstIndex(of: UInt8(ascii: "a")))
        journal[place] = UInt8(ascii: "b")
        _ = folder.folder.file("out/penumbra-batch.journal", journal)
        #expect(try status(code: 1).contains("6 jobs: 5 good, 1 unlisted"))
        unlink("\(folder.path)/out/penumbra-batch.journal")
        #expect(try status(code: 1).contains("6 jobs: 0 good, 6 unlisted"))
        #expect(try batch("--resume") == 0)
        #expect(try status(code: 0).contains("all good"))
    }

    @Test func batchStatusReadsTheJournalsOfAllShards() throws {
        #expect(try batch("--shard", "1/2") == 0)
        #expect(try status(code: 1).contains("missing"))
        #expect(try batch("--shard", "2/2") == 0)
        #expect(try status(code: 0).contains("6 jobs: all good"))
        #expect(try status("--journals", "out/penumbra-batch.1-of-2.journal", code: 1).contains("unlisted"))
        #expect(try status("--shard", "1/2", code: 0).contains("all good"))
        // The batch runs again as a whole with another photo, and then in parts again. The inputs of the last run count.
        #expect(try batch() == 0)
        _ = folder.folder.file("photo.jpg", Command.bytes(of: "\(Command.root)/Tests/Corpus/pictures/checks.png"))
        for shard in ["1/2", "2/2"] { #expect(try batch("--shard", shard, "--resume") == 0) }
        #expect(try status(code: 0).contains("6 jobs: all good"))
    }

    @Test func manifestEntriesThatAreNotJobsAreProblems() throws {
        #expect(try batch() == 0)
        _ = folder.folder.file(
            manifest, String(decoding: folder.bytes(manifest), as: UTF8.self) + "nonsense\n" + BatchFolder.job(1))
        let words = try status(code: 1)
        #expect(words.contains("line 7: ") && words.contains("line 8, 1.png: same output as line 2"))
        #expect(words.hasSuffix("8 jobs: 6 good, 2 failed (6 drawn by the CPU)\n"))
    }
}
