import PenumbraBitmap
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem
import TestPlans
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.timed, .needsSoftwareGL)
struct RendererTests {
    @Test func rendererHandlesSeveralPendingPictures() throws {
        let renderer = try SoftwareGPU.banded.get()
        let plans = (UInt64(200)..<206).map { RandomPlan.make(seed: $0, largestSigma: 2) }
        var pending: [PendingBitmap] = []
        for plan in plans { pending.append(try renderer.submit(plan)) }
        for (plan, picture) in zip(plans, pending).reversed() {
            #expect(try picture.wait() == ReferenceExecutor.execute(plan))
        }
        #expect(throws: GPUError.self) { _ = try pending[0].wait() }
    }

    @Test func abandonedPictureDoesNotDisturbTheRenderer() throws {
        let renderer = try SoftwareGPU.shared.get()
        for seed in UInt64(300)..<305 { _ = try renderer.submit(RandomPlan.make(seed: seed)) }
        let plan = RandomPlan.make(seed: 305)
        #expect(try renderer.execute(plan) == ReferenceExecutor.execute(plan))
    }

    @Test func renderersServeManyThreads() throws {
        let renderer = try SoftwareGPU.shared.get()
        let equal = Locked(0)
        let threads = (UInt64(400)..<408).compactMap { seed in
            WorkerThreads.start {
                let plan = RandomPlan.make(seed: seed)
                if (try? renderer.execute(plan)) == ReferenceExecutor.execute(plan) { equal.withLock { $0 += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(equal.withLock { $0 } == 8)
    }

    /// The picture and its source have 5 MB, so several threads copy them to the device and back.
    @Test func severalThreadsCopyTheSamePicture() throws {
        var random = SeededGenerator(seed: 450)
        let (width, height) = (1001, 1203)
        let source = Bitmap(width: width, height: height, isOpaque: true) { bytes in
            for i in bytes.indices { bytes[i] = i % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: random.next()) }
        }
        func table(_ count: Int, _ total: UInt32) -> ResamplingTable {
            .stretch(count: count, origin: 0, step: 1, limits: 0..<count, nearest: false, total: total)
        }
        var plan = RenderPlan(width: width, height: height)
        plan.images = [source]
        plan.passes = [
            .resample(
                image: ImageID(index: 0), target: plan.canvas, columns: table(width, ResamplingTable.unitTotal),
                rows: table(height, Q15.byteScale))
        ]
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options { $0.threads = 3 })
        #expect(try renderer.execute(plan) == source)
    }

    @Test func rendererContinuesAfterItsContextEnded() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        let plan = RandomPlan.make(seed: 500)
        let pending = try renderer.submit(plan)
        try renderer.withState { state throws(GPUError) in state.context.end() }
        #expect(try renderer.execute(plan) == ReferenceExecutor.execute(plan))
        // Pictures queued before the reset are drawn again.
        #expect(try pending.wait() == ReferenceExecutor.execute(plan))
        #expect(try renderer.execute(plan) == ReferenceExecutor.execute(plan))
    }

    @Test func surfacesBeyondTheDeviceLimitAreNamedInErrors() throws {
        var plan = ShaderTests.smallPlan
        let id = plan.addSurface(Surface(format: .mask, width: 70000, height: 9, label: "shadow of \"card\""))
        let bounds = PixelRect(x: 0, y: 0, width: 70000, height: 9)
        plan.passes.append(.fillMesh(target: id, coverage: Coverage(boundary: .init(edges: []), bounds: bounds)))
        let error = #expect(throws: GPUError.self) { _ = try SoftwareGPU.shared.get().execute(plan) }
        #expect(
            error?.description
                == "shadow of \"card\" needs a 70000×9 surface; this device allows 65535 per side. Lower canvas.scale.")
    }

