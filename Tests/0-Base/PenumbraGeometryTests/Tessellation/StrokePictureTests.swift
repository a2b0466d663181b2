import PenumbraGeometry
import PenumbraTessellation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests the coverage of strokes, pixel by pixel, against shapes that they must equal.
@Suite(.timed) struct StrokePictureTests {
    private static let pixels = PixelRect(x: 0, y: 0, width: 130, height: 130)
    /// The largest permitted error of coverage before it is rounded to pixels. The tests below measured at most 0.00022.
    private static let level = 0.25 / 255

    private func coverage(_ path: Path, _ style: StrokeStyle) throws -> Field {
        let outline = try path.stroked(style, tolerance: 0.002)
        return coverage(try Boundary(resolving: outline, fillRule: .nonzero).path)
    }

    private func coverage(_ path: Path) -> Field {
        exactArea(of: path.flattened(tolerance: 1e-6).map(\.points), in: Self.pixels)
    }

    private func expectSame(_ a: Field, _ b: Field, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) {
        let worst = zip(a.values, b.values).map { abs($0 - $1) }.max() ?? 0
        #expect(worst < Self.level, "\(comment): off by \(worst)", sourceLocation: sourceLocation)
    }

    private func sector(_ center: Point, _ radius: Double, _ from: Double, _ sweep: Double) -> Path {
        var path = Path()
        path.move(to: center)
        path.addArc(
            Path.Arc(center: center, xAxis: Point(radius, 0), yAxis: Point(0, radius), startAngle: from, sweep: sweep))
        path.close()
        return path
    }

    @Test func strokeAsWideAsItsCircleIsASector() throws {
        for (start, end) in [(0.05, 0.4), (0.1, 0.2), (0, 0.75), (0.9, 0.99)] {
            let stroke = try coverage(
                Path(circleAt: Point(65, 65), radius: 30), StrokeStyle(lineWidth: 60, strokeStart: start, strokeEnd: end))
            let pie = coverage(sector(Point(65, 65), 60, 2 * .pi * start, 2 * .pi * (end - start)))
            expectSame(stroke, pie, "from \(start) to \(end)")
        }
    }

    @Test func strokeWiderThanItsCircleExtendsBeyondTheCenter() throws {
        var arc = Path()
        arc.addArc(
            Path.Arc(center: Point(65, 65), xAxis: Point(36, 0), yAxis: Point(0, 36), startAngle: 0, sweep: .pi / 2))
        let stroke = try coverage(arc, StrokeStyle(lineWidth: 80))
        var expected = sector(Point(65, 65), 76, 0, .pi / 2)
        expected.append(sector(Point(65, 65), 4, .pi, .pi / 2))
        expectSame(stroke, coverage(expected), "a quarter")
    }

