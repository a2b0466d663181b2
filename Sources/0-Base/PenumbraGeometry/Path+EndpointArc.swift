import PenumbraElementary

extension Path.Arc {
    /// The shape that an arc given by its ends turns out to be.
    package enum FromEndpoints {
        case nothing
        case line
        case arc(Path.Arc)
        case overflow
    }

    /// The radius, in half chords, beyond which a small arc is drawn as a line. The arc leaves its chord by less than 3e-10
    /// of the chord's length. The centre of such a flat arc could not be computed to as many digits.
    private static let straightRadius = 1e9

    /// Computes the arc of SVG's `A` command from `start` to `end` (SVG 2 appendix B.2.4 and B.2.5). The computation uses
    /// units of the radii, so that no square overflows.
    package static func between(
        _ start: Point, _ end: Point, radii: Size, rotationDegrees: Double, isLarge: Bool, isSweep: Bool
    ) -> FromEndpoints {
        var rx = abs(radii.width)
        var ry = abs(radii.height)
        guard start != end else { return .nothing }
        guard rx > 0, ry > 0 else { return .line }

        let (cosine, sine) = Elementary.cosineAndSine(degrees: rotationDegrees)
        let halfX = start.x / 2 - end.x / 2
        let halfY = start.y / 2 - end.y / 2
        let x = cosine * halfX + sine * halfY
        let y = cosine * halfY - sine * halfX
        // Half the chord in units of the radii. A reach of 1 is a diameter; a longer chord does not fit.
        let reach = Elementary.hypot(x / rx, y / ry)
        guard reach.isFinite else { return .line }

        let center: Point
        let startAngle: Double
        var sweep = isSweep ? Double.pi : -Double.pi
        if reach >= 1 {
            rx *= reach
            ry *= reach
            center = Point(start.x / 2 + end.x / 2, start.y / 2 + end.y / 2)
            startAngle = Elementary.atan2(y / ry, x / rx)
        } else {
            if !isLarge, reach < 1 / straightRadius { return .line }
            guard reach > 0 else { return .overflow }
            let side = isLarge == isSweep ? -1.0 : 1.0
            let height = side * ((1 - reach) * (1 + reach)).squareRoot() / reach
            let unitX = height * y / ry
            let unitY = -height * x / rx
            center = Point(
                cosine * unitX * rx - sine * unitY * ry + (start.x / 2 + end.x / 2),
                sine * unitX * rx + cosine * unitY * ry + (start.y / 2 + end.y / 2))
            startAngle = Elementary.atan2(y / ry - unitY, x / rx - unitX)
            // From the centre, the chord spans twice the angle whose sine is `reach`.
            let small = 2 * Elementary.asin(reach)
            sweep = (isSweep ? 1 : -1) * (isLarge ? 2 * .pi - small : small)
        }
        let arc = Path.Arc(
            center: center, xAxis: Point(rx * cosine, rx * sine), yAxis: Point(-ry * sine, ry * cosine),
            startAngle: startAngle, sweep: sweep)
        let isFinite =
            arc.center.isFinite && arc.xAxis.isFinite && arc.yAxis.isFinite && arc.startPoint.isFinite
            && arc.endPoint.isFinite
        return isFinite ? .arc(arc) : .overflow
    }

    /// The lengths of the ellipse's two semi-axes, and the direction of the first semi-axis in degrees.
    ///
    /// The lengths are the singular values of `xAxis` and `yAxis`. Axes that are already perpendicular are kept, and the
    /// direction of a circle is 0.
    package var semiAxes: (rx: Double, ry: Double, rotationDegrees: Double) {
        let (u, v) = (xAxis, yAxis)
        let dot = u.x * v.x + u.y * v.y
        if abs(dot) <= 1e-15 * u.length * v.length {
            let isTurned = u.length != v.length
            return (u.length, v.length, isTurned ? Self.degrees(of: u) : 0)
        }
        // The major axis points where the distance from the centre is extreme: tan 2θ = 2 u·v / (u² − v²).
        let theta = 0.5 * Elementary.atan2(2 * dot, u.x * u.x + u.y * u.y - v.x * v.x - v.y * v.y)
        let (cosine, sine) = Elementary.cosineAndSine(theta)
        let major = cosine * u + sine * v
        let minor = cosine * v - sine * u
        return (major.length, minor.length, Self.degrees(of: major))
    }

    /// Returns the direction of a vector in degrees, exact along the coordinate axes.
    private static func degrees(of vector: Point) -> Double {
        if vector.y == 0 { return 0 }
        if vector.x == 0 { return 90 }
        return Elementary.atan2(vector.y, vector.x) * 180 / .pi
    }
}
