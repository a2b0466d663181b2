import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraShaders
import TestPlans
import TestSupport
import Testing

@Suite(.timed, .needsSoftwareGL)
struct GradientTests {
    private func plan(_ build: (inout RenderPlan) -> Void) -> RenderPlan {
        var plan = ShaderTests.smallPlan
        build(&plan)
        return plan
    }

    /// A round gradient of zero width is 0 inside its circle, and 1 on and outside the circle. Positions next to a circle, on
    /// either side, test whether a root is exact.
    @Test(arguments: UInt64(0)..<24) func roundGradientIsExactNextToItsCircle(seed: UInt64) throws {
        try expectExactCircle(seed: seed, try SoftwareGPU.shared.get())
    }

    /// A driver with an inaccurate floating-point root costs only time.
    @Test(arguments: [" * 0.9999", " * 1.0001", " + 77.0"]) func inaccurateDriverRootsChangeNoGradient(error: String) throws {
        let file = "integer_root.glsl"
        let text = try #require(ShaderLibrary.embedded[file])
        let parts = text.split(separator: "uint(rough)", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let library = ShaderLibrary.embedded.replacing(file, with: parts.joined(separator: "uint(rough\(error))"))
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options { $0.shaders = library })
        for seed in UInt64(100)..<102 { try expectExactCircle(seed: seed, renderer) }
    }

    private func expectExactCircle(seed: UInt64, _ renderer: GPURenderer) throws {
        var random = SeededGenerator(seed: seed)
        let farthest = Int(GradientShading.farthest)
        let radius = seed < 4 ? Int(seed) : random.integer(1...farthest * 141 / 100)
        let width = 4000
        var u: [Int32] = []
        var v: [Int32] = []
        while u.count < width {
            let across = random.integer(max(0, radius - farthest)...min(radius, farthest))
            let most = radius * radius - across * across
            let down = Int(Double(most).squareRoot()) + random.integer(-1...2)
            guard (0...farthest).contains(down) else { continue }
            u.append(Int32(random.chance(0.5) ? across : -across))
            v.append(Int32(random.chance(0.5) ? down : -down))
        }
        let round = GradientShading.Round(
            columnU: u, columnV: v, rowU: [0], rowV: [0], inner: Int32(radius), span: 0)
        let white = SIMD4<UInt16>(repeating: UInt16(Q15.one))
        let length = GradientShading.length
        let shading = GradientShading(
            geometry: .round(round),
            intervals: [
                GradientShading.Interval(
                    start: 0, scale: GradientShading.Scale(width: length), first: .zero, last: white)
            ], isPremultiplied: true)
        let plan = plan { plan in
            let id = plan.addSurface(Surface(format: .mask, width: width, height: 1, label: "circle"))
            plan.passes.append(.shade(target: id, shading: shading))
        }
        let found = try renderer.surfaces(of: plan)[1]
        for i in 0..<width {
            let isOutside = Int(u[i]) * Int(u[i]) + Int(v[i]) * Int(v[i]) >= radius * radius
            guard found[i] == [isOutside ? 32768 : 0] else {
                Issue.record("seed \(seed): (\(u[i]), \(v[i])) and radius \(radius) give \(found[i])")
                return
            }
        }
    }

    /// Every value that a mask can have, one per column.
    private func everyValue(_ plan: inout RenderPlan) -> SurfaceID {
        let count = Int(Q15.one) + 1
        let id = plan.addSurface(Surface(format: .mask, width: count, height: 1, label: "values"))
        let length = GradientShading.length
        let columns = (0..<Int32(count)).map { $0 * (length / Int32(Q15.one)) }
        plan.passes.append(
            .shade(
                target: id,
                shading: GradientShading(
                    geometry: .linear(columns: columns, rows: [0]),
                    intervals: [
                        GradientShading.Interval(
                            start: 0, scale: GradientShading.Scale(width: length), first: .zero,
                            last: SIMD4(repeating: UInt16(Q15.one)))
                    ], isPremultiplied: true)))
        return id
    }

    @Test func linearGradientHasEveryValueOnce() throws {
        let found = try SoftwareGPU.shared.get().surfaces(of: plan { _ = everyValue(&$0) })[1]
        #expect(found == (0...Int(Q15.one)).map { [$0] })
    }

    @Test(arguments: UInt64(0)..<16) func maskMapsEqualTheReferenceForEveryValue(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let one = 1 << 30
        let low = seed < 8 ? [0, 1, one - 1, one / 2, 3, 0, 65536, one - 65536][Int(seed)] : random.integer(0...one - 1)
        let high = seed < 5 ? low + 1 : random.integer(low + 1...min(one, low + (seed % 2 == 0 ? 70000 : one)))
        let maps: [MaskMap] = [
            .inverted, .above(UInt16(random.integer(0...32768))), .squareRamp(low: UInt32(low), high: UInt32(high)),
        ]
        let plan = plan { plan in
            let values = everyValue(&plan)
            for map in maps {
                let id = plan.addSurface(plan[values])
                plan.passes.append(.mapMask(source: values, target: id, map: map, dx: 0, dy: 0))
            }
        }
        #expect(try firstDifference(plan, try SoftwareGPU.shared.get()) == nil, "seed \(seed): \(low)…\(high)")
    }
}
