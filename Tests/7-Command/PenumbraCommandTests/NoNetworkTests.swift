import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests that the binary uses no network and no other programs: which functions it could call, and which it does call.
@Suite(.timed, .needsCommand)
struct NoNetworkTests {
    private static func isThere(_ program: String) -> Bool { access("/usr/bin/\(program)", X_OK) == 0 }

    /// The binary only starts itself, for measuring, and opens libEGL. Only a build with a server has code for a network.
    @Test(.enabled(if: isThere("nm"), "nm is not installed: apt-get install binutils"))
    func binaryImportsNoNetworkOrProcessFunctions() throws {
        let folder = try WorkFolder()
        let outcome = try Command.start(["/usr/bin/nm", "-D", "--undefined-only", Command.path], in: folder.path).finish()
        try #require(outcome.status == 0)
        let names = Set(
            String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").compactMap { line in
                line.split(separator: " ").last?.split(separator: "@").first.map(String.init)
            })
        // The list of symbols is plausible.
        #expect(names.contains("dlopen") && names.contains("renameat") && names.count > 500)
        let server: Set = ["socket", "connect", "bind", "listen", "accept", "accept4", "getaddrinfo"]
        if try Command.run(["serve", "--help"], in: folder.path).status != 0 { #expect(names.intersection(server).isEmpty) }
        let forbidden: Set = [
            "gethostbyname", "gethostbyname_r", "res_query",
            "execve", "execv", "execvp", "execvpe", "execl", "execlp", "execle", "fexecve", "execveat", "system", "popen",
            "fork", "vfork",
            "posix_spawnp", "wordexp", "dlmopen",
        ]
        #expect(names.intersection(forbidden).isEmpty)
    }

    private static let canTrace: Bool = {
        guard isThere("strace"), let folder = try? WorkFolder() else { return false }
        let traced = try? Command.start(["/usr/bin/strace", "-o", "trace", "/bin/true"], in: folder.path).finish()
        return traced?.status == 0
    }()

    /// Looking for a text's fonts and decoding a photo open no socket and start no program.
    @Test(.enabled(if: canTrace, "strace is not installed, or may not trace: apt-get install strace"))
    func renderingOpensNoSocketAndStartsNoProgram() throws {
        let folder = try WorkFolder()
        _ = folder.file("photo.jpg", BadInputTests.photo)
        _ = folder.file(
            "scene.json",
            #"{"canvas":{"width":60,"height":40},"layers":[{"type":"image","frame":[0,0,60,40],"contents":"photo.jpg"},"#
                + #"{"type":"text","string":"Penumbra, \u5f71, \u05e6\u05dc"}]}"#)
        _ = folder.file("jobs.jsonl", #"{"scene":"scene.json","output":"a.png"}"#)
        for arguments in [["render", "scene.json", "-o", "a.png"], ["batch", "jobs.jsonl", "--output-root", "out"]] {
            let outcome = try Command.start(
                [
                    "/usr/bin/strace", "-f", "-qq", "-e", "trace=network,execve,execveat", "-e", "signal=none", "-o", "trace",
                    Command.path,
                ]
                    + arguments + ["--backend", "cpu"], in: folder.path
            ).finish()
            #expect(outcome.status == 0, "\(outcome.errors)")
            let lines = String(decoding: Command.bytes(of: "\(folder.path)/trace"), as: UTF8.self).split(separator: "\n")
            let calls = lines.filter { !$0.contains("+++ exited") }
            #expect(calls.count == 1 && calls[0].contains("execve(\"\(Command.path)\""), "\(calls.joined(separator: "\n"))")
        }
    }

    /// A service listens on its address, and connects to none.
    @Test(.enabled(if: canTrace, "strace is not installed, or may not trace: apt-get install strace"))
    func serviceListensButNeverConnects() throws {
        let folder = try WorkFolder()
        _ = folder.file("card.json", #"{"canvas":{"width":60,"height":40},"layers":[]}"#)
        let service = try Command.start(
            [
                "/usr/bin/strace", "-D", "-f", "-qq", "-e", "trace=network,execve,execveat", "-e", "signal=none", "-o", "trace",
                Command.path, "serve", "--templates", ".", "--listen", "127.0.0.1:0",
            ], in: folder.path)
        for _ in 0..<1000 where !service.errorsSoFar.contains("listening on") { usleep(10_000) }
        let line = try #require(service.errorsSoFar.split(separator: "\n").first { $0.hasPrefix("listening on") })
        let port = String(line.split(separator: ":").last ?? "")
        let asked = try Command.start(
            [
                "/bin/bash", "-c",
                "exec 3<>/dev/tcp/127.0.0.1/$0; printf 'GET /card.png HTTP/1.0\\r\\n\\r\\n' >&3; head -c 12 <&3",
            ]
                + [port], in: folder.path, name: "client"
        ).finish()
        #expect(
            String(decoding: asked.output, as: UTF8.self) == "HTTP/1.0 200" || asked.output.starts(with: "HTTP/1.1 200".utf8))
        service.send(SIGTERM)
        #expect(service.finish().status == 0)
        // The tracer is a process of its own, which ends after the service.
        usleep(300_000)
        let trace = String(decoding: Command.bytes(of: "\(folder.path)/trace"), as: UTF8.self)
        #expect(trace.contains("listen(") && trace.contains("accept4("))
        // Looking up an address asks the host's cache of names, through a socket of the host itself.
        let connections = trace.split(separator: "\n").filter { $0.contains("connect(") && !$0.contains("AF_UNIX") }
        #expect(connections.isEmpty && trace.split(separator: "execve").count <= 2, "\(trace)")
    }
}
