import PenumbraGeometry

/// The pixels of the canvas.
struct PixelGrid {
    /// Pixels per point.
    var scale: Double

    /// The rectangle with its edges on the nearest lines between pixels.
    func rounded(_ rect: Rect) -> Rect {
        let x = line(rect.minX)
        let y = line(rect.minY)
        return Rect(x: x, y: y, width: line(rect.maxX) - x, height: line(rect.maxY) - y)
    }

    private func line(_ value: Double) -> Double {
        let pixels = value * scale + 0.5
        return pixels.rounded(.down) / scale
    }
}
