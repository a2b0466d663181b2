import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A layer placed on the device.
struct LayerGeometry {
    /// In the layer's own coordinates: origin zero.
    var bounds: Rect
    /// From the layer's own coordinates to device pixels; never singular.
    var toDevice: AffineTransform
    /// As they fit.
    var radii: CornerRadii
    var curve: CornerCurve
    /// As `LayerSpace` has it.
    var light: Point

    /// Nil when the layer's transform is singular: then it draws nothing.
    init?(_ layer: Layer, in space: LayerSpace) {
        let frame = layer.frame ?? space.bounds
        bounds = Rect(origin: .zero, size: frame.size)
        light = space.light
        let anchor = Point(layer.anchorPoint.x * frame.width, layer.anchorPoint.y * frame.height)
        toDevice = layer.transform.about(anchor)
            .concatenating(.translation(frame.minX, frame.minY))
            .concatenating(space.toDevice)
        guard toDevice.inverted != nil else { return nil }
        curve = layer.cornerCurve
        switch curve {
        case .circular: radii = layer.cornerRadii.fitted(to: frame.size)
        case .continuous: radii = layer.cornerRadii.fittedContinuously(to: frame.size)
        }
    }

    var space: LayerSpace { LayerSpace(toDevice: toDevice, bounds: bounds, light: light) }

    /// σ in pixels: it stays the same in all directions under any transform. Beyond `GaussianBlur.largestSigma`, where shadows
    /// are nothing, it is held to twice that, so that what is computed from it stays within bounds.
    func pixels(_ sigma: Sigma) -> Double {
        let pixels = max(0, sigma.value) * toDevice.meanScale
        return pixels.isNaN ? 0 : min(pixels, 2 * GaussianBlur.largestSigma)
    }

    /// The rounded bounds in device pixels.
    var devicePath: Path { Path(bounds, radii: radii, curve: curve).applying(toDevice) }

    /// Whole device pixels that `rect` is exactly made of, when it is.
    func wholePixels(_ rect: Rect) -> PixelRect? {
        guard toDevice.isAxisAligned else { return nil }
        return PixelRect(exactly: rect.transformed(by: toDevice))
    }

    /// Whole pixels that the rounded bounds cover entirely.
    var coveredPixels: PixelRect {
        guard toDevice.isAxisAligned else { return .empty }
        // A band of full width between the corners: what is above and below is left out.
        let reach = curve == .continuous ? CornerRadii.continuousReach : 1
        let top = reach * max(radii.topLeft, radii.topRight)
        let bottom = reach * max(radii.bottomLeft, radii.bottomRight)
        let band = Rect(
            x: bounds.minX, y: bounds.minY + top, width: bounds.width, height: max(0, bounds.height - top - bottom))
        return PixelRect(inside: band.transformed(by: toDevice))
    }
}

/// The coordinates a layer's frame is given in: how they lie on the device, and the parent's bounds.
struct LayerSpace {
    var toDevice: AffineTransform
    var bounds: Rect
    /// Where the shadow falls of what stands one point off the page, in points of the canvas.
    var light = Light().offset
}

extension PixelRect {
    /// How near to a whole pixel an edge must be to count as on it.
    private static let slack = 1e-6

    /// The pixels of a rectangle whose sides all lie on pixel boundaries; nil when one does not.
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
