import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests processes that are killed at random moments, and several processes that write the same files.
@Suite(.timed, .needsCommand)
struct KillTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    private func outputs(_ name: String) -> [String] { Command.names(in: "\(folder.path)/\(name)") }

    /// A killed render leaves the old picture or the new one. The next render removes other leftovers.
    @Test(arguments: TestSeeds.all) func killedRenderLeavesAWholePictureOrNone(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        #expect(Command.makeFolder(folder.path + "/out"))
        func words(_ color: String) -> [String] {
            [
                Command.path, "render", "card.json", "--set", "w=600", "--set", "color=\(color)", "-o", "out/a.png",
                "--backend", "cpu",
            ]
        }
        var pictures: [[UInt8]] = []
        for color in ["red", "blue"] {
            #expect(try Command.start(words(color), in: folder.path).finish().status == 0)
            pictures.append(folder.bytes("out/a.png"))
        }
        unlink(folder.path + "/out/a.png")
        var killed = 0
        var isThere = false
        for round in 0..<60 {
            let running = try Command.start(words(round % 2 == 0 ? "red" : "blue"), in: folder.path)
            usleep(UInt32(dice.next() % 14_000))
            running.send(SIGKILL)
            if running.finish().status == -SIGKILL { killed += 1 }
            let bytes = folder.bytes("out/a.png")
            #expect(
                pictures.contains(bytes) || bytes.isEmpty && !isThere && !folder.exists("out/a.png"),
                "seed \(seed), round \(round)")
            isThere = isThere || !bytes.isEmpty
            #expect(outputs("out").filter { $0 != "a.png" }.count <= 1, "seed \(seed), round \(round): \(outputs("out"))")
        }
        #expect(killed > 0)
        #expect(try Command.start(words("red"), in: folder.path).finish().status == 0)
        #expect(outputs("out") == ["a.png"] && folder.bytes("out/a.png") == pictures[0], "seed \(seed)")
    }

    @Test func concurrentRendersOfOneFileLeaveAWholePicture() throws {
        var pictures: [[UInt8]] = []
        let colors = ["red", "blue", "lime", "black"]
        func words(_ color: String) -> [String] {
            [Command.path, "render", "card.json", "--set", "color=\(color)", "-o", "out/a.png", "--backend", "cpu"]
        }
        #expect(Command.makeFolder(folder.path + "/out"))
        for color in colors {
            #expect(try Command.start(words(color), in: folder.path).finish().status == 0)
            pictures.append(folder.bytes("out/a.png"))
        }
        for round in 0..<8 {
            if round % 2 == 0 { unlink(folder.path + "/out/a.png") }
            let running = try colors.map { try Command.start(words($0), in: folder.path, name: $0) }
            var seen = 0
            for process in running {
                let bytes = folder.bytes("out/a.png")
                #expect(pictures.contains(bytes) || bytes.isEmpty && round % 2 == 0 && seen == 0)
                if !bytes.isEmpty { seen += 1 }
                let outcome = process.finish()
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
            #expect(pictures.contains(folder.bytes("out/a.png")))
            #expect(outputs("out") == ["a.png"])
        }
    }

    /// The second batch reports that the journal is in use. Parts of one batch share the folder.
    @Test func concurrentBatchesInOneFolderAreRefusedUnlessShards() throws {
        let manifest = folder.manifest(40)
        #expect(try folder.run("batch", manifest, "--output-root", "good").status == 0)
        let good = folder.pictures("good")
        func start(_ more: [String], name: String) throws -> Command.Running {
            try Command.start(
                [Command.path, "batch", manifest, "--output-root", "out", "--threads", "1"] + more, in: folder.path, name: name)
        }
        var refused = 0
        for _ in 0..<3 {
            let running = [try start([], name: "a"), try start([], name: "b")]
            let outcomes = running.map { $0.finish() }
            for outcome in outcomes where outcome.status != 0 {
                #expect(outcome.status == 75 && outcome.errors.contains("journal"), "\(outcome.status) \(outcome.errors)")
                refused += 1
            }
            #expect(outcomes.contains { $0.status == 0 })
            #expect(folder.pictures("out") == good)
        }
        #expect(refused > 0)
        let render = try Command.start(
            [Command.path, "render", "card.json", "--set", "w=21", "-o", "out/1.png"], in: folder.path, name: "r")
        let parts = try (1...3).map { try start(["--shard", "\($0)/3", "--resume"], name: "s\($0)") }
        #expect(render.finish().status == 0)
        for part in parts { #expect(part.finish().status == 0) }
        #expect(folder.pictures("out") == good)
        #expect(try folder.run("batch-status", manifest, "--output-root", "out").status == 0)
    }
}
