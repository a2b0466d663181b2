import PenumbraBitmap

/// The keys that every layer has.
extension KeyMeaning {
    static let layerType = KeyMeaning(
        "type", .choice(SceneDecoder.LayerType.self), "What the layer shows.", default: "layer")

    static let layer: [KeyMeaning] = ofEveryLayer + layout + repetition

    private static let ofEveryLayer: [KeyMeaning] = [
        layerType,
        .init("name", .string.orNull, "A name for people; it changes nothing."),
        .init(
            "hidden", .bool, "Whether the layer is left out with all that is in it; a hidden mask counts as absent.",
            default: false),
        .init(
            "frame", .rect.orNull,
            "[x, y, width, height] in points of the parent; contents and sublayers start at its top left. Default: the parent's bounds, or what its layout gives."
        ),
        .init("transform", .transform, "A CSS transform about anchorPoint; percentages are of the frame.", default: "none"),
        .init("anchorPoint", .point, "What the transform is about, in unit coordinates of the frame.", default: [0.5, 0.5]),
        .init(
            "perspective", .number(.notNegative).orNull,
            "The distance in points from which the sublayers are seen; below 1 it counts as 1. Default: from infinitely far.",
            default: .null),
        .init(
            "perspectiveOrigin", .point, "The place in front of the eye of perspective, in unit coordinates of the frame.",
            default: [0.5, 0.5]),
        .init(
            "backfaceVisibility", .choice(BackfaceVisibility.self), "Whether the layer is seen from behind.", default: "visible"
        ),
        .init("zPosition", .number(.any), "Among the layers beside it, those with less are painted first.", default: 0),
        .init("opacity", .number(.unit), "From 0 to 1, of the layer with its sublayers and shadows as one group.", default: 1),
        .init("blendMode", .choice(BlendMode.self), "How the layer and what lies behind it become one.", default: "normal"),
        .init("backgroundColor", .paint.orNull, "A colour or gradient that fills the rounded bounds.", default: .null),
        .init(
            "cornerRadius", .cornerRadii,
            "Points: one radius, or [topLeft, topRight, bottomRight, bottomLeft]; radii that do not fit shrink together.",
            default: 0),
        .init(
            "cornerCurve", .any(of: .choice(CornerCurve.Name.self), .number(.unit)),
            "The form of the corners: a name, or Figma's corner smoothing from 0 to 1.", default: "circular"),
        .init("borderWidth", .number(.notNegative), "Points, inside the bounds and above contents and sublayers.", default: 0),
        .init("borderColor", .color, "The border's colour.", default: "black"),
        .init(
            "masksToBounds", .bool, "Whether contents and sublayers are cut by the rounded bounds; shadows never are.",
            default: false),
        .init(
            "mask", .layer.orNull,
            "A layer whose alpha multiplies background, contents, border and sublayers; its frame is in this layer's bounds.",
            default: .null),
        .init("shadows", .shadows("shadow"), "Shadows behind the layer, front-most first.", default: []),
        .init(
            "innerShadows", .shadows("innerShadow"),
            "Shadows above background and contents and below sublayers and border, front-most first.", default: []),
        .init(
            "boxShadow", .definition("boxShadow").orNull,
            "A CSS box-shadow: cast by the rounded box whatever the contents are, behind the other shadows; blur is twice σ.",
            default: "none"),
        .init(
            "effects", .array(of: .definition("effect"), 0...SceneLimits.default.shadowCount).orNull,
            "Figma's effects as its API writes them, back to front; a radius is twice σ.", default: []),
        .init(
            "drawsContents", .bool, "Whether background and contents are painted; if not, they only cast and cut shadows.",
            default: true),
        .init(
            "maskType", .choice(MaskType.self), "For masks, whether alpha or luminance times alpha counts.", default: "alpha"),
        .init(
            "clipForAnyAlpha", .bool,
            "Whether the alpha is taken as hard, 1 wherever it is above 1/255, where it casts inner shadows and knocks out outer ones.",
            default: false),
        .init(
            "blur",
            .any(
                of: .number(.notNegative), .object("gaussianBlur"), .object("lensBlur"), .object("motionBlur"),
                .object("zoomBlur")),
            "The σ in points of a Gaussian on the finished layer, shadows included, or a blur of another type.", default: 0),
        .init(
            "filter", .definition("layerFilter").orNull,
            "CSS filter functions, done to the finished layer from left to right, or a list of them and of filters of steps.",
            default: "none"),
        .init(
            "backdropBlur", .any(of: .number(.notNegative), .object("backdropBlur")).orNull,
            "The σ in points of a Gaussian on what lies behind, shown through the layer's shape and mask.", default: 0),
        .init(
            "backdropFilter", .definition("filter").orNull,
            "CSS filter functions for what lies behind, shown through the layer's shape and mask, after backdropBlur.",
            default: "none"),
        .init(
            "replicate", .object("replicate").orNull, "Copies of contents and sublayers, each under one more transform.",
            default: .null),
        .init("animations", .animations, "Changes of properties over time, in the order in which they apply.", default: []),
        .init("sublayers", .layers, "Layers inside this one, back to front.", default: []),
    ]

    static let replication: [KeyMeaning] = [
        .init("count", .count, "How many copies are drawn, the first included. Required."),
        .init(
            "transform", .transform.orNull,
            "A CSS transform about anchorPoint, from each copy to the next, perhaps in space; percentages are of the frame.",
            default: "none"),
        .init("color", .color, "What the colours of the first copy are multiplied by.", default: "white"),
        .init("redOffset", .number(.any), "What each copy adds to the red of the copy before; held to 0…1.", default: 0),
        .init("greenOffset", .number(.any), "The same for green.", default: 0),
        .init("blueOffset", .number(.any), "The same for blue.", default: 0),
        .init("opacityOffset", .number(.any), "The same for opacity.", default: 0),
        .init(
            "instanceDelay", .number(.any), "Seconds by which the sublayers' animations begin later in each copy.", default: 0),
    ]

    static let gaussianBlur: [KeyMeaning] = [
        .init("type", .constant("gaussian"), "The type of the blur.", default: "gaussian"),
        .init("radius", .number(.notNegative), "The Gaussian's σ in points. Required."),
    ]

    static let lensBlur: [KeyMeaning] = [
        .init("type", .constant("lens"), "The type of the blur: the mean over a disc. Required."),
        .init("radius", .number(.notNegative), "The radius of the disc in points. Required."),
    ]

    static let motionBlur: [KeyMeaning] = [
        .init("type", .constant("motion"), "The type of the blur: the mean along a line. Required."),
        .init("radius", .number(.notNegative), "Half of the line's length in points. Required."),
        .init("angle", .number(.any), "The direction of the line in degrees, clockwise from the right.", default: 0),
    ]

    static let zoomBlur: [KeyMeaning] = [
        .init("type", .constant("zoom"), "The type of the blur: the mean along rays from a centre. Required."),
        .init("amount", .number(.unit), "The length of the mean relative to the distance from the centre, 0…1. Required."),
        .init("center", .point, "The centre in unit coordinates of the frame.", default: [0.5, 0.5]),
    ]

    static let backdropBlur: [KeyMeaning] = [
        .init("radius", .number(.notNegative), "The Gaussian's σ in points. Required."),
        .init(
            "progressive", .bool, "Whether the mask scales σ from place to place; the layer must then have a visible mask.",
            default: false),
    ]
}
