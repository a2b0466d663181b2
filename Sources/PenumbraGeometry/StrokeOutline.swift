#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The pieces of an outline, all of the same orientation, so that where they overlap nothing cancels.
struct StrokeOutline {
    let style: StrokeStyle
    let half: Double
    /// The largest angle between two points of a round join or cap.
    private let step: Double
    private(set) var path = Path()
    private var count = 0

    init(style: StrokeStyle, half: Double, tolerance: Double) {
        self.style = style
        self.half = half
        step = max(1e-4, 2 * acos(max(0, 1 - min(1, tolerance / half))))
    }

    /// Both sides of a run of segments that can be followed without turning back on itself.
    private struct Run {
        var left: [Point] = []
        var right: [Point] = []
    }

    mutating func add(_ subpath: StrokeSubpath) throws(StrokeError) {
        let points = subpath.points
        guard points.count > 1 else {
            try addDot(points[0])
            return
        }
        let segments = subpath.isClosed ? points.count : points.count - 1
        func end(_ i: Int) -> Point { points[(i + 1) % points.count] }
        let lengths = (0..<segments).map { (end($0) - points[$0]).length }
        let directions = (0..<segments).map { (1 / lengths[$0]) * (end($0) - points[$0]) }
        func joint(_ vertex: Int) -> Joint {
            let before = (vertex + segments - 1) % segments
            return Joint(
                point: points[vertex], before: directions[before], after: directions[vertex],
                room: min(lengths[before], lengths[vertex]), isSmooth: subpath.isSmooth[vertex], half: half)
        }
        guard subpath.isClosed else {
            var run = begin(points[0], directions[0])
            for vertex in 1..<segments { try pass(joint(vertex), &run) }
            finish(&run, points[segments], directions[segments - 1])
            try emit(run)
            try addCap(points[0], -1 * directions[0])
            try addCap(points[segments], directions[segments - 1])
            return
        }
        // Round a closed subpath from where it must be broken, if anywhere.
        if let first = (0..<segments).first(where: { !joint($0).isContinuous }) {
            var run = begin(points[first], directions[first])
            for i in 1..<segments { try pass(joint((first + i) % segments), &run) }
            let last = joint(first)
            finish(&run, last.point, last.before)
            try emit(run)
            try addWedge(last)
        } else {
            var run = Run()
            for vertex in 0..<segments { try pass(joint(vertex), &run) }
            try emit(run.left)
            try emit(run.right.reversed())
        }
    }

    /// Two segments that meet.
    private struct Joint {
        let point: Point
        let before: Point
        let after: Point
        let isSmooth: Bool
        /// Twice the sine and one more than the cosine of the turn.
        let cross: Double
        let dot: Double
        /// Whether the inner side of both segments is long enough to be cut where they meet.
        let isContinuous: Bool

        init(point: Point, before: Point, after: Point, room: Double, isSmooth: Bool, half: Double) {
            self.point = point
            self.before = before
            self.after = after
            self.isSmooth = isSmooth
            cross = before.x * after.y - before.y * after.x
            dot = before.x * after.x + before.y * after.y
            isContinuous = dot > 0.3 && abs(cross) / (1 + dot) * half <= 0.5 * room
        }

        /// The side the path turns away from: 1 is the left.
        var outer: Double { cross > 0 ? -1 : 1 }
        /// From the point to where the lines beside the segments, at distance 1 to the left, meet.
        var miter: Point { (1 / (1 + dot)) * (before.turned + after.turned) }

        func hasMiter(_ style: StrokeStyle) -> Bool {
            // The ratio of miter and width is one over the cosine of half the turn.
            style.lineJoin == .miter && dot > -1 + 1e-12 && 2 <= style.miterLimit * style.miterLimit * (1 + dot)
        }
    }

    private func begin(_ point: Point, _ direction: Point) -> Run {
        Run(left: [point + half * direction.turned], right: [point - half * direction.turned])
    }

