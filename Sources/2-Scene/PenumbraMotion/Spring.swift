import PenumbraElementary

/// A mass on a damped spring that moves from 0 to 1: Core Animation's `CASpringAnimation`.
///
/// The distance y = 1 − position obeys m·y″ + c·y′ + k·y = 0 with y(0) = 1 and y′(0) = −`initialVelocity`. With α = c/2m,
/// ω² = k/m and D = ω² − α², the solution is
///
///     y(t) = e^(−αt) · (C + (α − v) · S)
///
/// where C = cos(√D·t) and S = sin(√D·t)/√D if the spring is underdamped (D > 0), C = cosh(√−D·t) and S = sinh(√−D·t)/√−D if it
/// is overdamped (D < 0), and C = 1 and S = t in between. C and S are entire functions of D·t², so motions depend smoothly on
/// the damping, also at the critical one.
public struct Spring: Hashable, Sendable {
    /// Above 0. A larger mass swings more slowly and longer.
    public let mass: Double
    /// Above 0. The spring's force per distance.
    public let stiffness: Double
    /// 0 or more. The friction's force per velocity. A spring without damping swings forever.
    public let damping: Double
    /// The velocity at the start, in distances from 0 to 1 per second. Positive numbers move towards 1.
    public let initialVelocity: Double

    /// α, per second.
    let decay: Double
    /// ω², per second squared.
    let squaredFrequency: Double
    /// D, per second squared: positive if underdamped.
    let discriminant: Double

    /// Core Animation's defaults: mass 1, stiffness 100, damping 10, without an initial velocity.
    public static let standard = Spring(unchecked: 1, 100, 10, 0)

    private init(unchecked mass: Double, _ stiffness: Double, _ damping: Double, _ initialVelocity: Double) {
        (self.mass, self.stiffness, self.damping, self.initialVelocity) = (mass, stiffness, damping, initialVelocity)
        decay = damping / (2 * mass)
        squaredFrequency = stiffness / mass
        // ω² − α² as a difference of squares, which loses fewer bits near the critical damping.
        let frequency = squaredFrequency.squareRoot()
        discriminant =
            4 * mass * stiffness == damping * damping ? 0 : (frequency - decay) * (frequency + decay)
    }

    /// - Throws: an error for a mass or stiffness below 1e-6, negative damping, and numbers whose magnitude exceeds 1e6.
    public init(
        mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0
    ) throws(MotionError) {
        let largest = MotionLimits.output
        try check(mass, in: 1e-6...largest, .mass, "a number from 1e-6 to 1e6")
        try check(stiffness, in: 1e-6...largest, .stiffness, "a number from 1e-6 to 1e6")
        try check(damping, in: 0...largest, .damping, "a number from 0 to 1e6")
        try check(initialVelocity, in: -largest...largest, .initialVelocity, "a number from -1e6 to 1e6")
        self.init(unchecked: mass, stiffness, damping, initialVelocity)
    }

    /// The position after some seconds: 0 at the start, 1 at rest, more where the spring overshoots. 0 for negative times.
    public func position(at seconds: Double) -> Double {
        guard seconds > 0 else { return 0 }
        let (cosine, sine) = waves(at: seconds)
        return 1 - (cosine + (decay - initialVelocity) * sine)
    }

    /// The velocity after some seconds, per second.
    public func velocity(at seconds: Double) -> Double {
        guard seconds > 0 else { return initialVelocity }
        // −y′, with C′ = −D·S, S′ = C and D + α² = ω².
        let (cosine, sine) = waves(at: seconds)
        return initialVelocity * cosine + (squaredFrequency - decay * initialVelocity) * sine
    }

    /// e^(−αt)·C and e^(−αt)·S.
    private func waves(at t: Double) -> (cosine: Double, sine: Double) {
        let square = discriminant * t * t
        if abs(square) < 0.25 {
            // Taylor's series of cos √z and sin √z / √z. The terms left out are below 2^−60.
            let damped = Elementary.exp(-decay * t)
            var (cosine, sine, term) = (1.0, 1.0, 1.0)
            for n in 1...8 {
                term *= -square / Double((2 * n - 1) * 2 * n)
                cosine += term
                sine += term / Double(2 * n + 1)
            }
            return (damped * cosine, damped * t * sine)
        }
        if discriminant > 0 {
            let frequency = discriminant.squareRoot()
            let damped = Elementary.exp(-decay * t)
            let (cosine, sine) = Elementary.cosineAndSine(frequency * t)
            return (damped * cosine, damped * sine / frequency)
        }
        // Two decays instead of hyperbolic functions, which overflow. α − β = ω²/(α + β) has no cancellation.
        let rate = (-discriminant).squareRoot()
        let slow = Elementary.exp(-(squaredFrequency / (decay + rate)) * t)
        let fast = Elementary.exp(-(decay + rate) * t)
        return ((slow + fast) / 2, (slow - fast) / (2 * rate))
    }
}
