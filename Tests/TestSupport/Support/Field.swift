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

    /// The pixels of a row that are not zero, from the first to the last; nil if all are zero.
    public func painted(inRow y: Int) -> Range<Int>? {
        guard y >= pixels.y, y < pixels.maxY else { return nil }
        let row = values[(y - pixels.y) * pixels.width..<(y - pixels.y + 1) * pixels.width]
        guard let first = row.firstIndex(where: { $0 != 0 }), let last = row.lastIndex(where: { $0 != 0 }) else { return nil }
        let shift = pixels.x - row.startIndex
        return first + shift..<last + shift + 1
    }

    /// The sum of pixels of a row times weights. The first weight belongs to the pixel `x`; all pixels lie inside the field.
    public func sum(row y: Int, from x: Int, times weights: ArraySlice<Double>) -> Double {
        let start = (y - pixels.y) * pixels.width + x - pixels.x
        precondition(x >= pixels.x && x + weights.count <= pixels.maxX && values.indices.contains(start))
        return values.withUnsafeBufferPointer { values in
            weights.withUnsafeBufferPointer { weights in
                var sum = 0.0
                for i in 0..<weights.count { sum += weights[i] * values[start + i] }
                return sum
            }
        }
    }
}
