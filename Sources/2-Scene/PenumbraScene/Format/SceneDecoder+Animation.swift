import PenumbraMotion
import PenumbraSystem

extension SceneDecoder {
    /// Reads the animations of a layer of a type, in the order in which they apply.
    ///
    /// Groups are dissolved: each animation carries the timings of its groups.
    package func animations(_ node: Node?, of type: LayerType) throws(SceneError) -> [LayerAnimation] {
        let found = try allAnimations(node, of: type)
        if let other = found.ofMask.first { throw other.missing }
        return found.own
    }

    /// The animations in a layer's list.
    struct AnimationList {
        var own: [LayerAnimation] = []
        var ofMask: [MaskAnimation] = []
        var count: Int { own.count + ofMask.count }
    }

    /// An animation of a layer's mask, which is read together with the mask, when the mask's type is known.
    struct MaskAnimation {
        var node: Node
        var groups: [GroupTiming]
        /// How many times `mask.` starts the key path.
        var depth: Int

        /// The error of a layer without a mask.
        var missing: SceneError {
            Place.key(node.place, "keyPath").error("found a key path of a mask, and the layer has none")
        }
    }

    /// Reads the animations of a layer of a type, those of its mask apart.
    ///
    /// - Parameter given: animations of the layer that its owner has, if the layer is a mask. They come last.
    func allAnimations(
        _ node: Node?, of type: LayerType, given: [MaskAnimation] = []
    ) throws(SceneError) -> AnimationList {
        var result = AnimationList()
        if let node { try append(node, to: &result, type, groups: []) }
        for animation in given {
            try append(animation.node, animation.groups, depth: animation.depth, to: &result, type)
        }
        return result
    }

    /// Reads an animation, or keeps it for the mask.
    ///
    /// - Parameter depth: how many masks around the layer have been left.
    private func append(
        _ node: Node, _ groups: [GroupTiming], depth: Int = 0, to result: inout AnimationList, _ type: LayerType
    ) throws(SceneError) {
        if case .object(let object) = node.value, case .string(let path)? = object["keyPath"],
            path.hasPrefix(String(repeating: Self.maskPrefix, count: depth + 1))
        {
            result.ofMask.append(MaskAnimation(node: node, groups: groups, depth: depth + 1))
        } else {
            result.own.append(try animation(node, type, groups, depth: depth))
        }
    }

    private static let maskPrefix = "mask."

    private func append(
        _ node: Node, to result: inout AnimationList, _ type: LayerType, groups: [GroupTiming]
    ) throws(SceneError) {
        let wanted = "an array of animations"
        guard groups.count <= Self.deepestGroup else {
            throw node.place.error("found groups nested more than \(Self.deepestGroup) deep, expected fewer")
        }
        try node.checkCount(wanted, atMost: Self.animationLimit, "animations of one layer")
        for child in try node.elements(wanted) {
            if case .object(let object) = child.value, object["animations"] != nil {
                let fields = try Fields(child, .animationGroup)
                let values = try TimingValues.keys.read(fields)
                let timing = try values.timing(standard: groups.last?.timing.duration ?? Self.standardDuration, fields)
                let children = try fields.required("animations", wanted)
                let group = GroupTiming(timing, timingFunction: values.function)
                try append(children, to: &result, type, groups: groups + [group])
            } else {
                try append(child, groups, to: &result, type)
            }
            guard result.count <= Self.animationLimit else {
                throw node.place.error("found more than \(Self.animationLimit) animations of one layer, expected fewer")
            }
        }
    }

    private static var deepestGroup: Int { 32 }
    static var animationLimit: Int { 10_000 }
    /// Core Animation's standard duration, in seconds.
    private static var standardDuration: Double { 0.25 }

    private func animation(
        _ node: Node, _ type: LayerType, _ groups: [GroupTiming], depth: Int
    ) throws(SceneError) -> LayerAnimation {
        let fields = try Fields(node, .animation)
        let pathNode = try fields.required("keyPath", "a key path such as \"opacity\"")
        let (keyPath, property) = try keyPath(pathNode, of: type, without: depth * Self.maskPrefix.count)
        let values = try TimingValues.keys.read(fields)
        var standard = groups.last?.timing.duration ?? Self.standardDuration
        if case .spring(let spring) = values.function, !fields.has("duration") {
            standard = spring.settlingDuration
            guard standard.isFinite else {
                throw Place.key(node.place, "duration").error("missing, and the spring doesn't settle; give a duration")
            }
        }
        let shared = SharedFields(
            fields: fields, groups: groups, timing: try values.timing(standard: standard, fields), function: values.function,
            isAdditive: try fields["additive"]?.bool() ?? false, isCumulative: try fields["cumulative"]?.bool() ?? false)
        if let motion = try motionPath(shared, keyPath) { return LayerAnimation(keyPath, .motionPath(motion)) }
        return LayerAnimation(keyPath, try self.values(shared, property))
    }

