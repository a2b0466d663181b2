/// Cuts curves finely enough that the pieces match both the curves and lines half a pen's width beside them.
struct StrokeFlattening {
    let half: Double
    let tolerance: Double
    private(set) var subpaths: [StrokeSubpath] = []
    private var current = StrokeSubpath()
    /// The start of the subpath, and the current position. Segments shorter than rounding errors do not move the position.
    private var start: Point?
    private var position = Point.zero
    private var hasSegments = false
    private(set) var pieces = 0
    private let mostPieces: Int

    private static let deepest = 40
    private static let largestTurn = 0.5

    init(half: Double, tolerance: Double, mostPieces: Int) {
        self.mostPieces = min(StrokeError.segmentLimit / 4, mostPieces)
        self.half = half
        self.tolerance = tolerance
    }

    /// The length below which a line has no direction.
    private var negligible: Double { tolerance * 1e-6 }

    mutating func add(_ path: Path) throws(StrokeError) {
        for element in path.elements {
            switch element {
            case .move(let to):
                finish()
                start = to
                position = to
            case .line(let to): try line(to)
            case .quadratic(let to, let control): try curve(.quadratic(begin(to), control, to))
            case .cubic(let to, let control1, let control2): try curve(.cubic(begin(to), control1, control2, to))
            case .arc(let arc): try curve(.arc(arc))
            case .close:
                if let start { try line(start) }
                current.isClosed = !current.segments.isEmpty
                // A segment after a close continues from the subpath's start; paths contain a move for it.
                finish()
            }
        }
        finish()
    }

    private mutating func begin(_ point: Point) -> Point {
        if start == nil {
            start = point
            position = point
        }
        return position
    }

    private mutating func count() throws(StrokeError) {
        pieces += 1
        if pieces > mostPieces { throw .tooManySegments }
    }

    private mutating func finish() {
        if current.segments.isEmpty, hasSegments, let start { current.dot = StrokePen(point: start, direction: Point(1, 0)) }
        if hasSegments { subpaths.append(current) }
        current = StrokeSubpath()
        start = nil
        hasSegments = false
    }

    private mutating func line(_ to: Point) throws(StrokeError) {
        let from = begin(to)
        hasSegments = true
        guard let direction = (to - from).unit(above: negligible) else { return }
        current.segments.append(
            StrokeSegment(
                start: StrokePen(point: from, direction: direction), end: StrokePen(point: to, direction: direction),
                length: (to - from).length))
        position = to
        try count()
    }

    private struct Place {
        var t: Double
        var point: Point
        var before: Point
        var after: Point
        /// The curve's radius, or half the pen's length if the radius is larger than that.
        var radius: Double
    }

    private mutating func curve(_ curve: StrokeCurve) throws(StrokeError) {
        let half = half
        func place(_ t: Double) -> Place? {
            guard let look = curve.look(t) else { return nil }
            return Place(t: t, point: look.point, before: look.before, after: look.after, radius: min(half, look.radius))
        }
        _ = begin(curve.point(0))
        hasSegments = true
        let first = current.segments.count
        current.curves.append(curve)
        let looks = curve.firstLooks
        guard var from = place(0) else { return }
        for t in looks.dropFirst() {
            guard t > from.t, let to = place(t) else { continue }
            try piece(from, to, depth: 0, place)
            from = to
        }
        if first < current.segments.count { position = curve.point(1) }
    }

    private mutating func piece(
        _ from: Place, _ to: Place, depth: Int, _ place: (Double) -> Place?
    ) throws(StrokeError) {
        guard let middle = place((from.t + to.t) / 2) else { return }
        let (halfway, rest) = (middle.point - from.point, to.point - middle.point)
        let isShort = halfway.length + rest.length <= tolerance / 64
        let isFine = isFine(from, middle, to)
        if isFine || isShort || depth >= Self.deepest {
            guard from.point != to.point else { return }
            let start = StrokePen(point: from.point, direction: from.after)
            let end = StrokePen(point: to.point, direction: to.before)
            // Where the curve turns within almost no length, the pen turns before it continues. If it turned back before, it
            // turns once more: half a turn less that little would leave out a wedge. Rounding errors close to a point where
            // a curve stops also look like a turn, against the curve's direction.
            let turnsBack = from.before != from.after && from.after.dot(to.before) > 0
            if !isFine, from.t == 0 || turnsBack { append(start, start, length: 0, from.t, from.t) }
            append(
                isFine ? start : StrokePen(point: from.point, direction: to.before), end,
                length: StrokeCurve.length(from.point, middle.point, to.point), from.t, to.t)
            try count()
            return
        }
        try piece(from, middle, depth: depth + 1, place)
        try piece(middle, to, depth: depth + 1, place)
    }

    private mutating func append(_ start: StrokePen, _ end: StrokePen, length: Double, _ from: Double, _ to: Double) {
        current.segments.append(
            StrokeSegment(
                start: start, end: end, length: length, curve: current.curves.count - 1, from: from, to: to,
                isContinuation: from > 0 || current.segments.last?.curve == current.curves.count - 1))
    }

    /// True if a line across the curve, moving from one end's tangent to the other's, matches the area the pen draws between
    /// them.
    private func isFine(_ from: Place, _ middle: Place, _ to: Place) -> Bool {
        let turn =
            (middle.before - from.after).length + (middle.after - middle.before).length + (to.before - middle.after).length
        guard turn <= Self.largestTurn else { return false }
        let bend = 0.5 * (2 * middle.point - from.point - to.point).length
        guard bend + half * turn * turn / 8 <= tolerance else { return false }
        // Where the pen is longer than the curve's radius, the painted area ends at the curve's centres, and these move.
        let move = abs(middle.radius - from.radius) + abs(to.radius - middle.radius)
        return move * turn <= 8 * tolerance
    }
}
