import PenumbraElementary

/// The pieces of an outline, all of the same orientation, so that where they overlap nothing cancels.
struct StrokeOutline {
    let style: StrokeStyle
    let half: Double
    let tolerance: Double
    /// The largest angle between two points of a round join or cap.
    private let step: Double
    private(set) var path = Path()
    private var count = 0

    init(style: StrokeStyle, half: Double, tolerance: Double) {
        self.style = style
        self.half = half
        self.tolerance = tolerance
        step = max(1e-4, 2 * Elementary.acos(max(0, 1 - min(1, tolerance / half))))
    }

    /// Both sides of a run of segments that can be followed without turning back on itself.
    private struct Run {
        var left: [Point] = []
        var right: [Point] = []
    }

    mutating func add(_ subpath: StrokeSubpath) throws(StrokeError) {
        guard subpath.points.count > 1 else {
            if subpath.hasSegments { try addDot(subpath.points[0], subpath.direction ?? Point(1, 0)) }
            return
        }
        let spine = Spine(subpath, half: half)
        let count = spine.directions.count
        if subpath.isClosed, let start = spine.firstBreak {
            try addSections(spine, from: start)
            try addWedge(spine.joint(start))
        } else if subpath.isClosed {
            var run = Run()
            for vertex in 0..<count { try pass(spine.joint(vertex), &run) }
            try emit(run.left)
            try emit(run.right.reversed())
        } else {
            try addSections(spine, from: 0)
            try addCap(spine.point(0), -1 * spine.directions[0])
            try addCap(spine.point(count), spine.directions[count - 1])
        }
    }

    /// All segments, starting with number `first`, in sections: where the pen's inner side can be followed, and where it folds.
    private mutating func addSections(_ spine: Spine, from first: Int) throws(StrokeError) {
        let count = spine.directions.count
        var section = first
        while section < first + count {
            let isFolded = spine.isFolded(section)
            var end = section + 1
            while end < first + count, spine.isFolded(end) == isFolded,
                !isFolded || spine.joint(end).isFold && spine.joint(end).outer == spine.joint(section + 1).outer
            {
                end += 1
            }
            if isFolded { try addFold(spine, section..<end) } else { try addRun(spine, section..<end) }
            if end < first + count { try addWedge(spine.joint(end)) }
            section = end
        }
    }

    private mutating func addRun(_ spine: Spine, _ segments: Range<Int>) throws(StrokeError) {
        var run = begin(spine.point(segments.lowerBound), spine.direction(segments.lowerBound))
        for vertex in segments.dropFirst() { try pass(spine.joint(vertex), &run) }
        finish(&run, spine.point(segments.upperBound), spine.direction(segments.upperBound - 1))
        try emit(run)
    }

    /// A curve that turns more sharply than the pen is wide: its outer half as it is, and the inner half, which is hidden in
    /// the stroke but for its ends, in few pieces.
    private mutating func addFold(_ spine: Spine, _ segments: Range<Int>) throws(StrokeError) {
        let side = segments.count > 1 ? spine.joint(segments.lowerBound + 1).outer : 1
        let points = (segments.lowerBound...segments.upperBound).map(spine.point)
        var outer = [points[0] + (side * half) * spine.direction(segments.lowerBound).turned]
        for vertex in segments.dropFirst() { outer += corner(spine.joint(vertex)) }
        outer.append(points[points.count - 1] + (side * half) * spine.direction(segments.upperBound - 1).turned)
        try emit(side > 0 ? outer + points.reversed() : points + outer.reversed())
        var from = segments.lowerBound
        while from < segments.upperBound {
            var to = from + 1
            while to < segments.upperBound, spine.isHidden(from..<(to + 1), tolerance) { to += 1 }
            let (start, end) = (spine.point(from), spine.point(to))
            let length = (end - start).length
            if length > 0 {
                let across = (-side * half / length) * (end - start).turned
                try emitOriented([start, end, end + across, start + across])
            }
            if to > from + 1 { try emitOriented((from...to).map(spine.point)) }
            from = to
        }
    }

