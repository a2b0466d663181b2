import PenumbraBitmap
import PenumbraScene

/// A picture placed in its layer: its destination, and the part of the picture that is used.
struct Picture {
    let contents: ImageContents
    let bitmap: Bitmap
    let geometry: LayerGeometry
    /// The rectangle that the picture fills, in the layer's own coordinates.
    let destination: Rect
    /// The used part, in pixels of the picture.
    let source: Rect

    /// - Parameter area: the part of the layer that the picture is placed in.
    init(_ contents: ImageContents, _ bitmap: Bitmap, in area: Rect, _ geometry: LayerGeometry) {
        (self.contents, self.bitmap, self.geometry) = (contents, bitmap, geometry)
        let part = contents.contentsRect
        let (width, height) = (Double(bitmap.width), Double(bitmap.height))
        source = Rect(
            x: part.minX * width, y: part.minY * height, width: part.width * width, height: part.height * height
        ).intersection(Rect(x: 0, y: 0, width: width, height: height))
        let size = Size(width: source.width / contents.contentsScale, height: source.height / contents.contentsScale)
        destination = Self.place(size, in: area, contents.gravity)
    }

    /// A picture whose pixels are units of its own coordinates.
    ///
    /// - Parameters:
    ///   - toDevice: the map from the picture's pixels to the device. It isn't singular.
    ///   - parent: the geometry of the layer that shows the picture.
    init(_ bitmap: Bitmap, toDevice: AffineTransform, in parent: LayerGeometry) {
        let size = Size(width: Double(bitmap.width), height: Double(bitmap.height))
        var geometry = parent
        (geometry.bounds, geometry.toDevice) = (Rect(origin: .zero, size: size), toDevice)
        // Only image layers have a source.
        self.init(ImageContents(source: .data([])), bitmap, in: geometry.bounds, geometry)
    }

    /// Places `size` in `bounds` by the rules of Core Animation's gravities. `top` is the upper edge.
    private static func place(_ size: Size, in bounds: Rect, _ gravity: ContentsGravity) -> Rect {
        guard size.width > 0, size.height > 0 else { return Rect(origin: bounds.origin, size: .zero) }
        func scaled(_ factor: Double) -> Rect {
            let (w, h) = (size.width * factor, size.height * factor)
            return Rect(x: bounds.midX - w / 2, y: bounds.midY - h / 2, width: w, height: h)
        }
        let fit = min(bounds.width / size.width, bounds.height / size.height)
        let fill = max(bounds.width / size.width, bounds.height / size.height)
        let left = bounds.minX
        let right = bounds.maxX - size.width
        let top = bounds.minY
        let bottom = bounds.maxY - size.height
        let centered = scaled(1)
        func at(_ x: Double, _ y: Double) -> Rect { Rect(origin: Point(x, y), size: size) }
        switch gravity {
        case .resize: return bounds
        case .resizeAspect: return scaled(fit)
        case .resizeAspectFill: return scaled(fill)
        case .scaleDown: return scaled(min(1, fit))
        case .center: return centered
        case .top: return at(centered.minX, top)
        case .bottom: return at(centered.minX, bottom)
        case .left: return at(left, centered.minY)
        case .right: return at(right, centered.minY)
        case .topLeft: return at(left, top)
        case .topRight: return at(right, top)
        case .bottomLeft: return at(left, bottom)
        case .bottomRight: return at(right, bottom)
        }
    }

    var isEmpty: Bool { destination.isEmpty || source.isEmpty }

    /// The rectangle, in the layer's own coordinates, inside which the picture is opaque and outside which it is transparent.
    /// Nil if this is unknown without reading the pixels.
    var opaquePlace: Rect? {
        let map = geometry.toDevice
        guard bitmap.isOpaque, contents.tint == nil, contents.interpolation != .lanczos, !isEmpty,
            geometry.projection != nil || map.isAxisAligned || map.swapsAxes
        else { return nil }
        return destination
    }

    /// Whether the picture is opaque and covers all of its layer's bounds.
    var fillsBounds: Bool { opaquePlace?.reachesBeyond(geometry.bounds) == true }
}

extension AffineTransform {
    /// Whether horizontal lines become vertical and vice versa: a quarter turn, possibly flipped and stretched.
    var swapsAxes: Bool { a == 0 && d == 0 }

    /// The lengths of a unit step along each axis after the transform.
    var stretches: (across: Double, down: Double) { (Point(a, b).length, Point(c, d).length) }
}

extension Rect {
    private static let slack = 1e-6

    /// Whether this rectangle covers all of another rectangle.
    func reachesBeyond(_ other: Rect) -> Bool {
        minX <= other.minX + Self.slack && minY <= other.minY + Self.slack && maxX >= other.maxX - Self.slack
            && maxY >= other.maxY - Self.slack
    }

    /// The rectangle with some sides moved outwards. Sides that reach the other rectangle's sides move beyond them by at least
    /// `distance`.
    func reaching(beyond other: Rect, by distance: Double) -> Rect {
        let room = distance + 0.25 * (other.width + other.height)
        let left = minX <= other.minX + Self.slack ? min(minX, other.minX - room) : minX
        let top = minY <= other.minY + Self.slack ? min(minY, other.minY - room) : minY
        let right = maxX >= other.maxX - Self.slack ? max(maxX, other.maxX + room) : maxX
        let bottom = maxY >= other.maxY - Self.slack ? max(maxY, other.maxY + room) : maxY
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
