import PenumbraGeometry
import PenumbraMotion
import TestSupport
import Testing

@Suite(.timed) struct OffsetPathTests {
    private func path(_ data: String) throws -> OffsetPath { try OffsetPath(try Path(svgPathData: data)) }

    private func isNear(_ one: Point, _ x: Double, _ y: Double, _ tolerance: Double = 1e-9) -> Bool {
        (one - Point(x, y)).length < tolerance
    }

    @Test func distancesFollowTheLengthOfAPath() throws {
        let corner = try path("M0 0L30 0L30 10")
        #expect(corner.length == 40 && corner.ends == [0, 0.75, 1])
        for (distance, x, y) in [(0, 0, 0), (0.375, 15, 0), (0.75, 30, 0), (0.875, 30, 5), (1, 30, 10)]
            as [(Double, Double, Double)]
        {
            #expect(isNear(corner.place(at: distance).point, x, y), "\(distance)")
        }
        #expect(corner.place(at: 0.5).direction == Point(1, 0) && corner.place(at: 0.75).direction == Point(0, 1))
        #expect(corner.place(at: 1).direction == Point(0, 1))
        // Other paths than closed ones end at their ends.
        #expect(isNear(corner.place(at: -0.5).point, 0, 0) && isNear(corner.place(at: 1.5).point, 30, 10))
    }

    @Test func closedPathsContinueAround() throws {
        let square = try path("M0 0L10 0L10 10L0 10Z")
        #expect(square.length == 40 && square.ends.count == 5)
        #expect(isNear(square.place(at: 1.25).point, 10, 0) && isNear(square.place(at: -0.125).point, 0, 5))
        #expect(isNear(square.place(at: 1).point, 0, 0) && square.place(at: 1).direction == Point(0, -1))
    }

    @Test func gapsHaveNoLength() throws {
        let two = try path("M0 0L10 0M50 50L50 80")
        #expect(two.length == 40)
        #expect(isNear(two.place(at: 0.25 - 1e-12).point, 10, 0, 1e-6) && isNear(two.place(at: 0.25).point, 50, 50))
    }

    /// A curve and an arc against their known lengths, and at equal steps.
    @Test func curvesAreFollowedAtOneSpeed() throws {
        let circle = try path("M10 0A10 10 0 0 1 -10 0A10 10 0 0 1 10 0Z")
        #expect(abs(circle.length - 62.83185307179586) < 1e-6)
        #expect(isNear(circle.place(at: 0.125).point, 7.0710678118, 7.0710678118, 1e-6))
        // y² = 4·x from (0, 0) to (1, 2): √2 + asinh(1).
        let parabola = try path("M0 0Q0 1 1 2")
        #expect(abs(parabola.length - 2.295587149392638) < 1e-9)
        let wave = try path("M0 0C40 -60 -10 90 60 30")
        var before = wave.place(at: 0).point
        for step in 1...1000 {
            let now = wave.place(at: Double(step) / 1000).point
            #expect(abs((now - before).length / (wave.length / 1000) - 1) < 1e-3, "\(step)")
            before = now
        }
    }

    @Test func pathsWithoutSegmentsAreRefused() {
        for data in ["", "M5 5", "M5 5M6 6", "M1 1Z"] {
            #expect(throws: MotionError.self, "\(data)") { try self.path(data) }
        }
        // A segment without a length has a place and a direction.
        #expect((try? path("M5 5L5 5"))?.place(at: 0.5).point == Point(5, 5))
    }

    @Test func turnsFollowTheDirection() throws {
        let timing = try Timing(duration: 1, fillMode: .both)
        let distance = Animation(.basic(try BasicValues(from: 0.0, to: 1)), timing: timing)
        let down = try path("M0 0L0 10")
        let turn = try PathAnimation(distance, along: down, rotation: .auto).turn(at: try Time("0.5"))
        #expect(turn == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
        let back = try PathAnimation(distance, along: down, rotation: .autoReverse).turn(at: try Time("0.5"))
        #expect(back == AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0))
        #expect(try PathAnimation(distance, along: down).turn(at: .zero) == nil)
    }

    @Test func earlierTimesAreExact() throws {
        #expect(try Time("1/3").before(2, times: 0.1) == Time("2/15"))
        #expect(try Time("0.5").before(3, times: -0.25) == Time("1.25"))
        #expect(try Time("0.5").before(0, times: 5) == Time("0.5"))
        // Fractions that are too fine are rounded to the microsecond.
        let fine = try Time(numerator: 1, denominator: (1 << 53) - 111)
        #expect(fine.before(1, times: 0.123) == (try Time("-0.123")))
        #expect(fine.before(1e9, times: 1e9).seconds == -1e9)
    }
}
