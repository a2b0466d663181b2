import PenumbraGeometry

/// A rectangle of real numbers, one per pixel, at a position in the plane.
public struct Field: Sendable {
    public let pixels: PixelRect
    public var values: [Double]

    public init(_ pixels: PixelRect, repeating value: Double = 0) {
        self.pixels = pixels
        values = Array(repeating: value, count: pixels.width * pixels.height)
    }

    /// The value of the pixel (x, y) of the plane; 0 outside.
    public subscript(x: Int, y: Int) -> Double {
        get {
            guard x >= pixels.x, y >= pixels.y, x < pixels.maxX, y < pixels.maxY else { return 0 }
            return values[(y - pixels.y) * pixels.width + x - pixels.x]
        }
        set { values[(y - pixels.y) * pixels.width + x - pixels.x] = newValue }
    }
}
