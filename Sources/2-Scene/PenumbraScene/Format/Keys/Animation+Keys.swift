import PenumbraElementary
import PenumbraMotion

extension KeyTable {
    /// Names and meanings are those of Core Animation.
    static let animation = KeyTable(
        "an animation", "animation", "A change of one property over time.", meaningsOfAnimations + TimingValues.keys.meanings,
        elsewhere: ["animations": "a group of animations"])
    static let animationGroup = KeyTable(
        "a group of animations", "animationGroup", "Animations with a time of their own.",
        [
            KeyMeaning(
                "animations", .animations, "Animations whose time is the group's, and that end with it.", isRequired: true)
        ] + TimingValues.keys.meanings, wanted: "an animation, which is an object",
        elsewhere: Dictionary(uniqueKeysWithValues: meaningsOfAnimations.map { ($0.key, "the animations in a group") }))
    static let timingFunction = KeyTable(
        "a timing function", "timingFunction", "A timing function with parameters.",
        [
            KeyMeaning(
                "spring", .object("spring"), "A mass on a damped spring; it moves in seconds and isn't stretched.",
                isRequired: true)
        ], wanted: "a timing function such as \"ease-in\", or an object with \"spring\"")
    static let spring = KeyTable(
        "a spring", "spring", "A mass on a damped spring.", SpringValues.keys.meanings,
        wanted: "an object with \"mass\", \"stiffness\" and \"damping\"")