    private func finish(_ run: inout Run, _ point: Point, _ direction: Point) {
        run.left.append(point + half * direction.turned)
        run.right.append(point - half * direction.turned)
    }

    private mutating func pass(_ joint: Joint, _ run: inout Run) throws(StrokeError) {
        guard joint.isContinuous else {
            finish(&run, joint.point, joint.before)
            try emit(run)
            try addWedge(joint)
            run = begin(joint.point, joint.after)
            return
        }
        let inner = joint.point - (joint.outer * half) * joint.miter
        let outer = joint.isSmooth ? [joint.point + (joint.outer * half) * joint.miter] : corner(joint)
        if joint.outer > 0 {
            run.left += outer
            run.right.append(inner)
        } else {
            run.right += outer
            run.left.append(inner)
        }
    }

    /// The outer side of a join, from the end of one segment to the start of the next.
    private func corner(_ joint: Joint) -> [Point] {
        let from = joint.point + (joint.outer * half) * joint.before.turned
        let to = joint.point + (joint.outer * half) * joint.after.turned
        if joint.isSmooth || style.lineJoin == .round {
            return [from] + arc(joint.point, from: joint.before.turned, to: joint.after.turned, side: joint.outer) + [to]
        }
        if joint.hasMiter(style) { return [from, joint.point + (joint.outer * half) * joint.miter, to] }
        return [from, to]
    }

    /// Points between two directions from `center`, at half the width, the shorter way round.
    private func arc(_ center: Point, from: Point, to: Point, side: Double) -> [Point] {
        let turn = atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y)
        // Half a turn goes round the outer side.
        let angle = abs(turn) > .pi - 1e-9 ? .pi * -side : turn
        let pieces = Int((abs(angle) / step).rounded(.up))
        guard pieces > 1 else { return [] }
        return (1..<pieces).map { i in
            let a = angle * Double(i) / Double(pieces)
            let (c, s) = (cos(a), sin(a))
            return center + (side * half) * Point(from.x * c - from.y * s, from.x * s + from.y * c)
        }
    }

    private mutating func addWedge(_ joint: Joint) throws(StrokeError) {
        try emitOriented([joint.point] + corner(joint))
    }

    /// The end of an open subpath, `direction` pointing away from it.
    private mutating func addCap(_ point: Point, _ direction: Point) throws(StrokeError) {
        let (left, right) = (point + half * direction.turned, point - half * direction.turned)
        switch style.lineCap {
        case .butt: break
        case .square: try emitOriented([left, left + half * direction, right + half * direction, right])
        case .round:
            // From one side over the tip to the other.
            let tip = arc(point, from: direction.turned, to: direction, side: 1)
            let back = arc(point, from: direction, to: -1 * direction.turned, side: 1)
            try emitOriented([left] + tip + [point + half * direction] + back + [right])
        }
    }

    private mutating func addDot(_ point: Point) throws(StrokeError) {
        switch style.lineCap {
        case .butt: break
        case .round: path.append(Path(circleAt: point, radius: half))
        case .square:
            path.append(Path(Rect(x: point.x - half, y: point.y - half, width: 2 * half, height: 2 * half)))
        }
    }

    private mutating func emit(_ run: Run) throws(StrokeError) {
        try emit(run.left + run.right.reversed())
    }

    /// A convex piece, turned to the orientation of the runs.
    private mutating func emitOriented(_ points: [Point]) throws(StrokeError) {
        var area = 0.0
        for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) {
            let (u, v) = (a - points[0], b - points[0])
            area += u.x * v.y - u.y * v.x
        }
        try emit(area > 0 ? points.reversed() : points)
    }

    private mutating func emit(_ points: [Point]) throws(StrokeError) {
        count += points.count
        if count > StrokeError.segmentLimit { throw .tooManySegments }
        path.append(Path(polygon: points))
    }
}

extension Point {
    /// A quarter turn: to the left where y grows upward.
    fileprivate var turned: Point { Point(-y, x) }
}
