import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraSystem

/// Answers requests for pictures of templates, and of scenes in request bodies.
struct TemplateHandler: RequestHandler {
    let options: ServiceOptions
    let templates: TemplateFolder
    let keys: KeyFile?
    let painter: Painter

    func answer(_ request: HTTPRequest, to reply: HTTPReply) {
        do throws(ServiceError) {
            let picture = try picture(for: request)
            // A strong tag is known before the picture is drawn.
            let tag = "\"\(picture.key)\""
            let headers = [
                ("ETag", tag), ("Cache-Control", "public, max-age=\(options.maxAge)"),
                ("Content-Type", picture.format.mediaType),
                ("X-Content-Type-Options", "nosniff"),
            ]
            if request.method != "POST", Self.matches(request.header("if-none-match"), tag) {
                return reply.send(HTTPAnswer(304, headers: headers, note: "revalidated"))
            }
            painter.picture(
                picture, isWanted: { reply.isWanted },
                take: { [options] outcome, source in
                    switch outcome {
                    case .success(let bytes):
                        reply.send(HTTPAnswer(200, headers: headers, body: .bytes(bytes), note: source.rawValue))
                    case .failure(let error): reply.send(options.answer(error))
                    }
                })
        } catch {
            reply.send(options.answer(error))
        }
    }

    private func picture(for request: HTTPRequest) throws(ServiceError) -> PictureRequest {
        let isScene = request.path == "/" || request.path == "/render"
        let methods = isScene ? ["POST"] : ["GET", "HEAD", "POST"]
        guard methods.contains(request.method) else {
            throw ServiceError(405, "\(request.method) is not allowed here; use \(methods.joined(separator: ", "))")
        }
        let path = isScene ? nil : try TemplatePath(request.path)
        if let keys { try keys.current.check(request) }
        let items = try QueryItems(request.query, limit: options.queryItems)
        let known = templates.current
        let template: SceneTemplate
        var values: [String: JSONValue] = [:]
        if let path {
            guard let entry = known.entries[path.name] else {
                throw ServiceError(404, "there is no template \"\(oneLine(path.name))\"", place: "path")
            }
            guard let good = entry.template else {
                // The words of the mistake may name folders of the host, so they stay in the log.
                throw ServiceError(500, "the template is broken; the server's log has the reason", place: "path")
            }
            template = good
            if request.method == "POST" { values = try Self.values(request.body) }
        } else {
            do throws(JobError) {
                template = try SceneTemplate(
                    contents: request.body, name: "the scene", baseFolder: "", limits: options.painter.limits.scene)
            } catch {
                throw ServiceError(error)
            }
        }
        for (name, value) in items.parameters(of: template) {
            guard values.updateValue(value, forKey: name) == nil else {
                throw ServiceError(400, "\"\(oneLine(name))\" is in the query and in the body", place: "query")
            }
        }
        let format = try self.format(items, path, request)
        var context = SHA256()
        context.update(options.context.bytes)
        context.update(known.files.bytes)
        return PictureRequest(template, values, scale: items.scale, format: format, context: context.digest)
    }

    /// The parameters in a body.
    private static func values(_ body: [UInt8]) throws(ServiceError) -> [String: JSONValue] {
        let value = try JSONValue(body: body)
        guard case .object(let object) = value else {
            throw ServiceError(400, "found \(value.summary), expected an object of parameters", place: "body")
        }
        return Dictionary(object.members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private func format(
        _ items: QueryItems, _ path: TemplatePath?, _ request: HTTPRequest
    ) throws(ServiceError) -> PictureFormat {
        let named: PictureFormat?
        if let text = items.format {
            guard let format = PictureFormat(ending: text) else {
                throw ServiceError(400, "found \"\(oneLine(text))\", expected png, jpg, webp or avif", place: "query.format")
            }
            named = format
        } else {
            named = nil
        }
        if let path {
            guard named == nil || named == path.format else {
                throw ServiceError(400, "the format isn't that of the path's ending; leave it out", place: "query.format")
            }
            return path.format
        }
        if let named { return named }
        guard let accept = request.header("accept") else { return .png }
        guard let format = PictureFormat(accept: accept) else {
            throw ServiceError(406, "no accepted type is drawn; accept image/png, image/jpeg, image/webp or image/avif")
        }
        return format
    }

    /// Whether a list of tags has the tag. Weak tags count, as RFC 9110 wants for this header.
    private static func matches(_ list: String?, _ tag: String) -> Bool {
        guard let list else { return false }
        return list.split(separator: ",").contains { item in
            var text = item.drop { $0 == " " }
            while text.last == " " { text.removeLast() }
            if text.hasPrefix("W/") { text = text.dropFirst(2) }
            return text == "*" || text == tag
        }
    }
}

extension PictureFormat {
    package var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .heic: "image/heic"
        case .gif: "image/gif"
        case .tiff: "image/tiff"
        }
    }

    /// The format that an `Accept` header prefers; PNG if it accepts all. Nil if it accepts none.
    init?(accept: String) {
        var best: (format: PictureFormat, quality: Double)?
        for item in accept.split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard let type = parts.first else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            let format: PictureFormat
            switch type {
            case "*/*", "image/*", "image/png": format = .png
            case "image/webp": format = .webp
            case "image/avif": format = .avif
            case "image/jpeg": format = .jpeg
            default: continue
            }
            if quality > 0, quality > best?.quality ?? 0 { best = (format, quality) }
        }
        guard let best else { return nil }
        self = best.format
    }
}
