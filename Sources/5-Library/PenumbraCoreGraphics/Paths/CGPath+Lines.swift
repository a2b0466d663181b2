import Foundation
import PenumbraGeometry

extension CGPath {
    /// Returns the parts of the path's lines that lie inside the area of `mask`.
    public func lineIntersection(_ mask: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        lines(mask, rule, inside: true)
    }

    /// Returns the parts of the path's lines that lie outside the area of `mask`.
    public func lineSubtracting(_ mask: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        lines(mask, rule, inside: false)
    }

    /// The most comparisons of two segments.
    private static let mostComparisons = 100_000_000

    /// The largest distance of a chord from its curve.
    private static let lineTolerance = 0.005

    private func lines(_ mask: CGPath, _ rule: CGPathFillRule, inside: Bool) -> CGPath {
        let edges = mask.shape.flattened(tolerance: Self.lineTolerance).flatMap { polyline in
            zip(polyline.points, Array(polyline.points.dropFirst()) + Array(polyline.points.prefix(1)))
        }
        let polylines = shape.flattened(tolerance: Self.lineTolerance)
        let count = polylines.reduce(0) { $0 + $1.points.count }
        var result = Path()
        guard count.multipliedReportingOverflow(by: max(1, edges.count)).partialValue <= Self.mostComparisons else {
            return CGPath()
        }
        for polyline in polylines {
            var points = polyline.points
            if polyline.isClosed, let first = points.first { points.append(first) }
            var isDown = false
            for (start, end) in zip(points, points.dropFirst()) where start != end {
                let cuts = [0.0] + edges.compactMap { Self.crossing(start, end, $0.0, $0.1) }.sorted() + [1.0]
                for (from, to) in zip(cuts, cuts.dropFirst()) where to > from {
                    let (a, b) = (start + from * (end - start), start + to * (end - start))
                    guard mask.shape.contains(0.5 * (a + b), rule.scene) == inside else {
                        isDown = false
                        continue
                    }
                    if !isDown { result.move(to: a) }
                    result.addLine(to: b)
                    isDown = true
                }
            }
        }
        return CGPath(result)
    }

    /// The fraction of the way from `a` to `b` at which it crosses the line from `c` to `d`.
    private static func crossing(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Double? {
        let (u, v, w) = (b - a, d - c, c - a)
        let cross = u.x * v.y - u.y * v.x
        guard cross != 0 else { return nil }
        let here = (w.x * v.y - w.y * v.x) / cross
        let there = (w.x * u.y - w.y * u.x) / cross
        guard here > 0, here < 1, there >= 0, there <= 1 else { return nil }
        return here
    }
}
