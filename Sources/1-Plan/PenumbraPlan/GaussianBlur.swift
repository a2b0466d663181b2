/// How a Gaussian of one σ is made from passes: by direct taps when it is small, else at a lower resolution.
///
/// A chain of `halvings` downsamplings by [1 3 3 1]/8 has a variance of (h² − 1)/4 pixels², h = 2^halvings, and the cubic
/// B-spline that brings it back one of h²/3. What is missing to σ² is left to a Gaussian at the low resolution.
/// Each is so smooth that their sum is a Gaussian but for a fraction of 1/255; Tests/PenumbraCPUTests/Tolerances.swift has the
/// bound and what was measured.
public struct GaussianBlur: Hashable, Sendable {
    /// In pixels of the full resolution.
    public let sigma: Double
    /// How often the resolution is halved; 0 for direct taps.
    public let halvings: Int
    /// The standard deviation that is left for the low resolution, in its pixels.
    public let lowSigma: Double

    /// Below this σ, in pixels, taps are applied directly: 33 at most.
    public static let smallestPyramidSigma = 4.0
    /// The Gaussian at the low resolution keeps at least this variance: below it, the chain's own shape would show.
    public static let smallestLowVariance = 2.25

    /// Beyond this σ, in pixels, a shadow is nothing: even a caster of 262,144² pixels, the largest that can be tessellated,
    /// leaves less than 0.03/255 of itself anywhere.
    public static let largestSigma = 1e7

    /// - Parameter sigma: pixels, zero or more.
    public init(sigma: Double) {
        self.sigma = sigma
        // A tap's weight is the Gaussian's integral over a pixel, which adds the variance of a pixel's width, 1/12. The
        // low-resolution kernel adds that of its own, larger pixel; the rest must make up the difference.
        func lowVariance(_ k: Int) -> Double {
            let h = Double(1 << k)
            return (sigma * sigma + 1.0 / 12 - (h * h - 1) / 4 - h * h / 3) / (h * h) - 1.0 / 12
        }
        var k = 0
        if sigma >= Self.smallestPyramidSigma {
            while k < 12 && lowVariance(k + 1) >= Self.smallestLowVariance { k += 1 }
        }
        halvings = k
        lowSigma = k == 0 ? sigma : lowVariance(k).squareRoot()
    }

    /// Full-resolution pixels a low-resolution one covers on each side.
    public var factor: Int { 1 << halvings }

    /// How far, in full-resolution pixels, the blurred picture can reach beyond the sharp one.
    public var reach: Int {
        guard halvings > 0 else { return PolyphaseKernel.reach(sigma: sigma) + 1 }
        // The low kernel's reach, two cells of the spline and one of the downsampling, in low pixels.
        return (PolyphaseKernel.reach(sigma: lowSigma) + 4) * factor
    }
}
