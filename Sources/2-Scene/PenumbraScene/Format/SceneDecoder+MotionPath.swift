import PenumbraMotion

/// Positions on a path.
extension SceneDecoder {
    /// Reads the path of an animation. Nil if it has none.
    func motionPath(_ shared: SharedFields, _ keyPath: AnimationKeyPath) throws(SceneError) -> PathAnimation? {
        let fields = shared.fields
        guard let node = try fields["path"] else {
            if fields.has("rotationMode") {
                throw Place.key(fields.node.place, "rotationMode").error("found without `path`, expected both")
            }
            return nil
        }
        guard keyPath.pattern == "position" else {
            throw node.place.error("found a path for `\(keyPath)`; only `position` follows a path")
        }
        let line = try self.path(node)
        let path = try Self.placed(fields) { () throws(MotionError) in try OffsetPath(line) }
        let rotation = try fields["rotationMode"]?.choice(RotationMode.self) ?? .none
        let hasValues = ["values", "from", "to", "by"].contains { fields.has($0) }
        let distance: Animation<Double>
        if hasValues {
            distance = try animation(shared, .number(.any))
        } else {
            distance = Animation(
                try distances(along: path, fields), timing: shared.timing, timingFunction: shared.function,
                isAdditive: shared.isAdditive, isCumulative: shared.isCumulative, groups: shared.groups)
        }
        return PathAnimation(distance, along: path, rotation: rotation)
    }

    /// The distances of a path's segments, or of the whole path at a constant speed.
    private func distances(along path: OffsetPath, _ fields: Fields) throws(SceneError) -> Animation<Double>.Values {
        switch try fields["calculationMode"]?.choice(CalculationMode.self) ?? .linear {
        case .linear, .discrete: return .keyframes(try keyframes(fields, path.ends))
        case .paced:
            let curves = [MotionError.Key.tensionValues, .continuityValues, .biasValues].map(\.rawValue)
            for key in ["keyTimes", "timingFunctions"] + curves where fields.has(key) {
                throw Place.key(fields.node.place, key).error("found beside \"paced\", which has one speed; leave it out")
            }
            return .basic(try Self.placed(fields) { () throws(MotionError) in try BasicValues(from: 0, to: 1) })
        case .cubic, .cubicPaced:
            throw Place.key(fields.node.place, "calculationMode").error(
                "found a curve beside `path`, which is one; write \"linear\" or \"paced\"")
        }
    }
}
