import Foundation
import PenumbraGeometry

extension CGPath {
    public var isEmpty: Bool { shape.isEmpty }

    /// The point where the next segment starts; the origin for an empty path.
    public var currentPoint: CGPoint { shape.currentPoint.map(CGPoint.init) ?? .zero }

    /// The smallest rectangle that holds all points and control points. Null for an empty path.
    public var boundingBox: CGRect { isEmpty ? .null : CGRect(shape.withoutArcs.controlPointBounds) }

    /// The smallest rectangle that holds the drawn curves. Null for an empty path.
    public var boundingBoxOfPath: CGRect { isEmpty ? .null : CGRect(shape.bounds) }

    /// Whether a point is inside the path. Open subpaths count as closed.
    ///
    /// - Parameter transform: applies to the point before it is tested.
    public func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        shape.contains(point.applying(transform).scene, rule.scene)
    }

    /// Whether the path is a rectangle with sides along the axes.
    ///
    /// - Parameter rect: receives the rectangle.
    public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
        guard let found = shape.rectangle else { return false }
        rect?.pointee = CGRect(found)
        return true
    }
}

extension Path {
    /// The largest distance of a chord from its curve in tests of points, in the path's own unit.
    private static let testTolerance = 0.0005

    func contains(_ point: Point, _ rule: FillRule) -> Bool {
        guard point.isFinite, isFinite, !isEmpty, controlPointBounds.holds(point) else { return false }
        var winding = 0
        for polyline in flattened(tolerance: Self.testTolerance) {
            guard var previous = polyline.points.last else { continue }
            for next in polyline.points {
                // Half-open spans count a shared end once.
                if (previous.y <= point.y) != (next.y <= point.y) {
                    let side =
                        (next.x - previous.x) * (point.y - previous.y) - (point.x - previous.x) * (next.y - previous.y)
                    if next.y > previous.y, side > 0 { winding += 1 }
                    if next.y < previous.y, side < 0 { winding -= 1 }
                }
                previous = next
            }
        }
        return rule == .nonzero ? winding != 0 : winding % 2 != 0
    }

    /// The rectangle that the path draws, if it draws just that, along the axes.
    package var rectangle: Rect? {
        var corners: [Point] = []
        for (index, element) in elements.enumerated() {
            switch element {
            case .move(let to):
                guard index == 0 else { return nil }
                corners.append(to)
            case .line(let to): corners.append(to)
            case .close: guard index == elements.count - 1 else { return nil }
            case .quadratic, .cubic, .arc: return nil
            }
            guard corners.count <= 5 else { return nil }
        }
        if corners.count == 5 {
            guard corners[4] == corners[0] else { return nil }
            corners.removeLast()
        }
        guard corners.count == 4 else { return nil }
        let isAcross = corners[0].y == corners[1].y
        for index in 0..<4 {
            let (a, b) = (corners[index], corners[(index + 1) % 4])
            guard (index % 2 == 0) == isAcross ? a.y == b.y : a.x == b.x else { return nil }
        }
        return Rect(bounding: corners)
    }
}

extension Rect {
    fileprivate func holds(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }
}