    private static let meaningsOfAnimations: [KeyMeaning] = [
        .init(
            "keyPath", .string,
            "The property: opacity, position.x, shadows[0].radius, transform.rotation.z, mask.opacity and others.",
            isRequired: true),
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
            "timingFunctions", .array(of: Form<TimingFunction>.function.schema, 0...MotionLimits.keyframeCount),
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

    /// The key path decides which of these it is.
    private static let animatedValue = ValueSchema(["type": ["number", "string", "boolean", "array", "object"]])

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

/// The keys of Core Animation's `CAMediaTiming`, and the timing function.
struct TimingValues: Sendable {
    var beginTime = 0.0
    var duration: Double?
    var speed = 1.0
    var timeOffset = 0.0
    var repeatCount: Double?
    var repeatDuration: Double?
    var autoreverses = false
    var fillMode = Timing.FillMode.removed
    var function = TimingFunction.linear

    static let keys = Keys(TimingValues()) {
        Key("beginTime", \.beginTime, .number(.any)).help("Seconds after the start of the scene or of the group.")
        Key("duration", \.duration, .some(.number(.notNegative)).withoutDefault).help(
            "Seconds from start to end. Default: the group's; a spring's settling time; 0.25.")
        Key("speed", \.speed, .number(.any)).help("How fast time passes; below 0 backwards, 0 stands still.")
        Key("timeOffset", \.timeOffset, .number(.any)).help("Where in the animation it starts, in seconds.")
        Key("repeatCount", \.repeatCount, .some(.repeatCount).withoutDefault).help(
            "How often it plays, perhaps a fraction; 0 is once. Default: once.")
        Key("repeatDuration", \.repeatDuration, .some(.number(.notNegative)).withoutDefault).help(
            "For how many seconds it plays, instead of repeatCount; 0 is unset.")
        Key("autoreverses", \.autoreverses, .flag).help("Whether each pass is followed by one from end to start.")
        Key("fillMode", \.fillMode, .choice).help("What shows before and after it.")
        Key("timingFunction", \.function, .function).help(
            "How progress becomes the value's: a name, a function of CSS, or a spring.")
    }

    /// - Parameter standard: the duration in seconds if there is none.
    func timing(standard: Double, _ fields: Fields) throws(SceneError) -> Timing {
        try SceneDecoder.placed(fields) { () throws(MotionError) in
            try Timing(
                beginTime: beginTime, duration: duration ?? standard, speed: speed, timeOffset: timeOffset,
                repeatCount: repeatCount, repeatDuration: repeatDuration, autoreverses: autoreverses, fillMode: fillMode)
        }
    }
}

extension TimingValues {
    init(_ timing: Timing, _ function: TimingFunction) {
        (beginTime, duration, speed) = (timing.beginTime, timing.duration, timing.speed)
        (timeOffset, autoreverses, fillMode) = (timing.timeOffset, timing.autoreverses, timing.fillMode)
        self.function = function
        switch timing.repetition {
        case .count(let count): repeatCount = count == 1 ? nil : count
        case .duration(let seconds): repeatDuration = seconds
        }
    }
}

private struct SpringValues: Sendable {
    var mass: Double
    var stiffness: Double
    var damping: Double
    var initialVelocity: Double

    init(_ spring: Spring) {
        (mass, stiffness) = (spring.mass, spring.stiffness)
        (damping, initialVelocity) = (spring.damping, spring.initialVelocity)
    }

    static let keys = Keys(SpringValues(.standard)) {
        Key("mass", \.mass, .number(.positive)).help("A larger mass swings more slowly.")
        Key("stiffness", \.stiffness, .number(.positive)).help("The force of the spring at a distance of 1.")
        Key("damping", \.damping, .number(.notNegative)).help("The friction at a velocity of 1.")
        Key("initialVelocity", \.initialVelocity, .number(.any)).help("The velocity at the start, in whole ways per second.")
    }
}

extension Form where Value == Double {
    /// A number, or "infinite".
    fileprivate static var repeatCount: Form {
        Form(.any(of: .number(.notNegative), .text(["enum": ["infinite"]]))) { node throws(SceneError) in
            if node.value == "infinite" { return .infinity }
            if case .number = node.value { return try node.number(.notNegative) }
            throw node.mismatch("a number, 0 or more, or \"infinite\"")
        } write: { count, members throws(SceneError) in
            count == .infinity ? "infinite" : try members.json(count)
        }
    }
}

extension Form where Value == TimingFunction {
    /// A name or a function of CSS, `spring`, or an object with the parameters of a spring.
    static var function: Form {
        Form(.any(of: .string, .object("timingFunction"))) { node throws(SceneError) in
            if case .object = node.value {
                let spring = try Fields(node, .timingFunction).required("spring", "the parameters of a spring")
                let fields = try Fields(spring, .spring)
                let values = try SpringValues.keys.read(fields)
                return .spring(
                    try SceneDecoder.placed(fields) { () throws(MotionError) in
                        try Spring(
                            mass: values.mass, stiffness: values.stiffness, damping: values.damping,
                            initialVelocity: values.initialVelocity)
                    })
            }
            let text = try node.string("a timing function such as \"ease-in\" or \"cubic-bezier(0.2, 0, 0, 1)\"")
            if text == "spring" { return .spring(.standard) }
            do throws(MotionError) {
                return try TimingFunction(text)
            } catch {
                let names = TimingFunction.names.map(\.name) + ["spring"]
                let hint = Spelling.nearest(to: text, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
                throw node.place.error("\(error.message)\(hint)")
            }
        } write: { function, members throws(SceneError) in
            switch function {
            case .linear: return "linear"
            case .cubicBezier(let curve):
                let numbers = [curve.x1, curve.y1, curve.x2, curve.y2].map(DecimalNumber.text)
                return .string("cubic-bezier(\(numbers.joined(separator: ", ")))")
            case .steps(let steps): return .string("steps(\(steps.count), \(steps.position.rawValue))")
            case .stops(let stops):
                let list = zip(stops.outputs, stops.inputs).map {
                    "\(DecimalNumber.text($0)) \(DecimalNumber.percentage($1))"
                }
                return .string("linear(\(list.joined(separator: ", ")))")
            case .spring(let spring):
                var object = members.child("spring")
                try SpringValues.keys.write(SpringValues(spring), to: &object)
                return ["spring": object.value]
            }
        }
    }
}

extension SceneDecoder {
    /// Gives an error of the time model its place in the document.
    static func placed<Value>(_ fields: Fields, _ make: () throws(MotionError) -> Value) throws(SceneError) -> Value {
        do throws(MotionError) {
            return try make()
        } catch {
            var place = Place.key(fields.node.place, error.key.rawValue)
            if let index = error.index { place = .index(place, index) }
            throw place.error("\(error.message)")
        }
    }
}
