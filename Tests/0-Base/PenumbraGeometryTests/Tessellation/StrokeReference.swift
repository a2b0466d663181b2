import PenumbraGeometry

#if canImport(Glibc)
    import Glibc
#endif

/// Determines which points a stroke covers, by definition alone. The pen covers a point if some line across the path passes
/// through the point at most half a width away. Joins and caps cover points too.
///
/// This is slow and has nothing in common with the outlines of `Path.stroked`: no offsets, no contours, no winding.
struct StrokeReference {
    private(set) var strands: [Strand] = []
    let style: StrokeStyle
    private var half: Double { style.lineWidth / 2 }

    /// A piece of a curve, as a range of positions on a path's element.
    struct Piece {
        var curve: Curve
        var from: Double
        var to: Double
        /// Positions, with the line across the path at each. They are so close that the path turns little between them.
        var pens: [Pen] = []
    }

    struct Pen {
        var t: Double
        var point: Point
        var direction: Point
    }

    /// A part that is drawn without lifting the pen.
    struct Strand {
        var pieces: [Piece]
        var isClosed: Bool
        var dot: Pen?
    }

    init(_ path: Path, _ style: StrokeStyle) {
        self.style = style
        strands = Subpath.all(of: path).flatMap { $0.strands(style) }
        for strand in strands.indices {
            for piece in strands[strand].pieces.indices { strands[strand].pieces[piece].samplePens() }
        }
    }

    /// Whether the stroke covers a point, exact up to rounding errors.
    func covers(_ point: Point) -> Bool { strands.contains { covers(point, $0) } }

    /// Whether the point and its whole neighbourhood within `margin` are covered.
    func coversAll(around point: Point, within margin: Double) -> Bool {
        covers(point) && Self.around(point, margin).allSatisfy(covers)
    }

    /// Whether the point or any part of its neighbourhood within `margin` is covered.
    func coversAny(around point: Point, within margin: Double) -> Bool {
        covers(point) || Self.around(point, margin).contains(where: covers)
    }

    private static func around(_ point: Point, _ margin: Double) -> [Point] {
        [1, 0.5, 0.25].flatMap { share in
            (0..<12).map { i in
                let angle = (Double(i) + share) * .pi / 6
                return point + (share * margin) * Point(cos(angle), sin(angle))
            }
        }
    }

    private func covers(_ point: Point, _ strand: Strand) -> Bool {
        if let dot = strand.dot { return coversDot(point, dot) }
        if strand.pieces.contains(where: { coversPiece(point, $0) }) { return true }
        guard let first = strand.pieces.first?.pens.first, let last = strand.pieces.last?.pens.last else { return false }
        for (before, after) in zip(strand.pieces, strand.pieces.dropFirst()) {
            if let from = before.pens.last, let to = after.pens.first, coversJoin(point, from, to) { return true }
        }
        if strand.isClosed { return coversJoin(point, last, first) }
        return coversCap(point, first.point, -first.direction) || coversCap(point, last.point, last.direction)
    }

    private func coversDot(_ point: Point, _ dot: Pen) -> Bool {
        let (along, across) = local(point, dot.point, dot.direction)
        switch style.lineCap {
        case .butt: return false
        case .round: return hypot(along, across) <= half
        case .square: return abs(along) <= half && abs(across) <= half
        }
    }

    private func coversCap(_ point: Point, _ end: Point, _ direction: Point) -> Bool {
        let (along, across) = local(point, end, direction)
        switch style.lineCap {
        case .butt: return false
        case .round: return along >= 0 && hypot(along, across) <= half
        case .square: return along >= 0 && along <= half && abs(across) <= half
        }
    }

    private func coversPiece(_ point: Point, _ piece: Piece) -> Bool {
        func ahead(_ pen: Pen) -> Double { local(point, pen.point, pen.direction).along }
        for (a, b) in zip(piece.pens, piece.pens.dropFirst()) {
            let (start, end) = (ahead(a), ahead(b))
            guard (start >= 0) != (end >= 0) else { continue }
            let nearest = min((point - a.point).length, (point - b.point).length)
            guard nearest <= half + (b.point - a.point).length else { continue }
            var (low, high) = (a.t, b.t)
            for _ in 0..<60 where high > low {
                let middle = (low + high) / 2
                if (ahead(piece.curve.pen(middle)) >= 0) == (start >= 0) { low = middle } else { high = middle }
            }
            if (piece.curve.point(low) - point).length <= half { return true }
        }
        return false
    }

