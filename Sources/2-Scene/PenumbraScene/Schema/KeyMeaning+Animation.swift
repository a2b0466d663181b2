import PenumbraMotion

/// The keys of animations. Names and meanings are those of Core Animation.
extension KeyMeaning {
    static let animation: [KeyMeaning] = [
        .init(
            "keyPath", .string,
            "The property: opacity, position.x, shadows[0].radius, transform.rotation.z, mask.opacity and others. Required."),
        .init("from", animatedValue, "The value at the start. Default: the layer's own value, or what `by` gives."),
        .init("to", animatedValue, "The value at the end. Default: the layer's own value, or what `by` gives."),
        .init("by", animatedValue, "The value at the end less the value at the start; not together with both."),
        .init(
            "values", .array(of: animatedValue, 1...MotionLimits.keyframeCount),
            "Any number of values, in place of from and to."),
        .init(
            "keyTimes", numbers(most: MotionLimits.keyframeCount + 1),
            "When each value is reached, from 0 to 1; discrete values may have one more. Default: evenly spread."),
        .init("calculationMode", .choice(CalculationMode.self), "What lies between values.", default: "linear"),
        .init(
            "timingFunctions", .array(of: function, 0...MotionLimits.keyframeCount),
            "One timing function between each two values. Default: linear."),
        .init("tensionValues", numbers(), "For cubic values: how sharply the curve bends at each one, -1 to 1. Default: 0."),
        .init("continuityValues", numbers(), "For cubic values: how sharp the corner at each one is. Default: 0."),
        .init("biasValues", numbers(), "For cubic values: where the curve passes each one. Default: 0."),
        .init(
            "path", .path.orNull, "A path for position to follow; then values are distances, 0 to 1. Default: none."),
        .init(
            "rotationMode", .choice(RotationMode.self), "Whether the layer turns with the path.", default: "none"),
        .init("additive", .bool, "Whether the value is added to the layer's own.", default: false),
        .init("cumulative", .bool, "Whether each repeat starts where the one before ended.", default: false),
    ]

    static let animationGroup: [KeyMeaning] = [
        .init(
            "animations", .animations,
            "Animations whose time is the group's, and that end with it. Required.")
    ]

    static let timing: [KeyMeaning] = [
        .init("beginTime", .number(.any), "Seconds after the start of the scene or of the group.", default: 0),
        .init(
            "duration", .number(.notNegative),
            "Seconds from start to end. Default: the group's; a spring's settling time; 0.25."),
        .init("speed", .number(.any), "How fast time passes; below 0 backwards, 0 stands still.", default: 1),
        .init("timeOffset", .number(.any), "Where in the animation it starts, in seconds.", default: 0),
        .init(
            "repeatCount", .any(of: .number(.notNegative), .text(["enum": ["infinite"]])),
            "How often it plays, perhaps a fraction; 0 is once. Default: once."),
        .init("repeatDuration", .number(.notNegative), "For how many seconds it plays, instead of repeatCount; 0 is unset."),
        .init("autoreverses", .bool, "Whether each pass is followed by one from end to start.", default: false),
        .init("fillMode", .choice(Timing.FillMode.self), "What shows before and after it.", default: "removed"),
        .init(
            "timingFunction", function, "How progress becomes the value's: a name, a function of CSS, or a spring.",
            default: "linear"),
    ]

    static let timingFunction: [KeyMeaning] = [
        .init("spring", .object("spring"), "A mass on a damped spring; it moves in seconds and isn't stretched. Required.")
    ]

    static let spring: [KeyMeaning] = [
        .init("mass", .number(.positive), "A larger mass swings more slowly.", default: 1),
        .init("stiffness", .number(.positive), "The force of the spring at a distance of 1.", default: 100),
        .init("damping", .number(.notNegative), "The friction at a velocity of 1.", default: 10),
        .init("initialVelocity", .number(.any), "The velocity at the start, in whole ways per second.", default: 0),
    ]

    /// The key path decides which of these it is.
    private static let animatedValue = ValueSchema(["type": ["number", "string", "boolean", "array", "object"]])
    private static let function = ValueSchema.any(of: .string, .object("timingFunction"))

    private static func numbers(most: Int = MotionLimits.keyframeCount) -> ValueSchema {
        .array(of: .number(.any), 0...most)
    }
}

extension ValueSchema {
    /// Animations and groups of animations.
    static var animations: ValueSchema {
        .array(of: .any(of: .object("animation"), .object("animationGroup")), 0...SceneDecoder.animationLimit)
    }
}
