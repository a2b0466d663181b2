import PenumbraBitmap
import PenumbraSystem

extension SceneDecoder {
    /// Reads outer shadows.
    ///
    /// - Parameters:
    ///   - frame: the size of the layer's frame, which percentages refer to. Nil if it is not known yet.
    ///   - relative: receives what depends on the size of the frame.
    func shadows(_ node: Node?, frame: Size?, _ relative: inout RelativeValues) throws(SceneError) -> [Shadow] {
        guard let node else { return [] }
        var shadows: [Shadow] = []
        for element in try shadowNodes(node, "an array of shadows") {
            var (shadow, fields, isOfBounds) = try shadow(element, .shadow)
            if isOfBounds { relative.shadowsOfBounds.insert(shadows.count) }
            shadow.penumbra = try fields.number("penumbra", .notNegative, default: 0)
            shadow.knockout = try fields["knockout"]?.bool() ?? false
            if let transform = try fields.nonNull("transform")?.flatTransform(in: frame) {
                shadow.transform = transform.map
                relative.shadowTransforms[shadows.count] = transform.relative
            }
            shadow.anchor = try fields.nonNull("anchor")?.point()
            shadows.append(shadow)
        }
        return shadows
    }

    func innerShadows(_ node: Node?, _ relative: inout RelativeValues) throws(SceneError) -> [Shadow] {
        guard let node else { return [] }
        var shadows: [Shadow] = []
        for element in try shadowNodes(node, "an array of inner shadows") {
            var (shadow, fields, isOfBounds) = try shadow(element, .innerShadow)
            if isOfBounds { relative.innerShadowsOfBounds.insert(shadows.count) }
            shadow.outside = try fields["outside"]?.choice(Shadow.Outside.self) ?? .solid
            shadows.append(shadow)
        }
        return shadows
    }

    func shadowNodes(_ node: Node, _ wanted: String) throws(SceneError) -> [Node] {
        if let css = node.value.stringValue {
            throw node.place.error("found \(quoted(css)), expected \(wanted); write \"boxShadow\": \(quoted(css))")
        }
        try node.checkCount(wanted, atMost: context.limits.shadowCount, "shadows in one scene; raise \(limit: .shadows)")
        return try node.elements(wanted)
    }

    /// Reads the keys that inner and outer shadows share.
    ///
    /// - Returns: the shadow, the checked members for the other keys, and whether its path is the layer's rounded bounds.
    private func shadow(_ node: Node, _ table: KeyTable) throws(SceneError) -> (Shadow, Fields, Bool) {
        try context.tally.addShadows(at: node.place)
        let fields = try Fields(node, table, wanted: "\(table.owner), which is an object")
        let pathNode = try fields.nonNull("path")
        let isOfBounds = pathNode.map(Self.isBounds) ?? false
        let shadow = Shadow(
            color: try fields["color"]?.color() ?? .black,
            opacity: try fields.number("opacity", .unit, default: 1),
            blendMode: try fields["blendMode"]?.choice(BlendMode.self) ?? .normal,
            offset: try fields["offset"]?.point() ?? .zero,
            elevation: try elevation(fields),
            radius: Sigma(layerRadius: try fields.number("radius", .notNegative, default: 3)),
            spread: try fields.number("spread", .any, default: 0),
            noise: try fields.number("noise", .unit, default: 0),
            path: isOfBounds ? nil : try pathNode.map { node throws(SceneError) in try path(node) },
            fillRule: try fields["fillRule"]?.choice(FillRule.self) ?? .nonzero,
            hardAlpha: try fields["hardAlpha"]?.bool() ?? false)
        return (shadow, fields, isOfBounds)
    }

    /// Whether a path stands for the layer's own rounded bounds.
    static func isBounds(_ path: Node) -> Bool { path.value == "bounds" }

    private func elevation(_ fields: Fields) throws(SceneError) -> Double? {
        guard let node = try fields.nonNull("elevation") else { return nil }
        if fields.has("offset") {
            throw node.place.error(
                "found `elevation` and `offset` in one shadow; expected one of them: with an elevation, the scene's light places the shadow"
            )
        }
        return try node.number(.notNegative)
    }

    /// Reads a backdrop blur. Nil means no blur. A blur with σ 0 is kept until the mask is known, so that `progressive` can be
    /// checked.
    func backdropBlur(_ node: Node?) throws(SceneError) -> BackdropBlur? {
        guard let node, !node.isNull else { return nil }
        let wanted = "a number, 0 or more, or an object with \"radius\""
        switch node.value {
        case .number:
            return BackdropBlur(radius: Sigma(try node.number(.notNegative)))
        case .object:
            let fields = try Fields(node, .backdropBlur, wanted: wanted)
            let radius = try fields.required("radius", Node.NumberRange.notNegative.wanted).number(.notNegative)
            return BackdropBlur(radius: Sigma(radius), isProgressive: try fields["progressive"]?.bool() ?? false)
        default:
            throw node.mismatch(wanted)
        }
    }
}
