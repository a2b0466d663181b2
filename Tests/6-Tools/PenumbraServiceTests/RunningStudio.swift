import Glibc
import Penumbra
import PenumbraService
import PenumbraSystem
import TestSupport

/// A studio with a scene of its own, which ends together with this object.
final class RunningStudio {
    let folder: TestFolder
    let port: Int
    let studio: Studio
    private var isOver = false

    static let token = "0123456789abcdef0123456789abcdef"

    static let card = """
        {"canvas": {"width": 40, "height": 30, "background": "#336699"},
         "parameters": {"color": "#ffffff", "radius": 3},
         "layers": [{"name": "card", "frame": [6, 5, 20, 14], "cornerRadius": 4, "backgroundColor": "${color}",
                     "shadows": [{"color": "#000000", "opacity": 0.5, "offset": [0, 2], "radius": "${radius}"}]}]}
        """

    init(_ scene: String = card, change: (inout StudioOptions, TestFolder) throws -> Void = { _, _ in }) throws {
        folder = try TestFolder()
        try folder.make(folder: "scenes")
        try folder.file("scenes/card.json", scene)
        var options = StudioOptions(scene: "\(folder.path)/scenes/card.json")
        options.token = Self.token
        options.threads = 2
        options.files = try FileRoots(["\(folder.path)/scenes"])
        try change(&options, folder)
        studio = try Studio(options)
        port = try studio.start(host: "127.0.0.1", port: 0)
    }

    deinit { end() }

    func end() {
        guard !isOver else { return }
        isOver = true
        studio.end()
    }

    /// Writes the scene's file again.
    func save(_ scene: String) throws { try folder.file("scenes/card.json", scene) }

    func client() throws -> TestClient { try TestClient(port: port) }

    /// Sends one request on a connection of its own. A path without a slash in front lies behind the secret.
    func ask(
        _ path: String, method: String = "GET", host: String = "localhost", headers: [String] = [], body: String? = nil
    ) throws -> TestClient.Response {
        let client = try client()
        let target = path.hasPrefix("/") ? path : "/\(Self.token)/\(path)"
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + headers
        if let body {
            lines.append("Content-Length: \(body.utf8.count)")
            if !headers.contains(where: { $0.lowercased().hasPrefix("content-type") }) {
                lines.append("Content-Type: application/json")
            }
        }
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        guard let response = client.response(hasBody: method != "HEAD") else {
            throw ClientError(words: "no response to \(method) \(target)")
        }
        return response
    }

    func post(_ path: String, _ body: String = "{}") throws -> TestClient.Response {
        try ask(path, method: "POST", body: body)
    }

    /// Opens the stream of events, and waits until it has begun.
    func events() throws -> TestClient {
        let client = try client()
        client.send("GET /\(Self.token)/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        guard client.receives("event: open") else { throw ClientError(words: "no stream of events") }
        client.forget()
        return client
    }

    /// The file that the library writes for a scene.
    static func file(_ scene: String = card, parameters: [String: JSONValue] = [:], scale: Double? = nil) throws -> [UInt8] {
        try RunningService.file(scene, parameters: parameters, scale: scale)
    }
}

extension TestClient.Response {
    /// The body as a JSON object; empty if it is none.
    var object: JSONObject {
        guard case .object(let object)? = try? JSONValue(parsing: body, limit: 1 << 24) else { return JSONObject() }
        return object
    }
}
