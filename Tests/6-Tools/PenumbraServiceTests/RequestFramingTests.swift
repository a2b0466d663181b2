import PenumbraService
import TestSupport
import Testing

/// Tests requests whose end or whose server is unclear: RFC 9112, sections 3.2 and 6.
@Suite(.timed, .serialized) struct RequestFramingTests {
    private static let start = "POST /card.png HTTP/1.1\r\nHost: a\r\n"
    private static let chunked = start + "Transfer-Encoding: chunked\r\n\r\n"

    /// Each fault is answered with one line of JSON, and then the connection ends.
    @Test(
        arguments: [
            ("GET /card.png HTTP/1.1\r\n\r\n", 400, "Host"), ("GET /healthz HTTP/1.1\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.1\r\nHost: a\r\nX: y\r\nhOST: b\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "Host"), ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.1\r\nHost: a@b\r\n\r\n", 400, "Host"), ("GET / HTTP/1.1\r\nHost: a:x\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.1\r\nHost: :80\r\n\r\n", 400, "Host"), ("GET / HTTP/1.1\r\nHost: a%2\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.1\r\nHost: [::1\r\n\r\n", 400, "Host"), ("GET / HTTP/1.1\r\nHost: [x]\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.1\r\nHost: http://a\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.1\r\nHost: a:70000\r\n\r\n", 400, "Host"),
            ("GET /card.png HTTP/1.1\r\nHost: ä\r\n\r\n", 400, "Host"),
            ("GET http://a%20b:x/card.png HTTP/1.1\r\nHost: a\r\n\r\n", 400, "path"),
            ("GET http://a/card.png HTTP/1.1\r\n\r\n", 400, "Host"),
            (start + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400, "Transfer-Encoding"),
            (start + "Transfer-Encoding: identity\r\n\r\n", 400, "Transfer-Encoding"),
            (start + "Transfer-Encoding: chunked, gzip\r\n\r\n", 400, nil),
            (start + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400, nil),
            (start + "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n", 400, "Transfer-Encoding"),
            (start + "Transfer-Encoding:\r\n\r\n", 400, "Transfer-Encoding"),
            (start + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501, "Transfer-Encoding"),
            ("POST /card.png HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "Transfer-Encoding"),
            (start + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, nil),
            (start + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n", 400, nil),
            (start + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400, "Content-Length"),
            (start + "Content-Length: 2, 3\r\n\r\n{}", 400, "Content-Length"),
            (start + "Content-Length: +2\r\n\r\n{}", 400, "Content-Length"),
            (start + "Content-Length: 0x2\r\n\r\n{}", 400, "Content-Length"),
            (start + "Content-Length: 99999999999999999999999\r\n\r\n{}", 400, "Content-Length"),
            (chunked + "zz\r\n{}\r\n0\r\n\r\n", 400, "body"), (chunked + "-1\r\n{}\r\n0\r\n\r\n", 400, "body"),
            (chunked + "2\r\n{}\r\nxx\r\n\r\n", 400, "body"),
            (chunked + "fffffffffffffffffffff\r\n{}", 400, "body"), (chunked + "2\r\n{}abc\r\n0\r\n\r\n", 400, nil),
            (chunked + "2\r\n{}\r\n0\r\n" + (0..<200).map { "X\($0): 1\r\n" }.joined() + "\r\n", 431, nil),
            ("GET /card.png HTTP/1.1\r\nHost : a\r\n\r\n", 400, nil), ("GET /card.png HTTP/7.7\r\nHost: a\r\n\r\n", 400, nil),
            ("GET /card.png\r\n\r\n", 400, nil), ("?? /card.png HTTP/1.1\r\nHost: a\r\n\r\n", 400, nil),
        ] as [(String, Int, String?)])
    func framingFaultsAreAnsweredWithOneLineOfJSON(_ fault: (request: String, status: Int, place: String?)) throws {
        let service = try RunningService()
        let client = try service.client()
        client.send(fault.request)
        let response = try #require(client.response(within: 5), "no answer to \(fault.request)")
        #expect(response.status == fault.status, "\(response.text)")
        #expect(response.headers["content-type"] == "application/json")
        #expect(response.headers["connection"] == "close")
        #expect(response.text.filter { $0 == "\n" }.count == 1)
        guard case .string(let words)? = response.object["error"] else {
            Issue.record("\(response.text)")
            return
        }
        #expect(!words.isEmpty)
        if let place = fault.place { #expect(response.object["place"] == .string(place), "\(response.text)") }
        #expect(client.isClosed(within: 5))
        #expect(try service.ask("/card.png").status == 200)
    }

    @Test(
        arguments: [
            "GET /card.png HTTP/1.0\r\n\r\n", "GET /card.png HTTP/1.1\r\nHost:\r\n\r\n",
            "GET /card.png HTTP/1.1\r\nHost:   cards.example:8080  \r\n\r\n",
            "GET /card.png HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
            "GET /card.png HTTP/1.1\r\nHost: 127.0.0.1:\r\n\r\n", "GET /card.png HTTP/1.1\r\nHost: my_host\r\n\r\n",
            "GET /card.png HTTP/1.1\r\nHost: a%20b\r\n\r\n", "GET /card.png HTTP/1.1\r\nHost: [v1.a:b]\r\n\r\n",
            "GET http://cards.example/card.png HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET HTTP://[::1]:80/card.png HTTP/1.1\r\nHost: a\r\n\r\n",
            start + "Transfer-Encoding: Chunked\r\n\r\n2;x=y\r\n{}\r\n0\r\nX: y\r\n\r\n", start + "Content-Length: 2\r\n\r\n{}",
        ])
    func soundRequestsAreAnsweredWithPictures(_ request: String) throws {
        let service = try RunningService()
        let client = try service.client()
        client.send(request)
        let response = try #require(client.response(within: 10), "no answer to \(request)")
        #expect(response.status == 200, "\(response.text)")
        #expect(response.body == (try RunningService.file()))
    }

    /// The parser reads nothing after a request for another protocol, so its connection ends.
    @Test func requestForAnotherProtocolEndsTheConnection() throws {
        let service = try RunningService()
        let client = try service.client()
        client.send("GET /card.png HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
        let response = try #require(client.response(within: 10))
        #expect(response.status == 200)
        #expect(response.headers["connection"] == "close")
        #expect(client.isClosed(within: 5))
    }

    /// The studio's own check of names comes after the grammar of the header.
    @Test func studioRefusesRequestsWithoutAHost() throws {
        let studio = try RunningStudio()
        let client = try studio.client()
        client.send("GET /\(RunningStudio.token)/ HTTP/1.1\r\n\r\n")
        #expect(client.response(within: 5)?.status == 400)
        // A host in the target counts instead of the header's.
        let other = try studio.client()
        other.send("GET http://evil.example/\(RunningStudio.token)/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(other.response(within: 5)?.status == 403)
    }
}
