/// The tolerances of these tests, in levels of 255 after the last rounding, which alone accounts for half a level.
///
/// Each measured value is the largest difference over all pictures of a suite, at scales 1, 2, 3 and 1.5.
enum Tolerance {
    /// Half a level, and a quarter for all earlier steps. Measured: inner shadows 0.598, indents 0.528, outer shadows 0.606,
    /// masks 0.558, gradients 0.576, backdrops 0.612, groups 0.537.
    static let picture = 0.65
    /// Straight bytes under an alpha that is also a rounded byte: half a level each. Measured: 0.886.
    static let straightBytes = 0.95
    /// Many steps on top of each other. Measured over the first thousand scenes: 0.645.
    static let combination = 0.75
    /// Two combined layer properties and their surroundings. Measured over 5,800 scenes: 0.725.
    static let corner = 0.9
    /// The same without a background, where bytes are straight. Measured: 1.188.
    static let straightCorner = 1.4
    /// Two ways to the same picture, each rounded: a level, plus half a level where straight bytes are rounded under alpha.
    static let rounding = 1.6
    /// An alpha distorted but not blurred. The place of a pixel's area is rounded to a phase. Measured: 1.193.
    static let distortedEdge = 1.25
    /// The distance of a partly covered pixel's edge, which is known only to a fraction of a pixel if the edge is oblique.
    /// Measured: 32.0, an eighth of a pixel (spread 3), 21.8 (8.5), 17.1 (−3.25).
    static let spreadPixels = 33.0
    /// Steps of σ instead of one σ per pixel; including rounding still below a level. Measured: noise 0.795, edges 0.846, waves
    /// 0.825.
    static let progressive = 0.95
    /// Blurs mixed at a low resolution, including rounding. Measured: 0.735.
    static let slowRamp = 0.75
    /// Four rounded bytes against one: rounding alone accounts for 0.75. Measured: 0.75.
    static let closerAreas = 0.76
    /// The area of a pixel acts as one more box blur, which is smaller for smaller pixels: σ² differs by (1 − 1/4)/12. Measured
    /// at σ 2 and 3: 1.0.
    static let closerBlurs = 1.1
    /// The centre of a pixel against the mean of four positions in it, where a gradient bends. Measured: 1.25.
    static let closerGradients = 1.35
}
