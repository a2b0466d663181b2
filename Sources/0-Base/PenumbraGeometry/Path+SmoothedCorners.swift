import PenumbraElementary

extension Path {
    /// Makes a rectangle with corners by Figma's corner smoothing.
    ///
    /// Two corners share the edge between them in proportion to their radii. A corner without room for its curves is less
    /// smooth.
    init(_ rect: Rect, radii: CornerRadii, smoothing: Double) {
        func share(_ side: Double, _ own: Double, _ other: Double) -> Double {
            own > 0 ? side * (own / (own + other)) : 0
        }
        func corner(
            _ at: Point, _ radius: Double, _ back: Point, _ onward: Point, _ sides: (Double, Double),
            _ others: (Double, Double)
        ) -> SmoothedCorner {
            let room = min(share(sides.0, radius, others.0), share(sides.1, radius, others.1))
            return SmoothedCorner(at, radius, back, onward, smoothing: smoothing, room: room)
        }
        let (width, height) = (rect.width, rect.height)
        let (a, b, c, d) = (radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft)
        let corners = [
            corner(Point(rect.maxX, rect.minY), b, Point(-1, 0), Point(0, 1), (width, height), (a, c)),
            corner(Point(rect.maxX, rect.maxY), c, Point(0, -1), Point(-1, 0), (height, width), (b, d)),
            corner(Point(rect.minX, rect.maxY), d, Point(1, 0), Point(0, -1), (width, height), (c, a)),
            corner(Point(rect.minX, rect.minY), a, Point(0, 1), Point(1, 0), (height, width), (d, b)),
        ]
        self = corners.contains { $0.smoothing > 1e-4 } ? Path(corners: corners) : Path(rect, radii: radii)
    }
}

/// A corner that Figma's smoothing describes: a cubic curve, an arc of the corner's own radius, and a cubic curve.
///
/// The formulas are those of Figma's article on smooth corners, "Desperately seeking squircles" (2018). Smoothing s takes
/// s · 45° of each end of the arc, and lets the corner reach (1 + s) radii along its edges.
private struct SmoothedCorner: RectangleCorner {
    let corner: Point
    let radius: Double
    /// The direction from the corner, against the path's run.
    let back: Point
    /// The direction from the corner, with the path's run.
    let onward: Point
    let smoothing: Double
    /// How far the corner reaches along its edges.
    let reach: Double

    init(
        _ corner: Point, _ radius: Double, _ back: Point, _ onward: Point, smoothing: Double, room: Double
    ) {
        (self.corner, self.radius, self.back, self.onward) = (corner, radius, back, onward)
        self.smoothing = radius > 0 ? max(0, min(smoothing, room / radius - 1)) : 0
        reach = (1 + self.smoothing) * radius
    }

    /// A point at distances from the corner: `a` against the run, `b` with it.
    private func at(_ a: Double, _ b: Double) -> Point { corner + a * back + b * onward }

    /// The point where the next edge begins.
    var end: Point { at(0, reach) }

    /// Adds the edge to the corner and the curves around the corner. A radius of 0 is a sharp corner.
    func add(to path: inout Path) {
        guard radius > 0 else {
            path.addLine(to: corner)
            return
        }
        let start = at(reach, 0)
        addLine(to: start, &path)
        // The arc takes what the curves leave of the right angle.
        let angle = smoothing * .pi / 4
        let center = at(radius, radius)
        let (cosine, sine) = Elementary.cosineAndSine(angle)
        /// The point of the arc at the angle from an edge, in distances along that edge and away from it.
        let onArc = Point(radius - radius * sine, radius - radius * cosine)
        // The tangent at the end of the arc meets the edge at half of the curve's angle.
        let (halfCosine, halfSine) = Elementary.cosineAndSine(angle / 2)
        let tangent = radius * halfSine / halfCosine
        let control = onArc.x + tangent * cosine
        let first = control + (reach - control) / 3
        let isSmooth = smoothing > 1e-6
        if isSmooth { path.addCubic(to: at(onArc.x, onArc.y), control1: at(first, 0), control2: at(control, 0)) }
        if smoothing < 1 {
            path.addArc(
                Path.Arc(
                    center: center, xAxis: (-radius) * onward, yAxis: (-radius) * back, startAngle: angle,
                    sweep: .pi / 2 - 2 * angle))
        }
        if isSmooth { path.addCubic(to: end, control1: at(0, control), control2: at(0, first)) }
    }
}
