/// How passes make a Gaussian of one σ: by direct taps when σ is small, otherwise at a lower resolution.
///
/// Let h = 2^halvings. A chain of `halvings` downsamplings by [1 3 3 1]/8 has a variance of (h² − 1)/4 pixels². The cubic
/// B-spline that enlarges the result again has a variance of h²/3. A Gaussian at the low resolution supplies the rest of σ².
/// All three are so smooth that their sum differs from a Gaussian by only a fraction of 1/255. The bound and the measurements
/// are in Tests/2-Renderers/PenumbraCPUTests/Tolerances.swift.
public struct GaussianBlur: Hashable, Sendable {
    /// The standard deviation in pixels of the full resolution.
    public let sigma: Double
    /// How often the resolution is halved; 0 for direct taps.
    public let halvings: Int
    /// The standard deviation of the Gaussian at the low resolution, in low-resolution pixels.
    public let lowSigma: Double

    /// Below this σ, in pixels, taps are applied directly: 33 taps at most.
    public static let smallestPyramidSigma = 4.0
    /// The smallest variance of the Gaussian at the low resolution. Below it, the shape of the downsampling chain would show.
    public static let smallestLowVariance = 2.25

    /// The largest σ, in pixels, at which a shadow still has any effect. Beyond it, even a caster of 262,144² pixels, the
    /// largest that can be tessellated, leaves less than 0.03/255 anywhere.
    public static let largestSigma = 1e7

    /// Chooses the passes for a Gaussian.
    ///
    /// - Parameter sigma: pixels, zero or more.
    public init(sigma: Double) {
        var k = 0
        if sigma >= Self.smallestPyramidSigma {
            while k < 12 && Self.lowVariance(of: sigma, k + 1) >= Self.smallestLowVariance { k += 1 }
        }
        self.init(sigma: sigma, halvings: k)
    }

    /// Creates the passes for a Gaussian at a given resolution.
    ///
    /// - Parameter halvings: at most as many as `init(sigma:)` chooses, or few more.
    public init(sigma: Double, halvings: Int) {
        self.sigma = sigma
        self.halvings = halvings
        lowSigma = halvings == 0 ? sigma : max(0, Self.lowVariance(of: sigma, halvings)).squareRoot()
    }

    /// The variance of the Gaussian at the low resolution.
    ///
    /// A tap's weight is the Gaussian's integral over a pixel, which adds the variance of a pixel's width, 1/12. The
    /// low-resolution kernel adds the variance of its own, larger pixel. The low Gaussian must make up the difference.
    private static func lowVariance(of sigma: Double, _ halvings: Int) -> Double {
        let h = Double(1 << halvings)
        return (sigma * sigma + 1.0 / 12 - (h * h - 1) / 4 - h * h / 3) / (h * h) - 1.0 / 12
    }

    /// The number of full-resolution pixels that a low-resolution pixel covers on each side.
    public var factor: Int { 1 << halvings }

    /// How far, in full-resolution pixels, the blurred picture can reach beyond the sharp one.
    public var reach: Int {
        guard halvings > 0 else { return PolyphaseKernel.reach(sigma: sigma) + 1 }
        // The low kernel's reach, plus two cells of the spline and one cell of the downsampling, in low-resolution pixels.
        return (PolyphaseKernel.reach(sigma: lowSigma) + 4) * factor
    }
}
