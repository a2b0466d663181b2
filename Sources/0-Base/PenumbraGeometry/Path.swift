/// The rule that decides which points are inside a path that crosses itself.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
    /// A point is inside if its winding number is not zero.
    case nonzero
    /// A point is inside if its winding number is odd.
    case evenOdd = "evenodd"
}

/// A sequence of subpaths made of lines, Bézier curves and elliptical arcs.
///
/// The caller chooses the coordinate space. When a path is filled, every open subpath counts as closed.
public struct Path: Hashable, Sendable {
    public enum Element: Hashable, Sendable {
        case move(to: Point)
        case line(to: Point)
        case quadratic(to: Point, control: Point)
        case cubic(to: Point, control1: Point, control2: Point)
        /// An arc that starts at the current point (up to rounding).
        case arc(Arc)
        /// A line back to the start of the subpath. The next element starts there unless it is a move.
        case close
    }

    /// A piece of an ellipse, `center + cos θ · xAxis + sin θ · yAxis` for θ from `startAngle` over `sweep`, in radians.
    ///
    /// The axes need be neither perpendicular nor of equal length. That makes the form closed under affine maps, so a circle
    /// stays exact under every map (four cubics would be off by 0.00027 of the radius).
    public struct Arc: Hashable, Sendable {
        public var center: Point
        public var xAxis: Point
        public var yAxis: Point
        public var startAngle: Double
        public var sweep: Double

        public init(center: Point, xAxis: Point, yAxis: Point, startAngle: Double, sweep: Double) {
            self.center = center
            self.xAxis = xAxis
            self.yAxis = yAxis
            self.startAngle = startAngle
            self.sweep = sweep
        }
    }

    public private(set) var elements: [Element]
    /// The point where the next element starts; nil before the first move.
    public private(set) var currentPoint: Point?
    private var subpathStart: Point?

    public init() {
        elements = []
    }

    public var isEmpty: Bool { elements.isEmpty }

    public mutating func move(to point: Point) {
        elements.append(.move(to: point))
        currentPoint = point
        subpathStart = point
    }

    /// Adds a line. Without a current point, the call only moves to `point`, as all drawing elements do.
    public mutating func addLine(to point: Point) {
        guard beginSegment(at: point) else { return }
        elements.append(.line(to: point))
        currentPoint = point
    }

    public mutating func addQuadratic(to point: Point, control: Point) {
        guard beginSegment(at: point) else { return }
        elements.append(.quadratic(to: point, control: control))
        currentPoint = point
    }

    public mutating func addCubic(to point: Point, control1: Point, control2: Point) {
        guard beginSegment(at: point) else { return }
        elements.append(.cubic(to: point, control1: control1, control2: control2))
        currentPoint = point
    }

    /// Adds an arc. If the path is not at the arc's start yet, a line leads there, or a move at the start of a path.
    public mutating func addArc(_ arc: Arc) {
        let start = arc.startPoint
        if let current = currentPoint {
            if (current - start).length > 1e-9 * (1 + arc.xAxis.length + arc.yAxis.length) { addLine(to: start) }
        } else {
            move(to: start)
        }
        beginAfterClose()
        elements.append(.arc(arc))
        currentPoint = arc.endPoint
    }

    /// Closes the subpath. Without a subpath, nothing happens.
    public mutating func close() {
        guard let start = subpathStart, elements.last != .close else { return }
        elements.append(.close)
        currentPoint = start
    }

    public mutating func append(_ other: Path) {
        guard !other.isEmpty else { return }
        elements += other.elements
        currentPoint = other.currentPoint
        subpathStart = other.subpathStart
    }

    private mutating func beginSegment(at point: Point) -> Bool {
        guard currentPoint != nil else {
            move(to: point)
            return false
        }
        beginAfterClose()
        return true
    }

    /// Starts a new subpath at the old subpath's start, for a segment right after a close. An explicit move spares readers
    /// the memory of that start.
    private mutating func beginAfterClose() {
        if elements.last == .close, let current = currentPoint { move(to: current) }
    }

    public func applying(_ transform: AffineTransform) -> Path {
        var result = Path()
        result.elements = elements.map { element in
            switch element {
            case .move(let to): .move(to: to.applying(transform))
            case .line(let to): .line(to: to.applying(transform))
            case .quadratic(let to, let control):
                .quadratic(to: to.applying(transform), control: control.applying(transform))
            case .cubic(let to, let control1, let control2):
                .cubic(
                    to: to.applying(transform), control1: control1.applying(transform),
                    control2: control2.applying(transform))
            case .arc(let arc): .arc(arc.applying(transform))
            case .close: .close
            }
        }
        result.currentPoint = currentPoint?.applying(transform)
        result.subpathStart = subpathStart?.applying(transform)
        return result
    }

    public var isFinite: Bool {
        elements.allSatisfy { element in
            switch element {
            case .move(let to), .line(let to): to.isFinite
            case .quadratic(let to, let control): to.isFinite && control.isFinite
            case .cubic(let to, let control1, let control2):
                to.isFinite && control1.isFinite && control2.isFinite
            case .arc(let arc):
                arc.center.isFinite && arc.xAxis.isFinite && arc.yAxis.isFinite
                    && arc.startAngle.isFinite && arc.sweep.isFinite
            case .close: true
            }
        }
    }
}
