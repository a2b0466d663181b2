import PenumbraElementary
import PenumbraGeometry

/// Paths animate point by point if they consist of the same kinds of segments in the same order. Others are an error.
///
/// Arcs of equal sweeps stay arcs. Other pairs of arcs become equally many cubic curves, each within 0.0003 of the radius.
extension Path: Interpolatable {
    public func interpolated(to end: Path, at fraction: Double) throws(MotionError) -> Path {
        try Self.combined([self, end]) { $0[0].interpolated(to: $0[1], at: fraction) }
    }

    public static func mixed(_ values: [Path], weights: [Double]) throws(MotionError) -> Path {
        try combined(values) { Point.mixed($0, weights: weights) }
    }

    public func adding(_ change: Path) throws(MotionError) -> Path {
        throw MotionError(.additive, "paths have no sum; leave out additive, cumulative and by")
    }

    public func repeated(_ count: Double) throws(MotionError) -> Path { try adding(self) }

    /// The average distance of the corresponding points.
    public func distance(to other: Path) throws(MotionError) -> Double {
        var (sum, count) = (0.0, 0)
        _ = try Self.combined([self, other]) { points in
            sum += (points[1] - points[0]).length
            count += 1
            return points[0]
        }
        return count > 0 ? sum / Double(count) : 0
    }

    /// Makes one path from several with the same kinds of segments.
    ///
    /// - Parameter combine: makes one point, or one axis of an arc, from the corresponding ones of all paths.
    private static func combined(
        _ paths: [Path], _ combine: ([Point]) -> Point
    ) throws(MotionError) -> Path {
        let first = paths[0].elements
        for other in paths.dropFirst() where other.elements.count != first.count {
            throw MotionError(
                .values, "found paths of \(first.count) and \(other.elements.count) segments, expected the same segments")
        }
        var result = Path()
        for index in first.indices {
            let elements = paths.map { $0.elements[index] }
            if let other = elements.first(where: { $0.kind != elements[0].kind }) {
                throw MotionError(
                    .values,
                    "segment \(index + 1) is \(elements[0].kind.rawValue) in one path and \(other.kind.rawValue) in another, "
                        + "expected the same segments")
            }
            let points = elements.map(\.points)
            let combined = points[0].indices.map { i in combine(points.map { $0[i] }) }
            switch elements[0] {
            case .move: result.move(to: combined[0])
            case .line: result.addLine(to: combined[0])
            case .quadratic: result.addQuadratic(to: combined[1], control: combined[0])
            case .cubic: result.addCubic(to: combined[2], control1: combined[0], control2: combined[1])
            case .close: result.close()
            case .arc: result.append(elements, combined, combine)
            }
        }
        return result
    }

    /// Adds the arc between arcs.
    private mutating func append(_ arcs: [Element], _ combined: [Point], _ combine: ([Point]) -> Point) {
        let arcs = arcs.compactMap(\.arc)
        let sweeps = arcs.map(\.sweep)
        if sweeps.allSatisfy({ $0 == sweeps[0] }) {
            addArc(Arc(center: combined[0], xAxis: combined[1], yAxis: combined[2], startAngle: 0, sweep: sweeps[0]))
            return
        }
        // A quarter of a circle is one curve. Sweeps of scenes are at most a few turns.
        let largest = sweeps.reduce(0) { max($0, abs($1)) }
        let pieces = max(1, min(1024, Int((min(largest, 1e4) / (.pi / 2)).rounded(.up))))
        for piece in 0..<pieces {
            let curves = arcs.map { $0.curve(piece: piece, of: pieces) }
            let points = (0..<4).map { i in combine(curves.map { $0[i] }) }
            if piece == 0 {
                // Like `addArc`: a line leads to the start unless the path is there already, up to rounding.
                let gap = currentPoint.map { ($0 - points[0]).length }
                if gap ?? .infinity > 1e-9 * (1 + (points[1] - points[0]).length) { addLine(to: points[0]) }
            }
            addCubic(to: points[3], control1: points[1], control2: points[2])
        }
    }
}

extension Path.Element {
    /// The kinds of segments, as messages call them.
    fileprivate enum Kind: String {
        case move = "a move"
        case line = "a line"
        case quadratic = "a quadratic curve"
        case cubic = "a cubic curve"
        case arc = "an arc"
        case close = "a close"
    }

    fileprivate var kind: Kind {
        switch self {
        case .move: .move
        case .line: .line
        case .quadratic: .quadratic
        case .cubic: .cubic
        case .arc: .arc
        case .close: .close
        }
    }

    fileprivate var arc: Path.Arc? { if case .arc(let arc) = self { arc } else { nil } }

    /// The points that decide the element. An arc has its centre, and axes for a start at angle 0.
    fileprivate var points: [Point] {
        switch self {
        case .move(let to), .line(let to): [to]
        case .quadratic(let to, let control): [control, to]
        case .cubic(let to, let control1, let control2): [control1, control2, to]
        case .arc(let arc): [arc.center, arc.turnedAxes.x, arc.turnedAxes.y]
        case .close: []
        }
    }
}

extension Path.Arc {
    /// Axes with which the same arc starts at angle 0.
    fileprivate var turnedAxes: (x: Point, y: Point) {
        if startAngle == 0 { return (xAxis, yAxis) }
        let (cosine, sine) = Elementary.cosineAndSine(startAngle)
        return (cosine * xAxis + sine * yAxis, cosine * yAxis - sine * xAxis)
    }

    /// The points of a cubic curve near one of several equal pieces of the arc. Its control points lie on the tangents, at
    /// 4/3·tan(δ/4) of their length.
    fileprivate func curve(piece: Int, of pieces: Int) -> [Point] {
        let (x, y) = turnedAxes
        let step = sweep / Double(pieces)
        let reach = 4.0 / 3 * Elementary.tan(step / 4)
        func end(_ angle: Double) -> (point: Point, tangent: Point) {
            let (cosine, sine) = Elementary.cosineAndSine(angle)
            return (center + cosine * x + sine * y, cosine * y - sine * x)
        }
        let (from, to) = (end(Double(piece) * step), end(Double(piece + 1) * step))
        return [from.point, from.point + reach * from.tangent, to.point - reach * to.tangent, to.point]
    }
}
