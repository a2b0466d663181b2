/// Straight lines between points as a timing function: CSS `linear()`.
public struct LinearStops: Hashable, Sendable {
    public struct Stop: Hashable, Sendable {
        public var output: Double
        /// The input, 0…1 within the animation. Nil in a list that is not yet complete.
        public var input: Double?

        public init(_ output: Double, at input: Double? = nil) {
            (self.output, self.input) = (output, input)
        }
    }

    /// The inputs, which never decrease.
    public let inputs: [Double]
    public let outputs: [Double]

    /// Completes a list of stops as CSS Easing Functions 2 does.
    ///
    /// A first stop without an input is at 0, a last one at 1. Inputs lower than an earlier one are raised to it. Stops without
    /// inputs between others are spaced evenly.
    ///
    /// - Throws: an error for an empty list, for more than `MotionLimits.keyframeCount` stops, and for numbers whose magnitude
    ///   exceeds 1e6.
    public init(_ stops: [Stop]) throws(MotionError) {
        guard !stops.isEmpty else { throw MotionError(.timingFunction, "found linear() without stops, expected one or more") }
        guard stops.count <= MotionLimits.keyframeCount else {
            throw MotionError(
                .timingFunction, "found \(stops.count) stops in linear(), expected at most \(MotionLimits.keyframeCount)")
        }
        let range = -MotionLimits.output...MotionLimits.output
        var known: [Double?] = []
        var largest = -Double.infinity
        for (index, stop) in stops.enumerated() {
            try check(stop.output, in: range, .timingFunction, "outputs of linear() from -1e6 to 1e6")
            var input = stop.input
            if index == 0 { input = input ?? 0 }
            if index == stops.count - 1 { input = input ?? 1 }
            if let given = input {
                try check(given, in: range, .timingFunction, "inputs of linear() from -1e6 to 1e6")
                largest = max(largest, given)
                input = largest
            }
            known.append(input)
        }
        inputs = Self.spaced(known)
        outputs = stops.map(\.output)
    }

    /// Spaces missing numbers evenly. The first and the last number are there.
    private static func spaced(_ known: [Double?]) -> [Double] {
        var inputs: [Double] = []
        var missing = 0
        for input in known {
            guard let input else {
                missing += 1
                continue
            }
            let last = inputs.last ?? input
            for step in 0..<missing { inputs.append(last + (input - last) * Double(step + 1) / Double(missing + 1)) }
            inputs.append(input)
            missing = 0
        }
        return inputs
    }

    /// The output at an input. At a jump, the last of the stops counts. Outside the stops, the outermost lines continue.
    public func value(at x: Double) -> Double {
        guard outputs.count > 1 else { return outputs.first ?? x }
        // The first stop beyond x.
        let after = inputs.partition { $0 > x }
        if after > 0, inputs[after - 1] == x { return outputs[after - 1] }
        let right = min(max(after, 1), outputs.count - 1)
        let left = right - 1
        let width = inputs[right] - inputs[left]
        guard width > 0 else { return after == 0 ? outputs[left] : outputs[right] }
        return outputs[left] + (outputs[right] - outputs[left]) * ((x - inputs[left]) / width)
    }
}

extension [Double] {
    /// The index of the first element that meets a condition; all elements after it must meet it, too. The number of elements
    /// if none does.
    func partition(_ meets: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if meets(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
