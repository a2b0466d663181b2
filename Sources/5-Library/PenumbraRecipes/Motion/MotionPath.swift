import PenumbraGeometry

/// A path measured along its length, so that an object can move along it at an even speed.
///
/// Subpaths follow each other. Jumping from one subpath to the next takes no time.
public struct MotionPath: Sendable {
    private struct Segment {
        var start: Point
        var end: Point
        /// The length of the path before this segment.
        var before: Double
    }

    private var segments: [Segment] = []
    private let first: Point?
    private let last: Point?
    public private(set) var length = 0.0
    /// True when the path ends where it starts: a single, closed subpath.
    public let isClosed: Bool

    /// Measures a path. Curves are replaced by chords that stray from them by at most `Path.flatteningTolerance`.
    public init(_ path: Path) {
        let lines = path.flattened()
        isClosed = lines.count == 1 && lines[0].isClosed
        first = lines.first?.points.first
        last = lines.last.flatMap { $0.isClosed ? $0.points.first : $0.points.last }
        for line in lines {
            let ends = line.points.dropFirst() + (line.isClosed ? line.points.prefix(1) : [])
            for (start, end) in zip(line.points, ends) {
                segments.append(Segment(start: start, end: end, before: length))
                length += (end - start).length
            }
        }
    }

    /// The point at a share of the path's length. Shares below 0 give the start, shares above 1 the end.
    ///
    /// An empty path gives the origin.
    public func position(at share: Double) -> Point {
        guard share > 0 else { return first ?? .zero }
        guard share < 1, length > 0 else { return last ?? .zero }
        let wanted = share * length
        // Finds the last segment that starts no later than the wanted length.
        var (low, high) = (0, segments.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if segments[middle].before <= wanted { low = middle } else { high = middle }
        }
        let segment = segments[low]
        let whole = (segment.end - segment.start).length
        let part = whole > 0 ? min(1, (wanted - segment.before) / whole) : 0
        return segment.start + part * (segment.end - segment.start)
    }

    /// `count` points at equal distances along the path, from its start to its end.
    ///
    /// On a closed path the points go once around and leave out the return to the start, so that the pictures can loop. A count
    /// of 1 gives the start; zero and negative counts give no points.
    public func positions(count: Int) -> [Point] {
        guard count > 0 else { return [] }
        let steps = isClosed ? count : count - 1
        return (0..<count).map { position(at: steps > 0 ? Double($0) / Double(steps) : 0) }
    }
}
