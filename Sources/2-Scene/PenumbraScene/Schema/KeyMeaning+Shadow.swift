import PenumbraBitmap

/// The keys of shadows.
extension KeyMeaning {
    static let ofShadows: [KeyMeaning] = [
        .init("color", .color, "The shadow's colour.", default: "black"),
        .init("opacity", .number(.unit), "From 0 to 1; multiplies the colour's alpha.", default: 1),
        .init(
            "blendMode", .choice(BlendMode.self), "How the shadow and what lies behind it become one.", default: "normal"),
        .init("offset", .point, "[x, y] in points of the layer: turns and grows with it.", default: [0, 0]),
        .init(
            "elevation", .number(.notNegative).orNull,
            "How far the layer stands off the page, in points; the scene's light then takes the place of offset.",
            default: .null),
        .init("radius", .number(.notNegative), "The Gaussian's σ in points; 0 is a hard edge.", default: 3),
        .init(
            "spread", .number(.any), "How far the caster is grown by a disc, in points; below 0 it shrinks.", default: 0),
        .init("noise", .number(.unit), "How grainy the shadow is, from 0 to 1.", default: 0),
        .init("path", .path.orNull, "A path in the layer's coordinates that takes the place of its alpha.", default: .null),
        .init("fillRule", .choice(FillRule.self), "What counts as the inside of the path.", default: "nonzero"),
        .init("hardAlpha", .bool, "Whether the caster counts as opaque wherever it has any alpha.", default: false),
    ]

    static let ofOuterShadows: [KeyMeaning] = [
        .init("knockout", .bool, "Whether the shadow is kept out of what casts it.", default: false),
        .init(
            "transform", .transform.orNull, "A CSS transform that distorts the caster before it is blurred and moved.",
            default: "none"),
        .init(
            "anchor", .point.orNull,
            "What the transform is about, in unit coordinates of the frame. Default: the bottom centre of the path's bounds or, without a path, of the frame."
        ),
        .init(
            "penumbra", .number(.notNegative),
            "How much σ grows per point of distance from the anchor's line, before the transform; 0 keeps it the same everywhere.",
            default: 0),
    ]

    static let ofInnerShadows: [KeyMeaning] = [
        .init(
            "outside", .choice(Shadow.Outside.self), "What lies beyond the layer's bounds and casts the shadow, or does not.",
            default: "solid")
    ]
}
