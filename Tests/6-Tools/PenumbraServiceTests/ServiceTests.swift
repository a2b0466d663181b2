import Glibc
import Penumbra
import PenumbraService
import PenumbraSystem
import TestSupport
import Testing

/// Tests the pictures, headers and errors of a service.
@Suite(.timed, .serialized) struct ServiceTests {
    @Test func servicePicturesEqualLibraryFiles() throws {
        let service = try RunningService()
        for (ending, format) in [("png", PictureFormat.png), ("jpg", .jpeg), ("webp", .webp)] {
            let response = try service.ask("/card.\(ending)?color=%23ff0000&radius=7&scale=2")
            let wanted = try RunningService.file(parameters: ["color": "#ff0000", "radius": 7], scale: 2, as: format)
            #expect(response.status == 200)
            #expect(response.headers["content-type"] == format.mediaType)
            #expect(response.body == wanted)
        }
        let posted = try service.ask("/card.png", method: "POST", body: ##"{"color": "#ff0000", "radius": 7}"##)
        #expect(posted.body == (try RunningService.file(parameters: ["color": "#ff0000", "radius": 7])))
    }

    @Test func scenesInRequestBodiesAreDrawn() throws {
        let service = try RunningService()
        let png = try service.ask("/", method: "POST", body: RunningService.card)
        #expect(png.body == (try RunningService.file()))
        let webp = try service.ask(
            "/render", method: "POST", headers: ["Accept: image/webp, */*;q=0.5"], body: RunningService.card)
        #expect(webp.headers["content-type"] == "image/webp")
        #expect(webp.body == (try RunningService.file(as: .webp)))
        #expect(try service.ask("/", method: "POST", headers: ["Accept: text/html"], body: RunningService.card).status == 406)
        let broken = try service.ask("/", method: "POST", body: #"{"version": 1}"#)
        #expect(broken.status == 400)
        #expect(broken.text.contains("canvas"))
    }

    /// Each mistake has its status, and one line that names it.
    @Test(
        arguments: [
            ("GET", "/nothing.png", nil, 404, "there is no template"), ("GET", "/card.bmp", nil, 404, "ending"),
            ("GET", "/card", nil, 404, "ending"), ("GET", "/", nil, 405, "POST"), ("DELETE", "/card.png", nil, 405, "GET"),
            ("GET", "/card.png?titel=x", nil, 400, "titel"), ("GET", "/card.png?radius=wide", nil, 400, "radius"),
            ("GET", "/card.png?scale=0", nil, 400, "0.01 to 100"), ("GET", "/card.png?scale=NaN", nil, 400, "0.01 to 100"),
            ("GET", "/card.png?radius=1&radius=2", nil, 400, "twice"), ("GET", "/card.png?radius=%zz", nil, 400, "hexadecimal"),
            ("GET", "/card.png?title=%ff", nil, 400, "UTF-8"), ("GET", "/../card.png", nil, 400, ".."),
            ("GET", "/%2e%2e/card.png", nil, 400, ".."), ("GET", "/a%2fcard.png", nil, 400, "slashes"),
            ("GET", "//card.png", nil, 400, "empty part"), ("GET", "/card%00.png", nil, 400, "control"),
            ("GET", "/card.png?format=webp", nil, 400, "ending"), ("POST", "/card.png", "[1]", 400, "object"),
            ("POST", "/card.png", "{", 400, "body, line 1"),
            ("POST", "/card.png?radius=1", #"{"radius": 1}"#, 400, "in the body"),
            ("GET", "/card.png?scale=100&radius=1000", nil, 400, "canvas"),
        ] as [(String, String, String?, Int, String)])
    func requestMistakesAreAnsweredWithAStatusAndOneLine(
        _ mistake: (method: String, target: String, body: String?, status: Int, word: String)
    ) throws {
        let service = try RunningService { options, _ in options.painter.limits.canvas.pixels = 100_000 }
        let response = try service.ask(mistake.target, method: mistake.method, body: mistake.body)
        #expect(response.status == mistake.status, "\(response.text)")
        #expect(response.text.contains(mistake.word), "\(response.text)")
        #expect(response.headers["content-type"] == "application/json")
        #expect(response.text.filter { $0 == "\n" }.count == 1)
        #expect(!response.text.contains(service.folder.path))
    }

    /// JPEGs have no 16 bits, which is known before any file is read.
    @Test func pixelDepthIsCheckedBeforeDrawing() throws {
        let deep =
            #"{"canvas": {"width": 40, "height": 30, "depth": 16}, "#
            + #""layers": [{"type": "image", "frame": [0, 0, 9, 9], "contents": "missing.png"}]}"#
        let service = try RunningService(["deep.json": deep])
        let answer = try service.ask("/deep.jpg")
        #expect(answer.status >= 400 && answer.text.contains("canvas.depth"), "\(answer.status) \(answer.text)")
        #expect(try service.ask("/deep.png").text.contains("missing.png"))
    }

    @Test func conditionalRequestsOfUnchangedPicturesAreNotDrawn() throws {
        let service = try RunningService()
        let first = try service.ask("/card.png")
        let tag = try #require(first.headers["etag"])
        #expect(first.headers["cache-control"] == "public, max-age=300")
        let again = try service.ask("/card.png", headers: ["If-None-Match: \"x\", W/\(tag)"])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.headers["etag"] == tag)
        #expect(try service.ask("/card.png?radius=4", headers: ["If-None-Match: \(tag)"]).status == 200)
        let head = try service.ask("/card.png", method: "HEAD")
        #expect(head.headers["content-length"] == String(first.body.count))
        #expect(try service.metric("penumbra_pictures_total") == 2)
        #expect(try service.metric("penumbra_cache_hits_total") == 1)
    }

    @Test func monitoringPagesReportHealthAndMetrics() throws {
        let service = try RunningService()
        #expect(try service.ask("/healthz").status == 200)
        // The test scene is drawn on another thread.
        for _ in 0..<200 where try service.ask("/readyz").status != 200 { usleep(20_000) }
        #expect(try service.ask("/readyz").text == "ready\n")
        #expect(try service.ask("/healthz", method: "POST", body: "x").status == 405)
        _ = try service.ask("/card.png")
        _ = try service.ask("/nothing.png")
        let page = try service.ask("/metrics")
        #expect(page.text.contains("penumbra_http_requests_total{code=\"404\"} 1\n"))
        #expect(page.text.contains("# TYPE penumbra_http_request_seconds histogram\n"))
        for line in page.text.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(line.split(separator: " ").count == 2 && Double(line.split(separator: " ")[1]) != nil, "\(line)")
        }
        service.end()
        var refused = 0
        for line in service.log.split(separator: "\n") {
            guard case .object(let object) = try JSONValue(parsing: Array(line.utf8), limit: 10_000) else {
                Issue.record("not an object: \(line)")
                continue
            }
            if object["status"] == 404 { refused += 1 }
        }
        #expect(refused == 1)
    }

    @Test func signedRequestsAreVerified() throws {
        let (old, new) = ("0123456789abcdef", "fedcba9876543210x")
        let service = try RunningService { options, folder in
            options.keyFile = try folder.file("keys", "\(old)\n")
        }
        func signed(_ text: String, _ key: String, body: String = "") -> String {
            let code = HMAC.code(of: Array((text + (body.isEmpty ? "" : "\n" + body)).utf8), key: Array(key.utf8))
            return text + (text.contains("?") ? "&" : "?") + "signature=\(code)"
        }
        #expect(try service.ask("/card.png").status == 403)
        #expect(try service.ask("/card.png?signature=00").status == 403)
        #expect(try service.ask(signed("/card.png", new)).status == 403)
        #expect(try service.ask(signed("/card.png?radius=2", old)).status == 200)
        // A signature is of one request: neither another value nor another body may use it.
        let code = try #require(signed("/card.png?radius=2", old).split(separator: "=").last)
        #expect(try service.ask("/card.png?radius=3&signature=\(code)").status == 403)
        #expect(try service.ask("/card.png?radius=2&signature=\(code)&signature=\(code)").status == 403)
        let body = #"{"radius": 5}"#
        #expect(try service.ask(signed("/card.png", old, body: body), method: "POST", body: body).status == 200)
        #expect(try service.ask(signed("/card.png", old, body: body), method: "POST", body: #"{"radius": 6}"#).status == 403)
        #expect(try service.ask(signed("/card.png", old), method: "POST", body: body).status == 403)
        // The monitoring needs none.
        #expect(try service.ask("/healthz").status == 200)
        // A second key is added, and then the first one removed. A broken file changes nothing.
        try service.folder.file("keys", "\(old)\n\(new)\n")
        service.reload()
        #expect(try service.ask(signed("/card.png", new)).status == 200)
        #expect(try service.ask(signed("/card.png", old)).status == 200)
        try service.folder.file("keys", "\(new)\n")
        service.reload()
        #expect(try service.ask(signed("/card.png", old)).status == 403)
        try service.folder.file("keys", "short\n")
        service.reload()
        #expect(try service.ask(signed("/card.png", new)).status == 200)
    }

    /// The codes of RFC 4231, test cases 1, 2 and 6.
    @Test func hmacMatchesTheStandard() {
        let cases: [(key: [UInt8], text: String, code: String)] = [
            (.init(repeating: 0x0B, count: 20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                .init(repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
        for test in cases { #expect("\(HMAC.code(of: Array(test.text.utf8), key: test.key))" == test.code) }
    }

    @Test func editedTemplatesAreReadAgain() throws {
        let service = try RunningService()
        let first = try service.ask("/card.png")
        let edited = RunningService.card.replacing("#336699", with: "#993366")
        try service.folder.file("templates/card.json", edited)
        try service.folder.make(folder: "templates/sub")
        try service.folder.file("templates/sub/new.json", RunningService.card)
        service.reload()
        let second = try service.ask("/card.png")
        #expect(second.body == (try RunningService.file(edited)))
        #expect(second.headers["etag"] != first.headers["etag"])
        #expect(try service.ask("/sub/new.png").body == first.body)
        // A broken template keeps its last good version. One without a good version has an error that names no folder.
        try service.folder.file("templates/card.json", "{")
        try service.folder.file("templates/bad.json", #"{"version": 9}"#)
        service.reload()
        #expect(try service.ask("/card.png").body == second.body)
        #expect(try service.ask("/bad.png").status == 500)
        #expect(try service.metric("penumbra_templates_broken") == 2)
        unlink("\(service.folder.path)/templates/card.json")
        service.reload()
        #expect(try service.ask("/card.png").status == 404)
        service.end()
        #expect(service.log.contains("card.json: line 1"))
    }

    /// Scenes may show files below the templates, and no others. A changed picture changes the tag.
    @Test func templatesShowOnlyFilesBelowTheirFolder() throws {
        let png = try RunningService.file()
        let scene =
            #"{"version": 1, "canvas": {"width": 40, "height": 30}, "parameters": {"photo": "a.png"}, "layers": "#
            + #"[{"type": "image", "frame": [0, 0, 40, 30], "contents": "${photo}"}]}"#
        let service = try RunningService(["photo.json": scene]) { _, folder in
            try folder.file("templates/a.png", png)
            try folder.file("secret.png", png)
        }
        let first = try service.ask("/photo.png")
        #expect(first.status == 200)
        for path in ["../secret.png", "\(service.folder.path)/secret.png", "/etc/passwd", "-"] {
            let response = try service.ask("/photo.png?photo=\(path)")
            #expect((400..<500).contains(response.status), "\(path): \(response.status) \(response.text)")
        }
        try service.folder.file("templates/a.png", try RunningService.file(parameters: ["radius": 8]))
        service.reload()
        let second = try service.ask("/photo.png")
        #expect(second.headers["etag"] != first.headers["etag"])
        #expect(second.body != first.body)
    }
}
