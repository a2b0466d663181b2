import PenumbraElementary
import PenumbraGeometry

/// A path that something moves along, with its length.
///
/// A distance of 0 is the start of the path, and 1 its end. Gaps between subpaths have no length. As in CSS Motion Path, distances
/// beyond the ends continue around a closed path, and stay at the ends of other paths.
public struct OffsetPath: Sendable {
    public let path: Path
    private let segments: [Segment]
    /// The lengths up to the end of each segment.
    private let sums: [Double]
    private let isClosed: Bool

    /// - Throws: an error for a path without a segment, and for one that is too long.
    public init(_ path: Path) throws(MotionError) {
        var segments: [Segment] = []
        var (here, start, closes) = (Point.zero, Point.zero, 0)
        for element in path.elements {
            switch element {
            case .move(let to): (here, start) = (to, to)
            case .line(let to):
                segments.append(Segment(.line(here, to)))
                here = to
            case .quadratic(let to, let control):
                segments.append(Segment(.quadratic(here, control, to)))
                here = to
            case .cubic(let to, let control1, let control2):
                segments.append(Segment(.cubic(here, control1, control2, to)))
                here = to
            case .arc(let arc):
                segments.append(Segment(.arc(arc)))
                here = segments[segments.count - 1].curve.point(at: 1)
            case .close:
                closes += 1
                if here != start { segments.append(Segment(.line(here, start))) }
                here = start
            }
        }
        guard !segments.isEmpty else { throw MotionError(.path, "the path has no segment to move along") }
        var sum = 0.0
        sums = segments.map { segment in
            sum += segment.length
            return sum
        }
        guard sum.isFinite else { throw MotionError(.path, "the path is too long") }
        let moves = path.elements.count { if case .move = $0 { true } else { false } }
        isClosed = moves == 1 && closes == 1 && path.elements.last == .close
        (self.path, self.segments) = (path, segments)
    }

    public var length: Double { sums[sums.count - 1] }

    /// The distances of the start and of each segment's end, from 0 to 1.
    public var ends: [Double] { [0] + sums.map { length > 0 ? $0 / length : 0 }.dropLast() + [1] }

    /// The place at a distance, and the direction there as a vector of length 1.
    public func place(at distance: Double) -> (point: Point, direction: Point) {
        var distance = distance
        if distance < 0 || distance > 1 {
            distance = isClosed ? distance - distance.rounded(.down) : max(0, min(1, distance))
        }
        let wanted = distance * length
        // The end belongs to the last segment that has a length.
        var index = distance < 1 ? sums.partition { $0 > wanted } : sums.partition { $0 >= length }
        index = min(index, segments.count - 1)
        let segment = segments[index]
        let before = index == 0 ? 0 : sums[index - 1]
        let position = distance < 1 ? segment.position(at: wanted - before) : 1
        return (segment.curve.point(at: position), segment.curve.direction(at: position))
    }
}

extension OffsetPath: Hashable {
    public static func == (one: OffsetPath, other: OffsetPath) -> Bool { one.path == other.path }
    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// A segment with the lengths of its equal pieces.
private struct Segment: Sendable {
    let curve: Curve
    /// The lengths up to the end of each piece.
    let sums: [Double]

    private static let pieces = 32

    init(_ curve: Curve) {
        self.curve = curve
        let count = curve.isStraight ? 1 : Self.pieces
        var sum = 0.0
        sums = (0..<count).map { piece in
            sum += curve.length(from: Double(piece) / Double(count), to: Double(piece + 1) / Double(count))
            return sum
        }
    }

    var length: Double { sums[sums.count - 1] }

    /// The parameter, 0…1, at a distance from the start.
    func position(at distance: Double) -> Double {
        guard length > 0 else { return 0 }
        let piece = min(sums.count - 1, sums.partition { $0 > distance })
        let (first, step) = (Double(piece) / Double(sums.count), 1 / Double(sums.count))
        let before = piece == 0 ? 0 : sums[piece - 1]
        let whole = sums[piece] - before
        guard whole > 0 else { return first }
        // The chord's place, and then Newton's steps.
        var position = first + step * max(0, min(1, (distance - before) / whole))
        guard !curve.isStraight else { return position }
        for _ in 0..<4 {
            let speed = curve.derivative(at: position).length
            guard speed > 1e-9 * whole else { break }
            let miss = curve.length(from: first, to: position) - (distance - before)
            position = max(first, min(first + step, position - miss / speed))
        }
        return position
    }
}

private enum Curve: Sendable {
    case line(Point, Point)
    case quadratic(Point, Point, Point)
    case cubic(Point, Point, Point, Point)
    case arc(Path.Arc)

