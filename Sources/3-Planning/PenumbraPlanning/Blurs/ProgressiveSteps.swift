import PenumbraPlan

/// The blurs that a progressive blur mixes.
///
/// At each pixel, σ is a share m of the largest σ. Between two steps, the pictures are mixed in proportion to σ². A Gaussian
/// blur changes most evenly along σ²: it solves the heat equation with σ² as the time.
struct ProgressiveSteps {
    /// The σ of each step in pixels, rising from 0 to the largest σ.
    let sigmas: [Double]

    /// Below this σ, only the middle tap has any weight, so one step is enough.
    private static let first = 0.14
    /// The ratio of consecutive σ. It keeps the picture within 0.5/255 of a Gaussian of each pixel's own σ, even for the worst
    /// pictures.
    ///
    /// For small σ, the worst pictures are noise and checkerboards in black and white. For larger σ, they are edges, and waves
    /// of length π·σ. A wave's strength exp(−t·ω²/2) is mixed linearly in t = σ². A step from t to q²·t is off by at most (q² −
    /// 1)²·e⁻²/2 of its height.
    private static func ratio(at sigma: Double) -> Double { sigma < 2.5 ? 1.09 : 1.11 }

    init(sigma: Double) {
        var rising = [0, min(sigma, Self.first)]
        while let last = rising.last, last < sigma { rising.append(min(sigma, last * Self.ratio(at: last))) }
        sigmas = rising
    }

    /// Maps a mask value to its position between the previous step and step `index`. Nil if both steps are equal in fixed
    /// point.
    func map(to index: Int) -> MaskMap? {
        guard let largest = sigmas.last, largest > 0 else { return nil }
        func square(_ sigma: Double) -> UInt32 {
            UInt32((sigma / largest * sigma / largest * Double(1 << 30)).rounded())
        }
        let (from, to) = (square(sigmas[index - 1]), square(sigmas[index]))
        return from < to ? .squareRamp(low: from, high: to) : nil
    }
}
