import PenumbraBitmap

extension Canvas {
    static let keys = Keys(Canvas(size: .zero)) {
        Key("width", \.size.width, .number(.positive).withoutDefault).help("Points. Required, unless fit is content.")
        Key("height", \.size.height, .number(.positive).withoutDefault).help("Points. Required, unless fit is content.")
        Key("scale", \.scale, .number(.positive)).help(
            "Pixels a point; the picture may have \(CanvasLimits.default.side) pixels a side unless the limit is raised.")
        Key("background", \.background, .fill).help("A colour or gradient behind all layers; null is transparent.")
        Key("fit", \.fitsContent, Form<CanvasFit>.choice.converted({ $0 == .content }, { $0 ? .content : .none }).orNull).help(
            "Whether the picture grows to hold all that is painted, shadows included; without width and height it is as large as that."
        )
        Key("dither", \.dither, .flag).help("Whether colours are rounded by an ordered pattern, so that no bands show.")
        Key("colorSpace", \.colorSpace, .choice).help(
            "The colour space of the picture: colours are mixed in it, and the file is tagged with it.")
        Key("depth", \.depth, .depth).help("The bits per channel of the picture. Only PNG files have 16; they aren't dithered.")
        Key("duration", \.duration, .none(or: .number(.positive))).help(
            "How long the scene plays, in seconds. Default: until its last animation ends.")
    }

    private enum CanvasFit: String, CaseIterable {
        case none, content
    }
}

extension Light {
    static let keys = Keys(Light()) {
        Key("angle", \.angle, .number(.any)).help("Where it comes from, in degrees clockwise from above.")
        Key("height", \.height, .number(.aboveHorizon)).help(
            "How high it stands, in degrees above 0 and up to 90, which is overhead.")
    }
}

extension Form where Value == PixelDepth {
    fileprivate static var depth: Form {
        Form(.any(of: .constant(8), .constant(16))) { node throws(SceneError) in
            guard case .number(let bits) = node.value,
                let depth = PixelDepth.allCases.first(where: { Double($0.rawValue) == bits })
            else { throw node.mismatch("8 or 16, the bits per channel") }
            return depth
        } write: { depth, _ in
            .number(Double(depth.rawValue))
        }
    }
}

extension KeyTable {
    static let scene = KeyTable(
        "a scene", "scene", "A picture as a tree of layers. Lengths are points, y grows downward, angles are degrees.",
        [
            .init("version", .constant(1), "The version of the format.", default: 1),
            .init("canvas", .object("canvas"), "The size of the picture.", isRequired: true),
            .init("light", .object("light").orNull, "Where shadows with an elevation fall.", default: .null),
            .init(
                "parameters",
                // Parameters are not replaced inside these values.
                ValueSchema(["type": "object", "propertyNames": ["pattern": #"^[^{}=\x00-\x1f]+$"#]]),
                "Names for \"${name}\", each with the value it has unless another is given.", default: [:]),
            .init("layers", .layers, "What is drawn, back to front.", default: []),
            .init("$schema", .string, "The address of this schema, for editors; it changes nothing."),
            .init(
                "expectsEmpty", .bool, "Whether the picture is meant to be blank, for tests; it changes nothing.",
                default: false),
            .init("proves", .string, "What the scene shows, for tests; it changes nothing."),
        ], wanted: "an object")
    static let canvas = KeyTable(
        "a canvas", "canvas", "The size of the picture and what is behind all layers.", Canvas.keys.meanings,
        wanted: "an object with \"width\" and \"height\"", rules: [SceneSchema.canvasHasASize])
    static let light = KeyTable(
        "a light", "light", "One light for all shadows with an elevation.", Light.keys.meanings,
        wanted: "an object with \"angle\" and \"height\"")
    static let replication = KeyTable(
        "a replication", "replicate", "Copies of a layer's contents and sublayers.", Replication.keys.meanings,
        wanted: "an object with \"count\"")

    // MARK: - Paths

    static let rectPath = ofPath(
        "rect", "A rectangle, clockwise from the end of its top left corner.",
        [
            .init("rect", .rect, "[x, y, width, height] in points.", isRequired: true),
            .init("radius", .cornerRadii, "Points: one radius, or [topLeft, topRight, bottomRight, bottomLeft].", default: 0),
        ])
    static let ellipsePath = ofPath(
        "ellipse", "An ellipse, clockwise from three o'clock.",
        [.init("ellipse", .rect, "The rectangle around the ellipse, [x, y, width, height] in points.", isRequired: true)])
    static let circlePath = ofPath(
        "circle", "A circle, clockwise from three o'clock.",
        [.init("circle", .object("circle"), "Centre and radius.", isRequired: true)])
    static let polygonPath = ofPath(
        "polygon", "A closed polygon.",
        [
            .init(
                "polygon", .array(of: .point, 0...SceneLimits.default.pathSegments), "The corners, each [x, y] in points.",
                isRequired: true)
        ])
    /// The keys to suggest for a path object without any known key.
    static let anyPath = KeyTable("a path", ["rect", "ellipse", "circle", "polygon"], wanted: SceneDecoder.pathWanted)
    static let circle = KeyTable(
        "a circle", "circle", "Where a circle is.",
        [
            .init("center", .point, "[x, y] in points.", isRequired: true),
            .init("radius", .number(.notNegative), "Points.", isRequired: true),
        ], wanted: "an object with \"center\" and \"radius\"")

    private static func ofPath(_ form: String, _ text: String, _ meanings: [KeyMeaning]) -> KeyTable {
        KeyTable("a path", form + "Path", text, meanings, wanted: SceneDecoder.pathWanted)
    }
}
