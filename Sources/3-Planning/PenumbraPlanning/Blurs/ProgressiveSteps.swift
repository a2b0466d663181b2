import PenumbraPlan

/// The blurs that a progressive blur is mixed from.
///
/// At each pixel σ is a share m of the largest. Between two steps the pictures are mixed in proportion to σ², along which a
/// Gaussian blur changes most evenly (it solves the heat equation, with σ² as the time).
struct ProgressiveSteps {
    /// Rising, from 0 to the largest, in pixels.
    let sigmas: [Double]

    /// Below this σ no tap but the middle one has any weight, and one step serves.
    private static let first = 0.14
    /// Steps this far apart keep the picture within 0.5/255 of a Gaussian of each pixel's own σ, on the worst of pictures. For
    /// small σ these are noise and checkerboards in black and white. For larger ones they are waves π·σ long, and edges: a
    /// wave's strength exp(−t·ω²/2) is mixed linearly in t = σ², and a step from t to q²·t is off by (q² − 1)²·e⁻²/2 of its
    /// height at most.
    private static func ratio(at sigma: Double) -> Double { sigma < 2.5 ? 1.09 : 1.11 }

    init(sigma: Double) {
        var rising = [0, min(sigma, Self.first)]
        while let last = rising.last, last < sigma { rising.append(min(sigma, last * Self.ratio(at: last))) }
        sigmas = rising
    }

    /// How far a mask value lies between step `index` and the one before; nil where they are one in fixed point.
    func map(to index: Int) -> MaskMap? {
        guard let largest = sigmas.last, largest > 0 else { return nil }
        func square(_ sigma: Double) -> UInt32 {
            UInt32((sigma / largest * sigma / largest * Double(1 << 30)).rounded())
        }
        let (from, to) = (square(sigmas[index - 1]), square(sigmas[index]))
        return from < to ? .squareRamp(low: from, high: to) : nil
    }
}
