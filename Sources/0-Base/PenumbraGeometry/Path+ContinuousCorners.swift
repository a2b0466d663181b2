import PenumbraElementary

extension CornerRadii {
    /// The largest distance, in radii, that a continuous corner reaches along an edge.
    public static let continuousReach = 1 + ContinuousCorner.longestTransition
}

extension Path {
    /// Makes a rectangle whose corners bend as `curve` describes, clockwise from the end of its top left corner.
    ///
    /// Radii that don't fit shrink together, as in CSS.
    public init(_ rect: Rect, radii: CornerRadii, curve: CornerCurve) {
        switch curve {
        case .circular: self.init(rect, radii: radii)
        case .continuous: self.init(rect, continuousRadii: radii.fitted(to: rect.size))
        case .smoothed(let amount): self.init(rect, radii: radii.fitted(to: rect.size), smoothing: max(0, min(1, amount)))
        }
    }

    private init(_ rect: Rect, continuousRadii radii: CornerRadii) {
        func smoothness(_ side: Double, _ first: Double, _ second: Double) -> Double {
            guard first + second > 0 else { return 1 }
            let room = (side - first - second) / (ContinuousCorner.longestTransition * (first + second))
            return max(0, min(1, room))
        }
        let top = smoothness(rect.width, radii.topLeft, radii.topRight)
        let right = smoothness(rect.height, radii.topRight, radii.bottomRight)
        let bottom = smoothness(rect.width, radii.bottomRight, radii.bottomLeft)
        let left = smoothness(rect.height, radii.bottomLeft, radii.topLeft)
        let corners = [
            ContinuousCorner(Point(rect.maxX, rect.minY), radii.topRight, Point(-1, 0), Point(0, 1), top, right),
            ContinuousCorner(Point(rect.maxX, rect.maxY), radii.bottomRight, Point(0, -1), Point(-1, 0), right, bottom),
            ContinuousCorner(Point(rect.minX, rect.maxY), radii.bottomLeft, Point(1, 0), Point(0, -1), bottom, left),
            ContinuousCorner(Point(rect.minX, rect.minY), radii.topLeft, Point(0, 1), Point(1, 0), left, top),
        ]
        self =
            corners.contains { $0.radius > 0 && !$0.isCircular } ? Path(corners: corners) : Path(rect, radii: radii)
    }

    /// Makes a rectangle from its corners, clockwise from the top right one.
    init(corners: [some RectangleCorner]) {
        self.init()
        guard let last = corners.last else { return }
        move(to: last.end)
        for corner in corners { corner.add(to: &self) }
        close()
    }
}

/// A corner of a rectangle with the edge before it.
protocol RectangleCorner {
    var radius: Double { get }
    /// The point where the next edge begins.
    var end: Point { get }
    func add(to path: inout Path)
}

extension RectangleCorner {
    /// Adds a line, unless it would be shorter than rounding errors and so point anywhere.
    func addLine(to end: Point, _ path: inout Path) {
        if let start = path.currentPoint, (end - start).length <= 1e-9 * radius { return }
        path.addLine(to: end)
    }
}

/// A corner whose curvature rises steadily from the straight edge to the corner's middle: a transition curve, an arc of a
/// circle, and a transition curve. Curvature has no jump anywhere.
///
/// With enough room, the outline stays within 0.16 % of the radius from the corners of UIKit. The transitions become shorter
/// where edges lack room. Without room, the corner is a quarter of a circle, so that a box as high as two radii is a capsule.
private struct ContinuousCorner: RectangleCorner {
    let corner: Point
    let radius: Double
    /// The direction from the corner, against the path's run.
    let back: Point
    /// The direction from the corner, with the path's run.
    let onward: Point
    /// The length of the transition on each edge, as a share of the longest.
    let (arriving, leaving): (Double, Double)

    /// The longest transition beyond the circle's own radius, in radii. UIKit's corners have the same reach.
    static let longestTransition = 0.52866483
    /// The angle, in radians, that the longest transition turns through.
    private static let angle = 0.38
    /// How far, in radii, the circle moves away from an edge with the longest transition. Together with `tightening`, it keeps
    /// the middle of the corner where UIKit's is.
    private static let withdrawal = 0.027
    private static let tightening = 0.006

    init(_ corner: Point, _ radius: Double, _ back: Point, _ onward: Point, _ arriving: Double, _ leaving: Double) {
        (self.corner, self.radius, self.back, self.onward) = (corner, radius, back, onward)
        // A long transition beside none would have to bend more tightly than the circle.
        self.arriving = min(arriving, 3 * leaving)
        self.leaving = min(leaving, 3 * arriving)
    }

    var isCircular: Bool { min(arriving, leaving) < 1e-4 }

    /// A point at distances from the corner in radii: `a` against the run, `b` with it.
    private func at(_ a: Double, _ b: Double) -> Point { corner + (a * radius) * back + (b * radius) * onward }

    /// The point where the next edge begins.
    var end: Point { at(0, isCircular ? 1 : 1 + Self.longestTransition * leaving) }

    /// Adds the edge to the corner and the curves around the corner. A radius of 0 is a sharp corner.
    func add(to path: inout Path) {
        guard radius > 0 else {
            path.addLine(to: corner)
            return
        }
        let (u, v) = isCircular ? (0, 0) : (arriving, leaving)
        let away = (Self.withdrawal * u * u, Self.withdrawal * v * v)
        let size = (1 - Self.tightening * (u * u + v * v) / 2) / (1 + (1 + 0.5.squareRoot()) * (away.0 + away.1))
        let (a, b) = (size * (1 + away.1), size * (1 + away.0))
        if !isCircular {
            let first = Transition(angle: Self.angle * u, distance: away.0, center: a, size: size)
            addLine(to: at(1 + Self.longestTransition * u, 0), &path)
            path.addCubic(to: at(first.end.x, first.end.y), control1: at(first.control, 0), control2: at(first.edge, 0))
        } else {
            addLine(to: at(1, 0), &path)
        }
        path.addArc(
            Path.Arc(
                center: at(a, b), xAxis: (-size * radius) * onward, yAxis: (-size * radius) * back,
                startAngle: Self.angle * u, sweep: .pi / 2 - Self.angle * (u + v)))
        guard !isCircular else { return }
        let second = Transition(angle: Self.angle * v, distance: away.1, center: b, size: size)
        path.addCubic(to: end, control1: at(0, second.edge), control2: at(0, second.control))
    }

    /// A cubic curve from an edge to the circle, in radii along the edge and away from it.
    ///
    /// Three of its points lie on the edge, so its curvature starts at 0. It ends along the circle's tangent, and with the
    /// circle's curvature.
    private struct Transition {
        /// The second and the third point on the edge.
        let (control, edge): (Double, Double)
        /// The end, on the circle.
        let end: Point

        init(angle: Double, distance: Double, center: Double, size: Double) {
            let (cosine, sine) = Elementary.cosineAndSine(angle)
            let half = Elementary.cosineAndSine(angle / 2).1
            end = Point(center - size * sine, size * (distance + 2 * half * half))
            let length = end.y / sine
            edge = end.x + length * cosine
            control = edge + 1.5 * length * length / (size * sine)
        }
    }
}
