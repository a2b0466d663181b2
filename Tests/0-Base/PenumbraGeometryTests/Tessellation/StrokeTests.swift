import PenumbraGeometry
import PenumbraTessellation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Strokes against closed forms, and against the distance to a path.
@Suite(.timed) struct StrokeTests {
    /// The area that a stroke covers, in square units.
    private func area(_ path: Path, _ style: StrokeStyle, tolerance: Double = 1e-4) throws -> Double {
        let boundary = try Boundary(resolving: try path.stroked(style, tolerance: tolerance), fillRule: .nonzero)
        let unit = Double(FixedPoint.unitsPerPixel)
        var twice = 0.0
        for edge in boundary.edges {
            twice += Double(edge.start.x) * Double(edge.end.y) - Double(edge.end.x) * Double(edge.start.y)
        }
        return abs(twice) / 2 / unit / unit
    }

    private func line(_ points: [Point], closed: Bool = false) -> Path {
        var path = Path()
        path.move(to: points[0])
        for point in points.dropFirst() { path.addLine(to: point) }
        if closed { path.close() }
        return path
    }

    @Test func lineCapsAddTheirArea() throws {
        let path = line([Point(10, 10), Point(40, 50)])
        func area(_ cap: LineCap) throws -> Double { try self.area(path, StrokeStyle(lineWidth: 8, lineCap: cap)) }
        #expect(abs(try area(.butt) - 50 * 8) < 0.02)
        #expect(abs(try area(.square) - 58 * 8) < 0.02)
        #expect(abs(try area(.round) - (50 * 8 + Double.pi * 16)) < 0.02)
    }

    @Test func lineJoinsAddTheirArea() throws {
        // Two arms of 30 at a right angle, 6 wide. The arms share a square of 3 × 3, and the outside corner adds another.
        let path = line([Point(10, 40), Point(40, 40), Point(40, 10)])
        func area(_ join: LineJoin) throws -> Double { try self.area(path, StrokeStyle(lineWidth: 6, lineJoin: join)) }
        let arms = 2 * 30 * 6 - 9.0
        #expect(abs(try area(.miter) - (arms + 9)) < 0.02)
        #expect(abs(try area(.bevel) - (arms + 4.5)) < 0.02)
        #expect(abs(try area(.round) - (arms + Double.pi * 9 / 4)) < 0.02)
    }

    @Test func miterOverTheLimitBecomesABevel() throws {
        // A turn of 120° has a miter of twice the width.
        let turn = 60 * Double.pi / 180
        let path = line([Point(100, 100), Point(60, 100), Point(60 + 40 * cos(turn), 100 + 40 * sin(turn))])
        func area(_ limit: Double) throws -> Double { try self.area(path, StrokeStyle(lineWidth: 4, miterLimit: limit)) }
        // The bevel's triangle has two sides of 2 with 120° between them. A miter adds two right triangles with sides 2 and
        // 2·tan 60°.
        let bevel = 2.0 * 2 * sin(2 * Double.pi / 3) / 2
        let miter = 2.0 * 2 * tan(Double.pi / 3)
        #expect(abs(try area(2.001) - (try area(1.999)) - (miter - bevel)) < 0.02)
    }

    @Test func strokedCircleIsARing() throws {
        for (radius, width) in [(30.0, 4.0), (10, 19.9), (10, 20.2), (8, 40), (0.5, 60)] {
            let ring = try area(Path(circleAt: Point(60, 60), radius: radius), StrokeStyle(lineWidth: width))
            let inner = max(0, radius - width / 2)
            let truth = Double.pi * ((radius + width / 2) * (radius + width / 2) - inner * inner)
            #expect(abs(ring - truth) / truth < 2e-5, "radius \(radius), width \(width)")
        }
    }

    @Test func closedRectangleHasFourJoinsAndNoCaps() throws {
        let path = Path(Rect(x: 10, y: 10, width: 40, height: 20))
        let found = try area(path, StrokeStyle(lineWidth: 6, lineCap: .square))
        #expect(abs(found - (46.0 * 26 - 34 * 14)) < 0.02)
    }

    @Test func subpathWithoutLengthIsADot() throws {
        var path = Path()
        path.move(to: Point(20, 20))
        path.addLine(to: Point(20, 20))
        #expect(try area(path, StrokeStyle(lineWidth: 6, lineCap: .butt)) == 0)
        #expect(abs(try area(path, StrokeStyle(lineWidth: 6, lineCap: .square)) - 36) < 0.01)
        #expect(abs(try area(path, StrokeStyle(lineWidth: 6, lineCap: .round)) - 9 * Double.pi) < 0.01)
    }

