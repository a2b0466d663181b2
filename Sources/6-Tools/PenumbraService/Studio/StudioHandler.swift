import Penumbra
import PenumbraSystem

/// Answers the requests of a studio's page.
struct StudioHandler: RequestHandler {
    let options: StudioOptions
    let file: StudioFile
    let entrance: StudioGuard
    let events: StudioEvents
    /// Draws pictures.
    let painter: StudioThread
    let painting: StudioDrawing
    /// Lays out trees, prints plans and draws on the GPU, so that none of these delays a picture.
    let helper: StudioThread
    let helping: StudioDrawing
    let devices: DeviceNote

    /// The GPUs of the host, as JSON. Null until they are known.
    final class DeviceNote: Sendable {
        private let state = Mutex<JSONValue>(.null)

        var json: JSONValue {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    func answer(_ request: HTTPRequest, to reply: HTTPReply) {
        do throws(ServiceError) {
            let path = try entrance.path(of: request)
            switch request.method {
            case "GET", "HEAD": reply.send(guarded(try page(path, request)))
            case "POST": try work(path, request, reply)
            default: throw ServiceError(405, "\(request.method) is not allowed here; use GET, HEAD or POST")
            }
        } catch {
            reply.send(refusal(error))
        }
    }

    private func refusal(_ error: ServiceError) -> HTTPAnswer {
        var headers: [(name: String, value: String)] = []
        if let seconds = error.retryAfter { headers.append(("Retry-After", String(seconds))) }
        return guarded(.error(error.status, error.message.text(options.settingName), place: error.place, headers: headers))
    }

    /// Adds the headers that keep other sites out of the page, and the page away from other sites.
    private func guarded(_ answer: HTTPAnswer) -> HTTPAnswer {
        var answer = answer
        let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        answer.headers += [
            ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ]
        return answer
    }

    // MARK: Pages

    private func page(_ path: String, _ request: HTTPRequest) throws(ServiceError) -> HTTPAnswer {
        switch path {
        case "scene": return .text(200, scene.compact() + "\n", type: "application/json")
        case "schema": return .text(200, SceneSchema.json(), type: "application/json")
        case "events" where request.method == "GET":
            return HTTPAnswer(
                200, headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")],
                body: .stream { [events] in events.add($0) })
        default:
            guard let file = StudioPage(folder: options.pageFolder).file(path) else { throw Self.nothing }
            return HTTPAnswer(
                200, headers: [("Content-Type", file.type), ("Cache-Control", "no-cache")], body: .bytes(file.bytes))
        }
    }

    private static var nothing: ServiceError {
        ServiceError(404, "the studio has no such page; open the whole address that penumbra studio printed", place: "path")
    }

    /// The file as it is now.
    private var scene: JSONValue {
        let version = file.current
        var members: JSONObject = [
            "name": .string(options.title), "version": .count(version.number), "program": .string(penumbraVersion),
            "set": .object(
                JSONObject(options.parameters.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) })),
            "gpu": devices.json,
        ]
        if let document = version.document { members["document"] = document }
        if let fault = version.fault {
            members["error"] = .string(oneLine(fault.message.text(options.settingName)))
            members["place"] = fault.place.map { .string($0) }
        }
        return .object(members)
    }

    // MARK: Work

    private func work(_ path: String, _ request: HTTPRequest, _ reply: HTTPReply) throws(ServiceError) {
        let isPicture = path == "picture"
        guard isPicture || ["tree", "plan", "copy"].contains(path) else { throw Self.nothing }
        let asked = try StudioRequest(body: request.body)
        let usesPainter = isPicture && asked.view == .cpu
        let isAdded = (usesPainter ? painter : helper).add {
            guard reply.isWanted else { return }
            do throws(ServiceError) {
                let answer =
                    switch path {
                    case "picture": try picture(asked, usesPainter ? painting : helping)
                    case "tree": try tree(asked)
                    case "copy": try StudioCopies(asked, file.current, options, helping).answer
                    default: try plan(asked)
                    }
                reply.send(guarded(answer))
            } catch {
                reply.send(refusal(error))
            }
        }
        if !isAdded { throw ServiceError(503, "too many pictures are waiting; try again later", retryAfter: 1) }
    }

    /// Runs a step of drawing. Its errors have places in the scene, without the scene's name.
    private func drawing<Value>(_ body: () throws(RenderError) -> Value) throws(ServiceError) -> Value {
        do throws(RenderError) {
            return try body()
        } catch {
            throw ServiceError(error)
        }
    }

    private func picture(_ asked: StudioRequest, _ drawing: StudioDrawing) throws(ServiceError) -> HTTPAnswer {
        let start = ContinuousClock().now
        let version = file.current
        let scene = try asked.scene(of: version, options)
        file.watch(scene.namedFiles + (try asked.page(of: version, options)?.files ?? []))
        let picture = try self.drawing { () throws(RenderError) in
            try drawing.picture(scene, asked.view, version: version.number)
        }
        var headers = [
            ("Content-Type", "image/png"), ("Cache-Control", "no-store"), ("X-Version", "\(version.number)"),
            ("X-Scale", "\(scene.canvas.scale)"),
            ("X-Milliseconds", "\(((ContinuousClock().now - start).inMilliseconds * 10).rounded() / 10)"),
        ]
        if let count = picture.differing { headers.append(("X-Differing", "\(count)")) }
        return HTTPAnswer(200, headers: headers.map { (name: $0.0, value: $0.1) }, body: .bytes(picture.file))
    }

    private func tree(_ asked: StudioRequest) throws(ServiceError) -> HTTPAnswer {
        let version = file.current
        let scene = try asked.scene(of: version, options)
        let inspection = try drawing { () throws(RenderError) in try helping.inspection(scene) }
        let canvas = inspection.scene.canvas
        var members: JSONObject = [
            "version": .count(version.number),
            "canvas": [
                "width": .number(canvas.size.width), "height": .number(canvas.size.height), "scale": .number(canvas.scale),
            ],
            "origin": [.number(inspection.pictureOrigin.x), .number(inspection.pictureOrigin.y)],
            "picture": ["width": .count(inspection.pictureSize.width), "height": .count(inspection.pictureSize.height)],
            "layers": StudioTree(inspection.scene).json, "text": .string(inspection.description),
            "notices": .strings(inspection.notices.map { oneLine("\($0)") }),
            "isAnimated": .bool(scene.isAnimated), "isEndless": .bool(scene.isEndless),
        ]
        members["duration"] = scene.duration.map { .number($0) }
        if let page = try asked.page(of: version, options) {
            members["notices"] = .strings(page.warnings + inspection.notices.map { oneLine("\($0)") })
            members["isAnimated"] = .bool(page.duration > 0)
            members["isEndless"] = .bool(page.duration == .infinity)
            if page.duration > 0, page.duration.isFinite { members["duration"] = .number(page.duration) }
        }
        return .text(200, JSONValue.object(members).compact() + "\n", type: "application/json")
    }

    private func plan(_ asked: StudioRequest) throws(ServiceError) -> HTTPAnswer {
        let scene = try asked.scene(of: file.current, options)
        return .text(200, try drawing { () throws(RenderError) in try helping.plan(scene) })
    }
}

extension ServiceError {
    /// The error of one scene, whose words have places but not the scene's name.
    init(_ error: RenderError) {
        let status = ServiceError(.render(scene: "", error)).status
        self.init(status == 400 ? 422 : status, error.words, place: error.place)
    }
}
