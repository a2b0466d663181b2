import Foundation
import Hummingbird
import PenumbraQuartzCore

// Serves badges: `curl -o badge.png http://127.0.0.1:8080/badge/Ada`. Each request makes a tree of layers of its own.

let router = Router()
router.get("/badge/:name") { _, context in
    let name = try context.parameters.require("name").removingPercentEncoding ?? ""
    guard name.count <= 100 else { throw HTTPError(.badRequest, message: "the name has more than 100 characters; shorten it") }
    let png = try BadgeLayer(name: name).makeImage(scale: 2).pngData()
    return Response(status: .ok, headers: [.contentType: "image/png"], body: .init(byteBuffer: ByteBuffer(bytes: png)))
}
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
let application = Application(
    router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
try await application.runService()
