import PenumbraBitmap
import PenumbraGPU
import PenumbraPlan
import TestPlans
import TestSupport
import Testing

/// Tests devices without memory and devices that are reset. Pictures that can be drawn are drawn; the others get their own
/// errors.
@Suite(.timed, .needsSoftwareGL)
struct FaultTests {
    private static func renderer(_ faults: GPUFaults) throws -> GPURenderer {
        try GPURenderer(.software, options: SoftwareGPU.options { $0.faults = faults })
    }

    /// A plan whose canvas is `color` everywhere.
    private static func plan(_ width: Int, _ height: Int, color: UInt16) -> RenderPlan {
        var plan = RenderPlan(width: width, height: height)
        let share = Double(color) / 255
        plan.passes = [
            .clear(target: plan.canvas, color: PremultipliedColor(red: share, green: share, blue: share, alpha: 1))
        ]
        return plan
    }

    @Test func groupTooLargeForTheMemoryIsHalved() throws {
        // A canvas takes 80 000 bytes: two fit, four don't.
        let largest = Locked(0)
        let renderer = try Self.renderer(
            GPUFaults(allocation: { bytes in
                if bytes < 200_000 { largest.withLock { $0 = max($0, bytes) } }
                return bytes >= 200_000
            }))
        let plans = (0..<8).map { Self.plan(100, 100, color: UInt16(20 * $0)) }
        for (plan, picture) in zip(plans, renderer.submit(plans)) {
            #expect(try picture.wait() == ReferenceExecutor.execute(plan))
        }
        #expect(renderer.counts().groups == 4)
        #expect(largest.withLock { $0 } >= 160_000)
    }

    @Test func pictureTooLargeForTheMemoryFailsAlone() throws {
        let renderer = try Self.renderer(GPUFaults(allocation: { $0 >= 200_000 }))
        var plans = (0..<5).map { Self.plan(60, 60, color: UInt16(20 * $0)) }
        plans.insert(Self.plan(300, 300, color: 9), at: 2)
        for (index, picture) in renderer.submit(plans).enumerated() {
            if index == 2 {
                let error = #expect(throws: GPUError.self) { _ = try picture.wait() }
                guard case .outOfMemory = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            } else {
                #expect(try picture.wait() == ReferenceExecutor.execute(plans[index]))
            }
        }
    }

    /// Whichever allocation fails, once or from then on: no picture is wrong, and the renderer keeps working.
    @Test(arguments: [true, false]) func groupIsCorrectWhicheverAllocationFails(once: Bool) throws {
        let plans = GroupTests.aligned(seed: 31, count: 3)
        let expected = plans.map { ReferenceExecutor.execute($0) }
        let count = Locked(0)
        let failing = Locked(Int.max)
        let renderer = try Self.renderer(
            GPUFaults(allocation: { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                let first = failing.withLock { $0 }
                return once ? number == first : number >= first
            }))
        var failures = 0
        for number in stride(from: 1, to: 60, by: once ? 1 : 5) {
            try renderer.withState { state throws(GPUError) in state.freeUnused() }
            count.withLock { $0 = 0 }
            failing.withLock { $0 = number }
            for (index, picture) in renderer.submit(plans).enumerated() {
                switch Self.outcome(picture) {
                case .success(let bitmap): #expect(bitmap == expected[index], "allocation \(number)")
                case .failure(.outOfMemory): failures += 1
                case .failure(let error): Issue.record("allocation \(number): \(error)")
                }
            }
        }
        // Freeing unused memory makes up for one failure.
        #expect(once ? failures == 0 : failures > 0)
        failing.withLock { $0 = Int.max }
        #expect(try renderer.execute(plans[0]) == expected[0])
    }

    private static func outcome(_ picture: PendingBitmap) -> Result<Bitmap, GPUError> {
        do throws(GPUError) {
            return .success(try picture.wait())
        } catch {
            return .failure(error)
        }
    }

    @Test func planThatResetsTheDeviceFailsAlone() throws {
        // Plans are identified by their heights.
        let renderer = try Self.renderer(GPUFaults(reset: { plans in plans.contains { $0.height == 33 } }))
        let heights = [20, 21, 33, 22, 23, 24, 25]
        let plans = heights.map { Self.plan(40, $0, color: UInt16(5 * $0)) }
        let early = try renderer.submit(Self.plan(10, 10, color: 77))
        for (index, picture) in renderer.submit(plans).enumerated() {
            if heights[index] == 33 {
                let error = #expect(throws: GPUError.self) { _ = try picture.wait() }
                guard case .contextLost = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            } else {
                #expect(try picture.wait() == ReferenceExecutor.execute(plans[index]))
            }
        }
        // Pictures queued before the resets are drawn again.
        #expect(try early.wait() == ReferenceExecutor.execute(Self.plan(10, 10, color: 77)))
    }

    @Test func deviceResetLosesNoPicture() throws {
        let isReset = Locked(false)
        let renderer = try Self.renderer(
            GPUFaults(reset: { _ in
                isReset.withLock { done in
                    defer { done = true }
                    return !done
                }
            }))
        let plans = GroupTests.aligned(seed: 32, count: 6)
        for (plan, picture) in zip(plans, renderer.submit(plans)) {
            #expect(try picture.wait() == ReferenceExecutor.execute(plan))
        }
        #expect(isReset.withLock { $0 })
    }

    /// Faults between the two visits of a group to the context's thread, while its dispatches are merged.
    @Test(arguments: [false, true]) func faultsWhileMergingLoseNothing(endsContext: Bool) throws {
        let (merges, used) = (Locked(0), Locked(GPURenderer?.none))
        let renderer = try Self.renderer(
            GPUFaults(merging: { () throws(GPUError) in
                let number = merges.withLock { count in
                    count += 1
                    return count
                }
                if number % 3 != 1 || number > 6 { return }
                guard endsContext else { throw .driver("a test says so") }
                try used.withLock { $0 }?.withState { state throws(GPUError) in state.context.end() }
            }))
        used.withLock { $0 = renderer }
        defer { used.withLock { $0 = nil } }
        let plans = GroupTests.aligned(seed: 33, count: 3)
        for (plan, picture) in zip(plans, renderer.submit(plans)) {
            #expect(try picture.wait() == ReferenceExecutor.execute(plan))
        }
        #expect(merges.withLock { $0 } > 2)
        let taken = try renderer.withState { state throws(GPUError) in
            state.freeUnused()
            return state.pool.taken
        }
        // The device may still read what went up.
        #expect(taken[.work] == 0 && taken[.readback] == 0, "\(taken)")
    }
}
