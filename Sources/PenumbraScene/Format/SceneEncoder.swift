import PenumbraGeometry

extension Scene {
    /// The JSON document that reads back as this scene; values that are the format's defaults are left out.
    ///
    /// The scene comes back equal when its values are ones the format allows, but for paths with arcs other than ellipses and
    /// corners of rectangles, whose arcs come back equal to about 1e-13 of their size.
    ///
    /// - Parameter baseFolder: the folder the document will stand in. Files below it are named relative to it.
    /// - Throws: for a number that is not finite and for layers nested too deeply, with the place.
    public func jsonValue(baseFolder: String = "") throws(SceneError) -> JSONValue {
        try SceneEncoder(baseFolder: baseFolder).scene(self)
    }

    /// The document of `jsonValue(baseFolder:)` as indented text.
    public func json(baseFolder: String = "") throws(SceneError) -> String {
        try jsonValue(baseFolder: baseFolder).prettyPrinted()
    }
}

/// Turns value types into a document, leaving out what the decoder would fill in.
struct SceneEncoder {
    let baseFolder: String

    func scene(_ scene: Scene) throws(SceneError) -> JSONValue {
        let place = Place.key(.scene, "canvas")
        var canvas = Members(place)
        try canvas.add("width", scene.canvas.size.width)
        try canvas.add("height", scene.canvas.size.height)
        try canvas.add("scale", scene.canvas.scale, default: 1)
        try canvas.add("background", scene.canvas.background)
        var members = Members(.scene)
        members.add("version", 1 as JSONValue)
        members.add("canvas", canvas.value)
        if !scene.layers.isEmpty { members.add("layers", try layers(scene.layers, .key(.scene, "layers"), depth: 1)) }
        return members.value
    }

    private func layers(_ layers: [Layer], _ place: Place, depth: Int) throws(SceneError) -> JSONValue {
        guard depth <= SceneLimits.layerDepth else {
            throw place.error("more than \(SceneLimits.layerDepth) layers inside each other")
        }
        var result: [JSONValue] = []
        for (index, layer) in layers.enumerated() {
            let place = Place.index(place, index)
            var members = try properties(layer, place)
            if !layer.sublayers.isEmpty {
                members.add("sublayers", try self.layers(layer.sublayers, .key(place, "sublayers"), depth: depth + 1))
            }
            result.append(members.value)
        }
        return .array(result)
    }

    /// Everything but the sublayers.
    @inline(never)
    private func properties(_ layer: Layer, _ place: Place) throws(SceneError) -> Members {
        var members = Members(place)
        switch layer.kind {
        case .layer: break
        case .image: members.add("type", "image")
        case .shape: members.add("type", "shape")
        case .gradient: members.add("type", "gradient")
        case .text: members.add("type", "text")
        }
        if let name = layer.name { members.add("name", .string(name.replacingParameterMarks)) }
        if layer.isHidden { members.add("hidden", true) }
        if let frame = layer.frame { try members.add("frame", frame) }
        if layer.transform != .identity {
            guard layer.transform.isFinite else { throw members.notFinite("transform") }
            members.add("transform", .string(layer.transform.css))
        }
        try members.add("anchorPoint", layer.anchorPoint, default: Point(0.5, 0.5))
        try members.add("opacity", layer.opacity, default: 1)
        try members.add("backgroundColor", layer.backgroundColor)
        try members.add("cornerRadius", layer.cornerRadii)
        try members.add("borderWidth", layer.borderWidth, default: 0)
        if layer.borderColor != .black { try members.add("borderColor", layer.borderColor) }
        if layer.masksToBounds { members.add("masksToBounds", true) }
        switch layer.kind {
        case .layer: break
        case .image(let image): try add(image, to: &members)
        case .shape(let shape): try add(shape, to: &members)
        case .gradient, .text: break
        }
        var shadows: [JSONValue] = []
        for (index, shadow) in layer.shadows.enumerated() {
            shadows.append(try self.shadow(shadow, .index(.key(place, "shadows"), index)))
        }
        if !shadows.isEmpty { members.add("shadows", .array(shadows)) }
        return members
    }

