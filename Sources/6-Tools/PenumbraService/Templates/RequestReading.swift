import Penumbra
import PenumbraBatch
import PenumbraSystem

/// Reads requests as the service does, without templates of a folder and without drawing. For tests of untrusted input.
package struct RequestReading: RequestHandler {
    private let template: SceneTemplate
    private let keys: SigningKeys?
    private let limit = 100
    /// Takes a description of what a request must never lead to.
    private let fault: @Sendable (String) -> Void

    /// - Parameters:
    ///   - scene: a template in JSON.
    ///   - keys: the keys that must sign, if any.
    package init(scene: [UInt8], keys: SigningKeys?, fault: @escaping @Sendable (String) -> Void) throws {
        template = try SceneTemplate(json: scene, name: "card", baseFolder: "", limits: SceneLimits())
        (self.keys, self.fault) = (keys, fault)
    }

    package func answer(_ request: HTTPRequest, to reply: HTTPReply) {
        do throws(ServiceError) {
            let path = try TemplatePath(request.path)
            if let keys { try keys.check(request) }
            let items = try QueryItems(request.query, limit: limit)
            check(path, items)
            let format = request.header("accept").flatMap { PictureFormat(accept: $0) } ?? path.format
            let values = items.parameters(of: template)
            let picture = PictureRequest(
                template, values, scale: items.scale, format: format, context: SHA256.digest(of: request.body))
            reply.send(HTTPAnswer(200, headers: [("ETag", "\"\(picture.key)\"")], body: .bytes(Array(path.name.utf8))))
        } catch {
            if !(400...499).contains(error.status) { fault("status \(error.status): \(error.message.text(\.name))") }
            reply.send(.error(error.status, error.message.text(\.name), place: error.place))
        }
    }

    private func check(_ path: TemplatePath, _ items: QueryItems) {
        let parts = path.name.split(separator: "/", omittingEmptySubsequences: false)
        let isInside = parts.allSatisfy { $0 != ".." && $0 != "." && !$0.contains("\\") && !$0.utf8.contains(0) }
        if !isInside || parts.dropLast().contains(where: \.isEmpty) { fault("a path leaves the folder: \(oneLine(path.name))") }
        if let scale = items.scale, !QueryItems.scales.contains(scale) { fault("a scale of \(scale) was accepted") }
        if items.texts.count > limit { fault("\(items.texts.count) items were accepted") }
        if Set(items.texts.map(\.name)).count != items.texts.count { fault("a name was accepted twice") }
    }
}

extension SigningKeys {
    /// Whether a request has a valid signature. For tests.
    package func accept(_ request: HTTPRequest) -> Bool {
        do throws(ServiceError) {
            try check(request)
            return true
        } catch {
            return false
        }
    }
}
