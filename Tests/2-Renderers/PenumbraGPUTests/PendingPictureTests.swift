import PenumbraBitmap
import PenumbraGPU
import PenumbraPlan
import PenumbraSystem
import TestPlans
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests pictures in progress: waiting blocks nothing else, source pictures are uploaded once, and memory is bounded.
@Suite(.timed, .needsSoftwareGL)
struct PendingPictureTests {
    @Test func gpuThreadRunsJobsWhileAnotherWaits() throws {
        let thread = try GPUThread()
        let isReady = Locked(false)
        let order = Locked<[String]>([])
        let waiter = try #require(
            WorkerThreads.start {
                try? thread.run(waitingFor: isReady, when: { () throws(GPUError) in isReady.withLock { $0 } }) {
                    () throws(GPUError) in
                    order.withLock { $0.append("waited") }
                }
            })
        for number in 0..<5 {
            try thread.run { () throws(GPUError) in order.withLock { $0.append("job \(number)") } }
            usleep(300)
        }
        isReady.withLock { $0 = true }
        waiter.join()
        #expect(order.withLock { $0 } == ["job 0", "job 1", "job 2", "job 3", "job 4", "waited"])
    }

    /// Of the callers that wait for one thing, the thread asks one at a time.
    @Test func oneQuestionIsEnoughForAllWhoWait() throws {
        let thread = try GPUThread()
        let state = Locked((isReady: false, asked: [0, 0, 0]))
        let waiters = (0..<3).compactMap { number in
            WorkerThreads.start {
                func isReady() throws(GPUError) -> Bool {
                    state.withLock { state in
                        state.asked[number] += 1
                        return state.isReady
                    }
                }
                try? thread.run(waitingFor: state, when: isReady) { () throws(GPUError) in }
            }
        }
        usleep(20_000)
        let asked = state.withLock { state in
            state.isReady = true
            return state.asked
        }
        for waiter in waiters { waiter.join() }
        // Each is asked when it comes, unless another was asked just before.
        #expect(asked.sorted().dropLast().allSatisfy { $0 <= 1 }, "\(asked)")
        #expect(state.withLock { $0.asked.allSatisfy { $0 > 0 } })
    }

    @Test func errorsOfAwaitedConditionsAreThrownOnce() throws {
        let thread = try GPUThread()
        #expect(throws: GPUError.self) {
            try thread.run(waitingFor: thread, when: { () throws(GPUError) in throw .driver("no") }, { () throws(GPUError) in })
        }
        #expect(try thread.run { () throws(GPUError) in 7 } == 7)
    }

    /// A plan that shows one picture.
    private static func plan(showing bitmap: Bitmap, side: Int = 16) -> RenderPlan {
        var plan = RenderPlan(width: side, height: side)
        plan.images = [bitmap]
        let total = bitmap.isOpaque ? Q15.byteScale : ResamplingTable.unitTotal
        func table(_ source: Int, _ total: UInt32) -> ResamplingTable {
            .stretch(
                count: side, origin: 0, step: Double(source) / Double(side), limits: 0..<source, nearest: false,
                total: total)
        }
        plan.passes = [
            .resample(
                image: ImageID(index: 0), target: plan.canvas, columns: table(bitmap.width, ResamplingTable.unitTotal),
                rows: table(bitmap.height, total))
        ]
        return plan
    }

    private static func bitmap(_ number: Int, side: Int = 64) -> Bitmap {
        Bitmap(width: side, height: side) { bytes in
            for i in bytes.indices { bytes[i] = UInt8(truncatingIfNeeded: i &* (number + 3) >> 3) }
        }
    }

    @Test func bitmapOfSeveralPlansIsUploadedOnce() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        let logo = Self.bitmap(1)
        let plan = Self.plan(showing: logo)
        let expected = ReferenceExecutor.execute(plan)
        func uploaded(_ plans: [RenderPlan]) throws -> Int {
            let before = renderer.counts().uploadedBytes
            for picture in renderer.submit(plans) { #expect(try picture.wait() == expected) }
            return renderer.counts().uploadedBytes - before
        }
        let first = try uploaded([plan])
        let second = try uploaded([plan])
        let pixels = 64 * 64 * 4
        #expect(first - second == pixels)
        // In one group, and in a group with another plan.
        #expect(try uploaded([plan, plan, plan]) < pixels)
        #expect(renderer.counts().reusedImages == 4)
    }

    @Test func bitmapAtAReusedAddressIsUploadedAgain() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        for number in 0..<40 {
            // The bitmap is freed after each turn, so that the next bitmap probably gets the same address.
            let plan = Self.plan(showing: Self.bitmap(number))
            #expect(try renderer.execute(plan) == ReferenceExecutor.execute(plan), "bitmap \(number)")
        }
    }

    @Test func bitmapsBeyondTheCacheBudgetAreUploadedAgain() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options { $0.imageCacheBytes = 40_000 })
        let bitmaps = (0..<4).map { Self.bitmap($0) }
        let plans = bitmaps.map { Self.plan(showing: $0) }
        for _ in 0..<3 {
            for plan in plans { #expect(try renderer.execute(plan) == ReferenceExecutor.execute(plan)) }
        }
        #expect(renderer.counts().reusedImages == 0)
        for _ in 0..<3 { #expect(try renderer.execute(plans[3]) == ReferenceExecutor.execute(plans[3])) }
        #expect(renderer.counts().reusedImages == 3)
    }

    /// Two parts of one picture are two pictures on the device.
    @Test func partsOfABitmapAreCachedSeparately() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        let bitmap = Self.bitmap(5)
        var left = Self.plan(showing: bitmap)
        let part = ResamplingTable.stretch(
            count: 16, origin: 20, step: 1, limits: 20..<36, nearest: false, total: ResamplingTable.unitTotal)
        guard case .resample(var resample) = left.passes[0] else { return }
        resample.columns = part
        left.passes[0] = .resample(resample)
        let plans = [Self.plan(showing: bitmap), left]
        for (plan, picture) in zip(plans, renderer.submit(plans)) {
            #expect(try picture.wait() == ReferenceExecutor.execute(plan))
        }
    }

    @Test func pendingPicturesBeyondTheBoundMoveToTheHost() throws {
        let renderer = try GPURenderer(
            .software,
            options: SoftwareGPU.options {
                $0.bytesUnderWay = 100_000
                $0.largestGroup = 2
            })
        let plans = (UInt64(0)..<30).map { RandomPlan.make(seed: 900 + $0 / 3) }
        let pictures = renderer.submit(plans)
        let waiting = try renderer.readbackBytesInUse()
        #expect(waiting > 0 && waiting <= 100_000, "\(waiting) bytes wait on the device")
        for (plan, picture) in zip(plans, pictures).reversed() {
            #expect(try picture.wait() == ReferenceExecutor.execute(plan))
        }
        #expect(throws: GPUError.self) { _ = try pictures[0].wait() }
    }

    /// Many threads submit, wait and give up at once.
    @Test func rendererHandlesConcurrentSubmitAndWait() async throws {
        let renderer = try SoftwareGPU.shared.get()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for seed in UInt64(700)..<708 {
                group.addTask {
                    let plans = GroupTests.aligned(seed: seed, count: 4)
                    let pictures = renderer.submit(plans)
                    var isEqual = true
                    for (index, picture) in pictures.enumerated() where index != 1 {
                        isEqual = try picture.wait() == ReferenceExecutor.execute(plans[index]) && isEqual
                    }
                    return isEqual
                }
            }
            for try await equal in group { #expect(equal) }
        }
    }
}