    @Test func reversedLineEndsRoundOrFlat() throws {
        let path = line([Point(10, 20), Point(50, 20), Point(20, 20)])
        func area(_ join: LineJoin) throws -> Double { try self.area(path, StrokeStyle(lineWidth: 6, lineJoin: join)) }
        #expect(abs(try area(.round) - (240 + Double.pi * 4.5)) < 0.02)
        #expect(abs(try area(.bevel) - 240) < 0.02)
        #expect(abs(try area(.miter) - 240) < 0.02)
    }

    @Test func strokesWithoutWidthAreEmptyAndBadStrokesAreErrors() throws {
        let path = line([Point(0, 0), Point(10, 0)])
        #expect(try path.stroked(StrokeStyle(lineWidth: 0), tolerance: 0.01).isEmpty)
        #expect(try Path().stroked(StrokeStyle(), tolerance: 0.01).isEmpty)
        #expect(throws: StrokeError.notFinite) { try path.stroked(StrokeStyle(lineWidth: .infinity), tolerance: 0.01) }
        #expect(throws: StrokeError.notFinite) {
            try line([Point(0, 0), Point(.nan, 0)]).stroked(StrokeStyle(), tolerance: 0.01)
        }
        var many = Path()
        for _ in 0..<20 { many.append(Path(circleAt: .zero, radius: 1e9)) }
        #expect(throws: StrokeError.tooManySegments) { try many.stroked(StrokeStyle(lineWidth: 1e8), tolerance: 1e-9) }
    }

    @Test func dashesHaveTheLengthsOfThePattern() throws {
        let path = line([Point(0, 20), Point(100, 20)])
        func area(_ pattern: [Double], _ phase: Double = 0, _ cap: LineCap = .butt) throws -> Double {
            try self.area(path, StrokeStyle(lineWidth: 4, lineCap: cap, lineDashPattern: pattern, lineDashPhase: phase))
        }
        // 100 is six times 15, plus 10.
        #expect(abs(try area([10, 5]) - 4 * 70) < 0.02)
        // Phase 12 begins 3 before the gap's end: a gap of 3, 10 on, 5 off …: six dashes and 7 of a seventh.
        #expect(abs(try area([10, 5], 12) - 4 * 67) < 0.02)
        #expect(abs(try area([10, 5], -3) - 4 * 67) < 0.02)
        #expect(abs(try area([10, 5], 12 + 15e6) - 4 * 67) < 0.02)
        // An odd list is used twice: 10 on, 5 off, 2 on, 10 off, 5 on, 2 off.
        #expect(abs(try area([10, 5, 2]) - 4 * 51) < 0.02)
        // A list of zeros is solid. Dashes of no length are dots with caps, aligned with the line.
        #expect(abs(try area([0, 0]) - 400) < 0.02)
        #expect(abs(try area([0, 20], 0, .round) - 5 * 4 * Double.pi) < 0.05)
        #expect(abs(try area([0, 20], 0, .square) - 5 * 16) < 0.02)
        #expect(try area([0, 20]) == 0)
        #expect(throws: StrokeError.tooManySegments) { try area([1e-6, 1e-6]) }
    }

    @Test func dashesRestartAtEachSubpath() throws {
        var path = line([Point(0, 10), Point(12, 10)])
        path.append(line([Point(0, 40), Point(12, 40)]))
        #expect(abs(try area(path, StrokeStyle(lineWidth: 2, lineDashPattern: [10, 100])) - 40) < 0.01)
    }

    /// A curve that begins with no speed turns most at its very start, where the cap is.
    @Test func firstDashHasTheCapOfTheWholeLine() throws {
        var path = Path()
        path.move(to: Point(34, 70))
        path.addCubic(to: Point(75, 75), control1: Point(34, 70), control2: Point(50, 50))
        let style = StrokeStyle(lineWidth: 135, lineCap: .square, lineDashPattern: [19], lineDashPhase: 1)
        let corners = try path.stroked(style, tolerance: 0.002).flattened().flatMap(\.points)
        let back = (67.5 / Point(16, -20).length) * Point(-16, 20)
        for side in [1.0, -1] {
            let corner = Point(34, 70) + back + side * Point(-back.y, back.x)
            #expect(corners.contains { ($0 - corner).length < 1e-9 }, "\(corner)")
        }
    }

    @Test func squareDotsFollowTheLineDirection() throws {
        let path = line([Point(50, 50), Point(110, 130)])
        let stroke = try path.stroked(
            StrokeStyle(lineWidth: 10, lineCap: .square, lineDashPattern: [0, 1000]), tolerance: 0.01)
        // The corners of a square turned by 53.13°: 1 and 7 from the middle.
        #expect(abs(stroke.bounds.width - 14) < 1e-9 && abs(stroke.bounds.height - 14) < 1e-9)
    }

    @Test func strokeTrimmingCountsTheLengthOfAllSubpaths() throws {
        var path = line([Point(0, 10), Point(30, 10)])
        path.append(Path(Rect(x: 0, y: 40, width: 10, height: 25)))
        // 100 in total: 30 of the line, 70 of the rectangle.
        func area(_ start: Double, _ end: Double) throws -> Double {
            try self.area(path, StrokeStyle(lineWidth: 2, strokeStart: start, strokeEnd: end))
        }
        #expect(abs(try area(0.1, 0.2) - 20) < 0.01)
        #expect(abs(try area(0, 0.3) - 60) < 0.01)
        // 20 to 40: 10 of the line and the rectangle's upper side, which now has ends.
        #expect(abs(try area(0.2, 0.4) - 40) < 0.01)
        #expect(try area(0.5, 0.5) == 0 && area(0.8, 0.2) == 0)
        #expect(abs(try area(0, 1) - (60 + 140)) < 0.01)
        // The path is trimmed first and then dashed.
        let both = StrokeStyle(lineWidth: 2, lineDashPattern: [4, 4], strokeStart: 0.1, strokeEnd: 0.3)
        #expect(abs(try self.area(path, both) - 24) < 0.01)
    }

    /// With round joins and caps, a stroke covers all points within half its width of the path.
    @Test func roundStrokeCoversPointsWithinHalfItsWidth() throws {
        for seed in seeds(2000) {
            var random = SeededGenerator(seed: seed)
            let path = Self.randomPath(&random)
            let width = [0.5, 3, 12, 45][random.integer(0...3)] * random.number(0.5...1.5)
            let style = StrokeStyle(lineWidth: width, lineCap: .round, lineJoin: .round)
            let outline = try path.stroked(style, tolerance: 0.005)
            let edges = outline.flattened(tolerance: 0.001).map(\.points)
            // A lone move paints nothing.
            let fine = path.flattened(tolerance: 0.0005).filter { $0.isClosed || $0.points.count > 1 }
            for _ in 0..<12 {
                let point = Point(random.number(-60...160), random.number(-60...160))
                let distance = Self.distance(point, fine)
                // Skip points so near to the edge that either answer is within the tolerance.
                guard abs(distance - width / 2) > 0.02 else { continue }
                let isInside = winding(of: edges, around: point) != 0
                #expect(isInside == (distance < width / 2), "seed \(seed), \(point), \(path.svgPathData), width \(width)")
            }
        }
    }

    private static func randomPath(_ random: inout SeededGenerator) -> Path {
        func point(_ random: inout SeededGenerator) -> Point {
            // Few different values, so that repeated, collinear and returning points are common.
            random.chance(0.5)
                ? Point(Double(random.integer(0...4)) * 25, Double(random.integer(0...4)) * 25)
                : Point(random.number(0...100), random.number(0...100))
        }
        var path = Path()
        for _ in 0..<random.integer(1...2) {
            path.move(to: point(&random))
            for _ in 0..<random.integer(0...4) {
                switch random.integer(0...3) {
                case 0, 1: path.addLine(to: point(&random))
                case 2: path.addQuadratic(to: point(&random), control: point(&random))
                default: path.addCubic(to: point(&random), control1: point(&random), control2: point(&random))
                }
            }
            if random.chance(0.4) { path.close() }
        }
        return path
    }

    private static func distance(_ point: Point, _ lines: [Polyline]) -> Double {
        var best = Double.infinity
        for line in lines {
            var points = line.points
            if line.isClosed, let first = points.first { points.append(first) }
            if points.count == 1 { best = min(best, (points[0] - point).length) }
            for (a, b) in zip(points, points.dropFirst()) {
                let along = b - a
                let square = along.x * along.x + along.y * along.y
                let t = square > 0 ? ((point.x - a.x) * along.x + (point.y - a.y) * along.y) / square : 0
                best = min(best, (a + max(0, min(1, t)) * along - point).length)
            }
        }
        return best
    }
}