    var isStraight: Bool { if case .line = self { true } else { false } }

    func point(at t: Double) -> Point {
        let s = 1 - t
        switch self {
        case .line(let a, let b): return s * a + t * b
        case .quadratic(let a, let b, let c): return s * s * a + 2 * s * t * b + t * t * c
        case .cubic(let a, let b, let c, let d):
            return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
        case .arc(let arc):
            let (cosine, sine) = Elementary.cosineAndSine(arc.startAngle + t * arc.sweep)
            return arc.center + cosine * arc.xAxis + sine * arc.yAxis
        }
    }

    func derivative(at t: Double) -> Point {
        let s = 1 - t
        switch self {
        case .line(let a, let b): return b - a
        case .quadratic(let a, let b, let c): return 2 * s * (b - a) + 2 * t * (c - b)
        case .cubic(let a, let b, let c, let d):
            return 3 * s * s * (b - a) + 6 * s * t * (c - b) + 3 * t * t * (d - c)
        case .arc(let arc):
            let (cosine, sine) = Elementary.cosineAndSine(arc.startAngle + t * arc.sweep)
            return arc.sweep * (cosine * arc.yAxis - sine * arc.xAxis)
        }
    }

    /// The direction of motion. Where the derivative vanishes, it's the direction just beside.
    func direction(at t: Double) -> Point {
        for step in [0, 1e-6, 1e-3] {
            let inside = t < 0.5 ? t + step : t - step
            let direction = derivative(at: inside)
            if direction.length > 1e-9 * (1 + point(at: t).length) { return (1 / direction.length) * direction }
        }
        return Point(1, 0)
    }

    /// The length of a piece, by Gauss and Legendre's rule with five points.
    func length(from first: Double, to last: Double) -> Double {
        if case .line(let a, let b) = self { return (last - first) * (b - a).length }
        let (middle, half) = ((first + last) / 2, (last - first) / 2)
        return half
            * Self.rule.reduce(0) { sum, node in
                sum + node.weight * derivative(at: middle + half * node.place).length
            }
    }

    private static let rule: [(place: Double, weight: Double)] = [
        (-0.906179845938664, 0.2369268850561891), (-0.5384693101056831, 0.4786286704993665), (0, 0.5688888888888889),
        (0.5384693101056831, 0.4786286704993665), (0.906179845938664, 0.2369268850561891),
    ]
}

/// Whether what moves along a path turns with it, with Core Animation's names.
public enum RotationMode: String, Hashable, Sendable, CaseIterable {
    case none
    /// The x axis follows the path.
    case auto
    /// The x axis points backwards.
    case autoReverse
}

/// A motion along a path.
public struct PathAnimation: Hashable, Sendable {
    /// The distance along the path, 0…1. If it's additive, places of the path are added to the property's own.
    public var distance: Animation<Double>
    public var path: OffsetPath
    public var rotation: RotationMode

    public init(_ distance: Animation<Double>, along path: OffsetPath, rotation: RotationMode = .none) {
        (self.distance, self.path, self.rotation) = (distance, path, rotation)
    }

    /// The place at a time.
    package func place(at time: Time, own: Point) throws(MotionError) -> Point {
        let place = path.place(at: try distance.value(at: time, own: 0)).point
        return distance.isAdditive ? own + place : place
    }

    /// The turn at a time. Nil if there is none.
    package func turn(at time: Time) throws(MotionError) -> AffineTransform? {
        guard rotation != .none, distance.state(at: time) != nil else { return nil }
        var direction = path.place(at: try distance.value(at: time, own: 0)).direction
        if rotation == .autoReverse { direction = Point.zero - direction }
        return AffineTransform(a: direction.x, b: direction.y, c: -direction.y, d: direction.x, tx: 0, ty: 0)
    }
}
