import PenumbraElementary

/// Collects the pieces of an outline. All pieces have the same orientation, so nothing cancels where they overlap.
struct StrokeOutline {
    let style: StrokeStyle
    let half: Double
    let tolerance: Double
    /// The largest angle between two points of a round join or cap.
    private let step: Double
    private(set) var path = Path()
    /// The number of points of the finished contours.
    private(set) var pointCount = 0
    private let mostPoints: Int

    init(style: StrokeStyle, half: Double, tolerance: Double, mostPoints: Int) {
        self.mostPoints = min(StrokeError.segmentLimit, mostPoints)
        self.style = style
        self.half = half
        self.tolerance = tolerance
        step = max(1e-4, 2 * Elementary.acos(max(0, 1 - min(1, tolerance / half))))
    }

    mutating func add(_ subpath: StrokeSubpath) throws(StrokeError) {
        guard let first = subpath.segments.first, let last = subpath.segments.last else {
            if let dot = subpath.dot { try addDot(dot) }
            return
        }
        // Everything within half a width of the path is drawn anyway.
        let hidesFolds = style.lineJoin == .round && (subpath.isClosed || style.lineCap == .round)
        var sweep = StrokeSweep(at: place(first.start), hidesFolds: hidesFolds)
        for (index, segment) in subpath.segments.enumerated() {
            if index > 0 { meet(subpath.segments[index - 1], segment, &sweep) }
            let next = index + 1 < subpath.segments.count ? subpath.segments[index + 1] : nil
            sweep.move(to: next.map { smoothed(segment, $0) } ?? place(segment.end))
            if pointCount + sweep.pointCount > mostPoints {
                pointCount += sweep.pointCount
                throw .tooManySegments
            }
        }
        if subpath.isClosed {
            let inner = meet(last, first, &sweep, mayCutInner: sweep.isWhole)
            sweep.finish(isClosed: true, innerAtStart: inner)
        } else {
            sweep.finish(isClosed: false)
        }
        for contour in sweep.contours { try emit(contour) }
        if !subpath.isClosed {
            try addCap(first.start.point, -first.start.direction)
            try addCap(last.end.point, last.end.direction)
        }
    }

    private func place(_ pen: StrokePen) -> StrokeSweep.Place {
        StrokeSweep.Place(point: pen.point, direction: pen.direction, left: half, right: half)
    }

    /// Places the pen between two pieces of a curve. Both ends of the pen draw arcs, whose chords lie on one side of the
    /// arcs. The pen is therefore moved so that the areas between arcs and chords balance.
    private func smoothed(_ segment: StrokeSegment, _ next: StrokeSegment) -> StrokeSweep.Place {
        var result = place(segment.end)
        guard next.isContinuation, next.start.direction == segment.end.direction else { return result }
        let turns = (segment.start.direction.cross(segment.end.direction), next.start.direction.cross(next.end.direction))
        func shift(_ side: Double) -> Double {
            let before = (segment.end.point - segment.start.point).length - side * half * turns.0
            let after = (next.end.point - next.start.point).length - side * half * turns.1
            guard before * after > 0 else { return 0 }
            let shift = (before * before * turns.0 + after * after * turns.1) / (12 * (before + after))
            return max(-tolerance, min(tolerance, shift))
        }
        result.left -= shift(1)
        result.right += shift(-1)
        return result
    }

    /// Goes from one segment to the next, which may have another direction. The result is the corner on the inner side
    /// together with the side, if that corner replaces both segments' ends.
    @discardableResult
    private func meet(
        _ before: StrokeSegment, _ after: StrokeSegment, _ sweep: inout StrokeSweep, mayCutInner: Bool = true
    ) -> (point: Point, isLeft: Bool)? {
        let (from, to) = (before.end.direction, after.start.direction)
        if after.isContinuation {
            if from != to { turnRound(after.start, from: from, &sweep) }
            return nil
        }
        let next = place(after.start)
        if half * (to - from).length <= tolerance * 1e-6 {
            sweep.continues(at: next)
            return nil
        }
        let joint = Joint(point: after.start.point, before: from, after: to)
        let isOuterLeft = joint.outer > 0
        let room = min(before.length, after.length)
        if before.curve == nil, after.curve == nil, mayCutInner, joint.isInnerCut(half: half, room: room) {
            let inner = joint.point - (joint.outer * half) * joint.miter
            sweep.turn(to: next, over: corner(joint), inner: inner, isLeft: isOuterLeft)
            return (inner, !isOuterLeft)
        }
        sweep.turn(to: next, over: corner(joint), isLeft: isOuterLeft)
        return nil
    }

