import PenumbraGeometry

/// A picture to be made: a canvas and the layers painted on it, back to front.
///
/// All values are resolved: no parameters are left, defaults are filled in, numbers are finite. Lengths are points, y grows downward.
public struct Scene: Hashable, Sendable {
    public var canvas: Canvas
    public var layers: [Layer]

    public init(canvas: Canvas, layers: [Layer] = []) {
        self.canvas = canvas
        self.layers = layers
    }
}

/// The picture's size and what lies behind all layers.
public struct Canvas: Hashable, Sendable {
    /// Points.
    public var size: Size
    /// Pixels a point, above zero.
    public var scale: Double
    /// Nil leaves the picture transparent where nothing is painted.
    public var background: Color?

    public init(size: Size, scale: Double = 1, background: Color? = nil) {
        self.size = size
        self.scale = scale
        self.background = background
    }
}
