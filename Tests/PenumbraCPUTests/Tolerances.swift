/// Every tolerance of the tests against mathematics, in 1/255, with its reason.
enum Tolerance {
    /// What is promised before the last rounding.
    static let beforeRounding = 0.25
    /// The last rounding adds half a level.
    static let picture = 0.5 + beforeRounding
    /// Coverage alone: curves flattened to 0.002 pixel and vertices moved to 1/4096 pixel, both of which an edge may have.
    static let coverage = 0.10
    /// Direct taps: what lies beyond four σ, and weights rounded to 1/32768. Measured: 0.019 at σ 3.9.
    static let directBlur = 0.025
    /// The pyramid's own shape. Measured over edges, a rectangle, a disc, a checkerboard and noise: 0.112 at σ 4, 0.105 at 7.2.
    static let pyramidBlur = 0.13
}
