import Foundation
import PenumbraGeometry

extension CGPoint {
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        CGPoint(
            x: transform.a * x + transform.c * y + transform.tx,
            y: transform.b * x + transform.d * y + transform.ty)
    }

    package var scene: Point { Point(Double(x), Double(y)) }

    package init(_ point: Point) {
        self.init(x: point.x, y: point.y)
    }
}

extension CGSize {
    /// Returns the size under the linear part of a map. Sides can become negative.
    public func applying(_ transform: CGAffineTransform) -> CGSize {
        CGSize(width: transform.a * width + transform.c * height, height: transform.b * width + transform.d * height)
    }
}

extension CGRect {
    /// Returns the smallest rectangle that holds the transformed rectangle. Null and infinite rectangles stay as they are.
    public func applying(_ transform: CGAffineTransform) -> CGRect {
        guard !isNull, !isInfinite else { return self }
        return CGRect(standardized.scene.transformed(by: transform.scene))
    }

    /// The rectangle as the engine knows it, with sides that aren't negative.
    package var scene: Rect {
        let rect = standardized
        return Rect(
            x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
            height: Double(rect.size.height))
    }

    package init(_ rect: Rect) {
        self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
    }
}
