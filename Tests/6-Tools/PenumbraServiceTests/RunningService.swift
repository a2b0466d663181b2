import Glibc
import Penumbra
import PenumbraService
import PenumbraSystem
import TestSupport

/// A service with templates of its own, which ends together with this object. Any thread may send requests.
final class RunningService: @unchecked Sendable {
    let folder: TestFolder
    let port: Int
    private let service: Service
    private let lines: Lines
    private var isOver = false

    private final class Lines: Sendable {
        let text = Mutex("")
    }

    static let card = """
        {"version": 1, "canvas": {"width": 40, "height": 30, "background": "#336699"},
         "parameters": {"title": "Hello", "color": "#ffffff", "radius": 3},
         "layers": [{"type": "layer", "frame": [6, 5, 20, 14], "backgroundColor": "${color}",
                     "shadows": [{"color": "#000000", "opacity": 0.5, "radius": "${radius}"}]}]}
        """

    /// - Parameter change: changes the settings, knowing the folder of the templates.
    init(
        _ files: [String: String] = ["card.json": card], change: (inout ServiceOptions, TestFolder) throws -> Void = { _, _ in }
    )
        throws
    {
        folder = try TestFolder()
        try folder.make(folder: "templates")
        for (name, text) in files { try folder.file("templates/\(name)", text) }
        var options = ServiceOptions(templates: "\(folder.path)/templates")
        options.painter.threads = 2
        try change(&options, folder)
        lines = Lines()
        service = try Service(options) { [lines] text in lines.text.withLock { $0 += text } }
        port = try service.start(host: "127.0.0.1", port: 0)
    }

    deinit { end() }

    func end() {
        guard !isOver else { return }
        isOver = true
        service.end()
    }

    func reload() { service.reload() }

    /// The log so far.
    var log: String { lines.text.withLock { $0 } }

    func client() throws -> TestClient { try TestClient(port: port) }

    /// Sends one request on a connection of its own, and returns the response.
    func ask(
        _ target: String, method: String = "GET", headers: [String] = [], body: String? = nil
    ) throws -> TestClient.Response {
        let client = try client()
        var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        guard let response = client.response(hasBody: method != "HEAD") else {
            throw ClientError(words: "no response to \(method) \(target)")
        }
        return response
    }

    /// The value of a counter or gauge in the metrics.
    func metric(_ name: String) throws -> Int? {
        let line = try ask("/metrics").text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        return line.flatMap { Int($0.dropFirst(name.utf8.count + 1)) }
    }

    /// The file that the library writes for a scene with parameters.
    static func file(
        _ scene: String = card, parameters: [String: JSONValue] = [:], scale: Double? = nil, as format: PictureFormat = .png
    ) throws -> [UInt8] {
        let scene = try Scene(json: Array(scene.utf8), parameters: parameters, scaleOverride: scale)
        var options = PictureOptions.default
        options.setCanvas(scene.canvas)
        return try PictureEncoder.encode(try Renderer(backend: .cpu).render(scene), as: format, options: options)
    }
}
