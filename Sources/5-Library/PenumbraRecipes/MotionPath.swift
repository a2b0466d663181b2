import PenumbraGeometry

/// A path measured along its length, for moving something along it at an even speed.
///
/// Subpaths follow each other; the way from one to the next takes no time.
public struct MotionPath: Sendable {
    private struct Segment {
        var start: Point
        var end: Point
        /// The length of the path before it.
        var before: Double
    }

    private var segments: [Segment] = []
    private let first: Point?
    private let last: Point?
    public private(set) var length = 0.0
    /// Whether the path ends where it starts: a single, closed subpath.
    public let isClosed: Bool

    /// Curves are measured as chords that stray no further than `Path.flatteningTolerance`.
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

    /// The place where that share of the length is behind; places outside 0…1 are the ends. The origin for an empty path.
    public func position(at share: Double) -> Point {
        guard share > 0 else { return first ?? .zero }
        guard share < 1, length > 0 else { return last ?? .zero }
        let wanted = share * length
        // The last segment that starts no later.
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

    /// `count` places at equal distances: from the start to the end, or once around a closed path without coming back to the
    /// start, so that the pictures can be repeated. A single one is the start; zero and less are none.
    public func positions(count: Int) -> [Point] {
        guard count > 0 else { return [] }
        let steps = isClosed ? count : count - 1
        return (0..<count).map { position(at: steps > 0 ? Double($0) / Double(steps) : 0) }
    }
}
