import PenumbraElementary
import PenumbraGeometry
import PenumbraPlan

/// Circles of which neither encloses the other, as the places of a gradient. They cover a wedge, or a strip if they are of one
/// size.
///
/// The origin is the centre of the first circle, and x runs along the line of the centres. Let d be the distance of the
/// centres, e the growth of the radii, r the first radius, and A = d² − e². The last circle through (x, y) is at
/// t = √(u² − v²) + w with u = (e·x + d·r)/A, v = y/√A and w = (d·x + e·r)/A. The wedge is where u ≥ |v|.
struct GradientCone {
    private let center: Point
    private let radius: Double
    /// The unit vector from the first centre to the second.
    private let direction: Point
    private let distance: Double
    private let growth: Double
    private let u: (slope: Double, constant: Double)
    private let v: Double
    private let w: (slope: Double, constant: Double)
    /// The positions where the gradient begins and ends.
    var range = (low: 0.0, high: 1.0)
    /// The largest magnitude of u, v and half of w in the area to paint, and the largest distance from the origin.
    private var largest = 0.0
    private var reach = 0.0

    init(_ center: Point, _ radius: Double, _ line: Point, _ growth: Double) {
        let d = line.length
        let a = d * d - growth * growth
        (self.center, self.radius, self.distance, self.growth) = (center, radius, d, growth)
        direction = Point(line.x / d, line.y / d)
        u = (growth / a, d * radius / a)
        v = 1 / a.squareRoot()
        w = (d / a, growth * radius / a)
    }

    /// The map from the gradient's coordinates to those of the cone.
    private var map: AffineTransform {
        AffineTransform.translation(-center.x, -center.y)
            .concatenating(AffineTransform(a: direction.x, b: -direction.y, c: direction.y, d: direction.x, tx: 0, ty: 0))
    }

    /// Measures the area to paint. Returns bounds of the positions in it.
    @discardableResult
    mutating func measure(_ corners: [Point]) -> (low: Double, high: Double) {
        var (low, high) = (Double.infinity, -Double.infinity)
        for corner in corners.map({ $0.applying(map) }) {
            let (u, w) = (u.slope * corner.x + u.constant, w.slope * corner.x + w.constant)
            largest = max(largest, abs(u), abs(v * corner.y), abs(w) / 2)
            reach = max(reach, corner.length)
            // The root lies between 0 and u.
            low = min(low, w)
            high = max(high, w + max(0, u))
        }
        return (low, high)
    }

    /// Lays the positions out in device pixels.
    ///
    /// - Parameter toGradient: the map from device pixels to the gradient's coordinates.
    func shape(_ toGradient: AffineTransform, _ pixels: PixelRect) -> GradientShading.Geometry {
        let map = toGradient.concatenating(map)
        // The finest unit that keeps u, v and w within their bounds.
        let finest = Double(GradientShading.farthest) * 0.99 / max(largest, 1e-9)
        let unit = min(finest, Double(GradientShading.radiusUnit) / max(1e-9, range.high - range.low))
        func entries(_ x: Double, _ y: Double, _ constant: Double) -> (columns: [Int32], rows: [Int32]) {
            GradientShading.entries(
                unit * (x * map.a + y * map.b), unit * (x * map.c + y * map.d),
                unit * (x * map.tx + y * map.ty + constant), pixels)
        }
        let (columnU, rowU) = entries(u.slope, 0, u.constant)
        let (columnV, rowV) = entries(0, v, 0)
        let (columnW, rowW) = entries(w.slope, 0, w.constant)
        let limit = Double(1 << 29)
        let low = max(-limit, min(limit, (unit * range.low).rounded()))
        let high = max(-limit, min(limit, (unit * range.high).rounded()))
        return .round(
            GradientShading.Round(
                columnU: columnU, columnV: columnV, rowU: rowU, rowV: rowV, columnW: columnW, rowW: rowW,
                isHyperbolic: true, inner: Int32(low), span: Int32(high - low)))
    }

    // MARK: - Areas

    /// The wedge within reach, in the gradient's coordinates.
    var wedge: Path { discs(from: nil, to: nil) }

    /// The area that the discs cover from one position to another, within reach, in the gradient's coordinates. Empty if there
    /// is none.
    ///
    /// - Parameter start, end: nil where the discs go on until they shrink to a point or leave the reach.
    func discs(from start: Double?, to end: Double?) -> Path {
        var path = Path()
        // Along the tangents, the place of circle t is (d·t + sine·(−r(t)), ±cosine·r(t)). It moves outward with t, since e < d.
        let sine = growth / distance
        let cosine = (1 - sine * sine).squareRoot()
        func radius(_ t: Double) -> Double { max(0, self.radius + growth * t) }
        // The positions where the tangents leave the reach, or meet.
        let far = (2 * reach + self.radius + distance) / (distance * cosine * cosine)
        let apex = growth == 0 ? nil : -self.radius / growth
        let low = start ?? max(-far, growth > 0 ? apex ?? -far : -far)
        let high = end ?? min(far, growth < 0 ? apex ?? far : far)
        guard low < high, let back = map.inverted else { return path }
        func corner(_ t: Double, _ side: Double) -> Point {
            Point(distance * t - sine * radius(t), side * cosine * radius(t)).applying(back)
        }
        /// The part of circle t between its tangents, on the side of the next circles or of the circles before.
        func addArc(_ t: Double, isFront: Bool) {
            let angle = Elementary.atan2(cosine, -sine)
            let sweep = isFront ? 2 * angle : 2 * (.pi - angle)
            let arc = Path.Arc(
                center: Point(distance * t, 0), xAxis: Point(radius(t), 0), yAxis: Point(0, radius(t)),
                startAngle: isFront ? -angle : angle, sweep: sweep)
            path.addArc(arc.applying(back))
        }
        path.move(to: corner(low, -1))
        path.addLine(to: corner(high, -1))
        if end != nil { addArc(high, isFront: true) } else { path.addLine(to: corner(high, 1)) }
        path.addLine(to: corner(low, 1))
        if start != nil { addArc(low, isFront: false) }
        path.close()
        return path
    }
}