    /// The fields that animations of all types of values have.
    struct SharedFields {
        let fields: Fields
        let groups: [GroupTiming]
        let timing: Timing
        let function: TimingFunction
        let isAdditive: Bool
        let isCumulative: Bool
    }

    private func values(
        _ shared: SharedFields, _ property: AnimatableKey.Property
    ) throws(SceneError) -> LayerAnimation.Values {
        switch property {
        case .number(let range, _): .number(try animation(shared, .number(range), change: .number(.any)))
        case .point: .point(try animation(shared, .point))
        case .rect: .rect(try animation(shared, .animatedRect(isChange: false), change: .animatedRect(isChange: true)))
        case .numbers(let range, _): .numbers(try animation(shared, .animatedNumbers(range), change: .animatedNumbers(.any)))
        case .color: .color(try animation(shared, .color))
        case .colors: .colors(try animation(shared, .animatedColors))
        case .transform: .transform(try animation(shared, .animatedTransform))
        case .path: .path(try animation(shared, .path))
        case .text: .text(try animation(shared, Form.shortString.discrete, isDiscrete: true))
        case .image: .image(try animation(shared, Form.file.discrete, isDiscrete: true))
        case .flag: .flag(try animation(shared, Form.flag.discrete, isDiscrete: true))
        case .filter: .filter(try animation(shared, .filters))
        case .boxShadow: .boxShadow(try animation(shared, .shadows))
        }
    }

    /// Reads the values of an animation.
    ///
    /// - Parameters:
    ///   - change: the form of changes of a value, if it differs from the form of values.
    ///   - isDiscrete: whether the values have nothing in between.
    func animation<Value: Interpolatable>(
        _ shared: SharedFields, _ form: Form<Value>, change: Form<Value>? = nil, isDiscrete: Bool = false
    ) throws(SceneError) -> Animation<Value> {
        let fields = shared.fields
        let values: Animation<Value>.Values
        let change = change ?? form
        let form = shared.isAdditive ? change : form
        if let list = try fields["values"] {
            for key in ["from", "to", "by"] where fields.has(key) {
                throw Place.key(fields.node.place, key).error("found beside `values`, expected one of them")
            }
            values = .keyframes(try keyframes(fields, list, isDiscrete, form.read))
        } else {
            for key in MotionError.Key.ofKeyframes where fields.has(key.rawValue) {
                throw Place.key(fields.node.place, key.rawValue).error("found without `values`, expected both")
            }
            let (from, to) = (try fields["from"].map(form.read), try fields["to"].map(form.read))
            let by = try fields["by"].map(change.read)
            values = .basic(try Self.placed(fields) { () throws(MotionError) in try BasicValues(from: from, to: to, by: by) })
        }
        if isDiscrete, shared.isAdditive || shared.isCumulative {
            let key = shared.isAdditive ? "additive" : "cumulative"
            throw Place.key(fields.node.place, key).error("found true, but these values have no sum; leave it out")
        }
        return Animation(
            values, timing: shared.timing, timingFunction: shared.function, isAdditive: shared.isAdditive,
            isCumulative: shared.isCumulative, groups: shared.groups)
    }

    private func keyframes<Value: Interpolatable>(
        _ fields: Fields, _ list: Node, _ isDiscrete: Bool, _ read: (Node) throws(SceneError) -> Value
    ) throws(SceneError) -> Keyframes<Value> {
        let most = MotionLimits.keyframeCount
        let values = try list.list("an array of values", atMost: most, "values of one animation", read)
        return try keyframes(fields, values, isDiscrete)
    }

    /// Reads the times and the curve of values.
    func keyframes<Value: Interpolatable>(
        _ fields: Fields, _ values: [Value], _ isDiscrete: Bool = false
    ) throws(SceneError) -> Keyframes<Value> {
        let most = MotionLimits.keyframeCount
        func numbers(_ key: MotionError.Key) throws(SceneError) -> [Double]? {
            try fields[key.rawValue]?.numbers(.any, atMost: most + 1)
        }
        let functions = try fields["timingFunctions"].map { node throws(SceneError) in
            try node.list("an array of timing functions", atMost: most, "timing functions", Form.function.read)
        }
        let mode = try fields["calculationMode"]?.choice(CalculationMode.self) ?? (isDiscrete ? .discrete : .linear)
        let (times, tension) = (try numbers(.keyTimes), try numbers(.tensionValues))
        let (continuity, bias) = (try numbers(.continuityValues), try numbers(.biasValues))
        return try Self.placed(fields) { () throws(MotionError) in
            try Keyframes(
                values, keyTimes: times, mode: mode, timingFunctions: functions, tension: tension, continuity: continuity,
                bias: bias)
        }
    }
}

extension MotionError.Key {
    /// The keys that only animations with `values` have.
    fileprivate static let ofKeyframes: [MotionError.Key] = [
        .keyTimes, .calculationMode, .timingFunctions, .tensionValues, .continuityValues, .biasValues,
    ]
}