    /// Turns the pen about its middle where a curve turns back, as if the curve went round a very small circle.
    private func turnRound(_ pen: StrokePen, from: Point, _ sweep: inout StrokeSweep) {
        let turn = Elementary.atan2(from.cross(pen.direction), from.dot(pen.direction))
        let pieces = max(1, Int((abs(turn) / min(step, 0.5)).rounded(.up)))
        for i in 1...pieces {
            let direction = i < pieces ? from.rotated(turn * Double(i) / Double(pieces)) : pen.direction
            sweep.move(to: place(StrokePen(point: pen.point, direction: direction)))
        }
    }

    /// The joint between two segments.
    private struct Joint {
        let point: Point
        let before: Point
        let after: Point
        /// The sine and the cosine of the turn.
        let cross: Double
        let dot: Double

        init(point: Point, before: Point, after: Point) {
            self.point = point
            self.before = before
            self.after = after
            cross = before.cross(after)
            dot = before.dot(after)
        }

        /// True if the inner sides of two straight segments are long enough to be cut at their intersection.
        func isInnerCut(half: Double, room: Double) -> Bool {
            dot > 0.3 && abs(cross) / (1 + dot) * half <= 0.5 * room
        }

        /// The side the path turns away from; 1 is the left.
        var outer: Double { cross > 0 ? -1 : 1 }
        /// The vector from the point to the intersection of the two lines beside the segments, at distance 1 to the left.
        var miter: Point { (1 / (1 + dot)) * (before.turned + after.turned) }

        func hasMiter(_ style: StrokeStyle) -> Bool {
            // The ratio of miter to width is one over the cosine of half the turn.
            style.lineJoin == .miter && dot > -1 + 1e-12 && 2 <= style.miterLimit * style.miterLimit * (1 + dot)
        }
    }

    /// Returns the outer side of a join, between the end of one segment and the start of the next.
    private func corner(_ joint: Joint) -> [Point] {
        if style.lineJoin == .round {
            return arc(joint.point, from: joint.outer * joint.before.turned, to: joint.outer * joint.after.turned, -joint.outer)
        }
        return joint.hasMiter(style) ? [joint.point + (joint.outer * half) * joint.miter] : []
    }

    /// Returns the points of a round join or cap: an arc around `center` with half the stroke's width as its radius. It takes
    /// the shorter way between the two directions. If they are opposite, `sense` (1 or −1) decides.
    private func arc(_ center: Point, from: Point, to: Point, _ sense: Double) -> [Point] {
        let turn = Elementary.atan2(from.cross(to), from.dot(to))
        let angle = abs(turn) > .pi - 1e-9 ? .pi * sense : turn
        let pieces = Int((abs(angle) / step).rounded(.up))
        guard pieces > 1 else { return [] }
        let radius = half * outward(angle / Double(pieces))
        return (1..<pieces).map { i in center + radius * from.rotated(angle * Double(i) / Double(pieces)) }
    }

    /// The factor by which points of an arc are moved out, so that the area within the chords equals the arc's area.
    private func outward(_ angle: Double) -> Double { 1 + 2.0 / 3 * (1 - Elementary.cos(angle / 2)) }

    /// Adds the cap at the end of an open subpath; `direction` points away from the subpath.
    private mutating func addCap(_ point: Point, _ direction: Point) throws(StrokeError) {
        let (left, right) = (point + half * direction.turned, point - half * direction.turned)
        switch style.lineCap {
        case .butt: break
        case .square: try emitOriented([left, left + half * direction, right + half * direction, right])
        case .round:
            try emitOriented([left] + arc(point, from: direction.turned, to: -direction.turned, -1) + [right])
        }
    }

    private mutating func addDot(_ pen: StrokePen) throws(StrokeError) {
        let (point, tip) = (pen.point, half * pen.direction)
        switch style.lineCap {
        case .butt: break
        case .round:
            let pieces = max(3, Int((2 * .pi / step).rounded(.up)))
            let angle = 2 * .pi / Double(pieces)
            try emitOriented((0..<pieces).map { i in point + outward(angle) * tip.rotated(angle * Double(i)) })
        case .square:
            try emitOriented([
                point - tip - tip.turned, point + tip - tip.turned, point + tip + tip.turned, point - tip + tip.turned,
            ])
        }
    }

    /// Adds a convex piece, turned to the orientation of the sweeps.
    private mutating func emitOriented(_ points: [Point]) throws(StrokeError) {
        var area = 0.0
        for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) { area += (a - points[0]).cross(b - points[0]) }
        try emit(area > 0 ? points.reversed() : points)
    }

    private mutating func emit(_ points: [Point]) throws(StrokeError) {
        pointCount += points.count
        if pointCount > mostPoints { throw .tooManySegments }
        path.append(Path(polygon: points))
    }
}

extension Point {
    fileprivate func rotated(_ angle: Double) -> Point {
        let (cosine, sine) = Elementary.cosineAndSine(angle)
        return Point(cosine * x - sine * y, sine * x + cosine * y)
    }
}
