import Glibc
import PenumbraService
import PenumbraSystem
import TestSupport
import Testing

/// Tests that a busy server still accepts connections.
@Suite(.timed) struct AcceptingTests {
    /// Takes the time of many requests in one turn of the loop.
    private final class SlowHandler: RequestHandler {
        let answered = Mutex(0)
        let isDone = Mutex(false)

        func answer(_ request: HTTPRequest, to reply: HTTPReply) {
            usleep(20_000)
            answered.withLock { $0 += 1 }
            reply.send(.text(200, "late\n"))
        }
    }

    @Test func busyServerAcceptsConnections() throws {
        let handler = SlowHandler()
        let server = HTTPServer(handler)
        defer { server.end(within: 0) }
        let port = try server.listen(host: "127.0.0.1", port: 0)
        // Clients that ask again at once, so that each turn of the loop has requests.
        let busy = try (0..<4).map { _ in try TestClient(port: port) }
        let threads = busy.map { client in
            WorkerThreads.start {
                while !handler.isDone.withLock({ $0 }) {
                    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    _ = client.response()
                }
            }
        }
        while handler.answered.withLock({ $0 }) < 8 { usleep(1000) }
        let clients = try (0..<300).map { _ in try TestClient(port: port) }
        let before = handler.answered.withLock { $0 }
        while handler.answered.withLock({ $0 }) < before + 16 { usleep(1000) }
        // Four connections per turn would leave most of them waiting.
        let connections = server.connections
        handler.isDone.withLock { $0 = true }
        for thread in threads { thread?.join() }
        #expect(connections == clients.count + busy.count)
    }
}
