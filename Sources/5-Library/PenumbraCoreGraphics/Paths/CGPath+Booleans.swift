import Foundation
import PenumbraGeometry
import PenumbraTessellation

// Results consist of straight lines, which differ from exact curves by some thousandths of a unit at most. They are filled with
// the non-zero rule. Paths that are too large or not finite have no result: it is then empty.
extension CGPath {
    /// Returns the area of the path without overlaps: it looks the same by both rules.
    public func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
        combined(with: nil, rule) { area, _ in area }
    }

    public func union(_ mask: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(with: mask, rule) { (a, b) throws(TessellationError) in try a.union(b) }
    }

    public func intersection(_ mask: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(with: mask, rule) { (a, b) throws(TessellationError) in try a.subtracting(a.subtracting(b)) }
    }

    public func subtracting(_ mask: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(with: mask, rule) { (a, b) throws(TessellationError) in try a.subtracting(b) }
    }

    public func symmetricDifference(_ mask: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(with: mask, rule) { (a, b) throws(TessellationError) in
            try a.subtracting(b).union(b.subtracting(a))
        }
    }

    /// Whether the areas of both paths have more than edges in common.
    public func intersects(_ mask: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
        !intersection(mask, using: rule).isEmpty
    }

    /// Returns a path for each separate area, with its holes.
    public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
        let contours = normalized(using: rule).shape.subpaths
        let areas = contours.map(\.signedArea)
        // The outline of an area runs the other way than its holes. The contour with the largest area is an outline.
        guard let largest = areas.map(abs).max(), let first = areas.first(where: { abs($0) == largest }) else { return [] }
        let outlines = contours.indices.filter { (areas[$0] > 0) == (first > 0) }
        var result = outlines.map { contours[$0] }
        for hole in contours.indices where (areas[hole] > 0) != (first > 0) {
            guard let start = contours[hole].pointBetweenCorners else { continue }
            let around = outlines.indices.filter { contours[outlines[$0]].contains(start, .nonzero) }
            let nearest = around.min { abs(areas[outlines[$0]]) < abs(areas[outlines[$1]]) }
            if let nearest { result[nearest].append(contours[hole]) }
        }
        return result.map(CGPath.init)
    }

    private func combined(
        with other: CGPath?, _ rule: CGPathFillRule,
        _ combine: (Boundary, Boundary) throws(TessellationError) -> Boundary
    ) -> CGPath {
        let grid = CombiningGrid([shape, other?.shape ?? Path()])
        guard let area = grid.boundary(shape, rule.scene), let mask = grid.boundary(other?.shape ?? Path(), rule.scene),
            let result = try? combine(area, mask)
        else { return CGPath() }
        return CGPath(result.path.applying(grid.back))
    }
}

/// The scale at which paths are combined on the grid of tessellation: as fine as their size allows.
private struct CombiningGrid {
    private let map: PenumbraGeometry.AffineTransform
    let back: PenumbraGeometry.AffineTransform

    /// The largest distance from a curve, in steps of the scaled path.
    private static let tolerance = 0.1

    init(_ paths: [Path]) {
        let extent = paths.reduce(1.0) { extent, path in
            let bounds = path.controlPointBounds
            return max(extent, abs(bounds.minX), abs(bounds.maxX), abs(bounds.minY), abs(bounds.maxY))
        }
        var scale = 64.0
        // Half of the largest coordinate leaves room for rounding.
        while scale > 1.0 / 1024, extent * scale > FixedPoint.largestCoordinate / 2 { scale /= 2 }
        map = .scale(scale, scale)
        back = .scale(1 / scale, 1 / scale)
    }

    func boundary(_ path: Path, _ rule: FillRule) -> Boundary? {
        try? Boundary(resolving: path.applying(map), fillRule: rule, tolerance: Self.tolerance)
    }
}

extension Path {
    /// The path's subpaths as paths of their own.
    package var subpaths: [Path] {
        var result: [Path] = []
        for element in elements {
            if case .move = element { result.append(Path()) }
            guard let last = result.indices.last else { continue }
            switch element {
            case .move(let to): result[last].move(to: to)
            case .line(let to): result[last].addLine(to: to)
            case .quadratic(let to, let control): result[last].addQuadratic(to: to, control: control)
            case .cubic(let to, let control1, let control2):
                result[last].addCubic(to: to, control1: control1, control2: control2)
            case .arc(let arc): result[last].addArc(arc)
            case .close: result[last].close()
            }
        }
        return result
    }

    /// The area of a polygon, positive if it turns from the x axis to the y axis.
    fileprivate var signedArea: Double {
        let points = flattened(tolerance: 0.01).flatMap(\.points)
        guard var previous = points.last else { return 0 }
        var sum = 0.0
        for point in points {
            sum += previous.x * point.y - point.x * previous.y
            previous = point
        }
        return sum / 2
    }

    /// A point on the outline that is no corner.
    fileprivate var pointBetweenCorners: Point? {
        let points = flattened(tolerance: 0.01).flatMap(\.points)
        guard points.count > 1 else { return points.first }
        return 0.5 * (points[0] + points[1])
    }
}
