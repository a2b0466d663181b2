import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

/// Where a picture goes in its layer, and which part of it.
struct ImagePlacement {
    /// In the layer's own coordinates.
    let destination: Rect
    /// In pixels of the picture.
    let source: Rect

    init(_ contents: ImageContents, _ bitmap: Bitmap, in bounds: Rect) {
        let part = contents.contentsRect
        let (width, height) = (Double(bitmap.width), Double(bitmap.height))
        source = Rect(
            x: part.minX * width, y: part.minY * height, width: part.width * width, height: part.height * height
        ).intersection(Rect(x: 0, y: 0, width: width, height: height))
        let size = Size(width: source.width / contents.contentsScale, height: source.height / contents.contentsScale)
        destination = Self.place(size, in: bounds, contents.gravity)
    }

    /// `size` placed in `bounds` as Core Animation's gravities say. `top` is the upper edge.
    static func place(_ size: Size, in bounds: Rect, _ gravity: ContentsGravity) -> Rect {
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
}
