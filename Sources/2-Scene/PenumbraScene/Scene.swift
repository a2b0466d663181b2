/// A picture to be made: a canvas and the layers painted on it, back to front.
///
/// All values are resolved: no parameters are left, defaults are filled in, numbers are finite. Lengths are points, y grows
/// downward.
public struct Scene: Hashable, Sendable {
    public var canvas: Canvas
    /// Where shadows with an `elevation` fall.
    public var light: Light
    public var layers: [Layer]

    public init(canvas: Canvas, light: Light = Light(), layers: [Layer] = []) {
        self.canvas = canvas
        self.light = light
        self.layers = layers
    }
}

/// The picture's size and what lies behind all layers.
public struct Canvas: Hashable, Sendable {
    /// Points: what layers without a frame fill. With `fitsContent` a side may be zero.
    public var size: Size
    /// Pixels a point, above zero.
    public var scale: Double
    /// Nil leaves the picture transparent where nothing is painted.
    public var background: Color?
    /// Whether the picture grows on each side, by whole pixels, to hold all that layers paint, shadows and blurs included: to
    /// 4σ, beyond which nothing of them is seen. A size of zero then is the content's own.
    public var fitsContent: Bool
    /// Whether colours are rounded to bytes by an ordered pattern, so that smooth gradients and shadows show no bands. Colours
    /// that are whole bytes of opaque pixels stay as they are.
    public var dither: Bool

    public init(
        size: Size, scale: Double = 1, background: Color? = nil, fitsContent: Bool = false, dither: Bool = false
    ) {
        self.size = size
        self.fitsContent = fitsContent
        self.dither = dither
        self.scale = scale
        self.background = background
    }
}
