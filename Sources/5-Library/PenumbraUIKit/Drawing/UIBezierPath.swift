import PenumbraCoreGraphics
import PenumbraGeometry

/// A path with the style of its stroke. Angles grow clockwise, since the y axis points down.
open class UIBezierPath: NSObject {
    private var path: CGMutablePath

    open var lineWidth: CGFloat = 1
    open var lineCapStyle = CGLineCap.butt
    open var lineJoinStyle = CGLineJoin.miter
    open var miterLimit: CGFloat = 10
    open var flatness: CGFloat = 0.6
    open var usesEvenOddFillRule = false
    private var dashes: (lengths: [CGFloat], phase: CGFloat) = ([], 0)

    public override init() {
        path = CGMutablePath()
        super.init()
    }

    public init(cgPath: CGPath) {
        path = cgPath.mutableCopy() ?? CGMutablePath()
        super.init()
    }

    public convenience init(rect: CGRect) {
        self.init(cgPath: CGPath(rect: rect, transform: nil))
    }

    public convenience init(ovalIn rect: CGRect) {
        self.init(cgPath: CGPath(ellipseIn: rect, transform: nil))
    }

    /// Makes a rectangle with the continuous corners of iOS.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    /// Makes a rectangle with continuous corners at some of its corners. Their radius is the width of `cornerRadii`.
    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        let radius = max(0, Double(cornerRadii.width))
        func at(_ corner: UIRectCorner) -> Double { corners.contains(corner) ? radius : 0 }
        let radii = CornerRadii(
            topLeft: at(.topLeft), topRight: at(.topRight), bottomRight: at(.bottomRight), bottomLeft: at(.bottomLeft))
        self.init(cgPath: CGPath(Path(rect.scene, radii: radii, curve: .continuous)))
    }

    /// Makes an arc of a circle.
    ///
    /// - Parameter clockwise: true if the angle grows from the start to the end.
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    open var cgPath: CGPath {
        get { path.copy() ?? path }
        set { path = newValue.mutableCopy() ?? CGMutablePath() }
    }

    open func move(to point: CGPoint) { path.move(to: point) }
    open func addLine(to point: CGPoint) { path.addLine(to: point) }

    open func addCurve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        path.addCurve(to: end, control1: controlPoint1, control2: controlPoint2)
    }

    open func addQuadCurve(to end: CGPoint, controlPoint: CGPoint) { path.addQuadCurve(to: end, control: controlPoint) }

    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    }

    open func close() { path.closeSubpath() }
    open func removeAllPoints() { path = CGMutablePath() }
    open func append(_ other: UIBezierPath) { path.addPath(other.path) }

    open func apply(_ transform: CGAffineTransform) {
        let old = path
        path = CGMutablePath()
        path.addPath(old, transform: transform)
    }

    /// Returns the path with its subpaths run through backwards.
    open func reversing() -> UIBezierPath {
        let result = UIBezierPath(cgPath: path.reversed)
        result.copyStyle(of: self)
        return result
    }

    open override func copy() -> Any {
        let result = UIBezierPath(cgPath: path)
        result.copyStyle(of: self)
        return result
    }

    private func copyStyle(of other: UIBezierPath) {
        (lineWidth, lineCapStyle, lineJoinStyle) = (other.lineWidth, other.lineCapStyle, other.lineJoinStyle)
        (miterLimit, flatness, dashes) = (other.miterLimit, other.flatness, other.dashes)
        usesEvenOddFillRule = other.usesEvenOddFillRule
    }

    open var isEmpty: Bool { path.isEmpty }
    open var bounds: CGRect { path.boundingBoxOfPath }
    open var currentPoint: CGPoint { path.currentPoint }

    open func contains(_ point: CGPoint) -> Bool {
        path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
    }

    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        dashes = (pattern.map { pattern in (0..<max(0, count)).map { pattern[$0] } } ?? [], phase)
    }

    open func getLineDash(
        _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?, phase: UnsafeMutablePointer<CGFloat>?
    ) {
        if let pattern { for (index, length) in dashes.lengths.enumerated() { pattern[index] = length } }
        count?.pointee = dashes.lengths.count
        phase?.pointee = dashes.phase
    }

    // MARK: Drawing in the current context

    open func fill() { fill(with: nil, alpha: 1) }
    open func fill(with mode: CGBlendMode, alpha: CGFloat) { fill(with: Optional(mode), alpha: alpha) }
    open func stroke() { stroke(with: nil, alpha: 1) }
    open func stroke(with mode: CGBlendMode, alpha: CGFloat) { stroke(with: Optional(mode), alpha: alpha) }

    private func fill(with mode: CGBlendMode?, alpha: CGFloat) {
        draw(mode, alpha) { $0.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding) }
    }

    private func stroke(with mode: CGBlendMode?, alpha: CGFloat) {
        draw(mode, alpha) { context in
            context.setLineWidth(lineWidth)
            context.setLineCap(lineCapStyle)
            context.setLineJoin(lineJoinStyle)
            context.setMiterLimit(miterLimit)
            context.setLineDash(phase: dashes.phase, lengths: dashes.lengths)
            context.strokePath()
        }
    }

    private func draw(_ mode: CGBlendMode?, _ alpha: CGFloat, _ drawing: (CGContext) -> Void) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        if let mode {
            context.setBlendMode(mode)
            context.setAlpha(alpha)
        }
        context.beginPath()
        context.addPath(path)
        drawing(context)
        context.restoreGState()
    }

    /// Makes the clip of the current context smaller by the path.
    open func addClip() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.beginPath()
        context.addPath(path)
        context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
    }
}

/// AppKit's names for the same path.
public typealias NSBezierPath = UIBezierPath

extension UIBezierPath {
    public enum WindingRule: UInt, Sendable {
        case nonZero, evenOdd
    }

    public var windingRule: WindingRule {
        get { usesEvenOddFillRule ? .evenOdd : .nonZero }
        set { usesEvenOddFillRule = newValue == .evenOdd }
    }

    public func line(to point: CGPoint) { addLine(to: point) }

    public func curve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        addCurve(to: end, controlPoint1: controlPoint1, controlPoint2: controlPoint2)
    }

    public func appendRect(_ rect: CGRect) { append(UIBezierPath(rect: rect)) }
    public func appendOval(in rect: CGRect) { append(UIBezierPath(ovalIn: rect)) }

    /// Adds an arc whose angles are in degrees.
    public func appendArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool = false
    ) {
        addArc(
            withCenter: center, radius: radius, startAngle: startAngle * .pi / 180, endAngle: endAngle * .pi / 180,
            clockwise: !clockwise)
    }

    public convenience init(roundedRect rect: CGRect, xRadius: CGFloat, yRadius: CGFloat) {
        self.init(cgPath: CGPath(roundedRect: rect, cornerWidth: xRadius, cornerHeight: yRadius, transform: nil))
    }

    public var reversed: UIBezierPath { reversing() }
    public func setClip() { addClip() }
}
