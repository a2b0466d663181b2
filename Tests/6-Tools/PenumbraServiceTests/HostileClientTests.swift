import Glibc
import Penumbra
import PenumbraService
import PenumbraSystem
import TestSupport
import Testing

/// Tests clients that are slow, rude or gone, and more requests than the service can draw.
@Suite(.timed, .serialized) struct HostileClientTests {
    /// Scenes of this size take about a tenth of a second.
    private static let slow = RunningService.card.replacing(
        #""width": 40, "height": 30"#, with: #""width": 1600, "height": 1200"#)

    @Test func slowClientsAreDisconnected() throws {
        let service = try RunningService { options, _ in
            options.server.headSeconds = 0.5
            options.server.bodySeconds = 0.5
        }
        let silent = try service.client()
        let halfAHead = try service.client()
        let halfABody = try service.client()
        halfABody.send("POST /card.png HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
        // One byte now and then doesn't lengthen the time for the head.
        let start = ContinuousClock().now
        var isOpen = true
        for byte in "GET /card.png HTTP/1.1\r\nX-Header: ".utf8 where isOpen {
            isOpen = halfAHead.send([byte])
            usleep(50_000)
        }
        #expect(!isOpen || halfAHead.isClosed(within: 5))
        #expect(ContinuousClock().now - start < .seconds(10))
        #expect(silent.isClosed(within: 5))
        #expect(halfABody.response()?.status == 408)
        #expect(halfABody.isClosed(within: 5))
        #expect(try service.ask("/card.png").status == 200)
    }

    @Test func oversizedRequestsAreRefused() throws {
        let service = try RunningService { options, _ in options.server.bodyBytes = 1000 }
        func status(_ text: String) throws -> Int? {
            let client = try service.client()
            client.send(text)
            return client.response()?.status
        }
        let long = String(repeating: "a", count: 20_000)
        #expect(try status("GET /card.png HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n") == 431)
        let many = (0..<200).map { "X\($0): 1\r\n" }.joined()
        #expect(try status("GET /card.png HTTP/1.1\r\nHost: a\r\n\(many)\r\n") == 431)
        #expect(try status("GET /\(long.prefix(9000)).png HTTP/1.1\r\nHost: a\r\n\r\n") == 414)
        // A body of a gigabyte is refused before it is sent, and one in chunks as soon as it is too long.
        #expect(try status("POST /card.png HTTP/1.1\r\nHost: a\r\nContent-Length: 1073741824\r\n\r\n") == 413)
        let chunk = "400\r\n\(String(repeating: "b", count: 1024))\r\n"
        #expect(try status("POST /card.png HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)\(chunk)") == 413)
        #expect(try status("nonsense\r\n\r\n") == 400)
        #expect(try status("GET /card.png HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n") == 400)
        #expect(try service.ask("/card.png?" + (0..<101).map { "a\($0)=1" }.joined(separator: "&")).status == 400)
        #expect(try service.ask("/card.png").status == 200)
    }

    @Test func connectionCountIsLimited() throws {
        let service = try RunningService { options, _ in options.server.connections = 20 }
        let held = try (0..<20).map { _ in try service.client() }
        for client in held { client.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") }
        for client in held { #expect(client.response()?.status == 200) }
        let further = try service.client()
        #expect(further.isClosed(within: 5))
        // The connections that are there go on.
        held[0].send("GET /card.png HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(held[0].response()?.status == 200)
    }

    /// Several requests of one connection, sent at once, are answered in order.
    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let service = try RunningService()
        let client = try service.client()
        let radii = Array(1...8)
        client.send(radii.map { "GET /card.png?radius=\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        for radius in radii {
            let wanted = try RunningService.file(parameters: ["radius": .count(radius)])
            #expect(client.response()?.body == wanted)
        }
    }

    /// Equal requests at the same time share one drawing.
    @Test func equalRequestsShareADrawing() throws {
        let service = try RunningService(["slow.json": Self.slow])
        let clients = try (0..<10).map { _ in try service.client() }
        for client in clients { client.send("GET /slow.png HTTP/1.1\r\nHost: a\r\n\r\n") }
        let files = clients.compactMap { $0.response() }
        #expect(files.count == 10)
        #expect(Set(files.map(\.body)).count == 1)
        #expect(try service.metric("penumbra_pictures_total") == 1)
    }

    /// Of many requests some are drawn and the others get 503 at once. Afterwards all is well.
    @Test func overloadedServiceAnswersWith503() throws {
        let service = try RunningService(["slow.json": Self.slow]) { options, _ in
            options.painter.threads = 1
            options.painter.queueLength = 3
            options.painter.seconds = 600
        }
        func ask(_ radius: Int) throws -> TestClient {
            let client = try service.client()
            client.send("GET /slow.png?radius=\(radius) HTTP/1.1\r\nHost: a\r\n\r\n")
            return client
        }
        var clients = [try ask(1)]
        // Once the thread has taken the first picture, three more can wait.
        for _ in 0..<5000 where try service.metric("penumbra_cache_misses_total") == 0 { usleep(1000) }
        for _ in 0..<5000 where try service.metric("penumbra_queue_depth") != 0 { usleep(1000) }
        // Each request follows its connection at once, since the service may close idle connections.
        for radius in 2...40 { clients.append(try ask(radius)) }
        var statuses: [Int: Int] = [:]
        for client in clients {
            let response = try #require(client.response())
            statuses[response.status, default: 0] += 1
            if response.status == 503 { #expect(response.headers["retry-after"] == "1") }
        }
        #expect(statuses.keys.sorted() == [200, 503])
        #expect(statuses[200, default: 0] >= 4)
        #expect(try service.ask("/slow.png?radius=50").status == 200)
        #expect(try service.metric("penumbra_queue_depth") == 0)
    }

    @Test func lateRequestsAreAnsweredWith504() throws {
        let service = try RunningService(["slow.json": Self.slow]) { options, _ in
            options.painter.threads = 1
            options.painter.seconds = 0.01
        }
        let clients = try (0..<5).map { _ in try service.client() }
        for (index, client) in clients.enumerated() {
            client.send("GET /slow.png?radius=\(30 + index)&scale=3 HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        for client in clients { #expect(client.response()?.status == 504) }
    }

    /// A picture that nobody waits for any more isn't drawn.
    @Test func picturesOfDisconnectedClientsAreNotDrawn() throws {
        let service = try RunningService(["slow.json": Self.slow]) { options, _ in options.painter.threads = 1 }
        let first = try service.client()
        first.send("GET /slow.png?radius=1&scale=2 HTTP/1.1\r\nHost: a\r\n\r\n")
        for radius in 2..<20 {
            let gone = try service.client()
            gone.send("GET /slow.png?radius=\(radius)&scale=2 HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        #expect(first.response()?.status == 200)
        #expect(try service.ask("/slow.png?radius=40").status == 200)
        #expect(try #require(try service.metric("penumbra_pictures_total")) < 20)
        #expect(try service.metric("penumbra_queue_depth") == 0)
    }

    /// The end of a service lets requests in progress finish.
    @Test func serviceShutdownFinishesPendingRequests() throws {
        let service = try RunningService(["slow.json": Self.slow]) { options, _ in
            options.painter.threads = 1
            // A busy machine may take long.
            options.painter.seconds = 600
            options.endSeconds = 600
        }
        // The last of these waits behind the others, so it isn't drawn yet when the end begins.
        let clients = try (50..<60).map { _ in try service.client() }
        for (index, client) in clients.enumerated() {
            client.send("GET /slow.png?scale=4&radius=\(50 + index) HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        for _ in 0..<500 where try service.metric("penumbra_cache_misses_total") ?? 0 < 10 { usleep(2000) }
        service.end()
        let responses = try clients.map { try #require($0.response()) }
        #expect(responses.allSatisfy { $0.status == 200 })
        #expect(responses.last?.headers["connection"] == "close")
        #expect(throws: ClientError.self) { try service.client() }
    }

    /// Damaged requests end in an answer or a closed connection, and the service stays whole.
    @Test(arguments: TestSeeds.all) func damagedRequestsDoNotDisturbTheService(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let service = try RunningService { options, _ in
            options.server.headSeconds = 2
            options.server.bodySeconds = 2
        }
        let good = [
            "GET /card.png?title=Hi&color=%23ff0000&radius=2&scale=2 HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"x\"\r\n\r\n",
            "POST /card.webp HTTP/1.1\r\nHost: a\r\nContent-Length: 13\r\n\r\n{\"radius\": 2}",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"ver\r\n0\r\n\r\n",
        ]
        for _ in 0..<rounds(150) {
            var bytes = Array(good[Int(dice.next() % UInt64(good.count))].utf8)
            for _ in 0..<1 + dice.next() % 4 {
                let place = Int(dice.next() % UInt64(bytes.count))
                switch dice.next() % 4 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: dice.next())
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
                default: bytes.insert(Array("%&=?/. \r\n\u{0}".utf8)[Int(dice.next() % 10)], at: place)
                }
                if bytes.isEmpty { bytes = [0x0A] }
            }
            let client = try service.client()
            client.send(bytes)
            client.endSending()
            if let response = client.response(within: 10) {
                #expect(
                    (200..<500).contains(response.status) || response.status == 501,
                    "\(String(decoding: bytes, as: UTF8.self)): \(response.text)")
            }
        }
        #expect(try service.ask("/card.png").body == (try RunningService.file()))
    }
}
