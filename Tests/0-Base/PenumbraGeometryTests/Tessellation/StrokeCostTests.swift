import PenumbraGeometry
import TestSupport
import Testing

/// Tests that the number of segments in a stroke's outline depends on the path's shape, however wide the pen and however short
/// the dashes.
@Suite(.timed) struct StrokeCostTests {
    private func segments(_ path: Path, _ style: StrokeStyle) throws -> Int {
        try path.stroked(style, tolerance: 0.002).elements.count
    }

    /// A path with the given number of bends, each of nearly half a turn.
    private func bends(_ count: Int) -> Path {
        var path = Path()
        path.move(to: Point(0, 50))
        for i in 0..<count {
            let x = Double(i) * 10
            path.addCubic(
                to: Point(x + 10, 50), control1: Point(x, i % 2 == 0 ? 90 : 10), control2: Point(x + 10, i % 2 == 0 ? 90 : 10))
        }
        return path
    }

    @Test func strokeSegmentsGrowWithTheRootOfTheWidth() throws {
        // Arcs of four times the radius need twice as many chords.
        let counts = try [1.0, 16, 256, 4096].map { try segments(bends(10), StrokeStyle(lineWidth: $0)) }
        for (narrow, wide) in zip(counts, counts.dropFirst()) { #expect(wide < 6 * narrow, "\(counts)") }
    }

    @Test func strokeSegmentsGrowWithTheNumberOfBends() throws {
        for width in [1.0, 40, 400] {
            for join in LineJoin.allCases {
                let style = StrokeStyle(lineWidth: width, lineJoin: join)
                let (one, many) = (try segments(bends(10), style), try segments(bends(100), style))
                #expect(many < 11 * one, "width \(width), \(join): \(one), \(many)")
            }
        }
    }

    @Test func dashCostsLittleMoreThanItsPartOfThePath() throws {
        let path = bends(10)
        let whole = try segments(path, StrokeStyle(lineWidth: 40))
        for dash in [20, 2, 0.2] {
            let dashed = try segments(path, StrokeStyle(lineWidth: 40, lineDashPattern: [dash, dash]))
            let dashes = Int(10 * 80 / (2 * dash))
            #expect(dashed < whole + 20 * dashes, "dashes of \(dash): \(dashed), \(whole) without")
        }
    }

    @Test func cuspsNeedAFiniteNumberOfSegments() throws {
        for near in [0, 1e-12, 1e-9, 1e-6, 1e-3] {
            var path = Path()
            path.move(to: .zero)
            path.addCubic(to: Point(100, 0), control1: Point(100 + near, 100), control2: Point(0, 100))
            #expect(try segments(path, StrokeStyle(lineWidth: 40)) < 12_000, "\(near) beside a cusp")
        }
    }

    @Test func strokeCornersCountTowardsTheSegmentLimit() throws {
        var path = Path()
        path.move(to: .zero)
        for i in 0..<200_000 { path.addLine(to: Point(Double(i), i % 2 == 0 ? 1 : 0)) }
        #expect(throws: StrokeError.tooManySegments) {
            try path.stroked(StrokeStyle(lineWidth: 1e6, lineJoin: .round), tolerance: 1e-6)
        }
    }
}
