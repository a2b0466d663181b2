import Foundation
import PenumbraElementary
import PenumbraGeometry

/// The segments that Core Graphics adds to paths and to contexts. The transform maps arguments to the path's coordinates.
extension Path {
    mutating func addLine(to point: CGPoint, _ map: CGAffineTransform) {
        guard currentPoint != nil else { return }
        addLine(to: point.applying(map).scene)
    }

    mutating func addQuadCurve(to end: CGPoint, control: CGPoint, _ map: CGAffineTransform) {
        guard currentPoint != nil else { return }
        addQuadratic(to: end.applying(map).scene, control: control.applying(map).scene)
    }

    mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint, _ map: CGAffineTransform) {
        guard currentPoint != nil else { return }
        addCubic(
            to: end.applying(map).scene, control1: control1.applying(map).scene, control2: control2.applying(map).scene)
    }

    mutating func addRect(_ rect: CGRect, _ map: CGAffineTransform) {
        guard !rect.isNull else { return }
        let rect = rect.standardized
        addLines(
            between: [
                CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
                CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
            ], map)
        close()
    }

    mutating func addLines(between points: [CGPoint], _ map: CGAffineTransform) {
        guard let first = points.first else { return }
        move(to: first.applying(map).scene)
        for point in points.dropFirst() { addLine(to: point.applying(map).scene) }
    }

    mutating func addEllipse(in rect: CGRect, _ map: CGAffineTransform) {
        guard !rect.isNull else { return }
        let rect = rect.scene
        let arc = Arc(
            center: Point(rect.midX, rect.midY), xAxis: Point(rect.width / 2, 0), yAxis: Point(0, rect.height / 2),
            startAngle: 0, sweep: 2 * .pi
        ).applying(map.scene)
        move(to: arc.startPoint)
        addArc(arc)
        close()
    }

    mutating func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, _ map: CGAffineTransform
    ) {
        guard !rect.isNull else { return }
        let rect = rect.scene
        let width = max(0, min(Double(cornerWidth), rect.width / 2))
        let height = max(0, min(Double(cornerHeight), rect.height / 2))
        guard width > 0, height > 0 else { return addRect(CGRect(rect), map) }
        let transform = map.scene
        func corner(_ x: Double, _ y: Double, _ start: Double) -> Arc {
            Arc(
                center: Point(x, y), xAxis: Point(width, 0), yAxis: Point(0, height), startAngle: start, sweep: .pi / 2
            ).applying(transform)
        }
        move(to: Point(rect.maxX, rect.midY).applying(transform))
        addArc(corner(rect.maxX - width, rect.maxY - height, 0))
        addArc(corner(rect.minX + width, rect.maxY - height, .pi / 2))
        addArc(corner(rect.minX + width, rect.minY + height, .pi))
        addArc(corner(rect.maxX - width, rect.minY + height, 1.5 * .pi))
        close()
    }

    /// The angle from one angle to another, at most a full turn. It is negative if the arc is clockwise.
    ///
    /// Angles that are whole turns apart make a circle in both directions.
    static func sweep(from start: CGFloat, to end: CGFloat, clockwise: Bool) -> Double {
        let turn = 2 * Double.pi
        let difference = clockwise ? Double(start) - Double(end) : Double(end) - Double(start)
        var sweep = difference
        if difference >= turn {
            sweep = turn
        } else if difference < 0 {
            sweep = difference.truncatingRemainder(dividingBy: turn)
            if sweep < 0 { sweep += turn }
            // Rounding may have left a part of the last turn.
            if sweep < 1e-9 { sweep = turn }
        }
        return clockwise ? -sweep : sweep
    }

    mutating func addArc(
        center: CGPoint, radius: CGFloat, start: CGFloat, sweep: Double, _ map: CGAffineTransform
    ) {
        let radius = Double(radius)
        addArc(
            Arc(
                center: center.scene, xAxis: Point(radius, 0), yAxis: Point(0, radius), startAngle: Double(start),
                sweep: sweep
            ).applying(map.scene))
    }

    mutating func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, _ map: CGAffineTransform
    ) {
        guard let current = currentPoint else { return }
        let (corner, end, radius) = (tangent1End.scene, tangent2End.scene, Double(radius))
        let start = current.applying(map.scene.inverted ?? .identity)
        let (back, onward) = (start - corner, end - corner)
        let (backLength, onwardLength) = (back.length, onward.length)
        guard radius > 0, backLength > 0, onwardLength > 0 else { return addLine(to: tangent1End, map) }
        let (u, v) = (back * (1 / backLength), onward * (1 / onwardLength))
        let cross = u.x * v.y - u.y * v.x
        // Lines in one direction have no circle between them.
        guard abs(cross) > 1e-12 else { return addLine(to: tangent1End, map) }
        let dot = u.x * v.x + u.y * v.y
        // The tangent of half the angle between the lines is sin/(1 + cos).
        let distance = radius * (1 + dot) / abs(cross)
        let side = cross > 0 ? 1.0 : -1.0
        let first = corner + distance * u
        let center = first + (radius * side) * Point(-u.y, u.x)
        let second = corner + distance * v
        func angle(_ point: Point) -> Double { Elementary.atan2(point.y - center.y, point.x - center.x) }
        let begin = angle(first)
        var sweep = angle(second) - begin
        if side > 0, sweep > 0 { sweep -= 2 * .pi }
        if side < 0, sweep < 0 { sweep += 2 * .pi }
        addLine(to: CGPoint(first), map)
        addArc(center: CGPoint(center), radius: CGFloat(radius), start: CGFloat(begin), sweep: sweep, map)
    }
}
