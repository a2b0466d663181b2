import PenumbraGeometry
import TestSupport
import Testing

@Suite(.timed) struct EndpointArcTests {
    private func arc(_ data: String) throws -> Path.Arc? {
        for element in try Path(svgPathData: data).elements { if case .arc(let arc) = element { return arc } }
        return nil
    }

    @Test func quarterCircleIsExact() throws {
        let arc = try #require(try arc("M10 0A10 10 0 0 1 0 10"))
        #expect(abs(arc.center.x) < 2e-15 && abs(arc.center.y) < 2e-15)
        #expect(abs(arc.sweep - .pi / 2) < 1e-15)
        #expect((arc.point(at: arc.startAngle + arc.sweep / 2) - Point(50.0.squareRoot(), 50.0.squareRoot())).length < 1e-14)
    }

    /// The four arcs of SVG 2, 9.3.8: large or small, clockwise or not, on the same two ellipses.
    @Test(arguments: [(0, 0, false, -1.0), (0, 1, false, 1.0), (1, 0, true, -1.0), (1, 1, true, 1.0)])
    func arcFlagsChooseAmongFourArcs(_ large: Int, _ sweep: Int, _ isLarge: Bool, _ sign: Double) throws {
        let arc = try #require(try arc("M 125,75 a100,50 0 \(large),\(sweep) 100,50"))
        #expect((abs(arc.sweep) > .pi) == isLarge)
        #expect(arc.sweep * sign > 0)
        #expect((arc.startPoint - Point(125, 75)).length < 1e-12)
        #expect((arc.endPoint - Point(225, 125)).length < 1e-12)
        #expect(abs(arc.xAxis.length - 100) < 1e-12 && abs(arc.yAxis.length - 50) < 1e-12)
    }

    @Test func arcRadiiTooSmallAreEnlarged() throws {
        let arc = try #require(try arc("M0 0A1 2 0 0 1 20 0"))
        #expect(arc.center == Point(10, 0))
        #expect(arc.xAxis == Point(10, 0) && arc.yAxis == Point(0, 20))
        #expect(abs(arc.sweep) == .pi)
        #expect((arc.point(at: arc.startAngle + arc.sweep / 2) - Point(10, -20)).length < 1e-12)
    }

    @Test func degenerateArcsAreLinesOrNothing() throws {
        #expect(try Path(svgPathData: "M0 0A0 5 0 0 1 9 9").elements == [.move(to: .zero), .line(to: Point(9, 9))])
        #expect(try Path(svgPathData: "M0 0A1e-320 5 0 0 1 9 9").elements == [.move(to: .zero), .line(to: Point(9, 9))])
        #expect(try Path(svgPathData: "M5 5A3 3 0 1 1 5 5").elements == [.move(to: Point(5, 5))])
        #expect(try Path(svgPathData: "M0 0A1e200 1e200 0 0 1 9 9").elements.last == .line(to: Point(9, 9)))
        #expect(throws: PathDataError(position: 6, message: "the arc's radii are too large for its flags")) {
            try Path(svgPathData: "M0 0A1e308 1e308 0 1 1 1e-300 0")
        }
        #expect(try arc("M0 0A-5 -5 0 0 1 10 0") == arc("M0 0A5 5 0 0 1 10 0"))
    }

    @Test func arcsRunFromTheirStartToTheirEnd() throws {
        for seed in 0..<rounds(5000 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let start = Point(random.number(-100...100), random.number(-100...100))
            let end = Point(random.number(-100...100), random.number(-100...100))
            let radii = Size(width: random.number(0.1...300), height: random.number(0.1...300))
            let turn = random.number(-400...400)
            let (isLarge, isSweep) = (random.chance(0.5), random.chance(0.5))
            guard
                case .arc(let arc) = Path.Arc.between(
                    start, end, radii: radii, rotationDegrees: turn, isLarge: isLarge, isSweep: isSweep)
            else {
                Issue.record("seed \(seed): no arc")
                continue
            }
            // Measured: 1.4e-11, when one radius is thousands of times the chord in its direction.
            let scale = arc.xAxis.length + arc.yAxis.length + arc.center.length
            #expect((arc.startPoint - start).length < 1e-13 * scale, "seed \(seed)")
            #expect((arc.endPoint - end).length < 1e-13 * scale, "seed \(seed)")
            #expect((arc.sweep > 0) == isSweep, "seed \(seed)")
            #expect(abs(arc.sweep) <= .pi || isLarge, "seed \(seed)")
        }
    }
}
