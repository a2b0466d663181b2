import Penumbra
import PenumbraSystem

/// The picture that a page asks for: the file with changes, at a time, at a scale.
struct StudioRequest: Sendable {
    enum View: String, Sendable, CaseIterable {
        case cpu, gpu, difference
    }

    var parameters: [String: JSONValue] = [:]
    var edits: [StudioEdit] = []
    var time: String?
    var scale: Double?
    var view = View.cpu
    /// The path of the chosen layer, for texts to copy.
    var layer: [StudioEdit.Step]?

    init(body: [UInt8]) throws(ServiceError) {
        let value = try JSONValue(body: body)
        guard case .object(let object) = value else { throw Self.wrong("body", value, "an object") }
        for member in object.members { try read(member.key, member.value) }
    }

    private mutating func read(_ key: String, _ value: JSONValue) throws(ServiceError) {
        switch (key, value) {
        case ("parameters", .object(let object)):
            parameters = Dictionary(object.members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        case ("edits", .array(let list)):
            guard list.count <= StudioEdit.most else {
                throw ServiceError(400, "found \(list.count) edits; \(StudioEdit.most) are allowed", place: key)
            }
            for (index, edit) in list.enumerated() { edits.append(try StudioEdit(edit, place: "edits[\(index)]")) }
        case ("at", .string(let text)): time = text
        case ("scale", .number(let number)) where QueryItems.scales.contains(number): scale = number
        case ("view", .string(let name)):
            guard let known = View(rawValue: name) else { throw Self.wrong(key, value, "cpu, gpu or difference") }
            view = known
        case ("layer", .array(let steps)):
            layer = try StudioEdit(["path": .array(steps)], place: key).path
        case ("at", .null), ("scale", .null), ("layer", .null): break
        case ("scale", _): throw Self.wrong(key, value, "0.01 to 100")
        default: throw Self.wrong(key, value, "parameters, edits, at, scale, view and layer")
        }
    }

    private static func wrong(_ key: String, _ value: JSONValue, _ wanted: String) -> ServiceError {
        ServiceError(400, "found \(value.summary), expected \(wanted)", place: key)
    }

    /// The page of an HTML file as it is asked for. Nil for scenes.
    func page(of version: StudioVersion, _ options: StudioOptions) throws(ServiceError) -> StudioHTML.Drawn? {
        guard let page = version.page else { return nil }
        var seconds: Double?
        if let time = try moment, time > .zero { seconds = time.seconds }
        return try page.drawn(parameters, time: seconds, scale: scale ?? options.scale ?? 1)
    }

    /// The time that is asked for.
    private var moment: Time? {
        get throws(ServiceError) {
            guard let time else { return nil }
            do {
                return try Time(time)
            } catch {
                throw ServiceError(400, error.words, place: "at")
            }
        }
    }

    /// The file's document with the edits.
    func document(of version: StudioVersion, _ options: StudioOptions) throws(ServiceError) -> JSONValue {
        guard var document = try page(of: version, options)?.document ?? version.document else {
            throw version.fault ?? ServiceError(422, "the file has no scene")
        }
        for (index, edit) in edits.enumerated() { document = try edit.applied(to: document, place: "edits[\(index)]") }
        return document
    }

    /// The scene of a version.
    func scene(of version: StudioVersion, _ options: StudioOptions) throws(ServiceError) -> Scene {
        try scene(of: try document(of: version, options), isPage: version.page != nil, options)
    }

    /// The scene of a document.
    ///
    /// - Parameter isPage: whether an HTML file became the document, whose paths then start at the working directory.
    func scene(of document: JSONValue, isPage: Bool, _ options: StudioOptions) throws(ServiceError) -> Scene {
        var scene: Scene
        do throws(SceneError) {
            scene = try Scene(
                document: document, parameters: parameters, baseFolder: isPage ? "" : ScenePath.folder(of: options.scene),
                scaleOverride: scale ?? options.scale, limits: options.limits.scene)
        } catch {
            throw ServiceError(422, error.words, place: error.place)
        }
        // A page already shows its time.
        if let time = try moment, !isPage { scene.time = time }
        return scene
    }
}
