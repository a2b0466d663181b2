import Penumbra
import PenumbraEngine

/// The tree of layers as a page needs it: each layer with its place in the document and with its corners in the picture.
struct StudioTree {
    private let scene: Scene

    init(_ scene: Scene) { self.scene = scene }

    /// The layers. `quad` has the corners in points of the canvas: top left, top right, bottom right, bottom left.
    var json: JSONValue {
        let parent = Parent(map: .identity, bounds: Rect(origin: .zero, size: scene.canvas.size))
        return layers(scene.layers, ["layers"], parent)
    }

    private struct Parent {
        var map: PlaneMap
        var bounds: Rect
        var perspective: Transform3D?
    }

    private func layers(_ layers: [Layer], _ path: [JSONValue], _ parent: Parent) -> JSONValue {
        .array(layers.enumerated().map { json($1, path + [.number(Double($0))], parent) })
    }

    private func json(_ layer: Layer, _ path: [JSONValue], _ parent: Parent) -> JSONValue {
        let frame = layer.frame ?? parent.bounds
        let anchor = Point(layer.anchorPoint.x * frame.width, layer.anchorPoint.y * frame.height)
        var map = layer.transform3D.about(anchor).concatenating(.translation(frame.minX, frame.minY, 0))
        if let perspective = parent.perspective { map = map.concatenating(perspective) }
        let plane = PlaneMap(map).concatenating(parent.map)
        let bounds = Rect(origin: .zero, size: frame.size)
        var members: JSONObject = ["path": .array(path), "type": .string(layer.kind.typeName)]
        members["name"] = layer.name.map { .string($0) }
        if layer.isHidden { members["hidden"] = true }
        members["frame"] = .array([frame.minX, frame.minY, frame.width, frame.height].map { .number($0) })
        let corners = [
            Point(0, 0), Point(bounds.width, 0), Point(bounds.width, bounds.height), Point(0, bounds.height),
        ].compactMap { plane.place(of: $0) }
        if corners.count == 4 { members["quad"] = .array(corners.flatMap { [.number($0.x), .number($0.y)] }) }
        if !layer.animations.isEmpty { members["values"] = .object(layer.animatedValues(at: scene.time)) }
        var inside = Parent(map: plane, bounds: bounds)
        if let mask = layer.mask { members["mask"] = json(mask, path + ["mask"], inside) }
        if let distance = layer.perspective {
            let eye = Point(layer.perspectiveOrigin.x * frame.width, layer.perspectiveOrigin.y * frame.height)
            inside.perspective = Transform3D.perspective(distance).about(eye)
        }
        if !layer.sublayers.isEmpty { members["sublayers"] = layers(layer.sublayers, path + ["sublayers"], inside) }
        return .object(members)
    }
}
