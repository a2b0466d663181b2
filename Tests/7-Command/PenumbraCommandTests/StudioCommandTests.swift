import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests `studio` as a process: its address, its page, the file that it leaves alone, its signals and its mistakes.
@Suite(.timed, .needsCommand)
struct StudioCommandTests {
    let folder: WorkFolder
    private let scene =
        ##"{"canvas": {"width": 60, "height": 40, "background": "#336699"}, "parameters": {"x": 1}, "layers": []}"##

    init() throws {
        folder = try WorkFolder()
        _ = folder.file("card.json", scene)
    }

    /// Sends a request with bash, which can open connections, and returns the answer.
    private func ask(_ method: String, _ path: String, port: String, body: String = "") throws -> String {
        let request =
            "\(method) \(path) HTTP/1.0\\r\\nHost: 127.0.0.1\\r\\nContent-Type: application/json\\r\\n"
            + "Content-Length: \(body.utf8.count)\\r\\n\\r\\n\(body)"
        let asked = try Command.start(
            ["/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$0; printf \"$1\" >&3; cat <&3", port, request],
            in: folder.path, name: "client"
        ).finish()
        return String(decoding: asked.output, as: UTF8.self)
    }

    @Test(arguments: [SIGTERM, SIGINT]) func studioAddressLeadsToThePage(_ signal: Int32) throws {
        let studio = try Command.start(
            [Command.path, "studio", "card.json", "--set", "x=5", "--listen", "127.0.0.1:0"], in: folder.path)
        let start = "listening on http://127.0.0.1:"
        for _ in 0..<1000 where !studio.errorsSoFar.contains(start) { usleep(10_000) }
        let line = try #require(studio.errorsSoFar.split(separator: "\n").first { $0.hasPrefix(start) })
        let parts = line.dropFirst(start.count).split(separator: "/")
        try #require(parts.count == 2)
        let (port, secret) = (String(parts[0]), String(parts[1]))
        #expect(secret.utf8.count == 32)
        let page = try ask("GET", "/\(secret)/", port: port)
        #expect(page.contains(" 200 OK") && page.contains("<title>Penumbra studio</title>"))
        #expect(try ask("GET", "/", port: port).contains(" 404 "))
        #expect(try ask("GET", "/\(secret)/scene", port: port).contains(#""set":{"x":5}"#))
        #expect(try ask("POST", "/\(secret)/picture", port: port, body: "{}").contains("Content-Type: image/png"))
        let edits = #"{"edits": [{"path": ["canvas", "width"], "value": 50}]}"#
        #expect(try ask("POST", "/\(secret)/picture", port: port, body: edits).contains(" 200 OK"))
        let copies = try ask("POST", "/\(secret)/copy", port: port, body: #"{"parameters": {"x": 7}, "scale": 2}"#)
        #expect(copies.contains("penumbra render card.json --set x=7 --scale 2 -o card.png"), "\(copies)")
        studio.send(signal)
        let outcome = studio.finish()
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
        // Nothing was written: neither the scene nor anything beside it.
        #expect(String(decoding: Command.bytes(of: "\(folder.path)/card.json"), as: UTF8.self) == scene)
    }

    @Test(
        arguments: [
            (["none.json"], 66, "none.json"), (["."], 66, "."), (["-"], 64, "standard input"), ([], 64, "scene"),
            (["card.json", "--listen", "nowhere"], 64, "127.0.0.1:8080"), (["card.json", "--set", "x"], 64, "name=value"),
            (["card.json", "--set", "y=1"], 65, "parameters.y"),
            (["card.json", "--listen", "192.0.2.1:0"], 75, "choose another address"),
            (["card.json", "--threads", "0"], 64, "--threads"), (["card.json", "--root", "none"], 66, "none"),
        ] as [([String], Int32, String)])
    func studioMistakesAreNamedInAFewLines(_ mistake: (arguments: [String], status: Int32, word: String)) throws {
        let outcome = try Command.run(["studio"] + mistake.arguments, in: folder.path)
        #expect(outcome.status == mistake.status, "\(outcome.errors)")
        #expect(outcome.errors.contains(mistake.word), "\(outcome.errors)")
        // A missing argument has its help and the usage, too.
        #expect(outcome.errorLines.count <= (mistake.arguments.isEmpty ? 4 : 3), "\(outcome.errors)")
    }
}
