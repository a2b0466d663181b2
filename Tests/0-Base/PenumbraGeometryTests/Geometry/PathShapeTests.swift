import PenumbraGeometry
import TestSupport
import Testing

/// Tests bounds and flattening against the exact curves.
@Suite(.timed) struct PathShapeTests {
    @Test func pathBoundsTouchTheCurves() throws {
        func bounds(_ data: String) throws -> Rect { try Path(svgPathData: data).bounds }
        #expect(try bounds("M0 0H10V5Z") == Rect(x: 0, y: 0, width: 10, height: 5))
        #expect(try bounds("M0 0Q5 10 10 0") == Rect(x: 0, y: 0, width: 10, height: 5))
        #expect(try bounds("M0 0C0 8 10 8 10 0") == Rect(x: 0, y: 0, width: 10, height: 6))
        #expect(try bounds("M0 0A5 5 0 0 0 10 0") == Rect(x: 0, y: 0, width: 10, height: 5))
        #expect(try bounds("M0 0A5 5 0 0 1 10 0") == Rect(x: 0, y: -5, width: 10, height: 5))
        #expect(try bounds("") == .zero)
        #expect(Path(ellipseIn: Rect(x: 3, y: 4, width: 20, height: 10)).bounds == Rect(x: 3, y: 4, width: 20, height: 10))
        // An ellipse with semi-axes 20 and 10, turned by 45°, extends √((20² + 10²)/2) in every direction.
        let turned = Path(ellipseIn: Rect(x: -20, y: -10, width: 40, height: 20)).applying(.rotation(degrees: 45)).bounds
        #expect(abs(turned.maxX - 250.0.squareRoot()) < 1e-13 && abs(turned.minY + 250.0.squareRoot()) < 1e-13)
    }

    @Test func pathBoundsContainEveryPointOfRandomCurves() {
        for seed in 0..<rounds(2000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let path = random.curve()
            let bounds = path.bounds
            let control = path.controlPointBounds
            // One part in 10¹³ for the rounding of the extremes.
            let slack = 1e-11
            for point in path.samples(per: 40) {
                #expect(point.x >= bounds.minX - slack && point.x <= bounds.maxX + slack, "seed \(seed)")
                #expect(point.y >= bounds.minY - slack && point.y <= bounds.maxY + slack, "seed \(seed)")
            }
            #expect(control.minX <= bounds.minX + slack && control.maxY >= bounds.maxY - slack, "seed \(seed)")
        }
    }

    @Test(arguments: [0.5, 0.02, 0.002])
    func flatteningStaysWithinItsTolerance(_ tolerance: Double) {
        var worst = 0.0
        for seed in 0..<rounds(300 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let path = random.curve()
            let lines = path.flattened(tolerance: tolerance)
            for point in path.samples(per: 60) {
                let distance = lines.map { $0.distance(to: point) }.min() ?? .infinity
                worst = max(worst, distance)
                #expect(distance <= tolerance, "seed \(seed)")
            }
        }
        #expect(worst > tolerance / 10)
    }

    /// A chord cuts off two thirds of its sagitta times its length. Moving the vertices outwards compensates for all chords but
    /// one, because the ends stay on the curve.
    @Test func flatteningKeepsTheAreaOfCircles() {
        for radius in [0.5, 3, 20, 300, 8000] {
            for tolerance in [0.1, 0.002] where radius > 10 * tolerance {
                let area = Path(circleAt: Point(1, 2), radius: radius).flattened(tolerance: tolerance).reduce(0) {
                    $0 + $1.area
                }
                let oneChord = 2.0 / 3 * tolerance * 2 * (2 * radius * tolerance).squareRoot()
                #expect(abs(area - .pi * radius * radius) < 1.1 * oneChord, "radius \(radius), tolerance \(tolerance)")
            }
        }
    }

    @Test func flatteningKeepsTheAreaUnderCurves() throws {
        // The area under the parabola is two thirds of its control triangle. 32 chords would cut off 3.3 in total and 0.10
        // each.
        let quadratic = try Path(svgPathData: "M0 0Q50 100 100 0Z")
        #expect(abs(quadratic.flattened(tolerance: 0.05)[0].area + 10_000.0 / 3) < 0.11)
        // ∫ y dx = 6000. 47 chords would cut off about 4 in total, most where the cubic bends, and 0.15 at its ends.
        let cubic = try Path(svgPathData: "M0 0C0 100 100 100 100 0Z")
        #expect(abs(cubic.flattened(tolerance: 0.05)[0].area + 6000) < 0.16)
    }
}

extension SeededGenerator {
    mutating func curve() -> Path {
        func point() -> Point { Point(number(-100...100), number(-100...100)) }
        var path = Path()
        switch integer(0...2) {
        case 0:
            path.move(to: point())
            path.addQuadratic(to: point(), control: point())
        case 1:
            path.move(to: point())
            path.addCubic(to: point(), control1: point(), control2: point())
        default:
            path.addArc(
                Path.Arc(center: point(), xAxis: point(), yAxis: point(), startAngle: number(-4...4), sweep: number(-6...6)))
        }
        return path
    }
}

extension Path {
    /// Points on the exact curves, evenly spaced in the parameter.
    fileprivate func samples(per count: Int) -> [Point] {
        var result: [Point] = []
        var current = Point.zero
        for element in elements {
            for step in 0...count {
                let t = Double(step) / Double(count)
                let s = 1 - t
                switch element {
                case .move(let to), .line(let to): result.append(to)
                case .quadratic(let to, let control): result.append((s * s) * current + (2 * s * t) * control + (t * t) * to)
                case .cubic(let to, let control1, let control2):
                    result.append(
                        (s * s * s) * current + (3 * s * s * t) * control1 + (3 * s * t * t) * control2 + (t * t * t) * to)
                case .arc(let arc): result.append(arc.point(at: arc.startAngle + t * arc.sweep))
                case .close: break
                }
            }
            current = result.last ?? current
        }
        return result
    }
}

extension Polyline {
    fileprivate func distance(to point: Point) -> Double {
        var nearest = points.map { ($0 - point).length }.min() ?? .infinity
        for (a, b) in zip(points, points.dropFirst()) {
            let along = b - a
            let squared = along.x * along.x + along.y * along.y
            guard squared > 0 else { continue }
            let t = max(0, min(1, ((point.x - a.x) * along.x + (point.y - a.y) * along.y) / squared))
            nearest = min(nearest, (a + t * along - point).length)
        }
        return nearest
    }

    fileprivate var area: Double {
        guard let last = points.last else { return 0 }
        return zip([last] + points, points).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.0.y * $1.1.x) / 2 }
    }
}