    @Test func failedAllocationIsAnErrorAndTheRendererContinues() throws {
        let renderer = try SoftwareGPU.shared.get()
        // 64 TiB, which no host has.
        let error = #expect(throws: GPUError.self) {
            try renderer.withState { state throws(GPUError) in
                _ = try state.pool.take(1 << 46, .work, purpose: "a test")
            }
        }
        guard case .outOfMemory = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let small = RandomPlan.make(seed: 501)
        #expect(try renderer.execute(small) == ReferenceExecutor.execute(small))
    }

    /// Offsets far outside any surface, up to the limits of `Int`, read zeros or the nearest pixel and never overflow.
    @Test(arguments: [-(1 << 40), 1 << 40, 1 << 60, -(1 << 60), 1 << 31, -(1 << 31)])
    func hugeOffsetsReadZerosOrTheEdge(offset: Int) throws {
        // Steps that read whole columns don't fit in the bands.
        var plan = RandomPlan.make(seed: 7, largestSigma: 2)
        func mask() -> SurfaceID { plan.addSurface(Surface(format: .mask, width: 9, height: 9, label: "mask")) }
        let near = mask()
        plan.passes.append(.noise(target: near, columns: Array(0..<9), rows: Array(0..<9), amount: 20000, seed: 7))
        let kernel = PolyphaseKernel.gaussian(sigma: 1)
        for edge in [Edge.zero, .clamp] {
            let color = plan.addSurface(Surface(format: .color, width: 7, height: 5, label: "color"))
            plan.passes += [
                .downsample(source: near, target: mask(), dx: offset, dy: 0, edge: edge),
                .downsample(source: near, target: mask(), dx: 0, dy: offset, edge: edge),
                .convolve(source: near, target: mask(), axis: .horizontal, kernel: kernel, crossOffset: offset, edge: edge),
                .convolve(source: near, target: mask(), axis: .vertical, kernel: kernel, crossOffset: offset, edge: edge),
                .mergeChannels(
                    sources: [near, near, near], target: color, kernel: kernel, dx: offset, dy: -(offset / 2), edge: edge),
            ]
        }
        let whole = PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)
        let white = Composite.Source.color(PremultipliedColor(red: 1, green: 1, blue: 1, alpha: 1))
        plan.passes += [
            .mapMask(source: near, target: mask(), map: .inverted, dx: offset, dy: offset),
            .composite(
                Composite(
                    target: plan.canvas, region: whole, source: white, mask: .surface(near, dx: offset, dy: offset))),
            .composite(
                Composite(
                    target: plan.canvas, region: whole, source: white, mask: .surface(near, dx: 0, dy: 0),
                    isMaskInverted: true, clip: Composite.Clip(near, dx: offset, dy: -(offset / 2), isInverted: true),
                    opacity: 9000)),
        ]
        #expect(try firstDifference(plan, try SoftwareGPU.shared.get()) == nil)
        #expect(try firstDifference(plan, try SoftwareGPU.banded.get()) == nil)
    }
}

@Suite(.timed) struct BandsTests {
    @Test func bandsCoverEveryRowOnceWithinTheirLimit() {
        for limit in 1...9 {
            for height in 1...40 {
                let runs = bands(0..<height, fits: { $0.count <= limit }) ?? []
                #expect(runs.flatMap(Array.init) == Array(0..<height))
                #expect(runs.allSatisfy { $0.count <= limit })
            }
        }
        #expect(bands(0..<3, fits: { _ in false }) == nil)
        #expect(bands(5..<5, fits: { _ in false }) == [])
    }

    @Test(arguments: [1, 3]) func everyRowIsCopiedOnce(threads: Int) {
        for (rows, rowBytes) in [(0..<0, 4), (5..<6, 1 << 22), (3..<1000, 4097), (7..<20, 1 << 20), (0..<9, 0)] {
            let copied = Locked<[Int]>([])
            copyRows(rows, rowBytes: rowBytes, threads: threads) { band in copied.withLock { $0 += Array(band) } }
            #expect(copied.withLock { $0.sorted() } == Array(rows))
        }
    }

    @Test func barriersSeparateOnlyDependentPasses() {
        var hazards = Hazards()
        let uses: [(reading: [UInt32], writing: [UInt32])] = [
            ([], [1]), ([], [2]), ([1], [3]), ([2], [4]), ([], [1]), ([], [1]),
        ]
        let found = uses.map { hazards.barrierNeeded(reading: $0.reading, writing: $0.writing) }
        #expect(found == [false, false, true, false, true, true])
    }

    @Test func bufferSizesGrowByAtMostAnEighth() {
        for bytes in stride(from: 1, to: 1 << 22, by: 997) {
            let rounded = BufferPool.rounded(bytes)
            #expect(rounded >= bytes && (rounded <= bytes + bytes / 8 + 1 || rounded == 4096))
        }
    }
}
