import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests hosts that lack /proc, threads or a usual locale.
@Suite(.timed, .needsCommand) struct BareHostTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    /// A prefix that hides /proc from the command that follows.
    private static let withoutProc =
        "unshare --map-root-user --mount /bin/sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh"
    /// A prefix that limits the command that follows to one thread.
    private static let alone = "setpriv --reuid=65534 --clear-groups prlimit --nproc=1"

    private static func allows(_ start: String) -> Bool {
        (try? Command.start(["/bin/sh", "-c", "exec \(start) true"], in: "/tmp", name: "-allowed").finish().status) == 0
    }

    private func run(_ start: String, _ arguments: String) throws -> Command.Outcome {
        try Command.start(
            ["/bin/sh", "-c", "chmod -R a+rwX . && exec \(start) \(Command.path) \(arguments)"], in: folder.path
        ).finish()
    }

    @Test func commandWithoutArgumentsShowsItsUsage() throws {
        let outcome = try folder.run()
        #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.contains("USAGE: penumbra"))
    }

    /// Swift reads the arguments from /proc. Without it, a command saw no arguments and reported no error.
    @Test(.enabled(if: allows(withoutProc), "the host lets nobody hide /proc"))
    func argumentsAreReadWithoutProc() throws {
        #expect(try folder.run("render", "card.json", "-o", "good.png").status == 0)
        let outcome = try run(Self.withoutProc, "render card.json -o without.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.bytes("without.png") == folder.bytes("good.png"))
    }

    /// The user may have only one thread. The command used to wait for threads that never started.
    @Test(.enabled(if: allows(alone), "only root can start a process as another user"))
    func pictureIsDrawnByOneThreadIfNoOtherStarts() throws {
        #expect(try folder.run("render", "card.json", "--scale", "4", "-o", "good.png").status == 0)
        let outcome = try run(Self.alone, "render card.json --scale 4 --backend cpu --max-seconds 100 -o alone.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.bytes("alone.png") == folder.bytes("good.png"))
    }

    /// Without a thread for the time limit, a timer signal ends the command.
    @Test(.enabled(if: allows(alone), "only root can start a process as another user"))
    func timeLimitHoldsWithoutFurtherThreads() throws {
        let outcome = try run(Self.alone, "render card.json --scale 100 --backend cpu --max-seconds 0.05 -o late.png")
        #expect(outcome.status == 75 && outcome.errors.contains("--max-seconds"), "\(outcome.status) \(outcome.errors)")
        #expect(folder.bytes("late.png").isEmpty)
    }

    @Test(arguments: [
        "LC_ALL=C", "LC_ALL=ar_EG.UTF-8", "LANG=ja_JP.UTF-8", "HB_SHAPER_LIST=fallback", "FC_LANG=zh-tw", "ICU_DATA=.",
    ])
    func environmentVariablesChangeNoText(_ variable: String) throws {
        let scene = """
            {"canvas": {"width": 120, "height": 30}, "layers": [
                {"type": "text", "string": "Ha fi \\u05d0 \\u6f22 \\u0628", "font": "serif", "frame": [0, 0, 120, 30]}]}
            """
        // Rules for line breaks that no version of ICU can read.
        for version in 60..<100 {
            mkdir("\(folder.path)/icudt\(version)l", 0o755)
            mkdir("\(folder.path)/icudt\(version)l/brkitr", 0o755)
            for name in ["root.res", "line.brk"] {
                Command.write(Array("broken".utf8), to: "\(folder.path)/icudt\(version)l/brkitr/\(name)")
            }
        }
        Command.write(Array(scene.utf8), to: folder.path + "/text.json")
        #expect(try folder.run("render", "text.json", "-o", "good.png").status == 0)
        let outcome = try run("env \(variable)", "render text.json -o there.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.bytes("there.png") == folder.bytes("good.png"))
    }

    /// Mesa lets the environment set the renderer's name.
    @Test func driverNameIsPrintedWithoutControlCharacters() throws {
        let outcome = try run("env force_gl_renderer=\"$(printf 'a\\033]0;x\\007b')\"", "doctor")
        let said = String(decoding: outcome.output, as: UTF8.self) + outcome.errors
        #expect(!said.contains("\u{1B}") && !said.contains("\u{7}"), "\(said)")
    }

    /// Insufficient memory for outlines is not an error of the scene.
    @Test func outlinesBeyondTheMemoryAreATemporaryError() throws {
        let path = (0..<2000).map { "\($0 == 0 ? "M" : "L")\($0 * 389 % 997) \($0 * 577 % 991)" }.joined()
        _ = folder.folder.file(
            "outline.json",
            ##"{"canvas":{"width":1000,"height":1000},"layers":[{"type":"shape","fillColor":"red","path":"\##(path)"}]}"##)
        let outcome = try folder.run("render", "outline.json", "-o", "o.png", "--max-memory", "12M")
        #expect(outcome.status == 75 && outcome.errors.contains("--max-memory"), "\(outcome.status) \(outcome.errors)")
    }

    /// Too few open files are not an error of a job. The batch ends with the reason and can resume with a higher limit.
    @Test(arguments: [[], ["--isolate"]]) func tooFewOpenFilesEndABatchAndFailNoJob(_ options: [String]) throws {
        let scene = #"{"canvas":{"width":60,"height":20},"layers":[{"type":"text","string":"a","frame":[0,0,60,20]}]}"#
        _ = folder.folder.file("text.json", scene)
        let jobs = (1...12).map { number in
            number % 2 == 0 ? BatchFolder.job(number) : #"{"scene":"text.json","output":"\#(number).png"}"#
        }
        let manifest = folder.folder.file("jobs.jsonl", jobs.joined(separator: "\n"))
        let batch = ["batch", manifest, "--output-root", "out", "--backend", "cpu", "--threads", "2"] + options
        #expect(try Command.run(batch, in: folder.path).status == 0)
        let good = folder.pictures("out")
        var refused = 0
        let numbers = Array(6...16) + [20, 24, 32, 48, 64, 96]
        for files in numbers {
            for name in good.keys { unlink("\(folder.path)/out/\(name)") }
            let line = "ulimit -n \(files) && exec \"$0\" \"$@\""
            let outcome = try Command.start(["/bin/sh", "-c", line, Command.path] + batch, in: folder.path).finish()
            #expect([0, 75].contains(outcome.status), "\(files): \(outcome.status) \(outcome.errors)")
            for (name, bytes) in folder.pictures("out") { #expect(bytes == good[name], "\(files): \(name)") }
            guard outcome.status == 75 else { continue }
            refused += 1
            #expect(outcome.errors.lowercased().contains("too many "), "\(files): \(outcome.errors)")
            #expect(folder.bytes("out/penumbra-batch.journal.failed").isEmpty)
        }
        #expect(refused > 0 && refused < numbers.count)
        #expect(try Command.run(batch + ["--resume"], in: folder.path).status == 0)
        #expect(folder.pictures("out") == good)
    }

    @Test func typedArgumentsAreShownWithoutControlCharacters() throws {
        let outcome = try folder.run("render", "card.json", "-o", "a.png", "--no-\u{1B}[31mred")
        #expect(outcome.status == 64 && !outcome.errors.contains("\u{1B}") && outcome.errors.contains("\\u{1B}"))
    }
}
