import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// The nearest layer around others that cuts them to its bounds. What covers the bounds continues beyond them: all layers, if
/// backdrops inside read there, or only the cut layer's own copies. Copies are its contents, whose edge the bounds make.
struct CutBounds {
    var bounds: Rect
    var radii: CornerRadii
    var toDevice: AffineTransform
    /// The number of projections around the layer. Layers with the same number lie in the same plane.
    var planes: Int
    var opensOnlyCopies: Bool

    init(_ geometry: LayerGeometry, opensOnlyCopies: Bool) {
        (bounds, radii, toDevice, planes) = (geometry.bounds, geometry.radii, geometry.toDevice, geometry.planes)
        self.opensOnlyCopies = opensOnlyCopies
    }

    /// Points around the rounded bounds, on its sides and corners.
    fileprivate var outline: [Point] {
        let corners = [
            (Point(bounds.minX, bounds.minY), radii.topLeft, 1.0, 1.0),
            (Point(bounds.maxX, bounds.minY), radii.topRight, -1, 1),
            (Point(bounds.maxX, bounds.maxY), radii.bottomRight, -1, -1),
            (Point(bounds.minX, bounds.maxY), radii.bottomLeft, 1, -1),
        ]
        // The distances of points on a quarter of a circle from its square's sides, in radii: every 22.5 degrees.
        let places = [(0.0, 1.0), (0.076, 0.617), (0.293, 0.293), (0.617, 0.076), (1.0, 0.0)]
        return corners.flatMap { corner, radius, x, y in
            radius <= 0
                ? [corner] : places.map { Point(corner.x + x * radius * $0.0, corner.y + y * radius * $0.1) }
        }
    }
}

extension LayerGeometry {
    private static let slack = 1e-6

    /// Whether the rounded bounds cover all of `cut`.
    func covers(_ cut: CutBounds) -> Bool {
        guard cut.planes == planes, !bounds.isEmpty, let toLayer = toDevice.inverted else { return false }
        let map = cut.toDevice.concatenating(toLayer)
        let others = cut.outline.map { $0.applying(map) }
        func contains(_ point: Point) -> Bool {
            let (left, right) = (point.x - bounds.minX + Self.slack, bounds.maxX - point.x + Self.slack)
            let (top, bottom) = (point.y - bounds.minY + Self.slack, bounds.maxY - point.y + Self.slack)
            guard left >= 0, right >= 0, top >= 0, bottom >= 0 else { return false }
            /// Whether the point lies inside a corner, a quarter of a circle. Points on an equal corner do.
            func isInside(_ radius: Double, _ x: Double, _ y: Double) -> Bool {
                x >= radius || y >= radius || Point(radius - x, radius - y).length <= radius * 1.005 + Self.slack
            }
            return isInside(radii.topLeft, left, top) && isInside(radii.topRight, right, top)
                && isInside(radii.bottomRight, right, bottom) && isInside(radii.bottomLeft, left, bottom)
        }
        return others.allSatisfy(contains)
    }

    /// The coordinates of the layer's mask, which nothing cuts.
    var spaceOfMask: LayerSpace {
        var result = space
        result.cut = nil
        return result
    }

    /// The same layer within its bounds.
    var closed: LayerGeometry {
        var result = self
        result.isOpen = false
        return result
    }

    /// The bounds and their corner radii. The bounds of an open layer reach beyond the device pixels `pixels`.
    func shownBounds(in pixels: PixelRect) -> (rect: Rect, radii: CornerRadii) {
        isOpen ? (opened(bounds, in: pixels), .zero) : (bounds, radii)
    }

    /// A rectangle with the sides moved outwards that reach the bounds of an open layer.
    func opened(_ rect: Rect, in pixels: PixelRect) -> Rect {
        guard isOpen else { return rect }
        var area = bounds.inset(by: -(bounds.width + bounds.height))
        if projection == nil, let toLayer = toDevice.inverted, !pixels.isEmpty {
            area = pixels.outset(x: 2, y: 2).rect.transformed(by: toLayer)
        }
        let slack = Self.slack
        let left = rect.minX <= bounds.minX + slack ? min(rect.minX, area.minX) : rect.minX
        let top = rect.minY <= bounds.minY + slack ? min(rect.minY, area.minY) : rect.minY
        let right = rect.maxX >= bounds.maxX - slack ? max(rect.maxX, area.maxX) : rect.maxX
        let bottom = rect.maxY >= bounds.maxY - slack ? max(rect.maxY, area.maxY) : rect.maxY
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The device pixels of the bounds of an open layer, moved beyond every canvas. Empty for other layers.
    var openPixels: PixelRect {
        guard isOpen else { return .empty }
        let far = PixelRect(covering: onDevice(bounds).inset(by: -200_000))
        let area = onDevice(opened(bounds, in: far))
        return area.isEmpty ? .empty : PixelRect(covering: area)
    }
}

extension Layer {
    /// Whether a layer inside this layer filters the picture behind it.
    var filtersBackdropInside: Bool {
        sublayers.contains { !$0.isHidden && ($0.filtersBackdrop || $0.filtersBackdropInside) }
    }
}
