import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests `penumbra animate`, `render --at` and `inspect --at` as users run them.
@Suite(.timed, .needsCommand)
struct AnimateCommandTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
    }

    private func scene(_ animation: String, canvas: String = "") -> String {
        folder.file(
            "scene.json",
            """
            {"canvas": {"width": 24, "height": 16, "background": "white"\(canvas)}, "layers": [
              {"frame": [2, 2, 8, 8], "backgroundColor": "navy", "shadows": [{"radius": 1}], "animations": [\(animation)]}]}
            """)
    }

    private static let move = #"{"keyPath": "position.x", "to": 18, "duration": 1, "timingFunction": "ease-out"}"#

    private func run(_ arguments: [String]) throws -> Command.Outcome { try Command.run(arguments, in: folder.path) }

    private func bytes(_ name: String) -> [UInt8] { Command.bytes(of: "\(folder.path)/\(name)") }

    /// Every format is written whole, the same in a file and in a pipe.
    @Test(arguments: ["apng", "webp", "gif", "y4m", "rgba"])
    func animationFileAndPipeHaveTheSameBytes(format: String) throws {
        let scene = scene(Self.move)
        #expect(try run(["animate", scene, "-o", "a.\(format)", "--fps", "10"]).status == 0)
        let piped = try run(["animate", scene, "-o", "-", "--format", format, "--fps", "10", "--threads", "1"])
        #expect(piped.status == 0, "\(piped.errors)")
        #expect(!piped.output.isEmpty && piped.output == bytes("a.\(format)"))
        if format == "rgba" { #expect(piped.output.count == 10 * 24 * 16 * 4) }
        if format == "y4m" { #expect(piped.output.count(where: { $0 == UInt8(ascii: "F") }) >= 10) }
    }

    /// Numbered frames are those of `render --at`, and parts make up the whole.
    @Test func numberedFramesEqualRenderedStills() throws {
        let scene = scene(Self.move)
        for part in 1...3 {
            let outcome = try run(["animate", scene, "-o", "f%02d.png", "--fps", "7", "--shard", "\(part)/3"])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        for frame in 0..<7 {
            #expect(try run(["render", scene, "--at", "\(frame)/7", "-o", "still.png"]).status == 0)
            #expect(!bytes("still.png").isEmpty && bytes("f0\(frame).png") == bytes("still.png"), "frame \(frame)")
        }
        #expect(bytes("f07.png").isEmpty)
    }

    @Test func resumedAnimationKeepsExistingFrames() throws {
        let scene = scene(Self.move)
        _ = folder.file("f01.png", "kept")
        #expect(try run(["animate", scene, "-o", "f%02d.png", "--fps", "4", "--resume"]).status == 0)
        #expect(bytes("f01.png") == Array("kept".utf8))
        #expect(bytes("f03.png").starts(with: [0x89, 0x50]))
    }

    /// Runs that are killed at any moment and resumed leave the frames of an undisturbed run, and nothing else.
    @Test func killedAnimationRunsAreResumed() throws {
        let scene = scene(Self.move, canvas: #", "duration": 8"#)
        let words = ["animate", scene, "--fps", "60", "--resume", "-o"]
        #expect(Command.makeFolder(folder.path + "/calm") && Command.makeFolder(folder.path + "/out"))
        #expect(try run(words + ["calm/%03d.png"]).status == 0)
        let frames = Command.names(in: folder.path + "/calm")
        #expect(frames.count == 480)
        var killed = 0
        for round in 1...8 {
            let running = try Command.start([Command.path] + words + ["out/%03d.png"], in: folder.path)
            usleep(UInt32(round * 9000))
            running.send(SIGKILL)
            if running.finish().status == -SIGKILL { killed += 1 }
            for name in Command.names(in: folder.path + "/out") where !name.hasPrefix(".") {
                #expect(bytes("out/\(name)") == bytes("calm/\(name)"), "round \(round), \(name)")
            }
        }
        #expect(killed > 0)
        #expect(try run(words + ["out/%03d.png"]).status == 0)
        #expect(Command.names(in: folder.path + "/out") == frames)
        for name in frames { #expect(bytes("out/\(name)") == bytes("calm/\(name)"), "\(name)") }
    }

    @Test func animationProgressIsShownOnRequest() throws {
        let scene = scene(Self.move)
        let json = try run(["animate", scene, "-o", "a.gif", "--fps", "10", "--progress", "json"])
        let last = try #require(json.errorLines.last)
        #expect(json.status == 0 && last.hasPrefix(#"{"done":10,"skipped":0,"#), "\(last)")
        #expect(last.hasSuffix(#""total":10,"isComplete":true}"#), "\(last)")
        let plain = try run(["animate", scene, "-o", "f%02d.png", "--fps", "10", "--progress", "plain"])
        #expect(plain.errorLines.count == 1 && plain.errors.contains("10 of 10 frames"), "\(plain.errors)")
        let resumed = try run(["animate", scene, "-o", "f%02d.png", "--fps", "10", "--resume", "--progress", "json"])
        #expect(resumed.errors.contains(#"{"done":0,"skipped":10,"#), "\(resumed.errors)")
        for style in ["none", "auto"] {
            let arguments = ["animate", scene, "-o", "a.gif", "--fps", "10", "--progress", style]
            #expect(try run(arguments).errors.isEmpty, "\(style)")
        }
        #expect(try run(["animate", scene, "-o", "a.gif", "--fps", "10", "--progress", "json", "-q"]).errors.isEmpty)
        let failed = try run(["animate", scene, "-o", "no/a.gif", "--progress", "json"])
        #expect(failed.status == 73, "\(failed.errors)")
    }

    /// An animation never replaces a picture that the scene shows, not even one that it shows later.
    @Test func inputPicturesAreNotReplacedByAnimations() throws {
        for name in ["a.gif", "b.webp", "f003.png"] { _ = folder.file(name, BadInputTests.photo) }
        let scene = folder.file(
            "show.json",
            #"{"canvas": {"width": 20, "height": 20, "duration": 1}, "layers": [{"type": "image", "contents": "a.gif", "#
                + #""animations": [{"keyPath": "contents", "values": ["f003.png", "b.webp"], "duration": 1}]}]}"#)
        for output in ["a.gif", "./b.webp", "f%03d.png"] {
            let outcome = try run(["animate", scene, "-o", output, "--fps", "10"])
            #expect(outcome.status == 64 && outcome.errors.contains("is an input"), "\(output): \(outcome.errors)")
        }
        for name in ["a.gif", "b.webp", "f003.png"] { #expect(bytes(name) == BadInputTests.photo) }
        #expect(try run(["animate", scene, "-o", "a.gif", "--fps", "10", "--overwrite"]).status == 0)
        #expect(bytes("a.gif").starts(with: Array("GIF89a".utf8)))
    }

    @Test func inspectPrintsAnimatedValues() throws {
        let outcome = try run(["inspect", scene(#"{"keyPath": "opacity", "from": 0, "to": 1, "duration": 2}"#), "--at", "0.5"])
        #expect(String(decoding: outcome.output, as: UTF8.self).contains("opacity = 0.25"))
        let turned = try run(
            ["inspect", scene(#"{"keyPath": "transform.rotation.y", "to": 90, "duration": 2}"#), "--at", "1", "--json"])
        #expect(String(decoding: turned.output, as: UTF8.self).contains(#""transform.rotation.y": 45"#))
    }

    @Test(
        arguments: [
            (#"{"keyPath": "opacity", "to": 0, "duration": 1e10}"#, [], 65, "duration"),
            (#"{"keyPath": "opacity", "to": 0, "duration": -1}"#, [], 65, "duration: found -1"),
            (#"{"keyPath": "opacty", "to": 0}"#, [], 65, "did you mean \"opacity\"?"),
            (#"{"keyPath": "opacity", "values": [0, 1, 0], "keyTimes": [0, 0.7, 0.6]}"#, [], 65, "keyTimes"),
            (#"{"keyPath": "opacity", "to": 0, "repeatCount": "infinite"}"#, [], 64, "never end; give --to"),
            (#"{"keyPath": "opacity", "to": 0, "duration": 1}"#, ["--from", "2"], 64, "there are no frames"),
            (#"{"keyPath": "opacity", "to": 0, "duration": 1}"#, ["--to", "1e9"], 64, "--to"),
            (#"{"keyPath": "opacity", "to": 0, "duration": 1}"#, ["--to", "200000"], 64, "at most 1000000"),
            (#"{"keyPath": "opacity", "to": 0, "duration": 1}"#, ["--fps", "0"], 64, "--fps"),
            (#"{"keyPath": "opacity", "to": 0, "duration": 1}"#, ["--fps", "1000000"], 64, "--fps"),
            (#"{"keyPath": "opacity", "to": 0, "duration": 1}"#, ["--shard", "4/3"], 64, "--shard"),
            (#"{"keyPath": "opacity", "to": 0, "duration": 0}"#, [], 64, "no animations"),
            ("", [], 64, "no animations"),
        ] as [(String, [String], Int32, String)])
    func animateMistakesAreOneLine(animation: String, options: [String], status: Int32, words: String) throws {
        let outcome = try run(["animate", scene(animation), "-o", "o.webp"] + options)
        #expect(outcome.status == status, "\(outcome.errors)")
        let first = outcome.errorLines.first ?? ""
        #expect(first.hasPrefix("penumbra: ") && first.contains(words), "\(outcome.errors)")
        #expect(!Command.names(in: folder.path).contains("o.webp"))
    }

    @Test(arguments: ["a.webp", "a.apng", "a.gif", "a.y4m", "a.rgba", "f#.png"])
    func animationsBeyondTheWorkAreRefused(output: String) throws {
        let endless = #"{"keyPath": "position.x", "to": 18, "duration": 1, "repeatCount": "infinite"}"#
        let long = scene(endless, canvas: #", "duration": 3333"#)
        let refused = try run(["animate", long, "-o", output])
        #expect(refused.status == 65 && refused.errorLines.count == 1, "\(refused.errors)")
        #expect(refused.errors.contains("raise --max-animation-work"), "\(refused.errors)")
        #expect(!Command.names(in: folder.path).contains { $0.hasPrefix("a.") || $0.hasPrefix("f") })
        let short = scene(endless, canvas: #", "duration": 1"#)
        #expect(try run(["animate", short, "-o", output, "--max-animation-work", "0.003"]).status == 65)
        #expect(try run(["animate", short, "-o", output]).status == 0)
    }

    @Test func animationOutputNamesAreChecked() throws {
        let scene = scene(Self.move)
        for (output, words) in [("o.mp4", "apng, webp"), ("-", "--format"), ("o.png", "")] {
            let outcome = try run(["animate", scene, "-o", output, "--fps", "2"])
            #expect(outcome.status == (output == "o.png" ? 0 : 64), "\(output): \(outcome.errors)")
            #expect(outcome.errors.contains(words))
        }
        #expect(Command.names(in: folder.path).contains("o-0000.png"))
    }
}
