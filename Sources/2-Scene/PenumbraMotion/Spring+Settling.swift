import PenumbraElementary

extension Spring {
    /// The distance from 1 at which a spring counts as settled, as in Core Animation.
    public static let settlingDistance = 0.001

    /// The time after which an envelope of the motion stays within `settlingDistance` of 1, in seconds. Infinite if that takes
    /// longer than `MotionLimits.longestTime`, as it does without damping.
    ///
    /// The envelope is e^(−αt)·(1 + |α − v|/√D) for an underdamped spring: the magnitudes of both waves, added. It gives the
    /// 1.4727 seconds of Core Animation's default spring. Where 1/√D exceeds t, t takes its place, since |sin(√D·t)|/√D ≤ t.
    /// The envelope thereby passes smoothly into e^(−αt)·(cosh(βt) + |α − v|·sinh(βt)/β) with β = √−D, for an overdamped
    /// spring. That is the motion itself if v ≤ α.
    public var settlingDuration: Double {
        guard decay > 0 else { return .infinity }
        // The envelope starts at 1, rises or not, and then falls forever. So it passes the distance once.
        var (low, high) = (0.0, 1 / max(decay, 1))
        while envelope(at: high) > Self.settlingDistance {
            guard high <= MotionLimits.longestTime else { return .infinity }
            (low, high) = (high, 2 * high)
        }
        // Bisection down to neighbouring doubles. Sixty halvings suffice unless `low` is 0.
        for _ in 0..<120 {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { break }
            if envelope(at: middle) > Self.settlingDistance { low = middle } else { high = middle }
        }
        return high <= MotionLimits.longestTime ? high : .infinity
    }

    /// A bound of the distance from 1 at a time.
    private func envelope(at t: Double) -> Double {
        let slope = abs(decay - initialVelocity)
        if discriminant >= 0 {
            let frequency = discriminant.squareRoot()
            let sine = frequency * t > 1 ? 1 / frequency : t
            return Elementary.exp(-decay * t) * (1 + slope * sine)
        }
        let rate = (-discriminant).squareRoot()
        // Below a thousandth, cosh(βt) is 1 and sinh(βt)/β is t to within a millionth.
        if rate * t < 1e-3 { return Elementary.exp(-decay * t) * (1 + slope * t) }
        let slow = Elementary.exp(-(squaredFrequency / (decay + rate)) * t)
        let fast = Elementary.exp(-(decay + rate) * t)
        return (slow + fast) / 2 + slope * (slow - fast) / (2 * rate)
    }
}
