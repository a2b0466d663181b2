import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation
import TestPlans
import TestSupport
import Testing

@Suite(.timed, .needsSoftwareGL)
struct CoverageTests {
    /// Polygons much wider than high: strips that cross thousands of columns and therefore many work groups.
    @Test(arguments: UInt64(0)..<24) func coverageStripsAcrossWorkGroupsEqualTheReference(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let width = Int.random(in: 1000...5000, using: &random)
        let height = Int.random(in: 1...6, using: &random)
        let unit = Int(FixedPoint.unitsPerPixel)
        var edges: [BoundaryEdge] = []
        for _ in 0..<4 {
            let points = (0..<Int.random(in: 3...6, using: &random)).map { _ in
                FixedPoint(
                    x: Int32(Int.random(in: -100 * unit...(width + 100) * unit, using: &random)),
                    y: Int32(Int.random(in: -unit...(height + 1) * unit, using: &random)))
            }
            for i in points.indices {
                edges.append(BoundaryEdge(start: points[i], end: points[(i + 1) % points.count]))
            }
        }
        let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        let coverage = Coverage(boundary: Boundary(edges: edges), bounds: bounds)
        let difference = try firstDifference(plan(coverage), try SoftwareGPU.shared.get())
        #expect(difference == nil, "seed \(seed)")
    }

    /// Single strips at positions of every kind, including vertical strips on whole pixels and at the mask's edges.
    @Test(arguments: UInt64(0)..<8) func singleCoverageStripsEqualTheReference(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let width = 1500
        let right = Int32(width * 32768)
        let special: [Int32] = [0, 1, 32767, 32768, 32769, 512 * 32768 - 1, 512 * 32768, 512 * 32768 + 1, right - 1, right]
        func place() -> Int32 {
            Bool.random(using: &random)
                ? special[Int.random(in: 0..<special.count, using: &random)] : Int32.random(in: 0...right, using: &random)
        }
        let rows = 200
        let strips = (0..<rows).map { row in
            Coverage.Strip(
                row: Int32(row), x0: place(), x1: place(), dy: [1, 2, 16384, 32767, 32768, -1, -32768][row % 7])
        }
        var coverage = Coverage(
            boundary: Boundary(edges: []), bounds: PixelRect(x: 0, y: 0, width: width, height: rows))
        // A strip on the left at full height makes negative strips visible.
        coverage.strips = strips.flatMap { [Coverage.Strip(row: $0.row, x0: 0, x1: 0, dy: 32768), $0] }
        coverage.rowStarts = (0...Int32(rows)).map { 2 * $0 }
        let difference = try firstDifference(plan(coverage), try SoftwareGPU.shared.get())
        #expect(difference == nil, "seed \(seed)")
    }

    private func plan(_ coverage: Coverage) -> RenderPlan {
        var plan = RenderPlan(width: 8, height: 8)
        let mask = plan.addSurface(
            Surface(format: .mask, width: coverage.width, height: coverage.height, label: "coverage"))
        plan.passes = [
            .clear(target: plan.canvas, color: PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 1)),
            .fillMesh(target: mask, coverage: coverage),
        ]
        return plan
    }
}
