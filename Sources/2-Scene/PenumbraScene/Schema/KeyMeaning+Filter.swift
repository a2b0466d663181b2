import PenumbraBitmap

/// The keys of filters of several steps.
extension KeyMeaning {
    static let filterGraph: [KeyMeaning] = [
        .init("region", .rect, "[x, y, width, height] of the part of the layer that is filtered, in points. Required."),
        .init("steps", .array(of: .object("filterStep"), 1...SceneLimits.filterSteps), "The steps in order. Required."),
    ]

    private static let numbers = ValueSchema.array(of: .number(.any), 1...SceneLimits.filterKernel)
    private static let input = ValueSchema.any(
        of: .constant("source"), .constant("sourceAlpha"), .integer)

    static let filterStep: [KeyMeaning] = [
        .init("type", .choice(FilterStepType.self), "What the step does. Required."),
        .init("region", .rect.orNull, "The part of the filter's region that the step paints.", default: .null),
        .init("linear", .bool, "Whether colours are mixed in linear light.", default: false),
        .init("in", input, "The picture that the step reads. Default: the step before."),
        .init("in2", input, "The other picture."),
        .init("inputs", .array(of: input, 0...SceneLimits.filterSteps), "The pictures to merge, the rearmost first."),
        .init("color", .color, "The colour of a flood.", default: "black"),
        .init("index", .integer, "The index of the sublayer that the step paints. The layer itself doesn't show it."),
        .init("offset", .point, "[x, y] in points.", default: [0, 0]),
        .init(
            "radius", .number(.notNegative, orNumbers: [.notNegative, .notNegative]),
            "The σ of a blur, or half the size of an erosion or a dilation, in points.", default: 0
        ),
        .init("mode", .choice(BlendMode.self), "How the picture blends with in2.", default: "normal"),
        .init("operator", .choice(FilterOperator.self), "How the picture is composited with in2.", default: "over"),
        .init("k", .numbers([.any, .any, .any, .any]), "The factors of the operator arithmetic."),
        .init("values", numbers, "The 20 numbers of a colour matrix, or the weights of a convolution, row by row."),
        .init("red", .object("transferFunction").orNull, "The function of red.", default: .null),
        .init("green", .object("transferFunction").orNull, "The function of green.", default: .null),
        .init("blue", .object("transferFunction").orNull, "The function of blue.", default: .null),
        .init("alpha", .object("transferFunction").orNull, "The function of alpha.", default: .null),
        .init("columns", .count, "The number of columns of a convolution."),
        .init("divisor", .number(.any), "What a convolution's sum is divided by.", default: 1),
        .init("bias", .number(.any), "What a convolution adds.", default: 0),
        .init("target", .point, "[column, row] of the weight of the pixel itself. Default: the middle."),
        .init(
            "edge", .choice(FilterGraph.Convolution.EdgeMode.self), "What a convolution reads outside.", default: "duplicate"),
        .init("preserveAlpha", .bool, "Whether a convolution leaves alpha as it is.", default: false),
        .init("frequency", .number(.notNegative, orNumbers: [.notNegative, .notNegative]), "Waves per point.", default: 0),
        .init("octaves", .count, "How many noises are added, each twice as fine.", default: 1),
        .init("seed", .number(.any), "The start of the random numbers.", default: 0),
        .init("fractal", .bool, "Whether noise may be below the middle.", default: false),
        .init("stitch", .bool, "Whether the noise meets itself at the edges of the region.", default: false),
        .init(
            "scale", .number(.any, orNumbers: [.any, .any]), "How far a displacement moves, in points.", default: 0),
        .init("xChannel", .choice(FilterGraph.Displacement.Channel.self), "The component that moves across.", default: "A"),
        .init("yChannel", .choice(FilterGraph.Displacement.Channel.self), "The component that moves down.", default: "A"),
        .init("light", .object("filterLight"), "The light of a lighting step. Required for these steps."),
        .init("lightColor", .color, "The colour of the light. Its alpha is ignored.", default: "white"),
        .init("constant", .number(.notNegative), "The share of the light that the surface reflects.", default: 1),
        .init("surfaceScale", .number(.any), "The surface's height in points where alpha is 1.", default: 1),
        .init("exponent", .number(.oneOrMore), "How small highlights are, from 1 to 128.", default: 1),
    ]

    static let filterLight: [KeyMeaning] = [
        .init("type", .choice(FilterLightType.self), "Where the light comes from. Required."),
        .init("azimuth", .number(.any), "Where distant light comes from, in degrees clockwise from the right.", default: 0),
        .init("elevation", .number(.any), "The angle of distant light over the layer, in degrees.", default: 0),
        .init("position", .numbers([.any, .any, .any]), "[x, y, height] of the light in points.", default: [0, 0, 0]),
        .init("pointsAt", .numbers([.any, .any, .any]), "[x, y, height] of what a spot points at.", default: [0, 0, 0]),
        .init("exponent", .number(.notNegative), "How narrow a spot is, from 0 to 128.", default: 1),
        .init("coneAngle", .number(.any).orNull, "The angle from a spot's axis, in degrees, where it ends.", default: .null),
    ]

    static let transferFunction: [KeyMeaning] = [
        .init("type", .choice(TransferType.self), "The kind of function. Required."),
        .init("values", .array(of: .number(.any), 0...SceneLimits.filterNumbers), "The values of a table."),
        .init("slope", .number(.any), "The slope of a line.", default: 1),
        .init("intercept", .number(.any), "The start of a line.", default: 0),
        .init("amplitude", .number(.any), "The factor of a power.", default: 1),
        .init("exponent", .number(.any), "The exponent of a power.", default: 1),
        .init("offset", .number(.any), "What is added to a power.", default: 0),
    ]
}
