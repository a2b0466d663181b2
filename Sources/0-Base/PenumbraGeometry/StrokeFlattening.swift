import PenumbraElementary

/// A subpath as straight segments, and where they follow a curve.
struct StrokeSubpath {
    var points: [Point] = []
    /// Whether the path goes smoothly through each point, which then is no corner.
    var isSmooth: [Bool] = []
    var isClosed = false
    /// Whether anything was drawn: a lone move is not even a dot.
    var hasSegments = false
    /// Of a single point that is drawn: which way the path runs there.
    var direction: Point?

    mutating func append(_ point: Point, isSmooth smooth: Bool) {
        if let last = points.last, last == point {
            isSmooth[points.count - 1] = isSmooth[points.count - 1] && smooth
            return
        }
        points.append(point)
        isSmooth.append(smooth)
    }
}

/// Cuts curves so finely that not only they, but also lines half a pen's width beside them, are met.
struct StrokeFlattening {
    let half: Double
    let tolerance: Double
    var subpaths: [StrokeSubpath] = []
    private var current = StrokeSubpath()
    private var pieces = 0

    private static let initialPieces = 4
    private static let deepest = 16

    init(half: Double, tolerance: Double) {
        self.half = half
        self.tolerance = tolerance
    }

    mutating func add(_ path: Path) throws(StrokeError) {
        for element in path.elements {
            switch element {
            case .move(let to):
                finish(closed: false)
                current.append(to, isSmooth: false)
            case .line(let to):
                current.append(to, isSmooth: false)
                current.hasSegments = true
                try count()
            case .quadratic(let p2, let p1):
                let p0 = current.points.last ?? p2
                try curve(
                    { t in
                        let s = 1 - t
                        return (s * s) * p0 + (2 * s * t) * p1 + (t * t) * p2
                    },
                    { t in (1 - t) * (p1 - p0) + t * (p2 - p1) })
            case .cubic(let p3, let p1, let p2):
                let p0 = current.points.last ?? p3
                try curve(
                    { t in
                        let s = 1 - t
                        return (s * s * s) * p0 + (3 * s * s * t) * p1 + (3 * s * t * t) * p2 + (t * t * t) * p3
                    },
                    { t in
                        let s = 1 - t
                        return (s * s) * (p1 - p0) + (2 * s * t) * (p2 - p1) + (t * t) * (p3 - p2)
                    })
            case .arc(let arc):
                try curve(
                    { t in
                        let (cosine, sine) = Elementary.cosineAndSine(arc.startAngle + t * arc.sweep)
                        return arc.center + cosine * arc.xAxis + sine * arc.yAxis
                    },
                    { t in
                        let (cosine, sine) = Elementary.cosineAndSine(arc.startAngle + t * arc.sweep)
                        return arc.sweep * (cosine * arc.yAxis - sine * arc.xAxis)
                    })
            case .close: finish(closed: true)
            }
        }
        finish(closed: false)
    }

    private mutating func count() throws(StrokeError) {
        pieces += 1
        if pieces > StrokeError.segmentLimit / 4 { throw .tooManySegments }
    }

    private mutating func finish(closed: Bool) {
        current.isClosed = closed
        if closed { current.hasSegments = true }
        if closed, current.points.count > 1, current.points.first == current.points.last {
            current.points.removeLast()
            current.isSmooth.removeLast()
        }
        if !current.points.isEmpty { subpaths.append(current) }
        // A segment after a close goes on from where the subpath began; paths say so with a move.
        current = StrokeSubpath()
    }

    private struct Place {
        var t: Double
        var point: Point
        var direction: Point
    }

    private mutating func curve(_ point: (Double) -> Point, _ derivative: (Double) -> Point) throws(StrokeError) {
        func place(_ t: Double) -> Place { Place(t: t, point: point(t), direction: derivative(t)) }
        current.hasSegments = true
        var from = place(0)
        for i in 1...Self.initialPieces {
            let to = place(Double(i) / Double(Self.initialPieces))
            try piece(from, to, depth: 0, place)
            from = to
        }
        // Where the curve ends there may be a corner.
        current.isSmooth[current.isSmooth.count - 1] = false
    }

    private mutating func piece(
        _ from: Place, _ to: Place, depth: Int, _ place: (Double) -> Place
    ) throws(StrokeError) {
        let middle = place((from.t + to.t) / 2)
        let chord = (from.point + to.point) * 0.5
        let bend = (middle.point - chord).length
        let turn = Self.turn(from.direction, middle.direction) + Self.turn(middle.direction, to.direction)
        let reach = (middle.point - from.point).length + (to.point - middle.point).length
        let isFine = bend <= tolerance && turn * turn * half <= 8 * tolerance
        // A turn within next to no length is a cusp, and becomes a join.
        if isFine || depth >= Self.deepest || reach <= tolerance / 64 {
            current.append(to.point, isSmooth: true)
            try count()
            return
        }
        try piece(from, middle, depth: depth + 1, place)
        try piece(middle, to, depth: depth + 1, place)
    }

    /// The angle between two directions, in radians.
    private static func turn(_ a: Point, _ b: Point) -> Double {
        abs(Elementary.atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y))
    }
}
