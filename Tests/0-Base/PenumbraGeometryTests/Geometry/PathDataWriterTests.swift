import PenumbraGeometry
import TestSupport
import Testing

@Suite(.timed) struct PathDataWriterTests {
    @Test func commonShapesAreWrittenCompactly() throws {
        #expect(Path(Rect(x: 1, y: 2, width: 3, height: 4)).svgPathData == "M1 2H4V6H1Z")
        #expect(
            Path(Rect(x: 0, y: 0, width: 100, height: 50), radii: CornerRadii(10)).svgPathData
                == "M10 0H90A10 10 0 0 1 100 10V40A10 10 0 0 1 90 50H10A10 10 0 0 1 0 40V10A10 10 0 0 1 10 0Z")
        #expect(
            Path(ellipseIn: Rect(x: 0, y: 0, width: 40, height: 20)).svgPathData
                == "M40 10A20 10 0 0 1 0 10A20 10 0 0 1 40 10Z")
        #expect(
            try Path(svgPathData: "M0 0q.1.2.3.4c1 2 3 4 5 6").svgPathData == "M0 0Q0.1 0.2 0.3 0.4C1.3 2.4 3.3 4.4 5.3 6.4")
    }

    /// The largest distance between the flattened outlines of two paths.
    private func largestDeviation(_ a: Path, _ b: Path) -> Double {
        let (p, q) = (a.flattened(tolerance: 0.01), b.flattened(tolerance: 0.01))
        guard p.count == q.count else { return .infinity }
        var largest = 0.0
        for (one, other) in zip(p, q) {
            largest = max(largest, distance(one.points, to: other.points), distance(other.points, to: one.points))
        }
        return largest
    }

    /// The largest distance of any of `points` from the polyline through `line`.
    private func distance(_ points: [Point], to line: [Point]) -> Double {
        points.map { point in
            var nearest = line.map { ($0 - point).length }.min() ?? .infinity
            for (a, b) in zip(line, line.dropFirst()) {
                let along = b - a
                let squared = along.x * along.x + along.y * along.y
                guard squared > 0 else { continue }
                let t = max(0, min(1, ((point.x - a.x) * along.x + (point.y - a.y) * along.y) / squared))
                nearest = min(nearest, (a + t * along - point).length)
            }
            return nearest
        }.max() ?? 0
    }

    @Test func linesAndCurvesReadBackEqual() throws {
        for seed in 0..<rounds(2000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            var path = Path()
            func point() -> Point {
                Point(
                    Double(sign: .plus, exponent: random.integer(-40...20), significand: random.number(-2...2)),
                    random.number(-1e3...1e3))
            }
            path.move(to: point())
            for _ in 0..<random.integer(0...12) {
                switch random.integer(0...5) {
                case 0: path.move(to: point())
                case 1: path.close()
                case 2: path.addQuadratic(to: point(), control: point())
                case 3: path.addCubic(to: point(), control1: point(), control2: point())
                case 4: path.addLine(to: Point(random.number(-1e3...1e3), path.currentPoint?.y ?? 0))
                default: path.addLine(to: point())
                }
            }
            #expect(try Path(svgPathData: path.svgPathData) == path, "seed \(seed)")
        }
    }

    @Test func arcsReadBackAsTheSameCurve() throws {
        for seed in 0..<rounds(300 as UInt64) {
            var random = SeededGenerator(seed: seed)
            func vector(_ size: Double) -> Point { Point(random.number(-size...size), random.number(-size...size)) }
            var path = Path()
            path.move(to: vector(50))
            for _ in 0..<random.integer(1...3) {
                let sweep = random.chance(0.3) ? Double(random.integer(-8...8)) * .pi / 2 : random.number(-9...9)
                path.addArc(
                    Path.Arc(
                        center: vector(80), xAxis: random.chance(0.3) ? Point(30, 0) : vector(60),
                        yAxis: random.chance(0.3) ? Point(0, 30) : vector(60), startAngle: random.number(-7...7),
                        sweep: sweep))
            }
            let back = try Path(svgPathData: path.svgPathData)
            // Both are flattened to 0.01, so their chords may lie 0.02 apart; their centres agree much better.
            #expect(largestDeviation(path, back) < 0.021, "seed \(seed): \(path.svgPathData)")
            #expect(((path.currentPoint ?? .zero) - (back.currentPoint ?? .zero)).length < 1e-10, "seed \(seed)")
        }
    }

    /// Points of the original, mapped so that the ellipse read back is the unit circle, must lie on that circle.
    @Test func arcsReadBackOnTheSameEllipse() throws {
        for seed in 0..<rounds(5000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            func vector(_ size: Double) -> Point { Point(random.number(-size...size), random.number(-size...size)) }
            var path = Path()
            let arc = Path.Arc(
                center: vector(80), xAxis: vector(60), yAxis: vector(60), startAngle: random.number(-7...7),
                sweep: random.chance(0.3) ? Double(random.integer(-4...4)) * .pi / 2 : random.number(-6.3...6.3))
            guard abs(arc.sweep) > 1e-3 else { continue }
            path.addArc(arc)
            let back = try Path(svgPathData: path.svgPathData)
            let axes = arc.semiAxes
            let stretch = max(axes.rx, axes.ry) / min(axes.rx, axes.ry)
            var sweep = 0.0
            for case .arc(let piece) in back.elements {
                sweep += abs(piece.sweep)
                let map = AffineTransform(
                    a: piece.xAxis.x, b: piece.xAxis.y, c: piece.yAxis.x, d: piece.yAxis.y, tx: piece.center.x,
                    ty: piece.center.y)
                let inverse = try #require(map.inverted, "seed \(seed)")
                for step in 0...16 {
                    let point = arc.point(at: arc.startAngle + arc.sweep * Double(step) / 16).applying(inverse)
                    #expect(abs(point.length - 1) < 1.25e-12 * stretch, "seed \(seed): \(point.length - 1), \(stretch)")
                }
            }
            #expect(abs(sweep - abs(arc.sweep)) < 1e-10 * stretch, "seed \(seed): \(sweep), \(arc.sweep)")
        }
    }

    @Test func transformedEllipsesKeepTheirBounds() throws {
        for seed in 0..<rounds(500 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let transform = AffineTransform(
                a: random.number(-3...3), b: random.number(-3...3), c: random.number(-3...3), d: random.number(-3...3),
                tx: random.number(-9...9), ty: random.number(-9...9))
            let ellipse = Path(ellipseIn: Rect(x: 3, y: 4, width: 30, height: 20)).applying(transform)
            let back = try Path(svgPathData: ellipse.svgPathData)
            let (bounds, again) = (ellipse.bounds, back.bounds)
            // Measured: 4e-13 of the size. The extremes of an ellipse depend on its centre, axes and rotation.
            let size = 1e-11 * (1 + bounds.width + bounds.height)
            #expect(abs(bounds.minX - again.minX) < size && abs(bounds.maxX - again.maxX) < size, "seed \(seed)")
            #expect(abs(bounds.minY - again.minY) < size && abs(bounds.maxY - again.maxY) < size, "seed \(seed)")
        }
    }

    @Test func flatEllipsesAreWrittenAsLines() {
        var path = Path()
        path.addArc(Path.Arc(center: .zero, xAxis: Point(10, 0), yAxis: .zero, startAngle: 1.5707963267948966, sweep: 4))
        #expect(!path.svgPathData.contains("A"))
        #expect(path.svgPathData.contains("H-10"))
    }
}
