import PenumbraBitmap

/// The keys of a scene, of its canvas and of path objects.
extension KeyMeaning {
    static let scene: [KeyMeaning] = [
        .init("version", .constant(1), "The version of the format.", default: 1),
        .init("canvas", .object("canvas"), "The size of the picture. Required."),
        .init("light", .object("light").orNull, "Where shadows with an elevation fall.", default: .null),
        .init(
            "parameters", parameters, "Names for \"${name}\", each with the value it has unless another is given.", default: [:]
        ),
        .init("layers", .layers, "What is drawn, back to front.", default: []),
        .init("$schema", .string, "The address of this schema, for editors; it changes nothing."),
        .init(
            "expectsEmpty", .bool, "Whether the picture is meant to be blank, for tests; it changes nothing.", default: false),
        .init("proves", .string, "What the scene shows, for tests; it changes nothing."),
    ]

    /// Plain values by name. Parameters are not replaced inside these values.
    private static let parameters = ValueSchema([
        "type": "object", "propertyNames": ["pattern": #"^[^{}=\x00-\x1f]+$"#],
    ])

    static let canvas: [KeyMeaning] = [
        .init("width", .number(.positive), "Points. Required, unless fit is content."),
        .init("height", .number(.positive), "Points. Required, unless fit is content."),
        .init(
            "scale", .number(.positive),
            "Pixels a point; the picture may have \(CanvasLimits.default.side) pixels a side unless the limit is raised.",
            default: 1),
        .init(
            "background", .paint.orNull, "A colour or gradient behind all layers; null is transparent.", default: .null),
        .init(
            "fit", .choice(SceneDecoder.CanvasFit.self).orNull,
            "Whether the picture grows to hold all that is painted, shadows included; without width and height it is as large as that.",
            default: "none"),
        .init("dither", .bool, "Whether colours are rounded by an ordered pattern, so that no bands show.", default: false),
        .init(
            "colorSpace", .choice(ColorSpace.self),
            "The colour space of the picture: colours are mixed in it, and the file is tagged with it.", default: "srgb"),
        .init(
            "depth", .any(of: .constant(8), .constant(16)),
            "The bits per channel of the picture. Only PNG files have 16; they aren't dithered.", default: 8),
        .init(
            "duration", .number(.positive).orNull,
            "How long the scene plays, in seconds. Default: until its last animation ends.", default: .null),
    ]

    static let light: [KeyMeaning] = [
        .init("angle", .number(.any), "Where it comes from, in degrees clockwise from above.", default: 0),
        .init(
            "height", .number(.aboveHorizon), "How high it stands, in degrees above 0 and up to 90, which is overhead.",
            default: 45),
    ]

    // MARK: - Paths

    static let rectPath: [KeyMeaning] = [
        .init("rect", .rect, "[x, y, width, height] in points. Required."),
        .init("radius", .cornerRadii, "Points: one radius, or [topLeft, topRight, bottomRight, bottomLeft].", default: 0),
    ]
    static let ellipsePath: [KeyMeaning] = [
        .init("ellipse", .rect, "The rectangle around the ellipse, [x, y, width, height] in points. Required.")
    ]
    static let circlePath: [KeyMeaning] = [.init("circle", .object("circle"), "Centre and radius. Required.")]
    static let polygonPath: [KeyMeaning] = [
        .init(
            "polygon", .array(of: .point, 0...SceneLimits.default.pathSegments), "The corners, each [x, y] in points. Required."
        )
    ]
    static let circle: [KeyMeaning] = [
        .init("center", .point, "[x, y] in points. Required."),
        .init("radius", .number(.notNegative), "Points. Required."),
    ]
}
