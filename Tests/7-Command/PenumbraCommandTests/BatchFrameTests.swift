import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests batches whose outputs are numbered frames.
@Suite(.timed, .needsCommand)
struct BatchFrameTests {
    let folder: BatchFolder

    init() throws {
        folder = try BatchFolder()
        _ = folder.folder.file(
            "move.json",
            #"{"parameters": {"x": 28}, "canvas": {"width": 40, "height": 24, "background": "white", "duration": 0.5}, "#
                + #""layers": [{"frame": [2, 2, 10, 10], "backgroundColor": "navy", "shadows": [{"radius": 1}], "#
                + #""animations": [{"keyPath": "position.x", "to": "${x}", "duration": 0.5}]}]}"#)
    }

    private func manifest(_ lines: [String]) -> String {
        folder.folder.file("moves.jsonl", lines.map { $0 + "\n" }.joined())
    }

    private func last(_ outcome: Command.Outcome) -> String {
        String(outcome.errorLines.last?.split(separator: ";").first ?? "")
    }

    /// Each frame has the bytes that `penumbra animate` writes, in this process and in worker processes.
    @Test func numberedFramesEqualAnimateFrames() throws {
        let manifest = manifest([
            #"{"scene": "move.json", "output": "a/f-%04d.png", "fps": 10}"#,
            #"{"scene": "move.json", "output": "b/##.png", "fps": 10, "from": 0.2}"#,
            #"{"scene": "card.json", "output": "c#4.png"}"#,
        ])
        for name in ["one", "one/a", "one/b"] { mkdir("\(folder.path)/\(name)", 0o777) }
        #expect(try folder.run("animate", "move.json", "-o", "one/a/f-%04d.png", "--fps", "10").status == 0)
        #expect(try folder.run("animate", "move.json", "-o", "one/b/##.png", "--fps", "10", "--from", "0.2").status == 0)
        #expect(try folder.run("render", "card.json", "-o", "one/c#4.png").status == 0)
        let expected = folder.pictures("one")
        #expect(Set(expected.keys).isSuperset(of: ["a/f-0000.png", "a/f-0004.png", "b/02.png", "b/04.png", "c#4.png"]))
        for mode in [[], ["--isolate"]] {
            let root = "out\(mode.count)"
            let outcome = try Command.run(["batch", manifest, "--output-root", root] + mode, in: folder.path)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(folder.pictures(root) == expected)
            #expect(try folder.run("batch-status", manifest, "--output-root", root).status == 0)
            let again = try Command.run(["batch", manifest, "--output-root", root, "--resume"] + mode, in: folder.path)
            #expect(again.errors.contains("0 written, 3 skipped"), "\(again.errors)")
        }
    }

    @Test func rowsOfATableWriteNumberedFrames() throws {
        let rows = folder.folder.file("moves.csv", "name,x\na#1,20\nb%d,30\n")
        let outcome = try folder.run(
            "batch", "--template", "move.json", "--rows", rows, "-o", "${name}/%02d.png", "--fps", "4", "--output-root", "out")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(Set(folder.pictures("out").keys) == ["a#1/00.png", "a#1/01.png", "b%d/00.png", "b%d/01.png"])
    }

    /// All frames are drawn again after one of them was lost, changed, or never written.
    @Test func incompleteFramesAreDrawnAgain() throws {
        let manifest = manifest([#"{"scene": "move.json", "output": "a/%d.png", "fps": 10}"#])
        func run() throws -> String {
            let outcome = try folder.run("batch", manifest, "--output-root", "out", "--resume")
            #expect(outcome.status == 0, "\(outcome.errors)")
            return last(outcome)
        }
        #expect(try run() == "penumbra: 1 written")
        let whole = folder.pictures("out")
        #expect(try run() == "penumbra: 0 written, 1 skipped")
        unlink("\(folder.path)/out/a/2.png")
        let status = try folder.run("batch-status", manifest, "--output-root", "out")
        #expect(status.status == 1 && status.text.contains("damaged"), "\(status.text)")
        #expect(try run() == "penumbra: 1 written")
        Command.write([1, 2, 3], to: folder.path + "/out/a/4.png")
        #expect(try run() == "penumbra: 1 written")
        #expect(folder.pictures("out") == whole)
        unlink("\(folder.path)/out/penumbra-batch.journal")
        #expect(try folder.run("batch-status", manifest, "--output-root", "out").text.contains("unlisted"))
        #expect(try run() == "penumbra: 1 written")
    }

    @Test func killedFrameBatchIsResumed() throws {
        let lines = (0..<4).map { #"{"scene": "move.json", "output": "\#($0)/%03d.png", "to": 1, "fps": \#(200 + $0)}"# }
        let manifest = manifest(lines)
        #expect(try folder.run("batch", manifest, "--output-root", "calm").status == 0)
        let calm = folder.pictures("calm")
        for pause in [30_000, 80_000, 150_000] as [UInt32] {
            let running = try Command.start(
                [Command.path, "batch", manifest, "--output-root", "out", "--resume"], in: folder.path)
            usleep(pause)
            running.send(SIGKILL)
            _ = running.finish()
        }
        #expect(try folder.run("batch", manifest, "--output-root", "out", "--resume").status == 0)
        #expect(folder.pictures("out") == calm)
    }

    @Test(arguments: [[], ["--isolate"]])
    func frameJobMistakesDoNotAffectOtherJobs(mode: [String]) throws {
        let lines = [
            ("move.json", #""output": "a/%d.png", "fps": 4"#, ""),
            ("card.json", #""output": "s-%d.png""#, "the scene has no animations"),
            ("move.json", #""output": "a/3.png""#, "a numbered frame could have the same name as an output of line 1"),
            ("move.json", #""output": "b-%d.png", "quality": 3"#, "loops and quality are for files of all frames"),
            ("move.json", #""output": "b-%d.jpg""#, "numbered frames are PNG files"),
            ("move.json", #""output": "b7%d.png""#, "a digit stands beside the number"),
            ("move.json", #""output": "d-%d.png", "maxBytes": 3000"#, "can't be fitted"),
            ("move.json", #""output": "c.png", "fps": 3"#, "as in frame-%04d.png"),
            ("move.json", #""output": "h/##.png", "fps": 4"#, ""),
            ("card.json", #""output": "h/01.png""#, "a numbered frame could have the same name as an output of line 9"),
        ]
        let manifest = manifest(lines.map { #"{"scene": "\#($0.0)", \#($0.1)}"# })
        let outcome = try Command.run(["batch", manifest, "--output-root", "out"] + mode, in: folder.path)
        #expect(outcome.status == 1)
        for (index, (_, _, words)) in lines.enumerated() where !words.isEmpty {
            let line = outcome.errorLines.first { $0.hasPrefix("penumbra: line \(index + 1),") } ?? ""
            #expect(line.contains(words), "\(outcome.errors)")
        }
        #expect(Set(folder.pictures("out").keys) == ["a/0.png", "a/1.png", "h/00.png", "h/01.png"])
    }
}

extension Command.Outcome {
    fileprivate var text: String { String(decoding: output, as: UTF8.self) }
}
