import Testing

/// Hosts that lack what others have: /proc, threads, a locale like ours.
@Suite(.enabled(if: Command.isExpected)) struct BareHostTests {
    let folder: BatchFolder

    init() throws { folder = try BatchFolder() }

    /// Hides /proc from what follows.
    private static let withoutProc =
        "unshare --map-root-user --mount /bin/sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh"
    /// Gives what follows one thread.
    private static let alone = "setpriv --reuid=65534 --clear-groups prlimit --nproc=1"

    private static func allows(_ start: String) -> Bool {
        (try? Command.start(["/bin/sh", "-c", "exec \(start) true"], in: "/tmp", name: "-allowed").finish().status) == 0
    }

    private func run(_ start: String, _ arguments: String) throws -> Command.Outcome {
        try Command.start(
            ["/bin/sh", "-c", "chmod -R a+rwX . && exec \(start) \(Command.path) \(arguments)"], in: folder.path
        ).finish()
    }

    @Test func aCommandWithoutArgumentsDoesNothingAndFails() throws {
        let outcome = try folder.run()
        #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.contains("USAGE: penumbra"))
    }

    /// Swift reads the arguments from /proc: a command saw none and was content.
    @Test(.enabled(if: allows(withoutProc), "the host lets nobody hide /proc"))
    func withoutProcTheArgumentsAreThere() throws {
        #expect(try folder.run("render", "card.json", "-o", "good.png").status == 0)
        let outcome = try run(Self.withoutProc, "render card.json -o without.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.bytes("without.png") == folder.bytes("good.png"))
    }

    /// A user may have one thread; the work was waited for by threads that never came.
    @Test(.enabled(if: allows(alone), "only root can start a process as another user"))
    func whereNoThreadCanBeStartedOneDrawsAll() throws {
        #expect(try folder.run("render", "card.json", "--scale", "4", "-o", "good.png").status == 0)
        let outcome = try run(Self.alone, "render card.json --scale 4 --backend cpu --max-seconds 100 -o alone.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.bytes("alone.png") == folder.bytes("good.png"))
    }

    /// Without a thread that watches the time, a timer's signal ends the command.
    @Test(.enabled(if: allows(alone), "only root can start a process as another user"))
    func whereNoThreadCanBeStartedTheTimeIsKept() throws {
        let outcome = try run(Self.alone, "render card.json --scale 100 --backend cpu --max-seconds 0.05 -o late.png")
        #expect(outcome.status == 75 && outcome.errors.contains("--max-seconds"), "\(outcome.status) \(outcome.errors)")
        #expect(folder.bytes("late.png").isEmpty)
    }

    @Test(arguments: ["LC_ALL=C", "LC_ALL=ar_EG.UTF-8", "LANG=ja_JP.UTF-8", "HB_SHAPER_LIST=fallback", "FC_LANG=zh-tw"])
    func theEnvironmentChangesNoText(_ variable: String) throws {
        let scene = """
            {"canvas": {"width": 120, "height": 30}, "layers": [
                {"type": "text", "string": "Ha fi \\u05d0 \\u6f22 \\u0628", "font": "serif", "frame": [0, 0, 120, 30]}]}
            """
        Command.write(Array(scene.utf8), to: folder.path + "/text.json")
        #expect(try folder.run("render", "text.json", "-o", "good.png").status == 0)
        let outcome = try run("env \(variable)", "render text.json -o there.png")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(folder.bytes("there.png") == folder.bytes("good.png"))
    }

    @Test func whatWasTypedIsShownWithoutItsControlCharacters() throws {
        let outcome = try folder.run("render", "card.json", "-o", "a.png", "--no-\u{1B}[31mred")
        #expect(outcome.status == 64 && !outcome.errors.contains("\u{1B}") && outcome.errors.contains("\\u{1B}"))
    }
}
