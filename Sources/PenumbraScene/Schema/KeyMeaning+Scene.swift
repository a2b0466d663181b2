/// The keys of a scene, of its canvas and of path objects.
extension KeyMeaning {
    static let scene: [KeyMeaning] = [
        .init("version", .constant(1), "The version of the format.", default: 1),
        .init("canvas", .object("canvas"), "The size of the picture. Required."),
        .init(
            "parameters", parameters, "Names for \"${name}\", each with the value it has unless another is given.", default: [:]
        ),
        .init("layers", .layers, "What is drawn, back to front.", default: []),
        .init("$schema", .string, "The address of this schema, for editors; it changes nothing."),
        .init(
            "expectsEmpty", .bool, "Whether the picture is meant to be blank, for tests; it changes nothing.", default: false),
        .init("proves", .string, "What the scene shows, for tests; it changes nothing."),
    ]

    /// Plain values by name: nothing in them is bound.
    private static let parameters = ValueSchema([
        "type": "object", "propertyNames": ["pattern": #"^[^{}=\x00-\x1f]+$"#],
    ])

    static let canvas: [KeyMeaning] = [
        .init("width", .number(.positive), "Points. Required."),
        .init("height", .number(.positive), "Points. Required."),
        .init(
            "scale", .number(.positive), "Pixels a point; the picture may have \(SceneLimits.canvasSide) pixels a side.",
            default: 1),
        .init("background", .color.orNull, "A colour behind all layers; null is transparent.", default: .null),
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
        .init("polygon", .array(of: .point, 0...SceneLimits.pathElements), "The corners, each [x, y] in points. Required.")
    ]
    static let circle: [KeyMeaning] = [
        .init("center", .point, "[x, y] in points. Required."),
        .init("radius", .number(.notNegative), "Points. Required."),
    ]
}
