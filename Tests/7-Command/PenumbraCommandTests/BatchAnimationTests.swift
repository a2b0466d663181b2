import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests batches whose outputs are animations.
@Suite(.timed, .needsCommand)
struct BatchAnimationTests {
    let folder: BatchFolder

    init() throws {
        folder = try BatchFolder()
        _ = folder.folder.file(
            "move.json",
            #"{"parameters": {"photo": "photo.jpg", "x": 28}, "#
                + #""canvas": {"width": 40, "height": 24, "background": "white", "duration": 0.5}, "layers": ["#
                + #"{"frame": [2, 2, 10, 10], "backgroundColor": "navy", "shadows": [{"radius": 1}], "#
                + #""animations": [{"keyPath": "position.x", "to": "${x}", "duration": 0.5}]}, "#
                + #"{"type": "image", "frame": [20, 12, 10, 8], "contents": "${photo}"}]}"#)
    }

    private static let endings = ["webp", "apng", "gif", "y4m", "rgba"]

    private func manifest(_ lines: [String]) -> String {
        folder.folder.file("moves.jsonl", lines.map { $0 + "\n" }.joined())
    }

    private func bytes(_ name: String) -> [UInt8] { folder.bytes(name) }

    /// Each file has the bytes that `penumbra animate` writes, in this process and in worker processes.
    @Test func batchAnimationsEqualAnimateFiles() throws {
        let lines = Self.endings.map { #"{"scene": "move.json", "output": "a/\#($0).\#($0)"}"# }
        let manifest = manifest(lines + [#"{"scene": "card.json", "output": "still.webp"}"#])
        for mode in [[], ["--isolate"]] {
            let root = "out\(mode.count)"
            let outcome = try Command.run(["batch", manifest, "--output-root", root] + mode, in: folder.path)
            #expect(outcome.status == 0, "\(outcome.errors)")
            for ending in Self.endings {
                #expect(try folder.run("animate", "move.json", "-o", "b.\(ending)").status == 0)
                let expected = bytes("b.\(ending)")
                #expect(!expected.isEmpty && bytes("\(root)/a/\(ending).\(ending)") == expected, "\(ending)")
            }
            // A WebP of a scene that doesn't move is the picture that it always was.
            #expect(try folder.run("render", "card.json", "-o", "b.webp").status == 0)
            #expect(bytes("\(root)/still.webp") == bytes("b.webp"))
            #expect(try folder.run("batch-status", manifest, "--output-root", root).status == 0)
            let again = try Command.run(["batch", manifest, "--output-root", root, "--resume"] + mode, in: folder.path)
            #expect(again.errors.contains("0 written, 6 skipped"), "\(again.errors)")
        }
    }

    @Test func rowsOfATableWriteAnimations() throws {
        let rows = folder.folder.file("moves.csv", "name,x\na,20\nb,30\n")
        let outcome = try Command.run(
            ["batch", "--template", "move.json", "--rows", rows, "-o", "${name}.gif", "--fps", "10", "--output-root", "out"],
            in: folder.path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.run("animate", "move.json", "--set", "x=30", "--fps", "10", "-o", "b.gif").status == 0)
        #expect(!bytes("b.gif").isEmpty && bytes("out/b.gif") == bytes("b.gif"))
    }

    @Test(arguments: [[], ["--isolate"]])
    func jobsWithTooManyFramesFailAlone(mode: [String]) throws {
        let manifest = manifest([
            #"{"scene": "move.json", "output": "long.webp", "to": 9999}"#, #"{"scene": "move.json", "output": "short.webp"}"#,
        ])
        let outcome = try Command.run(["batch", manifest, "--output-root", "out"] + mode, in: folder.path)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(bytes("out/long.webp").isEmpty && !bytes("out/short.webp").isEmpty)
        let failures = String(decoding: bytes("out/penumbra-batch.journal.failed"), as: UTF8.self) + outcome.errors
        #expect(failures.contains("--max-animation-work"), "\(failures)")
    }

    @Test func jobKeysTakePrecedenceOverOptions() throws {
        let manifest = manifest([
            #"{"scene": "move.json", "output": "a.webp", "fps": "30000/1001", "from": 0.1, "to": "1/4", "loops": 2, "quality": 40}"#,
            #"{"scene": "move.json", "output": "b.webp"}"#,
        ])
        let outcome = try folder.run("batch", manifest, "--output-root", "out", "--fps", "10", "--loops", "3")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let options = [
            ("a", ["--fps", "30000/1001", "--from", "0.1", "--to", "1/4", "--loops", "2", "--quality", "40"]),
            ("b", ["--fps", "10", "--loops", "3"]),
        ]
        for (name, options) in options {
            #expect(try Command.run(["animate", "move.json", "-o", "\(name).webp"] + options, in: folder.path).status == 0)
            #expect(!bytes("\(name).webp").isEmpty && bytes("out/\(name).webp") == bytes("\(name).webp"), "\(name)")
        }
    }

    /// A file is made again after a change of its scene, of a photo, of a setting or of the file itself, and not otherwise.
    @Test func resumedBatchRedrawsOnlyChangedAnimations() throws {
        let manifest = manifest([#"{"scene": "move.json", "output": "a.y4m"}"#, #"{"scene": "move.json", "output": "b.gif"}"#])
        func written(_ options: String...) throws -> String {
            let outcome = try Command.run(
                ["batch", manifest, "--output-root", "out", "--resume"] + options, in: folder.path)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return String(outcome.errorLines.last?.split(separator: ";").first ?? "")
        }
        #expect(try written() == "penumbra: 2 written")
        #expect(try written() == "penumbra: 0 written, 2 skipped")
        #expect(try written("--fps", "25") == "penumbra: 2 written")
        #expect(try written("--fps", "25", "--effort", "small") == "penumbra: 0 written, 2 skipped")
        Command.write([1, 2, 3], to: folder.path + "/out/b.gif")
        #expect(try written("--fps", "25") == "penumbra: 1 written, 1 skipped")
        Command.write(folder.bytes("photo.jpg") + [0], to: folder.path + "/photo.jpg")
        #expect(try written("--fps", "25") == "penumbra: 2 written")
    }

    @Test func animationJobMistakesDoNotAffectOtherJobs() throws {
        let lines = [
            (#""output": "a.png", "fps": 30"#, "are for animations"),
            (#""output": "b.gif", "fps": 0"#, "fps: found 0, expected a rate above 0"),
            (#""output": "c.gif", "fps": [1]"#, "fps: found an array"),
            (#""output": "d.gif", "loops": 1.5"#, "loops: found 1.5"),
            (#""output": "e.webp", "quality": 101"#, "quality: found 101"),
            (#""output": "f.gif", "from": 3"#, "there are no frames"),
            (#""output": "g.y4m", "to": 1e6"#, "at most 1000000"),
            (#""output": "h.gif", "fpss": 3"#, "did you mean \"fps\"?"),
            (#""output": "i.webp", "fps": 1000"#, ""),
        ]
        let manifest = manifest(
            lines.map { #"{"scene": "move.json", \#($0.0)}"# } + [#"{"scene": "card.json", "output": "j.gif"}"#])
        let outcome = try folder.run("batch", manifest, "--output-root", "out")
        #expect(outcome.status == 1)
        for (index, (_, words)) in lines.enumerated() where !words.isEmpty {
            let line = outcome.errorLines.first { $0.hasPrefix("penumbra: line \(index + 1)") } ?? ""
            #expect(line.contains(words), "\(outcome.errors)")
        }
        #expect(outcome.errors.contains("the scene has no animations"))
        #expect(Set(folder.pictures("out").keys) == ["i.webp"])
    }

    @Test func longAnimationIsEndedByItsTimeLimit() throws {
        let manifest = manifest([
            #"{"scene": "move.json", "output": "long.y4m", "to": 3600, "fps": 250}"#,
            #"{"scene": "move.json", "output": "a.gif"}"#,
        ])
        let outcome = try folder.run(
            "batch", manifest, "--output-root", "out", "--max-seconds", "2", "--max-animation-work", "1000")
        #expect(outcome.status == 1 && outcome.errors.contains("long.y4m: it took longer than 2 s"), "\(outcome.errors)")
        #expect(Set(folder.pictures("out").keys) == ["a.gif"])
    }

    /// The frames on their way to a file belong to the memory that the job reserves.
    @Test func animationFramesCountTowardsTheMemoryOfTheirJob() throws {
        _ = folder.folder.file(
            "big.json",
            #"{"canvas": {"width": 1000, "height": 1000, "background": "white", "duration": 0.2}, "layers": ["#
                + #"{"frame": [2, 2, 100, 100], "backgroundColor": "navy", "shadows": [{"radius": 10}], "#
                + #""animations": [{"keyPath": "position.x", "to": 500, "duration": 0.5}]}]}"#)
        let manifest = manifest([#"{"scene": "big.json", "output": "a.y4m", "fps": 20}"#])
        for memory in ["75M", "80M", "84M"] {
            let outcome = try folder.run("batch", manifest, "--output-root", memory, "--max-memory", memory)
            #expect(outcome.status == 0, "\(memory): \(outcome.errors)")
        }
        #expect(try folder.run("animate", "big.json", "-o", "b.y4m", "--fps", "20").status == 0)
        #expect(!bytes("b.y4m").isEmpty && bytes("75M/a.y4m") == bytes("b.y4m"))
    }

    /// A GIF moves in a batch as it does in `penumbra animate`.
    @Test func animatedPicturesInABatchEqualAnimateFiles() throws {
        #expect(try folder.run("animate", "move.json", "-o", "a.gif", "--fps", "10").status == 0)
        _ = folder.folder.file(
            "show.json",
            #"{"canvas": {"width": 40, "height": 24, "duration": 1}, "layers": [{"type": "image", "contents": "a.gif"}]}"#)
        let manifest = manifest([#"{"scene": "show.json", "output": "b.y4m", "fps": 20}"#])
        #expect(try folder.run("batch", manifest, "--output-root", "out").status == 0)
        #expect(try folder.run("animate", "show.json", "-o", "b.y4m", "--fps", "20").status == 0)
        #expect(!bytes("b.y4m").isEmpty && bytes("out/b.y4m") == bytes("b.y4m"))
        #expect(try folder.run("render", "show.json", "-o", "first.png").status == 0)
        for (time, isFirst) in [("0", true), ("0.09", true), ("0.1", false), ("0.5", true), ("0.7", false)] {
            #expect(try folder.run("render", "show.json", "--at", time, "-o", "at.png").status == 0)
            #expect((bytes("at.png") == bytes("first.png")) == isFirst, "\(time) s")
        }
    }

    /// A later frame may show the largest picture of an animation.
    @Test func animationMemoryFollowsTheLargestFrame() throws {
        let photo =
            #"{"type": "image", "frame": [0, 0, 40, 24], "contents": "photo.jpg", "#
            + #""animations": [{"keyPath": "contents", "values": ["photo.jpg", "large.png"], "#
            + #""calculationMode": "discrete", "duration": 0.2}]}"#
        _ = folder.folder.file("large.json", #"{"canvas": {"width": 2400, "height": 2400, "background": "red"}, "layers": []}"#)
        #expect(try folder.run("render", "large.json", "-o", "large.png").status == 0)
        _ = folder.folder.file(
            "grow.json", #"{"canvas": {"width": 40, "height": 24, "duration": 0.2}, "layers": [\#(photo)]}"#)
        let manifest = manifest([#"{"scene": "grow.json", "output": "a.gif", "fps": 10}"#])
        let outcome = try folder.run("batch", manifest, "--output-root", "out", "--max-memory", "60M")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    /// The search for the pictures and texts of later frames ends with the time limit, too.
    @Test func longInputSearchIsEndedByItsTimeLimit() throws {
        let layer = #"{"frame": [0, 0, 9, 9], "backgroundColor": "navy"}"#
        let text =
            #"{"type": "text", "string": "a", "frame": [0, 0, 9, 9], "animations": [{"keyPath": "string", "#
            + #""values": ["a", "b"], "calculationMode": "discrete", "duration": 3600}]}"#
        let layers = [text] + [String](repeating: layer, count: 2000)
        _ = folder.folder.file(
            "many.json", #"{"canvas": {"width": 40, "height": 24}, "layers": [\#(layers.joined(separator: ", "))]}"#)
        let manifest = manifest([#"{"scene": "many.json", "output": "long.y4m", "to": 3600, "fps": 250}"#])
        let start = ContinuousClock().now
        let outcome = try folder.run(
            "batch", manifest, "--output-root", "out", "--max-seconds", "1", "--max-animation-work", "1000")
        #expect(outcome.status == 1 && outcome.errors.contains("long.y4m: it took longer than 1 s"), "\(outcome.errors)")
        // The search alone would take several minutes.
        #expect(ContinuousClock().now - start < .seconds(60))
    }

    /// Notices about frames appear once, as `penumbra animate` shows them, and count in the summary.
    @Test func frameNoticesAreReportedOnce() throws {
        let text =
            #"{"type": "text", "string": "abc", "fontSize": 9, "frame": [0, 0, 39, 12], "maximumLines": 1, "#
            + #""animations": [{"keyPath": "string", "values": ["abc", "a\uDBFF\uDFFDc"], "#
            + #""calculationMode": "discrete", "duration": 0.5}]}"#
        _ = folder.folder.file(
            "words.json", #"{"canvas": {"width": 40, "height": 24, "duration": 0.5}, "layers": [\#(text)]}"#)
        let manifest = manifest([
            #"{"scene": "words.json", "output": "a.gif", "fps": 100}"#,
            #"{"scene": "move.json", "output": "b.gif", "fps": 100}"#,
        ])
        for mode in [[], ["--isolate"]] {
            let outcome = try Command.run(["batch", manifest, "--output-root", "out\(mode.count)"] + mode, in: folder.path)
            #expect(outcome.status == 0)
            for notice in ["U+10FFFD", "25 frames aren't in the file"] {
                let lines = outcome.errorLines.filter { $0.contains(notice) }
                #expect(lines.count == 1 && lines[0].contains("first in line"), "\(outcome.errors)")
                let alone = try folder.run(
                    "animate", notice.hasPrefix("U") ? "words.json" : "move.json", "-o", "c.gif", "--fps", "100")
                #expect(alone.errors.contains(notice), "\(alone.errors)")
            }
        }
    }

    /// A batch that is killed while it writes an animation leaves no part of it, and is completed by `--resume`.
    @Test func killedAnimationBatchIsResumed() throws {
        let lines = (0..<6).map { #"{"scene": "move.json", "output": "\#($0).apng", "to": 2, "fps": \#(200 + $0)}"# }
        let manifest = manifest(lines)
        #expect(try folder.run("batch", manifest, "--output-root", "calm").status == 0)
        let calm = folder.pictures("calm")
        for pause in [30_000, 80_000, 150_000] as [UInt32] {
            let running = try Command.start(
                [Command.path, "batch", manifest, "--output-root", "out", "--resume"], in: folder.path)
            usleep(pause)
            running.send(SIGKILL)
            _ = running.finish()
            for (name, bytes) in folder.pictures("out") where !name.hasPrefix(".penumbra") {
                #expect(bytes == calm[name], "\(name)")
            }
        }
        #expect(try folder.run("batch", manifest, "--output-root", "out", "--resume").status == 0)
        #expect(folder.pictures("out") == calm)
    }
}
