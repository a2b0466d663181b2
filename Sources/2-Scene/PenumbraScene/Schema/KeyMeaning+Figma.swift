/// The keys of Figma's effects.
extension KeyMeaning {
    private static func ofEffect(_ type: SceneDecoder.EffectType, sigma: String) -> [KeyMeaning] {
        [
            .init("type", .constant(.string(type.rawValue)), "What the effect is."),
            .init("visible", .bool, "Whether it is there at all.", default: true),
            .init("radius", .number(.notNegative), "Figma's radius in points: \(sigma). Required."),
            .init(
                "boundVariables", .any(of: ValueSchema(["type": "object"]), .definition("parameter")),
                "What variables of Figma the values come from; it changes nothing."),
        ]
    }

    private static let ofShadowEffects: [KeyMeaning] = [
        .init("color", .object("figmaColor"), "The shadow's colour. Required."),
        .init(
            "blendMode", .choice(SceneDecoder.FigmaBlendMode.self).orNull, "How the shadow is mixed with what lies behind.",
            default: "NORMAL"),
        .init("offset", .object("figmaOffset").orNull, "How far the shadow is moved.", default: ["x": 0, "y": 0]),
        .init("spread", .number(.any).orNull, "Points by which a disc grows what casts the shadow.", default: 0),
    ]

    private static let ofBlurEffects: [KeyMeaning] = [
        .init("blurType", .constant("NORMAL").orNull, "The same blur everywhere.", default: "NORMAL")
    ]

    static let figmaDropShadow: [KeyMeaning] =
        ofEffect(.dropShadow, sigma: "twice the shadow's σ") + ofShadowEffects + [
            .init(
                "showShadowBehindNode", .bool, "Whether the shadow shows through the layer; if not, it is knocked out.",
                default: false)
        ]
    static let figmaInnerShadow = ofEffect(.innerShadow, sigma: "twice the shadow's σ") + ofShadowEffects
    static let figmaLayerBlur = ofEffect(.layerBlur, sigma: "twice the blur's σ, added to the layer's") + ofBlurEffects
    static let figmaBackgroundBlur =
        ofEffect(.backgroundBlur, sigma: "twice the σ of a blur of what lies behind, added to the layer's") + [
            .init(
                "blurType", .choice(SceneDecoder.FigmaBlurType.self).orNull,
                "The same blur everywhere, or one that grows along a line. A progressive blur is the layer's only backdrop blur.",
                default: "NORMAL"),
            .init("startRadius", .number(.notNegative), "Of a progressive blur: Figma's radius at its start.", default: 0),
            .init("startOffset", .object("figmaOffset"), "Of a progressive blur: its start, in unit coordinates of the frame."),
            .init("endOffset", .object("figmaOffset"), "Of a progressive blur: its end, in unit coordinates of the frame."),
        ]

    static let figmaColor: [KeyMeaning] = [
        .init("r", .number(.unit), "Red, from 0 to 1. Required."), .init("g", .number(.unit), "Green, from 0 to 1. Required."),
        .init("b", .number(.unit), "Blue, from 0 to 1. Required."),
        .init("a", .number(.unit), "Alpha, from 0 to 1.", default: 1),
    ]
    static let figmaOffset: [KeyMeaning] = [
        .init("x", .number(.any), "Points to the right. Required."), .init("y", .number(.any), "Points down. Required."),
    ]
}
