import PenumbraBitmap
import PenumbraMotion

/// A picture to draw: a canvas and the layers painted on it, back to front.
///
/// All values are resolved: no parameters are left, defaults are filled in, and numbers are finite. Lengths are in points, and
/// y grows downward.
public struct Scene: Hashable, Sendable {
    public var canvas: Canvas
    /// The light that moves shadows with an `elevation`.
    public var light: Light
    public var layers: [Layer]
    /// The time that the picture shows. Animations give layers the values they have then. Documents don't contain it.
    public var time: Time

    public init(canvas: Canvas, light: Light = Light(), layers: [Layer] = [], time: Time = .zero) {
        self.canvas = canvas
        self.light = light
        self.layers = layers
        self.time = time
    }
}

/// The size, scale and background of the picture.
public struct Canvas: Hashable, Sendable {
    /// The size in points. Layers without a frame fill it. With `fitsContent` a side may be zero.
    public var size: Size
    /// Pixels per point. Above zero.
    public var scale: Double
    /// The paint behind all layers. Nil leaves the picture transparent where nothing is painted.
    ///
    /// A gradient covers the whole picture, also one that grows to fit its content.
    public var background: Paint?
    /// Whether the picture grows on each side, by whole pixels, to hold everything that layers paint, including shadows and
    /// blurs.
    ///
    /// Shadows and blurs count up to 4σ, beyond which they're invisible. With a size of zero the picture has the content's own
    /// size.
    public var fitsContent: Bool
    /// Whether colours are rounded to bytes with an ordered pattern, so that smooth gradients and shadows show no bands.
    ///
    /// Opaque pixels whose colours are already whole bytes stay unchanged.
    public var dither: Bool
    /// The colour space of the picture's bytes. Colours are mixed and filtered in it. Pictures and colours are converted to it.
    public var colorSpace: ColorSpace
    /// The bits per channel of the picture. Pictures of 16 bits can be written as PNG only. They aren't dithered.
    public var depth: PixelDepth
    /// How long the scene plays, in seconds. Nil means until its last animation ends.
    public var duration: Double?
    /// Whether colours outside the colour space are clipped without a notice, as on a page, where CSS clips them.
    package var clipsColors = false

    public init(
        size: Size, scale: Double = 1, background: Paint? = nil, fitsContent: Bool = false, dither: Bool = false,
        colorSpace: ColorSpace = .srgb, depth: PixelDepth = .eight, duration: Double? = nil
    ) {
        self.size = size
        self.fitsContent = fitsContent
        self.dither = dither
        self.colorSpace = colorSpace
        self.depth = depth
        self.scale = scale
        self.background = background
        self.duration = duration
    }
}
