import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// The position and shape of a layer on the device.
struct LayerGeometry {
    /// The bounds in the layer's own coordinates, with a zero origin.
    var bounds: Rect
    /// The map from the layer's own coordinates to device pixels, or to its plane if it has a projection. It is never singular.
    var toDevice: AffineTransform
    /// The map from the layer's plane to device pixels. Nil for layers that lie in the device's plane.
    var projection: Projection?
    /// How the sublayers are seen, in the layer's own coordinates. Nil sees them from infinitely far.
    var perspective: Transform3D?
    /// The number of projections, one inside the other.
    var planes: Int
    /// How often the plane was made coarser, because it would have painted too many pixels.
    var coarsenings = 0
    /// The rectangle that the layer's own outlines stay in, in the layer's own coordinates.
    var painted: Rect
    /// The corner radii, reduced to fit the bounds.
    var radii: CornerRadii
    var curve: CornerCurve
    /// The same value as in `LayerSpace`.
    var light: Point
    /// Whether background and contents continue beyond the bounds, because the bounds cover those that will cut them.
    var isOpen = false
    /// The bounds that cut the sublayers, if backdrops read beyond them.
    var cut: CutBounds?

    /// Places a layer. Nil if the layer's transform is singular, so that the layer draws nothing.
    init?(_ layer: Layer, in space: LayerSpace) {
        let frame = layer.frame ?? space.bounds
        bounds = Rect(origin: .zero, size: frame.size)
        light = space.light
        let anchor = Point(layer.anchorPoint.x * frame.width, layer.anchorPoint.y * frame.height)
        curve = layer.cornerCurve
        radii = layer.cornerRadii.fitted(to: frame.size)
        (projection, planes, painted) = (space.projection, space.planes, bounds)
        perspective = Self.perspective(of: layer, bounds)
        toDevice = space.toDevice
        if layer.isInSpace || space.perspective != nil {
            guard let map = Self.map(of: layer, anchor: anchor, frame: frame, in: space) else { return nil }
            if let flat = map.affine {
                toDevice = flat.concatenating(space.toDevice)
            } else {
                guard place(through: map, in: space) else { return nil }
            }
        } else {
            toDevice = layer.transform.about(anchor)
                .concatenating(.translation(frame.minX, frame.minY))
                .concatenating(space.toDevice)
            // Filters of several steps are drawn upright, in pixels as wide and as high as those of an upright layer.
            if layer.hasFilterGraph, !toDevice.isUprightScale {
                guard toDevice.inverted != nil, let map = Self.map(of: layer, anchor: anchor, frame: frame, in: space),
                    place(through: map, in: space, axes: toDevice.axes)
                else { return nil }
            }
        }
        guard toDevice.inverted != nil else { return nil }
        if projection != nil, case .shape(let shape) = layer.kind {
            painted = bounds.union(shape.path.controlPointBounds.inset(by: -shape.stroke.reach))
        }
        if let cut = space.cut, layer.staysInPlace, layer.isCopy || !cut.opensOnlyCopies { isOpen = covers(cut) }
        if layer.masksToBounds, layer.filtersBackdropInside || layer.replication != nil {
            cut = CutBounds(self, opensOnlyCopies: !layer.filtersBackdropInside)
        } else if let around = space.cut, !around.opensOnlyCopies, layer.staysInPlace, layer.hasNoShadows {
            cut = around
        }
    }

    var space: LayerSpace {
        LayerSpace(
            toDevice: toDevice, bounds: bounds, light: light, projection: projection, perspective: perspective, planes: planes,
            cut: cut)
    }

    /// Converts σ to pixels. The result is the same in all directions under any transform.
    ///
    /// Shadows vanish beyond `GaussianBlur.largestSigma`. Larger σ are limited to twice that value, so that further
    /// computations stay within bounds.
    func pixels(_ sigma: Sigma) -> Double {
        let pixels = max(0, sigma.value) * toDevice.meanScale
        return pixels.isNaN ? 0 : min(pixels, 2 * GaussianBlur.largestSigma)
    }

    /// The rounded bounds in device pixels.
    var devicePath: Path { onDevice(Path(bounds, radii: radii, curve: curve)) }

    /// Whether the layer's sides are rows and columns of the device.
    var isUpright: Bool { projection == nil && toDevice.isAxisAligned }

    /// The device pixels that `rect` consists of. Nil if its sides are not on pixel boundaries.
    func wholePixels(_ rect: Rect) -> PixelRect? {
        guard isUpright else { return nil }
        return PixelRect(exactly: rect.transformed(by: toDevice))
    }

