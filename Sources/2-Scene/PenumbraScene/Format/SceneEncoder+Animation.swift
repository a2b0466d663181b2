import PenumbraMotion

/// Animations as documents write them.
extension LayerAnimation {
    func json(_ members: Members) throws(SceneError) -> JSONValue {
        switch values {
        case .number(let values): try json(values, .number(.any), members)
        case .point(let values): try json(values, .point, members)
        case .rect(let values): try json(values, .rect, members)
        case .numbers(let values): try json(values, .animatedNumbers(.any), members)
        case .color(let values): try json(values, .color, members)
        case .colors(let values): try json(values, .animatedColors, members)
        case .transform(let values): try json(values, .animatedTransform, members)
        case .path(let values): try json(values, .path, members)
        case .text(let values): try json(values, Form.shortString.discrete, members)
        case .image(let values): try json(values, Form.file.discrete, members)
        case .flag(let values): try json(values, Form.flag.discrete, members)
        case .filter(let values): try json(values, .filters, members)
        case .boxShadow(let values): try json(values, .shadows, members)
        case .motionPath(let motion): try json(motion.distance, .number(.any), members, along: motion)
        }
    }

    /// An animation inside its groups. Each group holds only this animation: what a group shows doesn't depend on the others.
    private func json<Value: Interpolatable>(
        _ animation: Animation<Value>, _ form: Form<Value>, _ empty: Members, along motion: PathAnimation? = nil
    ) throws(SceneError) -> JSONValue {
        var members = empty
        members.add("keyPath", .string(keyPath.description))
        if let motion {
            members.add("path", PathNotation.json(motion.path.path))
            if motion.rotation != .none { members.add("rotationMode", .string(motion.rotation.rawValue)) }
        }
        switch animation.values {
        case .basic(let values):
            for (key, value) in [("from", values.from), ("to", values.to), ("by", values.by)] {
                if let value { members.add(key, try form.write(value, members.child(key))) }
            }
        case .keyframes(let keyframes):
            members.add("values", try members.child("values").json(keyframes.values, form.write))
            try members.add(keyframes)
        }
        if animation.isAdditive { members.add("additive", true) }
        if animation.isCumulative { members.add("cumulative", true) }
        try TimingValues.keys.write(TimingValues(animation.timing, animation.timingFunction), to: &members)
        for group in animation.groups.reversed() {
            var outer = empty
            outer.add("animations", .array([members.value]))
            try TimingValues.keys.write(TimingValues(group.timing, group.timingFunction), to: &outer)
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
            add("timingFunctions", try child("timingFunctions").json(keyframes.timingFunctions, Form.function.write))
        }
        let curves = [
            ("tensionValues", keyframes.tension), ("continuityValues", keyframes.continuity), ("biasValues", keyframes.bias),
        ]
        for (key, values) in curves where values.contains(where: { $0 != 0 }) { try add(key, values) }
    }

    private mutating func add(_ key: String, _ numbers: [Double]) throws(SceneError) {
        add(key, .array(try child(key).json(numbers)))
    }
}
