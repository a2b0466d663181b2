import PenumbraBitmap
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import TestPlans
import TestSupport
import Testing

/// Tests that pictures drawn by shared dispatches equal pictures drawn one by one.
@Suite(.timed, .needsSoftwareGL)
struct GroupTests {
    /// A random plan and other plans aligned with it.
    static func aligned(seed: UInt64, count: Int, largestSigma: Double = 9) -> [RenderPlan] {
        let plan = RandomPlan.make(seed: seed, largestSigma: largestSigma)
        var variation = PlanVariation(seed: seed &+ 1)
        return [plan] + (1..<count).map { _ in variation.varied(plan) }
    }

    @Test(arguments: UInt64(0)..<60) func groupSurfacesEqualTheReference(seed: UInt64) throws {
        let plans = Self.aligned(seed: 5000 + seed, count: 5)
        for renderer in [SoftwareGPU.shared, SoftwareGPU.merging] {
            let surfaces = try renderer.get().surfaces(of: plans)
            for (job, plan) in plans.enumerated() {
                let difference = firstDifference(plan, surfaces[job])
                #expect(difference == nil, "seed \(5000 + seed), plan \(job)")
            }
        }
        // Surfaces share memory where nothing reads them any more.
        for (plan, picture) in zip(plans, try SoftwareGPU.merging.get().submit(plans)) {
            #expect(try picture.wait() == ReferenceExecutor.execute(plan), "seed \(5000 + seed)")
        }
    }

    @Test(arguments: UInt64(0)..<40) func groupSurfacesInBandsEqualTheReference(seed: UInt64) throws {
        let plans = Self.aligned(seed: 6000 + seed, count: 3, largestSigma: 2)
        let pictures = try SoftwareGPU.banded.get().submit(plans)
        for (plan, picture) in zip(plans, pictures) {
            #expect(try picture.wait() == ReferenceExecutor.execute(plan), "seed \(6000 + seed)")
        }
        let surfaces = try SoftwareGPU.banded.get().surfaces(of: plans)
        for (job, plan) in plans.enumerated() {
            #expect(firstDifference(plan, surfaces[job]) == nil, "seed \(6000 + seed), plan \(job)")
        }
    }