    /// The whole pixels that the rounded bounds cover entirely.
    var coveredPixels: PixelRect {
        guard isUpright else { return .empty }
        // A band of full width between the corners. The parts above and below are left out.
        let reach = curve.reach
        let top = reach * max(radii.topLeft, radii.topRight)
        let bottom = reach * max(radii.bottomLeft, radii.bottomRight)
        let band = Rect(
            x: bounds.minX, y: bounds.minY + top, width: bounds.width, height: max(0, bounds.height - top - bottom))
        return PixelRect(inside: band.transformed(by: toDevice))
    }

    /// Whether all of some device pixels certainly lies within the rounded bounds. False if it isn't clear.
    func covers(_ pixels: PixelRect) -> Bool {
        guard isUpright else { return false }
        let box = onDevice(bounds)
        guard PixelRect(inside: box).contains(pixels) else { return false }
        // The bounds are convex, so they contain the triangle between the ends of each corner's curve and its centre.
        let reach = curve.reach * max(radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft, 0)
        let (width, height) = (reach * abs(toDevice.a), reach * abs(toDevice.d))
        guard width > 0, height > 0 else { return true }
        // Edges are rounded to a grid.
        let (x, y) = (
            min(Double(pixels.x) - box.minX, box.maxX - Double(pixels.maxX)) - 1,
            min(Double(pixels.y) - box.minY, box.maxY - Double(pixels.maxY)) - 1
        )
        return x / width + y / height >= 1 || x >= width || y >= height
    }
}

/// The coordinates of a layer's frame: their map to the device, and the parent's bounds.
package struct LayerSpace {
    package var toDevice: AffineTransform
    var bounds: Rect
    /// The shadow's offset per point of elevation, in points of the canvas.
    var light: Point
    /// The map from the plane that `toDevice` leads to on to the device. Nil if that plane is the device's.
    var projection: Projection?
    /// How the parent sees its sublayers.
    var perspective: Transform3D?
    /// The number of projections around the layer.
    var planes = 0
    /// The bounds that cut the layer, if backdrops read beyond them.
    var cut: CutBounds?

    package init(
        toDevice: AffineTransform, bounds: Rect, light: Point = Light().offset, projection: Projection? = nil,
        perspective: Transform3D? = nil, planes: Int = 0
    ) {
        self.init(
            toDevice: toDevice, bounds: bounds, light: light, projection: projection, perspective: perspective, planes: planes,
            cut: nil)
    }

    init(
        toDevice: AffineTransform, bounds: Rect, light: Point, projection: Projection?, perspective: Transform3D?, planes: Int,
        cut: CutBounds?
    ) {
        self.toDevice = toDevice
        self.bounds = bounds
        self.light = light
        self.projection = projection
        self.perspective = perspective
        self.planes = planes
        self.cut = cut
    }
}

extension PixelRect {
    /// The largest distance from a whole pixel at which an edge counts as being on it.
    private static let slack = 1e-6

    /// The pixels of a rectangle whose sides all lie on pixel boundaries. Nil if a side does not.
    init?(exactly rect: Rect) {
        let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY]
        let rounded = edges.map { $0.rounded() }
        guard zip(edges, rounded).allSatisfy({ abs($0 - $1) <= Self.slack && abs($0) < 1e9 }) else { return nil }
        self.init(minX: Int(rounded[0]), minY: Int(rounded[1]), maxX: Int(rounded[2]), maxY: Int(rounded[3]))
    }

    /// The pixels that lie entirely inside `rect`.
    init(inside rect: Rect) {
        func held(_ value: Double) -> Int { Int(max(-1e9, min(1e9, value.isNaN ? 0 : value))) }
        self.init(
            minX: held((rect.minX - Self.slack).rounded(.up)), minY: held((rect.minY - Self.slack).rounded(.up)),
            maxX: held((rect.maxX + Self.slack).rounded(.down)), maxY: held((rect.maxY + Self.slack).rounded(.down)))
        if isEmpty { self = .empty }
    }
}

extension AffineTransform {
    /// Whether the map moves and enlarges, and neither turns, flips nor skews.
    var isUprightScale: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

    /// The scales of both axes relative to the larger one. An axis is at least a thousandth.
    fileprivate var axes: (x: Double, y: Double) {
        let (x, y) = (Point(a, b).length, Point(c, d).length)
        let most = max(x, y)
        guard most > 0, most.isFinite else { return (1, 1) }
        return (max(1e-3, x / most), max(1e-3, y / most))
    }
}
