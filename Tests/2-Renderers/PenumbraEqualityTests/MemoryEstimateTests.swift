import PenumbraCPU
import PenumbraEngine
import PenumbraFuzzing
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestPlans
import TestSupport
import Testing

/// Tests that drawing never uses more memory than estimated.
@Suite(.timed) struct MemoryEstimateTests {
    private func expectKept(_ plan: RenderPlan, threads: Int, _ name: String) throws {
        let cpu = CPURenderer(threads: threads, idleBytes: 0)
        let estimate = cpu.memoryEstimate(plan)
        _ = try cpu.execute(plan)
        #expect(cpu.pool.mostBytes <= estimate, "\(name), \(threads) threads")
    }

    @Test func randomPlansStayWithinTheMemoryEstimate() throws {
        for seed in 0..<rounds(200 as UInt64) {
            try expectKept(RandomPlan.make(seed: seed, largest: 200), threads: 2, "seed \(seed)")
        }
    }

    /// Pictures that a plan doesn't show take memory too, such as those of glyphs beyond the canvas.
    @Test func picturesOfTheSceneLeaveLessMemoryForTiles() throws {
        var plan = try nested(2, width: 2000, height: 2000)
        let drawing = TiledDrawing(gpu: nil, cpu: CPURenderer(threads: 1, idleBytes: 0), mayLeaveDevice: false)
        var limits = RenderLimits.default
        limits.memory = 40 << 20
        func rows(_ plan: RenderPlan) throws -> Int {
            var most = 0
            try drawing.draw(plan, wanted: nil, within: limits, inMultiplesOf: 8) { rows, _ throws(RenderError) in
                most = max(most, rows.count)
                return true
            }
            return most
        }
        let alone = try rows(plan)
        plan.bytesOfAssets = 32 << 20
        let beside = try rows(plan)
        #expect(beside < alone && beside > 0, "\(alone) \(beside)")
        plan.bytesOfAssets = 40 << 20
        #expect(throws: StripFailure<RenderError>.self) { try rows(plan) }
    }

    @Test func choiceForOnePlanDrawsAnother() throws {
        let cpu = CPURenderer(threads: 2)
        let drawing = TiledDrawing(gpu: nil, cpu: cpu, mayLeaveDevice: false)
        for seed in 0..<rounds(20 as UInt64) {
            let (plan, other) = (
                RandomPlan.make(seed: seed, largest: 60), RandomPlan.make(seed: seed + 1000, largest: 60)
            )
            let whole = TileSize(width: 4096, height: 4096)
            _ = drawing.choose(plan, within: 1 << 30)
            #expect(try drawing.draw(other, in: whole) == cpu.execute(other), "seed \(seed)")
            _ = drawing.choose(plan, within: 1 << 30)
            #expect(try drawing.draw(plan, in: whole) == cpu.execute(plan), "seed \(seed)")
        }
    }

    /// Nested groups, each of which paints the rows of a band for its parent.
    private func nested(_ depth: Int, width: Int, height: Int) throws -> RenderPlan {
        var layer = #"{"frame":[0,0,\#(width),\#(height)],"backgroundColor":"red"}"#
        for _ in 0..<depth { layer = #"{"frame":[0,0,\#(width),\#(height)],"opacity":0.99,"sublayers":[\#(layer)]}"# }
        let scene = #"{"canvas":{"width":\#(width),"height":\#(height),"background":"white"},"layers":[\#(layer)]}"#
        return try ScenePlanner.plan(try Scene(json: Array(scene.utf8)))
    }

    @Test func memoryEstimateCountsTheBandsOfEveryThread() throws {
        let plan = try nested(30, width: 6000, height: 300)
        let estimates = [1, 4, 8].map { CPURenderer(threads: $0).memoryEstimate(plan) }
        // Bands of 8 rows. The innermost layers need no group of their own.
        let bands = 28 * 8 * 6000 * 8
        #expect(estimates[0] > bands && estimates[1] > 4 * bands && estimates[2] > 8 * bands, "\(estimates)")
        for (threads, estimate) in zip([1, 4, 8], estimates) {
            let cpu = CPURenderer(threads: threads, idleBytes: 0)
            #expect(cpu.memoryEstimate(plan, threads: 1) == estimates[0])
            _ = try cpu.execute(plan)
            let taken = cpu.pool.mostBytes
            #expect(taken <= estimate && 2 * taken > estimate / threads, "\(threads): \(taken) of \(estimate)")
        }
    }

    /// Adjacent layers need only the memory of a single layer.
    @Test func bandMemoryIsReusedBetweenLayers() throws {
        func plan(_ count: Int) throws -> RenderPlan {
            let layer = #"{"frame":[0,0,4000,64],"opacity":0.5,"sublayers":[{"frame":[9,9,4000,9],"backgroundColor":"red"}]}"#
            let layers = Array(repeating: layer, count: count).joined(separator: ",")
            return try ScenePlanner.plan(
                try Scene(json: Array(#"{"canvas":{"width":4000,"height":64},"layers":[\#(layers)]}"#.utf8)))
        }
        let (few, many) = (try plan(2), try plan(60))
        let cpu = CPURenderer(threads: 1, idleBytes: 0)
        #expect(cpu.memoryEstimate(many) <= cpu.memoryEstimate(few) * 9 / 8)
        _ = try cpu.execute(many)
        #expect(cpu.pool.mostBytes <= cpu.memoryEstimate(many))
    }

    @Test func fewerThreadsDrawIfMemoryIsShort() throws {
        let plan = try nested(30, width: 6000, height: 64)
        let cpu = CPURenderer(threads: 16, idleBytes: 0)
        let drawing = TiledDrawing(gpu: nil, cpu: cpu, mayLeaveDevice: true)
        // The smallest tiles of all threads together don't fit in memory.
        let sixteen = { (plan: RenderPlan) in cpu.memoryEstimate(plan) }
        var search = TileSearch(plan, keepsPicture: true, multiple: 1, memory: sixteen)
        let bytes = search.best(in: 0).bytes * 2 / 3
        let choice = drawing.choose(plan, inRoom: bytes)
        #expect(choice.tileBytes <= bytes)
        #expect(try drawing.draw(plan, in: choice.tile) == CPURenderer(threads: 2).execute(plan))
        #expect(cpu.pool.mostBytes <= bytes)
    }

    @Test func memoryPoolsRetainAtMostTheirLimit() {
        for seed in 0..<rounds(20 as UInt64) {
            var random = SeededGenerator(seed: seed)
            let pool = MemoryPool(retainedBytes: 1 << 20)
            var used: [MemoryPool.Block] = []
            var (asked, most) = (0, 0)
            for _ in 0..<400 {
                if used.isEmpty || random.chance(0.55) {
                    let block = pool.take(random.integer(1...300_000))
                    used.append(block)
                    asked += block.asked
                    most = max(most, asked)
                } else {
                    let block = used.remove(at: random.integer(0...used.count - 1))
                    asked -= block.asked
                    pool.giveBack(block)
                }
            }
            for block in used { pool.giveBack(block) }
            // Allow one page for each block in use.
            #expect(pool.mostBytes <= most + 1 << 20 + 400 * 4096, "seed \(seed)")
        }
    }
}
