extension Keyframes {
    /// Throws if neighbouring values have nothing in between, so that the error appears before the first frame.
    static func checkNeighbours(_ values: [Value], _ mode: CalculationMode) throws(MotionError) {
        guard mode != .discrete else { return }
        for index in values.indices.dropFirst() {
            do {
                _ = try values[index - 1].interpolated(to: values[index], at: 0.5)
            } catch {
                throw error.moved(to: .values, at: index)
            }
        }
    }

    static func checked(
        _ keyTimes: [Double]?, valueCount: Int, _ mode: CalculationMode
    ) throws(MotionError) -> [Double]? {
        guard let keyTimes else { return nil }
        if mode.isPaced {
            throw MotionError(
                .keyTimes, "found key times of \(mode.rawValue) values, which follow from distances; leave them out")
        }
        let counts = mode == .discrete ? [valueCount, valueCount + 1] : [valueCount]
        guard counts.contains(keyTimes.count) else {
            let wanted = counts.map { "\($0)" }.joined(separator: " or ")
            throw MotionError(.keyTimes, "found \(keyTimes.count) key times of \(valueCount) values, expected \(wanted)")
        }
        for (index, time) in keyTimes.enumerated() {
            try check(time, in: 0...1, .keyTimes, at: index, "a number from 0 to 1")
            if index > 0, time < keyTimes[index - 1] {
                let previous = text(keyTimes[index - 1])
                throw MotionError(
                    .keyTimes, at: index, "found \(text(time)) after \(previous), expected times that never decrease")
            }
        }
        if let first = keyTimes.first, first != 0 {
            throw MotionError(.keyTimes, at: 0, "found \(text(first)), expected 0")
        }
        let reachesEnd = mode != .discrete || keyTimes.count > valueCount
        if reachesEnd, keyTimes.count > 1, let last = keyTimes.last, last != 1 {
            throw MotionError(.keyTimes, at: keyTimes.count - 1, "found \(text(last)), expected 1")
        }
        return Array(keyTimes.prefix(valueCount))
    }

    static func checked(
        _ functions: [TimingFunction]?, valueCount: Int, _ mode: CalculationMode
    ) throws(MotionError) -> [TimingFunction] {
        guard let functions else { return [] }
        if mode == .discrete || mode.isPaced {
            throw MotionError(
                .timingFunctions, "found timing functions of \(mode.rawValue) values, which have none; leave them out")
        }
        guard functions.count == valueCount - 1 else {
            throw MotionError(
                .timingFunctions,
                "found \(functions.count) timing functions, expected \(valueCount - 1), one fewer than the values")
        }
        return functions.allSatisfy { $0 == .linear } ? [] : functions
    }

    /// Evenly spaced key times. Discrete values have as many segments as values, others one fewer.
    static func even(_ count: Int, segments: Int) -> [Double] {
        (0..<count).map { segments > 0 ? Double($0) / Double(segments) : 0 }
    }

    /// Key times in proportion to the distances covered. Even ones if all values are equal.
    static func paced(_ values: [Value]) throws(MotionError) -> [Double] {
        var sums = [0.0]
        for index in values.indices.dropFirst() {
            do {
                sums.append(sums[index - 1] + (try values[index - 1].distance(to: values[index])))
            } catch {
                throw error.moved(to: .calculationMode)
            }
        }
        return Self.normalized(sums) ?? even(values.count, segments: values.count - 1)
    }

    /// Running sums divided by the last one. Nil if that is 0 or not finite.
    static func normalized(_ sums: [Double]) -> [Double]? {
        guard let total = sums.last, total > 0, total.isFinite else { return nil }
        return sums.map { $0 / total }
    }
}
