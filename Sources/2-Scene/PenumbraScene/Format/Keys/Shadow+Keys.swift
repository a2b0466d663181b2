import PenumbraBitmap

extension Shadow {
    static let outerKeys = Keys(Shadow()) { sharedKeys + keysOfOuterShadows }
    static let innerKeys = Keys(Shadow()) { sharedKeys + keysOfInnerShadows }

    private static let sharedKeys: [Key<Shadow>] = [
        Key("color", \.color, .color).help("The shadow's colour."),
        Key("opacity", \.opacity, .number(.unit)).help("From 0 to 1; multiplies the colour's alpha."),
        Key("blendMode", \.blendMode, .choice).help("How the shadow and what lies behind it become one."),
        Key("offset", \.offset, .point).help("[x, y] in points of the layer: turns and grows with it."),
        Key("elevation", \.elevation, .none(or: .number(.notNegative), moving: 0)).help(
            "How far the layer stands off the page, in points; the scene's light then takes the place of offset."),
        Key("radius", \.radius.value, .number(.notNegative)).help("The Gaussian's σ in points; 0 is a hard edge."),
        Key("spread", \.spread, .number(.any)).help("How far the caster is grown by a disc, in points; below 0 it shrinks."),
        Key("noise", \.noise, .number(.unit)).help("How grainy the shadow is, from 0 to 1."),
        Key("path", \.path, .none(or: .path, moving: Path())).help(
            "A path in the layer's coordinates that takes the place of its alpha."
        ).orBounds,
        Key("fillRule", \.fillRule, .choice).help("What counts as the inside of the path."),
        Key("hardAlpha", \.hardAlpha, .flag).help("Whether the caster counts as opaque wherever it has any alpha."),
    ]

    private static let keysOfOuterShadows: [Key<Shadow>] = [
        Key("knockout", \.knockout, .flag).help("Whether the shadow is kept out of what casts it."),
        Key("transform", transform: \.transform).help(
            "A CSS transform that distorts the caster before it is blurred and moved."),
        Key("anchor", \.anchor, .optional(.point, moving: Point(0.5, 1))).help(
            "What the transform is about, in unit coordinates of the frame. Default: the bottom centre of the path's bounds or, without a path, of the frame."
        ),
        Key("penumbra", \.penumbra, .number(.notNegative)).help(
            "How much σ grows per point of distance from the anchor's line, before the transform; 0 keeps it the same everywhere."
        ),
    ]

    private static let keysOfInnerShadows: [Key<Shadow>] = [
        Key("outside", \.outside, .choice).help("What lies beyond the layer's bounds and casts the shadow, or does not.")
    ]
}

extension KeyTable {
    static let shadow = ofShadows(
        "a shadow", "shadow", "A shadow behind the layer.", Shadow.outerKeys, others: ("`innerShadows`", Shadow.innerKeys))
    static let innerShadow = ofShadows(
        "an inner shadow", "innerShadow", "A shadow inside the layer, cast by everything outside its alpha.", Shadow.innerKeys,
        others: ("`shadows`", Shadow.outerKeys))

    private static func ofShadows(
        _ owner: String, _ name: String, _ text: String, _ keys: Keys<Shadow>, others: (owner: String, keys: Keys<Shadow>)
    ) -> KeyTable {
        let own = Set(keys.list.map(\.name))
        let elsewhere = others.keys.list.map(\.name).filter { !own.contains($0) }.map { ($0, others.owner) }
        return KeyTable(
            owner, name, text, keys.meanings, elsewhere: Dictionary(uniqueKeysWithValues: elsewhere),
            rules: [SceneSchema.offsetOrElevation])
    }
}

extension SceneDecoder {
    func shadowNodes(_ node: Node, _ wanted: String) throws(SceneError) -> [Node] {
        if let css = node.value.stringValue {
            throw node.place.error("found \(quoted(css)), expected \(wanted); write \"boxShadow\": \(quoted(css))")
        }
        try node.checkCount(wanted, atMost: context.limits.shadowCount, "shadows in one scene; raise \(limit: .shadows)")
        return try node.elements(wanted)
    }

    func shadow(_ node: Node, _ keys: Keys<Shadow>, _ table: KeyTable, _ reading: inout Reading) throws(SceneError) -> Shadow {
        try context.tally.addShadows(at: node.place)
        let fields = try Fields(node, table)
        if fields.has("offset"), let elevation = try fields.nonNull("elevation") {
            throw elevation.place.error(
                "found `elevation` and `offset` in one shadow; expected one of them: with an elevation, the scene's light places the shadow"
            )
        }
        var shadow = keys.standard
        try keys.read(fields, into: &shadow, &reading)
        return shadow
    }
}
