import PenumbraMotion

/// An animation of one property of a layer.
public struct LayerAnimation: Hashable, Sendable {
    /// The animation, by the type of the property's values.
    public enum Values: Hashable, Sendable {
        /// Degrees for turns; otherwise the unit of the key.
        case number(Animation<Double>)
        case point(Animation<Point>)
        case rect(Animation<Rect>)
        case numbers(Animation<[Double]>)
        case color(Animation<Color>)
        case colors(Animation<[Color]>)
        case transform(Animation<AffineTransform>)
        case path(Animation<Path>)
        case text(Animation<Discrete<String>>)
        case image(Animation<Discrete<ImageSource>>)
        case flag(Animation<Discrete<Bool>>)
        case filter(Animation<AnimatedList<FilterFunction>>)
        case boxShadow(Animation<AnimatedList<BoxShadow>>)
        /// A position on a path.
        case motionPath(PathAnimation)
    }

    public var keyPath: AnimationKeyPath
    public var values: Values

    public init(_ keyPath: AnimationKeyPath, _ values: Values) {
        (self.keyPath, self.values) = (keyPath, values)
    }

    /// When the animation ends, in seconds of the scene's time. Perhaps infinite.
    public var endTime: Double {
        switch values {
        case .number(let animation): animation.endTime
        case .point(let animation): animation.endTime
        case .rect(let animation): animation.endTime
        case .numbers(let animation): animation.endTime
        case .color(let animation): animation.endTime
        case .colors(let animation): animation.endTime
        case .transform(let animation): animation.endTime
        case .path(let animation): animation.endTime
        case .text(let animation): animation.endTime
        case .image(let animation): animation.endTime
        case .flag(let animation): animation.endTime
        case .filter(let animation): animation.endTime
        case .boxShadow(let animation): animation.endTime
        case .motionPath(let animation): animation.distance.endTime
        }
    }
}

extension LayerAnimation {
    /// The key of the animated property. Nil if no layer of the type has it.
    func key(in layer: Layer) -> AnimatableKey? {
        let type = SceneDecoder.LayerType(layer)
        return AnimatableKey.ofPattern[keyPath.pattern]?.first { $0.type == nil || $0.type == type }
    }

    /// Whether the frame of the layer changes.
    var changesFrame: Bool { AnimatableKey.ofPattern[keyPath.pattern]?.contains { $0.stage == .frame } ?? false }

    /// Whether a path that follows the frame and its corners changes.
    var changesBounds: Bool { changesFrame || keyPath.pattern == "cornerRadius" }

    /// Whether the value is set before the layout.
    func isBeforeLayout(of layer: Layer) -> Bool {
        switch key(in: layer)?.stage {
        case .beforeLayout?: true
        case .frame?: layer.frame != nil
        case .afterLayout?, nil: false
        }
    }

    /// Sets the property to its value at a time.
    ///
    /// - Parameter time: nil changes nothing, and checks that the values can be computed at every time.
    /// - Throws: an error for a layer that has no such property, and for values without anything in between.
    func apply(to layer: inout Layer, at time: Time?) throws(MotionError) {
        guard let property = key(in: layer)?.property else { throw missing }
        switch (values, property) {
        case (.number(let animation), .number(let range, let lens)):
            try apply(animation, lens, &layer, time) { range.held($0) }
        case (.point(let animation), .point(let lens)): try apply(animation, lens, &layer, time) { $0 }
        case (.rect(let animation), .rect(let lens)): try apply(animation, lens, &layer, time, \.withSides)
        case (.numbers(let animation), .numbers(let range, let lens)):
            try apply(animation, lens, &layer, time) { $0.map(range.held) }
        case (.color(let animation), .color(let lens)): try apply(animation, lens, &layer, time) { $0 }
        case (.colors(let animation), .colors(let lens)): try apply(animation, lens, &layer, time) { $0 }
        case (.transform(let animation), .transform(let lens)): try apply(animation, lens, &layer, time) { $0 }
        case (.path(let animation), .path(let lens)): try apply(animation, lens, &layer, time) { $0 }
        case (.text(let animation), .text(let lens)): try apply(animation, lens.discrete, &layer, time) { $0 }
        case (.image(let animation), .image(let lens)): try apply(animation, lens.discrete, &layer, time) { $0 }
        case (.flag(let animation), .flag(let lens)): try apply(animation, lens.discrete, &layer, time) { $0 }
        case (.filter(let animation), .filter(let lens)): try apply(animation, lens, &layer, time) { $0 }
        case (.boxShadow(let animation), .boxShadow(let lens)): try apply(animation, lens, &layer, time) { $0 }
        case (.motionPath(let animation), .point(let lens)):
            guard let own = lens.get(layer, keyPath.indices) else { throw missing }
            guard let time else { return try animation.distance.check(own: 0) }
            guard animation.distance.state(at: time) != nil else { return }
            lens.set(&layer, keyPath.indices, try animation.place(at: time, own: own))
        default: throw MotionError(.values, "the values don't have the type of `\(keyPath)`")
        }
    }

