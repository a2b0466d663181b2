import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraTessellation
import TestSupport
import Testing

@Suite(.timed) struct CoverageTests {
    /// The renderer's coverage of polygons, in 0…1.
    private func rendered(_ path: Path, _ pixels: PixelRect, rule: FillRule = .nonzero) throws -> Field {
        let boundary = try Boundary(resolving: path, fillRule: rule)
        var plan = RenderPlan(width: pixels.width, height: pixels.height)
        let unread = plan.addSurface(Surface(format: .mask, width: 1, height: 1, label: "unread"))
        let mask = plan.addSurface(Surface(format: .mask, width: pixels.width, height: pixels.height, label: "mask"))
        plan.passes.append(.fillMesh(target: mask, coverage: Coverage(boundary: boundary, bounds: pixels)))
        var nothing = [UInt16](repeating: 0, count: 1)
        var values = [UInt16](repeating: 0, count: pixels.width * pixels.height)
        try nothing.withUnsafeMutableBufferPointer { input in
            try values.withUnsafeMutableBufferPointer { output in
                try CPURenderer().execute(
                    plan, input: unread, values: input.baseAddress!, output: mask, result: output.baseAddress!)
            }
        }
        var field = Field(pixels)
        field.values = values.map { Double($0) / 32768 }
        return field
    }

    private func error(_ polygon: [Point], _ pixels: PixelRect) throws -> Double {
        let found = try rendered(Path(polygon: polygon), pixels)
        let truth = exactArea(of: [polygon], in: pixels)
        return zip(found.values, truth.values).reduce(0) { max($0, abs($1.0 - $1.1) * 255) }
    }

    @Test(arguments: TestSeeds.all) func randomTrianglesCoverTheirExactArea(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var worst = 0.0
        for _ in 0..<400 {
            func point() -> Point {
                Point(Double.random(in: -10...50, using: &generator), Double.random(in: -10...40, using: &generator))
            }
            worst = max(worst, try error([point(), point(), point()], PixelRect(x: 0, y: 0, width: 40, height: 30)))
        }
        #expect(worst <= Tolerance.coverage, "seed \(seed)")
    }

    @Test func hairlinesAndSliversCoverTheirExactArea() throws {
        let pixels = PixelRect(x: 0, y: 0, width: 64, height: 48)
        for width in [0.001, 0.01, 0.1, 0.5] {
            #expect(
                try error([Point(3.3, 1), Point(3.3 + width, 1), Point(3.3 + width, 47), Point(3.3, 47)], pixels)
                    <= Tolerance.coverage)
            #expect(
                try error([Point(1, 7.7), Point(63, 7.7), Point(63, 7.7 + width), Point(1, 7.7 + width)], pixels)
                    <= Tolerance.coverage)
            // A long thin wedge, nearly horizontal and nearly vertical.
            #expect(try error([Point(0.2, 10.1), Point(63.9, 12.3), Point(63.9, 12.3 + width)], pixels) <= Tolerance.coverage)
            #expect(try error([Point(10.1, 0.2), Point(12.3 + width, 47.9), Point(12.3, 47.9)], pixels) <= Tolerance.coverage)
        }
    }

    @Test func coverageOfShapesBeyondTheMaskIsExact() throws {
        let pixels = PixelRect(x: 5, y: 5, width: 20, height: 20)
        #expect(try error([Point(-100, -50), Point(90, 3), Point(60, 70)], pixels) <= Tolerance.coverage)
        #expect(try error([Point(-3000, 0), Point(15.5, 12), Point(-3000, 30)], pixels) <= Tolerance.coverage)
        #expect(try error([Point(9, -2000), Point(3000, 11), Point(12.25, 2000)], pixels) <= Tolerance.coverage)
    }

    @Test func circleCoversItsExactArea() throws {
        for radius in [0.3, 2, 17.5, 100] {
            let side = Int(2 * radius) + 6
            let center = Double(side) / 2 + 0.21
            let field = try rendered(
                Path(circleAt: Point(center, center), radius: radius), PixelRect(x: 0, y: 0, width: side, height: side))
            let area = field.values.reduce(0, +)
            // Each pixel that the outline crosses is rounded to 1/32768.
            #expect(abs(area - .pi * radius * radius) <= 0.00003 * (2 * .pi * radius + 8))
        }
    }

    @Test func partsOfACoverageMaskEqualTheWholeMask() throws {
        let path = Path(ellipseIn: Rect(x: 3.3, y: 2.2, width: 50.7, height: 33.1))
        let whole = try rendered(path, PixelRect(x: 0, y: 0, width: 60, height: 40))
        for part in [PixelRect(x: 7, y: 5, width: 13, height: 11), PixelRect(x: 30, y: 0, width: 30, height: 40)] {
            let field = try rendered(path, part)
            for y in part.y..<part.maxY {
                for x in part.x..<part.maxX { #expect(field[x, y] == whole[x, y]) }
            }
        }
    }
}
