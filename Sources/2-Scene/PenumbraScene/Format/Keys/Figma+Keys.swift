import PenumbraBitmap

/// Whether a blur of Figma is the same everywhere.
enum FigmaBlurType: String, CaseIterable {
    case normal = "NORMAL"
    case progressive = "PROGRESSIVE"
}

extension FigmaShadow {
    static let dropKeys = Keys(FigmaShadow(.drop, color: .black)) {
        sharedKeys
        Key("showShadowBehindNode", \.showsBehindNode, .flag).help(
            "Whether the shadow shows through the layer; if not, it is knocked out.")
    }
    static let innerKeys = Keys(FigmaShadow(.inner, color: .black)) { sharedKeys }

    private static let sharedKeys: [Key<FigmaShadow>] = [
        Key("color", \.color, .figmaColor.required).help("The shadow's colour."),
        Key("blendMode", \.blendMode, .figma.orNull).help("How the shadow is mixed with what lies behind."),
        Key("offset", \.offset, .figmaOffset.orNull).help("How far the shadow is moved."),
        Key("spread", \.spread, .number(.any).orNull).help("Points by which a disc grows what casts the shadow."),
    ]
}

extension Color {
    fileprivate static let figmaKeys = Keys(Color.black) {
        Key("r", \.red, .number(.unit).required).help("Red, from 0 to 1.")
        Key("g", \.green, .number(.unit).required).help("Green, from 0 to 1.")
        Key("b", \.blue, .number(.unit).required).help("Blue, from 0 to 1.")
        Key("a", \.alpha, .number(.unit)).help("Alpha, from 0 to 1.")
    }
}

extension Point {
    fileprivate static let figmaKeys = Keys(Point.zero) {
        Key("x", \.x, .number(.any).required).help("Points to the right.")
        Key("y", \.y, .number(.any).required).help("Points down.")
    }
}

extension Form where Value == BlendMode {
    /// Figma's names of blend modes. `PASS_THROUGH` exists for groups only.
    fileprivate static var figma: Form {
        let names = BlendMode.allCases.map(\.figmaName)
        return Form(
            .text(["enum": .strings(names)]),
            read: { node throws(SceneError) in
                let name = try node.string(Spelling.list(names))
                guard let index = names.firstIndex(of: name) else { throw node.misspelt(name, names) }
                return BlendMode.allCases[index]
            }, write: { mode, _ in .string(mode.figmaName) })
    }
}

extension BlendMode {
    fileprivate var figmaName: String {
        switch self {
        case .plusLighter: "LINEAR_DODGE"
        case .plusDarker: "LINEAR_BURN"
        default: rawValue.uppercased().replacing("-", with: "_")
        }
    }
}

extension Form where Value == Color {
    fileprivate static var figmaColor: Form {
        let object = object(Color.figmaKeys, .figmaColor)
        // Figma's colours are sRGB.
        return Form(
            object.schema, wanted: object.wanted, read: object.read,
            write: { color, members throws(SceneError) in
                let color = color.components(in: .srgb)
                return try object.write(
                    Color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha), members)
            })
    }
}

extension Form where Value == Point {
    static var figmaOffset: Form { object(Point.figmaKeys, .figmaOffset) }
}

extension KeyTable {
    static let figmaDropShadow = ofEffect(
        .dropShadow, "a DROP_SHADOW", "figmaDropShadow", "A shadow behind the layer as Figma has it.",
        sigma: "twice the shadow's σ", FigmaShadow.dropKeys.meanings, required: ["color"])
    static let figmaInnerShadow = ofEffect(
        .innerShadow, "an INNER_SHADOW", "figmaInnerShadow", "A shadow inside the layer as Figma has it.",
        sigma: "twice the shadow's σ", FigmaShadow.innerKeys.meanings, required: ["color"])
    static let figmaLayerBlur = ofEffect(
        .layerBlur, "a LAYER_BLUR", "figmaLayerBlur", "A blur of the layer as Figma has it.",
        sigma: "twice the blur's σ, added to the layer's",
        [.init("blurType", .constant("NORMAL").orNull, "The same blur everywhere.", default: "NORMAL")])
    static let figmaBackgroundBlur = ofEffect(
        .backgroundBlur, "a BACKGROUND_BLUR", "figmaBackgroundBlur", "A blur of what lies behind as Figma has it.",
        sigma: "twice the σ of a blur of what lies behind, added to the layer's",
        [
            .init(
                "blurType", .choice(FigmaBlurType.self).orNull,
                "The same blur everywhere, or one that grows along a line. A progressive blur is the layer's only backdrop blur.",
                default: "NORMAL"),
            .init("startRadius", .number(.notNegative), "Of a progressive blur: Figma's radius at its start.", default: 0),
            .init("startOffset", .object("figmaOffset"), "Of a progressive blur: its start, in unit coordinates of the frame."),
            .init("endOffset", .object("figmaOffset"), "Of a progressive blur: its end, in unit coordinates of the frame."),
        ], rules: SceneSchema.progressiveBlurHasALine)

    static let figmaColor = KeyTable(
        "a colour of Figma", "figmaColor", "A colour as Figma has it.", Color.figmaKeys.meanings,
        wanted: "an object with \"r\", \"g\", \"b\" and \"a\", each from 0 to 1")
    static let figmaOffset = KeyTable(
        "an offset of Figma", "figmaOffset", "An offset as Figma has it.", Point.figmaKeys.meanings,
        wanted: "an object with \"x\" and \"y\"")

    private static func ofEffect(
        _ type: SceneDecoder.EffectType, _ owner: String, _ name: String, _ text: String, sigma: String,
        _ meanings: [KeyMeaning], required: [String] = [], rules: [JSONValue] = []
    ) -> KeyTable {
        let shared: [KeyMeaning] = [
            .init("type", .constant(.string(type.rawValue)), "What the effect is."),
            .init("visible", .bool, "Whether it is there at all.", default: true),
            .init("radius", .number(.notNegative), "Figma's radius in points: \(sigma).", isRequired: true),
            .init(
                "boundVariables", .any(of: ValueSchema(["type": "object"]), .definition("parameter")),
                "What variables of Figma the values come from; it changes nothing."),
        ]
        return KeyTable(
            owner, name, text, shared + meanings, required: ["type"] + required + ["radius"], wanted: "a Figma effect",
            rules: rules)
    }
}