    private func add(_ image: ImageContents, to members: inout Members) throws(SceneError) {
        switch image.source {
        case .file(let path): members.add("contents", .string(FilePath.relative(path, to: baseFolder)))
        case .data(let bytes): members.add("contents", .string(DataURL.url(of: bytes)))
        }
        if image.gravity != .resize { members.add("contentsGravity", .string(image.gravity.rawValue)) }
        if image.contentsRect != Rect(x: 0, y: 0, width: 1, height: 1) {
            try members.add("contentsRect", image.contentsRect)
        }
        try members.add("contentsScale", image.contentsScale, default: 1)
        if image.interpolation != .area { members.add("interpolation", .string(image.interpolation.rawValue)) }
    }

    private func add(_ shape: Shape, to members: inout Members) throws(SceneError) {
        try members.add("path", shape.path)
        if shape.fillRule != .nonzero { members.add("fillRule", .string(shape.fillRule.rawValue)) }
        if shape.fillColor == nil {
            members.add("fillColor", .null)
        } else if shape.fillColor != .black {
            try members.add("fillColor", shape.fillColor)
        }
    }

    private func shadow(_ shadow: Shadow, _ place: Place) throws(SceneError) -> JSONValue {
        var members = Members(place)
        if shadow.color != .black { try members.add("color", shadow.color) }
        try members.add("opacity", shadow.opacity, default: 1)
        try members.add("offset", shadow.offset, default: .zero)
        try members.add("radius", shadow.radius.value, default: 3)
        if let path = shadow.path { try members.add("path", path) }
        if shadow.fillRule != .nonzero { members.add("fillRule", .string(shadow.fillRule.rawValue)) }
        return members.value
    }
}

/// The members of an object under construction.
private struct Members {
    private let place: Place
    private var object = JSONObject()

    init(_ place: Place) {
        self.place = place
    }

    var value: JSONValue { .object(object) }

    func notFinite(_ key: String) -> SceneError {
        Place.key(place, key).error("a number here is not finite, which JSON cannot say")
    }

    mutating func add(_ key: String, _ value: JSONValue) {
        object.members.append(.init(key: key, value: value))
    }

    private mutating func add(_ key: String, _ numbers: [Double]) throws(SceneError) {
        guard numbers.allSatisfy(\.isFinite) else { throw notFinite(key) }
        add(key, .array(numbers.map { .number($0) }))
    }

    mutating func add(_ key: String, _ number: Double, default standard: Double? = nil) throws(SceneError) {
        guard number != standard else { return }
        guard number.isFinite else { throw notFinite(key) }
        add(key, .number(number))
    }

    mutating func add(_ key: String, _ point: Point, default standard: Point) throws(SceneError) {
        if point != standard { try add(key, [point.x, point.y]) }
    }

    mutating func add(_ key: String, _ rect: Rect) throws(SceneError) {
        try add(key, [rect.minX, rect.minY, rect.width, rect.height])
    }

    mutating func add(_ key: String, _ radii: CornerRadii) throws(SceneError) {
        if radii == CornerRadii(radii.topLeft) {
            try add(key, radii.topLeft, default: 0)
        } else {
            try add(key, [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft])
        }
    }

    mutating func add(_ key: String, _ color: Color?) throws(SceneError) {
        guard let color else { return }
        guard [color.red, color.green, color.blue, color.alpha].allSatisfy(\.isFinite) else { throw notFinite(key) }
        add(key, .string(color.css))
    }

    mutating func add(_ key: String, _ paint: Paint?) throws(SceneError) {
        if case .color(let color) = paint { try add(key, color) }
    }

    mutating func add(_ key: String, _ path: Path) throws(SceneError) {
        guard path.isFinite else { throw notFinite(key) }
        add(key, PathNotation.json(path))
    }
}
