import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests `serve` as a process: its address, its signals and its mistakes.
@Suite(.timed, .needsCommand)
struct ServeCommandTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
        _ = folder.file("card.json", #"{"canvas": {"width": 60, "height": 40}, "layers": []}"#)
    }

    @Test(arguments: [SIGTERM, SIGINT]) func signalsEndAService(_ signal: Int32) throws {
        let service = try Command.start(
            [Command.path, "serve", "--templates", ".", "--listen", "127.0.0.1:0"], in: folder.path)
        for _ in 0..<1000 where !service.errorsSoFar.contains("listening on http://127.0.0.1:") { usleep(10_000) }
        service.send(SIGHUP)
        usleep(50_000)
        service.send(signal)
        let outcome = service.finish()
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.contains { $0.hasPrefix("listening on http://127.0.0.1:") })
    }

    @Test(
        arguments: [
            (["--templates", "none"], 66, "none"), (["--templates", "card.json"], 66, "card.json"),
            (["--templates", ".", "--listen", "nowhere"], 64, "127.0.0.1:8080"),
            (["--templates", ".", "--listen", "127.0.0.1:99999"], 64, "127.0.0.1:8080"),
            (["--templates", ".", "--listen", "192.0.2.1:0"], 75, "choose another address"),
            (["--templates", ".", "--key-file", "none"], 66, "none"),
            (["--templates", ".", "--cache-memory", "lots"], 64, "64M"), (["--templates", ".", "--queue", "0"], 64, "--queue"),
            (["--templates", ".", "--cache-dir", "/proc/none"], 73, "/proc/none"), (["--template", "."], 64, "--templates"),
        ] as [([String], Int32, String)])
    func serveMistakesAreNamedInAFewLines(_ mistake: (arguments: [String], status: Int32, word: String)) throws {
        let outcome = try Command.run(["serve"] + mistake.arguments, in: folder.path)
        #expect(outcome.status == mistake.status, "\(outcome.errors)")
        #expect(outcome.errors.contains(mistake.word), "\(outcome.errors)")
        #expect(outcome.errorLines.count <= 3)
    }
}
