import PenumbraElementary
import PenumbraMotion

/// Animations as documents write them.
extension SceneEncoder {
    func add(_ animations: [LayerAnimation], to members: inout Members) throws(SceneError) {
        guard !animations.isEmpty else { return }
        let place = Place.key(members.place, "animations")
        var list: [JSONValue] = []
        for (index, animation) in animations.enumerated() {
            list.append(try value(animation, .index(place, index)))
        }
        members.add("animations", .array(list))
    }

    private func value(_ animation: LayerAnimation, _ place: Place) throws(SceneError) -> JSONValue {
        let path = animation.keyPath
        return switch animation.values {
        case .number(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in try members.add(key, value) }
        case .point(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in try members.add(key, value) }
        case .rect(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in try members.add(key, value) }
        case .numbers(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in try members.add(key, value) }
        case .color(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in try members.add(key, value) }
        case .colors(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in
                members.add(key, .array(value.map { .string($0.css) }))
            }
        case .transform(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in members.add(key, .string(value.css)) }
        case .path(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in try members.add(key, value) }
        case .text(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in
                members.add(key, .string(value.value.replacingParameterMarks))
            }
        case .image(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in
                members.add(key, .string(text(of: value.value)))
            }
        case .flag(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in members.add(key, .bool(value.value)) }
        case .filter(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in
                guard !value.elements.isEmpty else { return members.add(key, "none") }
                try members.addFilter(key, value.elements)
            }
        case .boxShadow(let values):
            try value(values, path, place) { value, key, members throws(SceneError) in
                guard !value.elements.isEmpty else { return members.add(key, "none") }
                try members.add(key, value.elements)
            }
        case .motionPath(let motion):
            try value(motion.distance, path, place, along: motion) { value, key, members throws(SceneError) in
                try members.add(key, value)
            }
        }
    }

    /// An animation inside its groups. Each group holds only this animation: what a group shows doesn't depend on the others.
    private func value<Value: Interpolatable>(
        _ animation: Animation<Value>, _ path: AnimationKeyPath, _ place: Place, along motion: PathAnimation? = nil,
        _ add: (Value, String, inout Members) throws(SceneError) -> Void
    ) throws(SceneError) -> JSONValue {
        var members = Members(place)
        members.add("keyPath", .string(path.description))
        if let motion {
            members.add("path", PathNotation.json(motion.path.path))
            members.add("rotationMode", motion.rotation, default: .none)
        }
        switch animation.values {
        case .basic(let values):
            if let from = values.from { try add(from, "from", &members) }
            if let to = values.to { try add(to, "to", &members) }
            if let by = values.by { try add(by, "by", &members) }
        case .keyframes(let keyframes):
            var list: [JSONValue] = []
            for value in keyframes.values {
                var element = Members(.key(place, "values"))
                try add(value, "", &element)
                if case .object(let object) = element.value { list += object.members.map(\.value) }
            }
            members.add("values", .array(list))
            try members.add(keyframes)
        }
        members.add("additive", animation.isAdditive, default: false)
        members.add("cumulative", animation.isCumulative, default: false)
        try members.add(animation.timing, animation.timingFunction)
        for group in animation.groups.reversed() {
            var outer = Members(place)
            outer.add("animations", .array([members.value]))
            try outer.add(group.timing, group.timingFunction)
            members = outer
        }
        return members.value
    }
}

extension Members {
    fileprivate mutating func add<Value: Interpolatable>(_ keyframes: Keyframes<Value>) throws(SceneError) {
        add("calculationMode", .string(keyframes.mode.rawValue))
        switch keyframes.mode {
        case .paced, .cubicPaced: break
        case .linear, .discrete, .cubic: try add("keyTimes", keyframes.keyTimes)
        }
        if !keyframes.timingFunctions.isEmpty {
            var functions: [JSONValue] = []
            for function in keyframes.timingFunctions { functions.append(try value(function)) }
            add("timingFunctions", .array(functions))
        }
        let zeros = [Double](repeating: 0, count: keyframes.values.count)
        try add("tensionValues", keyframes.tension, default: zeros)
        try add("continuityValues", keyframes.continuity, default: zeros)
        try add("biasValues", keyframes.bias, default: zeros)
    }

    fileprivate mutating func add(_ timing: Timing, _ function: TimingFunction) throws(SceneError) {
        try add("beginTime", timing.beginTime, default: 0)
        try add("duration", timing.duration)
        try add("speed", timing.speed, default: 1)
        try add("timeOffset", timing.timeOffset, default: 0)
        switch timing.repetition {
        case .count(.infinity): add("repeatCount", "infinite")
        case .count(let count): try add("repeatCount", count, default: 1)
        case .duration(let seconds): try add("repeatDuration", seconds)
        }
        add("autoreverses", timing.autoreverses, default: false)
        add("fillMode", timing.fillMode, default: .removed)
        if function != .linear { add("timingFunction", try value(function)) }
    }

    private func value(_ function: TimingFunction) throws(SceneError) -> JSONValue {
        switch function {
        case .linear: return "linear"
        case .cubicBezier(let curve):
            let numbers = [curve.x1, curve.y1, curve.x2, curve.y2].map(DecimalNumber.text)
            return .string("cubic-bezier(\(numbers.joined(separator: ", ")))")
        case .steps(let steps): return .string("steps(\(steps.count), \(steps.position.rawValue))")
        case .stops(let stops):
            let list = zip(stops.outputs, stops.inputs).map { "\(DecimalNumber.text($0)) \(DecimalNumber.percentage($1))" }
            return .string("linear(\(list.joined(separator: ", ")))")
        case .spring(let spring):
            var members = Members(.key(place, "spring"))
            try members.add("mass", spring.mass, default: 1)
            try members.add("stiffness", spring.stiffness, default: 100)
            try members.add("damping", spring.damping, default: 10)
            try members.add("initialVelocity", spring.initialVelocity, default: 0)
            return .object(JSONObject([.init(key: "spring", value: members.value)]))
        }
    }
}
