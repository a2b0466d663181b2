import PenumbraGeometry
import PenumbraTessellation

/// The path's subpaths rounded to the grid, with properties that need no sweep.
package struct Reference {
    package let polygons: [[FixedPoint]]

    package init(_ path: Path) {
        polygons = path.flattened().map { $0.points.map { FixedPoint(rounding: $0) } }
    }

    /// All sides, including the sides that close polygons.
    package var sides: [(FixedPoint, FixedPoint)] {
        polygons.flatMap { polygon in polygon.indices.map { (polygon[$0], polygon[($0 + 1) % polygon.count]) } }
    }

    package static func isInside(_ winding: Int, _ rule: FillRule) -> Bool {
        rule == .nonzero ? winding != 0 : winding % 2 != 0
    }
}

/// Coordinates doubled, so that points between grid points are exact too.
package struct HalfStepPoint {
    package var x: Int64
    package var y: Int64

    package init(x: Int64, y: Int64) {
        self.x = x
        self.y = y
    }
}

/// The winding number of directed sides about a point that isn't on them, by crossings of the ray to the left.
package func winding(_ sides: [(FixedPoint, FixedPoint)], about point: HalfStepPoint) -> Int {
    var result = 0
    for (start, end) in sides {
        let (ay, by) = (2 * Int64(start.y), 2 * Int64(end.y))
        guard (ay <= point.y) != (by <= point.y) else { continue }
        let (ax, bx) = (2 * Int64(start.x), 2 * Int64(end.x))
        let turn = Int128(bx - ax) * Int128(point.y - ay) - Int128(by - ay) * Int128(point.x - ax)
        if by > ay, turn < 0 { result += 1 }
        if by < ay, turn > 0 { result -= 1 }
    }
    return result
}

/// The distance of a point from the nearest side, in grid steps.
package func distance(_ sides: [(FixedPoint, FixedPoint)], from point: HalfStepPoint) -> Double {
    var best = Double.infinity
    let (px, py) = (Double(point.x) / 2, Double(point.y) / 2)
    for (start, end) in sides {
        let (ax, ay) = (Double(start.x), Double(start.y))
        let (dx, dy) = (Double(end.x) - ax, Double(end.y) - ay)
        let length2 = dx * dx + dy * dy
        let t = length2 == 0 ? 0 : max(0, min(1, ((px - ax) * dx + (py - ay) * dy) / length2))
        let (ex, ey) = (ax + t * dx - px, ay + t * dy - py)
        best = min(best, (ex * ex + ey * ey).squareRoot())
    }
    return best
}

/// The area of the sides by the fill rule, in squared grid steps, in floating point. Horizontal slabs lie between all vertices
/// and crossings; within a slab, the sides have a fixed order. Quadratic in the crossings.
func slabArea(_ sides: [(FixedPoint, FixedPoint)], _ rule: FillRule) -> Double {
    typealias Line = (x0: Double, y0: Double, x1: Double, y1: Double, sign: Int)
    let lines: [Line] = sides.compactMap { start, end in
        if start.y == end.y { return nil }
        let down = end.y > start.y
        let (a, b) = down ? (start, end) : (end, start)
        return (Double(a.x), Double(a.y), Double(b.x), Double(b.y), down ? 1 : -1)
    }
    var levels = Set(lines.flatMap { [$0.y0, $0.y1] })
    for i in lines.indices {
        for j in 0..<i {
            let (a, b) = (lines[i], lines[j])
            let (ax, ay) = (a.x1 - a.x0, a.y1 - a.y0)
            let (bx, by) = (b.x1 - b.x0, b.y1 - b.y0)
            let cross = ax * by - ay * bx
            guard cross != 0 else { continue }
            let t = ((b.x0 - a.x0) * by - (b.y0 - a.y0) * bx) / cross
            let y = a.y0 + t * ay
            if t > 0, t < 1, y > b.y0, y < b.y1 { levels.insert(y) }
        }
    }
    let ordered = levels.sorted()
    var area = 0.0
    for (top, bottom) in zip(ordered, ordered.dropFirst()) {
        let middle = (top + bottom) / 2
        let hits = lines.filter { $0.y0 < middle && $0.y1 > middle }
            .map { (x: $0.x0 + ($0.x1 - $0.x0) * (middle - $0.y0) / ($0.y1 - $0.y0), sign: $0.sign) }
            .sorted { $0.x < $1.x }
        var winding = 0
        var width = 0.0
        for (left, right) in zip(hits, hits.dropFirst()) {
            winding += left.sign
            if Reference.isInside(winding, rule) { width += right.x - left.x }
        }
        area += width * (bottom - top)
    }
    return area
}

func turn(_ a: FixedPoint, _ b: FixedPoint, _ c: FixedPoint) -> Int64 {
    (Int64(b.x) - Int64(a.x)) * (Int64(c.y) - Int64(a.y)) - (Int64(b.y) - Int64(a.y)) * (Int64(c.x) - Int64(a.x))
}

/// True if two segments share a point that isn't an end of both.
func touchBeyondEnds(_ a: BoundaryEdge, _ b: BoundaryEdge) -> Bool {
    func sign(_ value: Int64) -> Int { value > 0 ? 1 : (value < 0 ? -1 : 0) }
    func isWithin(_ p: FixedPoint, _ e: BoundaryEdge) -> Bool {
        p != e.start && p != e.end && turn(e.start, e.end, p) == 0
            && p.x >= min(e.start.x, e.end.x) && p.x <= max(e.start.x, e.end.x)
            && p.y >= min(e.start.y, e.end.y) && p.y <= max(e.start.y, e.end.y)
    }
    if max(a.start.x, a.end.x) < min(b.start.x, b.end.x) || max(b.start.x, b.end.x) < min(a.start.x, a.end.x) {
        return false
    }
    if (a.start == b.start && a.end == b.end) || (a.start == b.end && a.end == b.start) { return true }
    if isWithin(a.start, b) || isWithin(a.end, b) || isWithin(b.start, a) || isWithin(b.end, a) { return true }
    return sign(turn(a.start, a.end, b.start)) * sign(turn(a.start, a.end, b.end)) < 0
        && sign(turn(b.start, b.end, a.start)) * sign(turn(b.start, b.end, a.end)) < 0
}

typealias Corners = (FixedPoint, FixedPoint, FixedPoint)

/// True if the interiors of two triangles of positive area share a point: no side of either triangle separates them.
func overlap(_ a: Corners, _ b: Corners) -> Bool {
    func separates(_ t: Corners, _ other: Corners) -> Bool {
        for (p, q, r) in [(t.0, t.1, t.2), (t.1, t.2, t.0), (t.2, t.0, t.1)] {
            let inward = turn(p, q, r) > 0
            let outside = [other.0, other.1, other.2].allSatisfy { inward ? turn(p, q, $0) <= 0 : turn(p, q, $0) >= 0 }
            if outside { return true }
        }
        return false
    }
    return !separates(a, b) && !separates(b, a)
}
