import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Kills a service while it writes its cache on the disk, at every system call in turn.
@Suite(.timed, .needsCommand, .needsCompiler)
struct ServeKillTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
        _ = folder.file(
            "card.json",
            """
            {"canvas": {"width": 60, "height": 40, "background": "#369"}, "parameters": {"radius": 3},
             "layers": [{"frame": [10, 10, 30, 20], "backgroundColor": "white", "shadows": [{"radius": "${radius}"}]}]}
            """)
    }

    /// The port of a service, once it listens.
    private func port(_ service: Command.Running) throws -> UInt16 {
        let start = "listening on http://127.0.0.1:"
        for _ in 0..<3000 {
            for line in service.errorsSoFar.split(separator: "\n") where line.hasPrefix(start) {
                if let port = UInt16(line.dropFirst(start.count).prefix { $0.isNumber }) { return port }
            }
            usleep(10_000)
        }
        throw Silence()
    }

    private struct Silence: Error {}

    /// The body of an answer. Nil if the connection ends without one.
    private func ask(_ target: String, _ port: UInt16) -> [UInt8]? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return nil }
        let request = "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        guard send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { bytes += buffer[..<count] }
        guard bytes.starts(with: Array("HTTP/1.1 200".utf8)) else { return nil }
        let mark = Array("\r\n\r\n".utf8)
        return bytes.indices.first { bytes[$0...].starts(with: mark) }.map { Array(bytes[($0 + 4)...]) }
    }

    @Test func killedServiceLeavesNoWrongFile() throws {
        let rendered = try Command.run(["render", "card.json", "--set", "radius=3", "-o", "a.png"], in: folder.path)
        #expect(rendered.status == 0)
        let expected = Command.bytes(of: folder.path + "/a.png")
        let kept = folder.path + "/kept"
        let arguments = ["serve", "--templates", ".", "--listen", "127.0.0.1:0", "--cache-dir", "kept"]
        var kills = 0
        for number in 1...40 {
            for name in Command.names(in: kept) { unlink("\(kept)/\(name)") }
            let service = try FaultySystem.start(
                arguments, in: folder.path, ["FOLDER": kept, "AT": "\(number)", "ERROR": "kill"], name: "killed\(number)")
            if let port = try? port(service) {
                // A file is written after its answer, so the answer may come before the kill.
                let answer = ask("/card.png?radius=3", port)
                #expect(answer == nil || answer == expected)
                for _ in 0..<300 where !Command.names(in: kept).contains(where: { $0.hasSuffix(".picture") }) {
                    if ask("/healthz", port) == nil { break }
                    usleep(10_000)
                }
            }
            service.send(SIGTERM)
            let outcome = service.finish()
            let wasKilled = outcome.status == -SIGKILL
            if wasKilled { kills += 1 }
            // A service that starts again serves the same bytes, from a whole file or by drawing.
            let next = try Command.start([Command.path] + arguments, in: folder.path, name: "next\(number)")
            #expect(try ask("/card.png?radius=3", port(next)) == expected, "killed at call \(number)")
            next.send(SIGTERM)
            #expect(next.finish().status == 0)
            #expect(!Command.names(in: kept).contains { $0.hasSuffix(".writing") }, "killed at call \(number)")
            if !wasKilled { break }
        }
        // Making the folder, opening the file, its bytes, closing and renaming it.
        #expect(kills >= 4)
    }
}
