import PenumbraElementary

/// A run of straight segments.
public struct Polyline: Hashable, Sendable {
    public var points: [Point]
    /// True when the subpath was closed explicitly. Filling closes it in any case.
    public var isClosed: Bool
}

extension Path {
    /// The largest distance of a chord from its curve, in pixels. Half a level of 255 is 0.002 pixels along a straight edge.
    public static let flatteningTolerance = 0.002

    /// The largest number of pieces per curve. A curve that would need more is larger than any canvas.
    public static let maximumPiecesPerCurve = 65_536

    /// Returns the path as straight segments, one polyline per subpath, none further from its curve than `tolerance`.
    ///
    /// Curves are cut into equal steps of the parameter, as many as Wang's bound requires (Wang 1984; also Goldman,
    /// "Recursive Subdivision", 2003). Chords of a convex curve lie inside the curve. Interior vertices are therefore moved
    /// out by two thirds of the sagitta, so that the area between chord and curve averages to nothing.
    ///
    /// - Parameter tolerance: in the path's own unit, above zero. Flatten *after* mapping the path to pixels.
    public func flattened(tolerance: Double = Path.flatteningTolerance) -> [Polyline] {
        var result: [Polyline] = []
        flatten(tolerance: tolerance) { points, isClosed in result.append(Polyline(points: Array(points), isClosed: isClosed)) }
        return result
    }

    /// Flattens one subpath after another. See `flattened(tolerance:)`.
    ///
    /// - Parameter subpath: receives the points of a subpath, and whether it was closed explicitly. All subpaths share one
    ///   array, so the points last as long as the call.
    package func flatten(tolerance: Double, _ subpath: (UnsafeBufferPointer<Point>, Bool) -> Void) {
        var points: [Point] = []
        func finish(closed: Bool) {
            guard !points.isEmpty else { return }
            points.withUnsafeBufferPointer { subpath($0, closed) }
            points.removeAll(keepingCapacity: true)
        }
        for element in elements {
            switch element {
            case .move(let to):
                finish(closed: false)
                points.append(to)
            case .line(let to):
                points.append(to)
            case .quadratic(let to, let control):
                Self.flattenQuadratic(from: points.last ?? to, control, to, tolerance, into: &points)
            case .cubic(let to, let control1, let control2):
                Self.flattenCubic(from: points.last ?? to, control1, control2, to, tolerance, into: &points)
            case .arc(let arc):
                arc.flatten(tolerance: tolerance, into: &points)
            case .close:
                finish(closed: true)
            }
        }
        finish(closed: false)
    }

    /// Counts the segments that `flattened(tolerance:)` would make, including segments that close subpaths. The count only
    /// looks at each element once.
    ///
    /// A caller can refuse a path with it before spending memory.
    public func flattenedSegmentCount(tolerance: Double = Path.flatteningTolerance) -> Int {
        var count = 0
        var current = Point.zero
        for element in elements {
            switch element {
            case .move(let to):
                count += 1
                current = to
            case .line(let to):
                count += 1
                current = to
            case .quadratic(let to, let control):
                count += Self.quadraticPieces(bend: current - 2 * control + to, tolerance)
                current = to
            case .cubic(let to, let control1, let control2):
                count += Self.cubicPieces(
                    bends: current - 2 * control1 + control2, control1 - 2 * control2 + to, tolerance)
                current = to
            case .arc(let arc):
                count += arc.pieces(tolerance: tolerance)
                current = arc.endPoint
            case .close: break
            }
        }
        return count
    }

    static func quadraticPieces(bend: Point, _ tolerance: Double) -> Int {
        pieces((bend.length / (4 * tolerance)).squareRoot())
    }

    static func cubicPieces(bends bend0: Point, _ bend1: Point, _ tolerance: Double) -> Int {
        pieces((0.75 * max(bend0.length, bend1.length) / tolerance).squareRoot())
    }

    static func pieces(_ estimate: Double) -> Int {
        guard estimate.isFinite else { return 1 }
        return max(1, min(maximumPiecesPerCurve, Int(min(estimate, 1e9).rounded(.up))))
    }

    static func flattenQuadratic(
        from p0: Point, _ p1: Point, _ p2: Point, _ tolerance: Double, into points: inout [Point]
    ) {
        let bend = p0 - 2 * p1 + p2
        let count = quadraticPieces(bend: bend, tolerance)
        let step = 1 / Double(count)
        let outward = (-step * step / 6) * bend  // −P″·dt²/12 with P″ = 2·bend: two thirds of the sagitta
        for i in 1..<max(count, 1) {
            let t = Double(i) * step
            let s = 1 - t
            points.append((s * s) * p0 + (2 * s * t) * p1 + (t * t) * p2 + outward)
        }
        points.append(p2)
    }

    static func flattenCubic(
        from p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, _ tolerance: Double,
        into points: inout [Point]
    ) {
        let bend0 = p0 - 2 * p1 + p2
        let bend1 = p1 - 2 * p2 + p3
        let count = cubicPieces(bends: bend0, bend1, tolerance)
        let step = 1 / Double(count)
        for i in 1..<max(count, 1) {
            let t = Double(i) * step
            let s = 1 - t
            let curve =
                (s * s * s) * p0 + (3 * s * s * t) * p1 + (3 * s * t * t) * p2 + (t * t * t) * p3
            let second = 6 * (s * bend0 + t * bend1)
            points.append(curve + (-step * step / 12) * second)
        }
        points.append(p3)
    }
}

extension Path.Arc {
    func pieces(tolerance: Double) -> Int {
        // The longest semi-axis is the larger singular value of the two axis vectors.
        let (u, v) = (xAxis, yAxis)
        let sum = u.x * u.x + u.y * u.y + v.x * v.x + v.y * v.y
        let determinant = u.x * v.y - u.y * v.x
        let radius = ((sum + max(0, sum * sum - 4 * determinant * determinant).squareRoot()) / 2).squareRoot()
        guard radius > tolerance else { return 1 }
        let widest = 2 * Elementary.acos(max(-1, 1 - tolerance / radius))
        return Path.pieces(max(abs(sweep) / widest, abs(sweep) / (.pi / 2)))
    }

    func flatten(tolerance: Double, into points: inout [Point]) {
        let turn = Turn(startAngle: startAngle, sweep: sweep, count: pieces(tolerance: tolerance))
        let outward = turn.outward
        turn.forEachInside { cosine, sine in
            let on = center + cosine * xAxis + sine * yAxis
            points.append(center + outward * (on - center))
        }
        points.append(endPoint)
    }
}
