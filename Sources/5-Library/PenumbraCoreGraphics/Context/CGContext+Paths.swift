import Foundation
import PenumbraGeometry

// The current path is kept in the coordinates of the scene: a later change of the transform doesn't move it.
extension CGContext {
    private var sceneMap: CGAffineTransform { CGAffineTransform(map) }

    public func beginPath() { currentPath = Path() }

    public func move(to point: CGPoint) { currentPath.move(to: point.applying(sceneMap).scene) }

    public func addLine(to point: CGPoint) { currentPath.addLine(to: point, sceneMap) }

    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        currentPath.addCurve(to: end, control1: control1, control2: control2, sceneMap)
    }

    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        currentPath.addQuadCurve(to: end, control: control, sceneMap)
    }

    public func closePath() { currentPath.close() }

    public func addRect(_ rect: CGRect) { currentPath.addRect(rect, sceneMap) }

    public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }

    public func addLines(between points: [CGPoint]) { currentPath.addLines(between: points, sceneMap) }

    public func addEllipse(in rect: CGRect) { currentPath.addEllipse(in: rect, sceneMap) }

    public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        currentPath.addArc(
            center: center, radius: radius, start: startAngle,
            sweep: Path.sweep(from: startAngle, to: endAngle, clockwise: clockwise), sceneMap)
    }

    public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
        currentPath.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, sceneMap)
    }

    public func addPath(_ path: CGPath) { currentPath.append(path.shape.applying(map)) }

    /// Replaces the current path with the outline of its stroke.
    public func replacePathWithStrokedPath() {
        guard let inverse = map.inverted else { return beginPath() }
        // A pixel is as large as a step of the scene.
        let outline = try? currentPath.applying(inverse).stroked(state.strokeStyle, tolerance: 0.002 / max(1e-6, map.scale))
        currentPath = outline?.applying(map) ?? Path()
    }

    public var isPathEmpty: Bool { currentPath.isEmpty }

    private var userPath: Path { map.inverted.map { currentPath.applying($0) } ?? Path() }

    public var currentPointOfPath: CGPoint { userPath.currentPoint.map { CGPoint($0) } ?? .zero }

    /// The smallest rectangle that holds the current path with its control points, in user space. Null for an empty path.
    public var boundingBoxOfPath: CGRect { CGPath(userPath).boundingBox }

    /// A copy of the current path in user space. Nil if it is empty.
    public var path: CGPath? { isPathEmpty ? nil : CGPath(userPath) }

    public func pathContains(_ point: CGPoint, mode: CGPathFillRule) -> Bool {
        userPath.contains(point.scene, mode.scene)
    }

    /// Whether drawing the current path in a mode would paint a point of user space.
    public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
        let path = userPath
        let rule: FillRule = mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .nonzero
        if mode != .stroke, path.contains(point.scene, rule) { return true }
        guard mode == .stroke || mode == .fillStroke || mode == .eoFillStroke else { return false }
        let outline = try? path.stroked(state.strokeStyle, tolerance: 0.005)
        return outline?.contains(point.scene, .nonzero) ?? false
    }

    // MARK: Drawing

    /// Draws the current path, and then forgets it.
    public func drawPath(using mode: CGPathDrawingMode) {
        let path = currentPath
        beginPath()
        let rule: FillRule = mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .nonzero
        if mode != .stroke { paint(path, rule) }
        if mode == .stroke || mode == .fillStroke || mode == .eoFillStroke { paintStroke(of: path) }
    }

    public func fillPath(using rule: CGPathFillRule = .winding) {
        drawPath(using: rule == .evenOdd ? .eoFill : .fill)
    }

    public func strokePath() { drawPath(using: .stroke) }

    public func fill(_ rect: CGRect) { fill([rect]) }

    public func fill(_ rects: [CGRect]) {
        beginPath()
        addRects(rects)
        fillPath()
    }

    public func stroke(_ rect: CGRect) {
        beginPath()
        addRect(rect)
        strokePath()
    }

    public func stroke(_ rect: CGRect, width: CGFloat) {
        let before = state.lineWidth
        setLineWidth(width)
        stroke(rect)
        state.lineWidth = before
    }

    public func fillEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        fillPath()
    }

    public func strokeEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        strokePath()
    }

    /// Strokes a line between each pair of points.
    public func strokeLineSegments(between points: [CGPoint]) {
        beginPath()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            move(to: points[index])
            addLine(to: points[index + 1])
        }
        strokePath()
    }

    /// Makes a rectangle transparent. Alpha, blend mode and shadow don't count.
    public func clear(_ rect: CGRect) {
        let before = state
        (state.blendMode, state.shadow, state.alpha, state.fill) = (.clear, nil, 1, .color(.black))
        fill(rect)
        state = before
    }
}

extension PenumbraGeometry.AffineTransform {
    /// The square root of the factor by which areas grow.
    var scale: Double { abs(determinant).squareRoot() }

    /// The factor of lengths, if it is the same in all directions.
    var uniformScale: Double? {
        let (x, y) = (Point(a, b), Point(c, d))
        let tolerance = 1e-9 * (x.length + y.length)
        guard abs(x.length - y.length) <= tolerance, abs(x.x * y.x + x.y * y.y) <= tolerance * x.length else { return nil }
        return x.length
    }
}
