/// The tolerances of the tests against mathematics, in 1/255, with their reasons.
enum Tolerance {
    /// The promised accuracy before the last rounding.
    static let beforeRounding = 0.25
    /// The last rounding adds half a level.
    static let picture = 0.5 + beforeRounding
    /// Coverage alone. Curves are flattened to 0.002 pixel and vertices are moved by up to 1/4096 pixel; an edge may suffer
    /// both.
    static let coverage = 0.10
    /// Direct taps. The errors come from the tails beyond four σ and from weights rounded to 1/32768. Measured: 0.019 at σ 3.9.
    static let directBlur = 0.025
    /// The error of the pyramid's own shape. Measured over edges, a rectangle, a disc, a checkerboard and noise: 0.112 at σ 4,
    /// 0.105 at 7.2.
    static let pyramidBlur = 0.13
}
