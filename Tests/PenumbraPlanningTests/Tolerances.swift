/// Every tolerance of these tests, in levels of 255 after the last rounding, which alone makes half a level.
///
/// What was measured is the largest difference over all pictures of a suite, at scales 1, 2, 3 and 1.5.
enum Tolerance {
    /// Half a level, and a quarter for all that comes before. Measured: inner shadows 0.598, indents 0.528, outer shadows
    /// 0.606, masks 0.558, gradients 0.576, backdrops 0.612, groups 0.537.
    static let picture = 0.65
    /// Straight bytes under an alpha that is a rounded byte too: half a level each. Measured: 0.886.
    static let straightBytes = 0.95
    /// Many steps one over another. Measured over the first thousand scenes: 0.645.
    static let combination = 0.75
    /// Two properties of layers together, and what is around them. Measured over 5,800 scenes: 0.725.
    static let corner = 0.9
    /// The same without a background, where bytes are straight. Measured: 1.188.
    static let straightCorner = 1.4
    /// Two ways to the same picture, each rounded: a level, and half of one where straight bytes are rounded under alpha.
    static let rounding = 1.6
    /// A hard-edged alpha distorted and not blurred: 16 × 16 places in each pixel stand for its area. Measured: 1.375.
    static let distortedEdge = 1.5
    /// How far a partly covered pixel's edge lies out is known to a fraction of a pixel where the edge is oblique. Measured:
    /// 32.0, an eighth of a pixel (spread 3), 21.8 (8.5), 17.1 (−3.25).
    static let spreadPixels = 33.0
    /// Steps of σ instead of a σ for each pixel; with the rounding still below a level. Measured: noise 0.795, edges 0.846,
    /// waves 0.825.
    static let progressive = 0.95
    /// Four rounded bytes against one: 0.75 is rounding alone. Measured: 0.75.
    static let closerAreas = 0.76
    /// Area in a pixel is one more box blur, and a smaller one in smaller pixels: σ² differs by (1 − 1/4)/12. Measured at σ 2
    /// and 3: 1.0.
    static let closerBlurs = 1.1
    /// The centre of a pixel against the mean of four places in it, where a gradient bends. Measured: 1.25.
    static let closerGradients = 1.35
}