    /// A subpath's segments and joints, counted round and round where it is closed.
    private struct Spine {
        let points: [Point]
        let isSmooth: [Bool]
        let isClosed: Bool
        let half: Double
        let directions: [Point]
        private let lengths: [Double]

        init(_ subpath: StrokeSubpath, half: Double) {
            points = subpath.points
            isSmooth = subpath.isSmooth
            isClosed = subpath.isClosed
            self.half = half
            let segments = isClosed ? points.count : points.count - 1
            let ends = (0..<segments).map { subpath.points[($0 + 1) % subpath.points.count] }
            let vectors = zip(ends, points).map { $0 - $1 }
            lengths = vectors.map(\.length)
            directions = zip(vectors, lengths).map { (1 / $1) * $0 }
        }

        func point(_ vertex: Int) -> Point { points[vertex % points.count] }
        func direction(_ segment: Int) -> Point { directions[segment % directions.count] }

        func joint(_ vertex: Int) -> Joint {
            let count = directions.count
            let (before, after) = ((vertex + count - 1) % count, vertex % count)
            return Joint(
                point: point(vertex), before: directions[before], after: directions[after],
                room: min(lengths[before], lengths[after]), isSmooth: isSmooth[vertex % points.count], half: half)
        }

        /// Whether a joint at an end of a segment folds the pen's inner side.
        func isFolded(_ segment: Int) -> Bool {
            let hasStart = isClosed || segment > 0
            let hasEnd = isClosed || segment + 1 < directions.count
            return hasStart && joint(segment).isFold || hasEnd && joint(segment + 1).isFold
        }

        /// The first vertex of a closed subpath where sections must end, if there is any.
        var firstBreak: Int? {
            let count = directions.count
            return (0..<count).first { !joint($0).isContinuous && !joint($0).isFold }
                ?? (0..<count).first { !joint($0).isContinuous }
        }

        /// Whether a chord instead of segments changes nothing that could be seen: it lies further in than they do by less than
        /// a part of what the pen reaches beyond the centre of their curve.
        func isHidden(_ segments: Range<Int>, _ tolerance: Double) -> Bool {
            let (first, last) = (direction(segments.lowerBound), direction(segments.upperBound - 1))
            let turn = abs(Elementary.atan2(first.x * last.y - first.y * last.x, first.x * last.x + first.y * last.y))
            guard segments.count > 1, turn > 0, turn < 1 else { return false }
            let length = segments.reduce(0.0) { $0 + self.lengths[$1 % self.lengths.count] }
            // The turn is that between the middles of the first and the last segment.
            let radius = length * Double(segments.count - 1) / Double(segments.count) / turn
            return length * length / (8 * radius) <= max(tolerance, 0.2 * (half - radius))
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
        /// Whether the path is smooth here, but turns more sharply than the pen is wide.
        var isFold: Bool { isSmooth && !isContinuous }

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
        let turn = Elementary.atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y)
        // Half a turn goes round the outer side.
        let angle = abs(turn) > .pi - 1e-9 ? .pi * -side : turn
        let pieces = Int((abs(angle) / step).rounded(.up))
        guard pieces > 1 else { return [] }
        return (1..<pieces).map { i in
            let a = angle * Double(i) / Double(pieces)
            let (c, s) = Elementary.cosineAndSine(a)
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

    private mutating func addDot(_ point: Point, _ direction: Point) throws(StrokeError) {
        let tip = half * direction
        switch style.lineCap {
        case .butt: break
        case .round:
            let pieces = max(3, Int((2 * .pi / step).rounded(.up)))
            try emitOriented(
                (0..<pieces).map { i in
                    let angle = 2 * .pi * Double(i) / Double(pieces)
                    let (cosine, sine) = Elementary.cosineAndSine(angle)
                    return point + cosine * tip + sine * tip.turned
                })
        case .square:
            try emitOriented([
                point - tip - tip.turned, point + tip - tip.turned, point + tip + tip.turned, point - tip + tip.turned,
            ])
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
