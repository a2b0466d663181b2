import Penumbra
import PenumbraCSS

/// The texts that a page offers for copying: the scene, the chosen layer, its CSS and a command.
struct StudioCopies {
    private var members = JSONObject()

    init(
        _ asked: StudioRequest, _ version: StudioVersion, _ options: StudioOptions, _ drawing: StudioDrawing
    ) throws(ServiceError) {
        let document = try asked.document(of: version, options)
        let scene = try asked.scene(of: document, isPage: version.page != nil, options)
        members["json"] = .string(document.prettyPrinted())
        let moves = try asked.page(of: version, options).map { $0.duration > 0 } ?? scene.isAnimated
        addCommand(asked, moves: moves, options)
        guard let path = asked.layer, let value = Self.value(at: path, in: document) else { return }
        members["layer"] = .string(value.prettyPrinted())
        let inspection: SceneInspection
        do throws(RenderError) { inspection = try drawing.inspection(scene) } catch { throw ServiceError(error) }
        guard let (layer, bounds) = Self.layer(at: path, in: inspection.scene) else { return }
        let css = CSSDeclarations(layer, frame: bounds)
        members["css"] = .string(css.text)
        members["missing"] = .array(css.missing.map { .string($0) })
    }

    var answer: HTTPAnswer { .text(200, JSONValue.object(members).compact() + "\n", type: "application/json") }

    private mutating func addCommand(_ asked: StudioRequest, moves: Bool, _ options: StudioOptions) {
        let set = asked.parameters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        let picture = StudioPicture(
            scene: options.scene, parameters: set, time: moves ? asked.time : nil,
            scale: asked.scale ?? options.scale)
        members["command"] = .string(options.command(picture))
        var notes: [JSONValue] = []
        if !asked.edits.isEmpty {
            let count = asked.edits.count == 1 ? "One change of a layer isn't" : "\(asked.edits.count) changes of layers aren't"
            notes.append(.string("\(count) in the command: copy the scene into the file first."))
        }
        members["notes"] = .array(notes)
    }

    private static func value(at path: [StudioEdit.Step], in document: JSONValue) -> JSONValue? {
        var value = document
        for step in path {
            switch (step, value) {
            case (.key(let key), .object(let object)):
                guard let inner = object[key] else { return nil }
                value = inner
            case (.index(let index), .array(let elements)) where elements.indices.contains(index): value = elements[index]
            default: return nil
            }
        }
        return value
    }

    /// The layer at a path such as `layers`, 0, `sublayers`, 2, and the bounds of its parent.
    private static func layer(at path: [StudioEdit.Step], in scene: Scene) -> (Layer, Rect)? {
        var bounds = Rect(origin: .zero, size: scene.canvas.size)
        var layers = scene.layers
        var found: Layer?
        for step in path {
            switch step {
            case .key(let key):
                guard let layer = found else { continue }
                bounds = Rect(origin: .zero, size: layer.frame?.size ?? bounds.size)
                layers = key == "mask" ? layer.mask.map { [$0] } ?? [] : layer.sublayers
                found = key == "mask" ? layers.first : nil
            case .index(let index):
                guard layers.indices.contains(index) else { return nil }
                found = layers[index]
            }
        }
        return found.map { ($0, bounds) }
    }
}
