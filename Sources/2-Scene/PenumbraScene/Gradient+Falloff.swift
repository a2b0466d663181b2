import PenumbraElementary

extension Gradient {
    /// The share of the second colour at a fraction `f` (0…1) of the way between two stops with a Gaussian falloff.
    ///
    /// The formula is (erf((6f − 3)/√2)/erf(3/√2) + 1)/2, the profile of a shadow's edge over six σ.
    public static func gaussianFalloff(_ f: Double) -> Double {
        let root = 2.0.squareRoot()
        return (Elementary.erf((6 * f - 3) / root) / Elementary.erf(3 / root) + 1) / 2
    }
}