    /// Layers that are made on their own and painted beside each other wait as often as one of them.
    @Test func independentPassesRunWithoutBarriersBetween() throws {
        func plan(_ count: Int, step: Int) -> RenderPlan {
            var plan = RenderPlan(width: 20 * count, height: 20)
            plan.passes = [.clear(target: plan.canvas, color: PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 1))]
            for number in 0..<count {
                let share = Double(number + 1) / Double(count + 1)
                let color = PremultipliedColor(red: share, green: 1 - share, blue: share, alpha: 1)
                let layer = plan.addSurface(Surface(format: .color, width: 20, height: 20, label: "layer \(number)"))
                plan.passes.append(.clear(target: layer, color: color))
                plan.passes.append(
                    .composite(
                        Composite(
                            target: plan.canvas, region: PixelRect(x: step * number, y: 0, width: 20, height: 20),
                            source: .surface(layer, dx: -step * number, dy: 0), opacity: 20000)))
            }
            return plan
        }
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options { $0.toleratesIdle = true })
        func barriers(_ plan: RenderPlan) throws -> Int {
            let before = renderer.counts().barriers
            for pending in renderer.submit([plan, plan, plan]) {
                #expect(try pending.wait() == ReferenceExecutor.execute(plan))
            }
            return renderer.counts().barriers - before
        }
        let one = try barriers(plan(1, step: 20))
        #expect(try barriers(plan(9, step: 20)) <= one + 1)
        // Nine that overlap are painted together, or a few at a time.
        #expect(try barriers(plan(9, step: 15)) <= one + 2)
    }

    /// Several templates in mixed order, and plans that resemble no other plan.
    @Test func mixedPlansOfAGroupKeepTheirOrder() throws {
        for seed in seeds(6) {
            var random = SeededGenerator(seed: seed)
            var plans = (UInt64(0)..<4).flatMap { Self.aligned(seed: seed + 10 * $0, count: 1 + 3 * Int($0)) }
            plans.shuffle(using: &random)
            let pictures = try SoftwareGPU.shared.get().submit(plans)
            try #require(pictures.count == plans.count)
            for (plan, picture) in zip(plans, pictures).reversed() {
                #expect(try picture.wait() == ReferenceExecutor.execute(plan), "seed \(seed)")
            }
        }
    }

    @Test func groupNeedsTheDispatchesOfOnePicture() throws {
        // A renderer that other tests don't use at the same time.
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        let plan = RandomPlan.make(seed: 42)
        func dispatches(_ plans: [RenderPlan]) throws -> Int {
            let before = renderer.counts()
            for picture in renderer.submit(plans) { _ = try picture.wait() }
            let after = renderer.counts()
            #expect(after.pictures - before.pictures == plans.count)
            #expect(after.groups - before.groups == 1)
            return after.dispatches - before.dispatches
        }
        let one = try dispatches([plan])
        #expect(one >= plan.passes.count / 4)
        #expect(try dispatches(Array(repeating: plan, count: 16)) == one)
    }

    /// What the pictures of a template have in common goes up once for a group.
    @Test func equalTablesOfAGroupGoUpOnce() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        let side = 400
        var plan = RenderPlan(width: side, height: side)
        plan.images = [
            Bitmap(width: 20, height: 20) { bytes in
                for i in bytes.indices { bytes[i] = i % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: 3 * i) }
            }
        ]
        func table(_ total: UInt32) -> ResamplingTable {
            .stretch(count: side, origin: 0, step: 20 / Double(side), limits: 0..<20, nearest: false, total: total)
        }
        plan.passes = [
            .resample(
                image: ImageID(index: 0), target: plan.canvas, columns: table(ResamplingTable.unitTotal),
                rows: table(Q15.byteScale))
        ]
        let expected = ReferenceExecutor.execute(plan)
        func uploaded(_ count: Int) throws -> Int {
            let before = renderer.counts().uploadedBytes
            for picture in renderer.submit(Array(repeating: plan, count: count)) { #expect(try picture.wait() == expected) }
            return renderer.counts().uploadedBytes - before
        }
        // The picture itself stays on the device.
        _ = try uploaded(1)
        let one = try uploaded(1)
        #expect(one > 10_000)
        #expect(try uploaded(8) < 2 * one)
    }

    /// More plans than are recorded at a time, some of them invalid.
    @Test func picturesOfManyPlansKeepTheirOrder() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options { $0.largestGroup = 3 })
        let plans = (0..<40).map { index in
            var plan = RenderPlan(width: 5 + index, height: 4)
            if index % 7 != 3 {
                let share = Double(index) / 40
                plan.passes = [
                    .clear(target: plan.canvas, color: PremultipliedColor(red: share, green: share, blue: 0, alpha: 1))
                ]
            }
            return plan
        }
        let pictures = renderer.submit(plans)
        #expect(pictures.count == 40 && renderer.picturesUnderWay == 40)
        for (index, picture) in pictures.enumerated() {
            if index % 7 == 3 {
                #expect(throws: GPUError.self) { _ = try picture.wait() }
            } else {
                #expect(try picture.wait() == ReferenceExecutor.execute(plans[index]), "\(index)")
            }
        }
    }

    @Test func plansOfOtherPassesOrFormatsAreNotAligned() {
        let plan = RandomPlan.make(seed: 1)
        var shorter = plan
        shorter.passes.removeLast()
        var other = plan
        other.surfaces[1].format = plan.surfaces[1].format == .mask ? .color : .mask
        var larger = plan
        larger.surfaces[1].width += 9
        #expect(PlanAlignment(plan) != PlanAlignment(shorter))
        #expect(PlanAlignment(plan) != PlanAlignment(other))
        #expect(PlanAlignment(plan) == PlanAlignment(larger))
        #expect(PlanAlignment(plan) != PlanAlignment(RandomPlan.make(seed: 2)))
    }

    @Test func invalidPlanOfAGroupFailsAlone() throws {
        var plans = Self.aligned(seed: 77, count: 4)
        plans[2].passes.insert(.dither(source: plans[2].canvas, target: plans[2].canvas), at: 1)
        let pictures = try SoftwareGPU.shared.get().submit(plans)
        for (index, picture) in pictures.enumerated() {
            if index == 2 {
                let error = #expect(throws: GPUError.self) { _ = try picture.wait() }
                guard case .invalidPlan(pass: 1, _) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            } else {
                #expect(try picture.wait() == ReferenceExecutor.execute(plans[index]))
            }
        }
    }
}