    /// Turns a layer that follows a path.
    func turn(_ layer: inout Layer, at time: Time) throws(MotionError) {
        guard case .motionPath(let animation) = values, let turn = try animation.turn(at: time) else { return }
        layer.transform3D = layer.transform3D.concatenating(Transform3D(turn))
    }

    private func apply<Value: Interpolatable>(
        _ animation: Animation<Value>, _ lens: Lens<Value>, _ layer: inout Layer, _ time: Time?, _ held: (Value) -> Value
    ) throws(MotionError) {
        guard let own = lens.get(layer, keyPath.indices) else { throw missing }
        guard let time else { return try animation.check(own: own) }
        guard animation.state(at: time) != nil else { return }
        lens.set(&layer, keyPath.indices, held(try animation.value(at: time, own: own)))
    }

    private var missing: MotionError { MotionError(.keyPath, "found \"\(keyPath)\", which this layer doesn't have") }
}

extension Layer {
    /// The values of the animated properties, by key path, in the notation of documents.
    ///
    /// - Parameter time: the time that the layer was presented at.
    package func animatedValues(at time: Time) -> JSONObject {
        var result = JSONObject()
        for animation in animations {
            let (path, indices) = (animation.keyPath, animation.keyPath.indices)
            guard let key = animation.key(in: self) else { continue }
            if !key.isReadable, case .number(let values) = animation.values {
                result[path.description] = (try? values.value(at: time, own: 0)).map { .number($0) }
                continue
            }
            func json<Value>(_ lens: Lens<Value>, _ form: Form<Value>) -> JSONValue? {
                lens.get(self, indices).flatMap(form.json)
            }
            result[path.description] =
                switch key.property {
                case .number(_, let lens): json(lens, .number(.any))
                case .point(let lens): json(lens, .point)
                case .rect(let lens): json(lens, .rect)
                case .numbers(_, let lens): json(lens, .animatedNumbers(.any))
                case .color(let lens): json(lens, .color)
                case .colors(let lens): json(lens, .animatedColors)
                case .transform(let lens): json(lens, .animatedTransform)
                case .path(let lens): json(lens, .path)
                case .text(let lens): lens.get(self, indices).map { .string($0) }
                case .image(let lens):
                    lens.get(self, indices).map { if case .file(let path) = $0 { .string(path) } else { "data:" } }
                case .flag(let lens): json(lens, .flag)
                case .filter(let lens): json(lens, .filters)
                case .boxShadow(let lens): json(lens, .shadows)
                }
        }
        return result
    }
}

extension Lens where Value: Hashable & Sendable {
    fileprivate var discrete: Lens<Discrete<Value>> { part({ Discrete($0) }, { $0 = $1.value }) }
}

extension Node.NumberRange {
    /// The nearest number of the range. A timing function that overshoots may leave the range.
    func held(_ number: Double) -> Double {
        let least: Double =
            switch self {
            case .any: -SceneLimits.coordinate
            case .notNegative, .unit: 0
            case .positive, .aboveHorizon: 1e-6
            case .oneOrMore: 1
            }
        let most: Double =
            switch self {
            case .any, .notNegative, .positive, .oneOrMore: SceneLimits.coordinate
            case .unit: 1
            case .aboveHorizon: 90
            }
        return max(least, min(most, number))
    }
}

extension Rect {
    /// The rectangle with sides of zero or more.
    fileprivate var withSides: Rect { Rect(x: minX, y: minY, width: max(0, width), height: max(0, height)) }
}