    private func coversJoin(_ point: Point, _ from: Pen, _ to: Pen) -> Bool {
        let center = to.point
        let turn = atan2(
            from.direction.x * to.direction.y - from.direction.y * to.direction.x, dot(from.direction, to.direction))
        guard abs(turn) > 1e-9 else { return false }
        // Seen from the middle of the corner, with the x axis outward: the outer sides of both segments are at ± half the turn.
        let side: Double = turn > 0 ? -1 : 1
        let normal = side * Point(-from.direction.y, from.direction.x)
        let outward = Point(
            normal.x * cos(turn / 2) - normal.y * sin(turn / 2), normal.x * sin(turn / 2) + normal.y * cos(turn / 2))
        let (x, y) = local(point, center, outward)
        let angle = abs(turn) / 2
        guard abs(y) * cos(angle) <= x * sin(angle) else { return false }
        switch style.lineJoin {
        case .round: return hypot(x, y) <= half
        case .miter where cos(angle) > 1e-6 && 1 / cos(angle) <= style.miterLimit:
            return x * cos(angle) + abs(y) * sin(angle) <= half
        case .miter, .bevel: return x <= half * cos(angle)
        }
    }

    private func local(_ point: Point, _ origin: Point, _ direction: Point) -> (along: Double, across: Double) {
        let v = point - origin
        return (dot(v, direction), direction.x * v.y - direction.y * v.x)
    }

    private func dot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }
}

extension StrokeReference.Piece {
    fileprivate mutating func samplePens() {
        guard !curve.isLine else {
            pens = [curve.pen(from), curve.pen(to)]
            return
        }
        let count = 512
        pens = [curve.pen(from)]
        for i in 1...count {
            let t = i < count ? from + (to - from) * Double(i) / Double(count) : to
            refine(to: curve.pen(t), depth: 0)
        }
    }

    private mutating func refine(to pen: StrokeReference.Pen, depth: Int) {
        let last = pens[pens.count - 1]
        if (last.direction - pen.direction).length > 0.1, depth < 45 {
            refine(to: curve.pen((last.t + pen.t) / 2), depth: depth + 1)
            refine(to: pen, depth: depth + 1)
        } else if pen.t > last.t {
            pens.append(pen)
        }
    }
}

extension StrokeReference {
    /// An element of a path.
    enum Curve {
        case bezier([Point])
        case arc(Path.Arc)

        var isLine: Bool {
            if case .bezier(let points) = self { points.count == 2 } else { false }
        }

        /// The point by de Casteljau's algorithm, or by the ellipse's formula.
        func point(_ t: Double) -> Point {
            switch self {
            case .bezier(var points):
                while points.count > 1 { points = zip(points, points.dropFirst()).map { $0 + t * ($1 - $0) } }
                return points[0]
            case .arc(let arc):
                let angle = arc.startAngle + t * arc.sweep
                return arc.center + cos(angle) * arc.xAxis + sin(angle) * arc.yAxis
            }
        }

        func derivative(_ t: Double) -> Point {
            switch self {
            case .bezier(let points):
                let degree = Double(points.count - 1)
                return Curve.bezier(zip(points, points.dropFirst()).map { degree * ($1 - $0) }).point(t)
            case .arc(let arc):
                let angle = arc.startAngle + t * arc.sweep
                return arc.sweep * (cos(angle) * arc.yAxis - sin(angle) * arc.xAxis)
            }
        }

        /// Where the curve's derivative is zero, the direction is that of the next position towards its middle.
        func pen(_ t: Double) -> Pen {
            var along = derivative(t)
            var step = 1e-10
            while along.length < 1e-9 * size, step < 1 {
                along = derivative(t < 0.5 ? t + step : t - step)
                step *= 2
            }
            return Pen(t: t, point: point(t), direction: (1 / along.length) * along)
        }

        private var size: Double {
            switch self {
            case .bezier(let points): zip(points, points.dropFirst()).reduce(0) { $0 + ($1.0 - $1.1).length }
            case .arc(let arc): abs(arc.sweep) * (arc.xAxis.length + arc.yAxis.length)
            }
        }

        /// The length of a part, by Simpson's rule with `count` steps.
        func length(_ from: Double, _ to: Double, steps count: Int) -> Double {
            let h = (to - from) / Double(count)
            return (0..<count).reduce(0.0) { sum, i in
                let t = from + Double(i) * h
                return sum + h / 6
                    * (derivative(t).length + 4 * derivative(t + h / 2).length + derivative(t + h).length)
            }
        }
    }
}
