import Foundation
import PenumbraGeometry

/// A path that can grow.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    public override init() {
        super.init()
    }

    package override init(_ shape: Path) {
        super.init(shape)
    }

    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        shape.move(to: point.applying(transform).scene)
    }

    /// Adds a line. Without a current point, nothing happens, as for all segments.
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        shape.addLine(to: point, transform)
    }

    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        shape.addQuadCurve(to: end, control: control, transform)
    }

    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {
        shape.addCurve(to: end, control1: control1, control2: control2, transform)
    }

    public func closeSubpath() { shape.close() }

    /// Adds a rectangle from its origin along the x axis first.
    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        shape.addRect(rect, transform)
    }

    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    /// Adds lines through points, after a move to the first point.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        shape.addLines(between: points, transform)
    }

    /// Adds an ellipse from its point with the largest x, towards larger y.
    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        shape.addEllipse(in: rect, transform)
    }

    /// Adds a rectangle with elliptical corners. Corners that don't fit end in the middle of the sides.
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        shape.addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform)
    }

    /// Adds an arc of a circle, after a line from the current point.
    ///
    /// - Parameter clockwise: true if the angle falls from the start to the end. With the y axis upward, that is clockwise.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        shape.addArc(
            center: center, radius: radius, start: startAngle,
            sweep: Path.sweep(from: startAngle, to: endAngle, clockwise: clockwise), transform)
    }

    /// Adds an arc of a circle that begins at an angle and covers `delta` radians.
    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
    ) {
        shape.addArc(center: center, radius: radius, start: startAngle, sweep: Double(delta), transform)
    }

    /// Adds an arc that touches the lines from the current point to `tangent1End` and from there to `tangent2End`.
    public func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) {
        shape.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform)
    }

    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        shape.append(transform.isIdentity ? path.shape : path.shape.applying(transform.scene))
    }
}
