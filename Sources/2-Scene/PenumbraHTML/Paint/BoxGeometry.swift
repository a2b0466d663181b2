import PenumbraGeometry

/// The used sizes of one box, in points.
package struct BoxGeometry: Hashable, Sendable {
    /// The size of the border box.
    package var size: Size
    /// The used widths of the borders: top, right, bottom, left.
    package var border: [Double]
    /// The used paddings: top, right, bottom, left.
    package var padding: [Double]

    package init(size: Size, border: [Double] = [0, 0, 0, 0], padding: [Double] = [0, 0, 0, 0]) {
        func four(_ values: [Double]) -> [Double] { (0..<4).map { $0 < values.count ? max(0, values[$0]) : 0 } }
        self.size = Size(width: max(0, size.width), height: max(0, size.height))
        (self.border, self.padding) = (four(border), four(padding))
    }

    /// The border box, at the origin.
    var borderBox: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
    var paddingBox: Rect { borderBox.inset(by: border) }
    var contentBox: Rect { borderBox.inset(by: contentDistances) }
    /// The distances from the border box to the content box.
    var contentDistances: [Double] { zip(border, padding).map { $0 + $1 } }
}

extension Rect {
    /// The rectangle with its sides moved inwards: top, right, bottom, left. Sides never pass each other.
    func inset(by sides: [Double]) -> Rect {
        Rect(
            x: minX + sides[3], y: minY + sides[0], width: max(0, width - sides[1] - sides[3]),
            height: max(0, height - sides[0] - sides[2]))
    }

    /// Whether another rectangle lies inside, but for rounding.
    func contains(_ other: Rect) -> Bool {
        other.minX >= minX - 1e-6 && other.minY >= minY - 1e-6 && other.maxX <= maxX + 1e-6 && other.maxY <= maxY + 1e-6
    }
}

extension BoxGeometry {
    /// The whole pixel nearest to a length. Of two, the one further right or down.
    ///
    /// - Parameter scale: the device pixels per point.
    static func snapped(_ length: Double, scale: Double) -> Double {
        scale > 0 ? (length * scale + 0.5).rounded(.down) / scale : length
    }

    /// The nearest whole pixel.
    static func snapped(_ point: Point, scale: Double = 1) -> Point {
        snapped(Rect(origin: point, size: .zero), scale: scale).origin
    }

    /// The rectangle with its edges on whole pixels, where Chromium paints a box that lies between pixels.
    ///
    /// - Parameter scale: the device pixels per point.
    package static func snapped(_ frame: Rect, scale: Double = 1) -> Rect {
        guard scale > 0, frame.isFinite else { return frame }
        let (x, y) = (snapped(frame.minX, scale: scale), snapped(frame.minY, scale: scale))
        let (maxX, maxY) = (snapped(frame.maxX, scale: scale), snapped(frame.maxY, scale: scale))
        return Rect(x: x, y: y, width: max(0, maxX - x), height: max(0, maxY - y))
    }
}