    @Test func buttCapsOfCurvesArePerpendicular() throws {
        let circle = Path(circleAt: Point(65, 65), radius: 35)
        for width in [10.0, 30, 60] {
            let gauge = try coverage(circle, StrokeStyle(lineWidth: width, strokeEnd: 0.25))
            for y in 0..<130 {
                for x in 0..<130 where x < 65 || y < 65 { #expect(gauge[x, y] == 0, "(\(x), \(y)), width \(width)") }
            }
            let (inner, outer) = (35 - width / 2, 35 + width / 2)
            for i in Int(inner + 66)..<Int(outer + 63) {
                #expect(gauge[i, 65] == 1 && gauge[65, i] == 1, "\(i), width \(width)")
            }
        }
    }

    @Test func endDirectionPointsToTheNextDistinctControlPoint() throws {
        // Both ends are horizontal, although each has a control point on it.
        var path = Path()
        path.move(to: Point(20, 30))
        path.addCubic(to: Point(100, 90), control1: Point(20, 30), control2: Point(60, 30))
        path.addCubic(to: Point(20, 120), control1: Point(60, 120), control2: Point(20, 120))
        let stroke = try coverage(path, StrokeStyle(lineWidth: 16, lineCap: .square))
        for y in 24..<36 { #expect(stroke[11, y] == 0 && stroke[12, y] == 1, "row \(y)") }
        for y in 114..<126 { #expect(stroke[11, y] == 0 && stroke[12, y] == 1, "row \(y)") }
    }

    @Test func segmentsOfARingMeetWithoutASeam() throws {
        let circle = Path(circleAt: Point(65, 65), radius: 35)
        var sum = Field(Self.pixels)
        for (start, end) in [(0.0, 0.13), (0.13, 0.4), (0.4, 0.77), (0.77, 1)] {
            let part = try coverage(circle, StrokeStyle(lineWidth: 40, strokeStart: start, strokeEnd: end))
            for i in sum.values.indices { sum.values[i] += part.values[i] }
        }
        expectSame(sum, try coverage(circle, StrokeStyle(lineWidth: 40)), "four segments")
    }

    @Test func dashContinuesAcrossTheStartOfAClosedPath() throws {
        let square = Path(Rect(x: 15, y: 15, width: 100, height: 100))
        let style = StrokeStyle(lineWidth: 20, lineDashPattern: [60, 40], lineDashPhase: 30)
        let found = try coverage(square, style)
        for y in 0..<130 {
            for x in 0..<130 {
                // All corners resemble the first corner, whose arms are 20 wide and extend to 45.
                let (near, far) = (min(x, 129 - x, y, 129 - y), max(min(x, 129 - x), min(y, 129 - y)))
                let isInside = near >= 5 && near < 25 && far < 45
                #expect(found[x, y] == (isInside ? 1 : 0), "(\(x), \(y))")
            }
        }
    }

    @Test func dashLongerThanAClosedPathIsTheWholePath() throws {
        var paths = [Path(Rect(x: 15, y: 15, width: 100, height: 100)), Path(circleAt: Point(65, 65), radius: 40)]
        paths.append(try Path(svgPathData: "M20 20C90 10 100 60 110 110L30 90Z"))
        for path in paths {
            for cap in LineCap.allCases {
                let whole = StrokeStyle(lineWidth: 14, lineCap: cap)
                var dashed = whole
                dashed.lineDashPattern = [1000, 5]
                dashed.lineDashPhase = 300
                #expect(try path.stroked(dashed, tolerance: 0.002) == path.stroked(whole, tolerance: 0.002))
            }
        }
        // The dash is longer than the path.
        let style = StrokeStyle(lineWidth: 14, lineDashPattern: [400, 5])
        #expect(try paths[0].stroked(style, tolerance: 0.002) == paths[0].stroked(StrokeStyle(lineWidth: 14), tolerance: 0.002))
    }

    @Test func dashGapOfZeroIsNoGap() throws {
        let path = try Path(svgPathData: "M10 60C40 0 70 120 120 50")
        for (pattern, same) in [([8, 0, 5, 7], [13, 7]), ([8, 0], []), ([5, 7, 8, 0], [13, 7])] as [([Double], [Double])] {
            let phase: Double = pattern[1] == 0 ? 3 : 15
            for cap in LineCap.allCases {
                let style = StrokeStyle(lineWidth: 12, lineCap: cap, lineDashPattern: pattern, lineDashPhase: phase)
                let expected = StrokeStyle(lineWidth: 12, lineCap: cap, lineDashPattern: same, lineDashPhase: 3)
                expectSame(try coverage(path, style), try coverage(path, expected), "\(pattern) with \(cap) caps")
            }
        }
    }

    @Test func mitersFollowTheTangentsOfCurves() throws {
        // Two curves that meet at a right angle.
        let path = try Path(svgPathData: "M20 110Q20 65 65 65Q65 110 110 110")
        let found = try coverage(path, StrokeStyle(lineWidth: 20))
        #expect(found[74, 55] == 1)
        #expect(found[75, 55] == 0 && found[75, 56] == 0 && found[74, 54] == 0 && found[73, 54] == 0)
    }
}
