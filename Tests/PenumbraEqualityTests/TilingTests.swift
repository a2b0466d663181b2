import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraEffects
import PenumbraGeometry
import PenumbraMathematics
import PenumbraPlan
import Synchronization
import Testing

@testable import Penumbra
@testable import PenumbraGPU

/// Pictures drawn in parts, because there is too little memory or too small a device, are those drawn as a whole.
@Suite struct TilingTests {
    private let cpu = CPURenderer(threads: 2)

    /// A plan with blurs that reach far beyond a tile.
    private func plan(_ name: String = "shadow/of-a-group") throws -> RenderPlan {
        let entry = try CorpusScene.load(name)
        return try ScenePlanner.plan(entry.scene, images: entry.assets.images, texts: entry.assets.texts)
    }

    private func tiled(gpu: GPURenderer? = nil, mayLeaveDevice: Bool = false) -> TiledDrawing {
        TiledDrawing(gpu: gpu, cpu: cpu, mayLeaveDevice: mayLeaveDevice)
    }

    private func all(_ plan: RenderPlan) -> TileSize { TileSize(width: plan.width, height: plan.height) }

    @Test func anyMemoryGivesTheSamePicture() throws {
        for name in CorpusScene.names where name.hasPrefix("shadow/") || name.hasPrefix("filter/") || name.hasPrefix("backdrop/") {
            let plan = try plan(name)
            let whole = cpu.execute(plan)
            for bytes in [0, 300_000, 1 << 30] {
                let drawing = tiled()
                let size = drawing.size(for: plan, in: bytes, keepsPicture: true).size
                #expect(try drawing.draw(plan, in: size) == whole, "\(name) in \(bytes) bytes")
                #expect(drawing.notices.isEmpty)
            }
        }
    }

    @Test func stripsAreTheRowsOfThePicture() throws {
        let plan = try plan()
        let whole = cpu.execute(plan)
        for (bytes, multiple) in [(0, 1), (0, 7), (1 << 30, 5), (2_000_000, 64)] {
            var next = 0
            var pixels: [UInt8] = []
            try tiled().draw(
                plan, in: tiled().size(for: plan, in: bytes, keepsPicture: false).size, inMultiplesOf: multiple) { (rows, bytes) throws(Never) in
                #expect(rows.lowerBound == next && (rows.upperBound == plan.height || rows.count % multiple == 0))
                next = rows.upperBound
                pixels += bytes
                return true
            }
            #expect(next == plan.height)
            #expect(pixels.elementsEqual(whole.pixels))
        }
    }

    @Test func stripsEndWhenNoMoreAreWanted() throws {
        struct Enough: Error {}
        let plan = try plan()
        var count = 0
        try tiled().draw(plan, in: TileSize(width: 40, height: 20), inMultiplesOf: 1) { _, _ throws(Never) in
            count += 1
            return false
        }
        #expect(count == 1)
        #expect(throws: StripFailure<Enough>.self) {
            try tiled().draw(plan, in: TileSize(width: 40, height: 20), inMultiplesOf: 1) { _, _ throws(Enough) in throw Enough() }
        }
    }

    /// Tiles are chosen by what they take: never more than there is, if any size does with that.
    @Test func tilesFitIntoTheMemory() throws {
        var plan = RenderPlan(width: 6000, height: 4000)
        plan.passes.append(.clear(target: plan.canvas, color: .clear))
        let caster = plan.addSurface(Surface(format: .mask, width: 6000, height: 4000, label: "caster"))
        let places = (columns: [Int32](0..<6000), rows: [Int32](0..<4000))
        plan.passes.append(.noise(target: caster, columns: places.columns, rows: places.rows, amount: 9, seed: 1))
        let kernel = PolyphaseKernel.gaussian(sigma: 40)
        let rows = plan.addSurface(Surface(format: .mask, width: 6000, height: 4000, label: "rows"))
        plan.passes.append(
            .convolve(source: caster, target: rows, axis: .vertical, kernel: kernel, crossOffset: 0, edge: .zero))
        plan.passes.append(
            .composite(
                Composite(
                    target: plan.canvas, region: PixelRect(x: 0, y: 0, width: 6000, height: 4000),
                    source: .color(PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 1)),
                    mask: .convolvedRows(rows, kernel: kernel, dx: 0, dy: 0))))
        let memory = { [cpu] (plan: RenderPlan) in cpu.memoryEstimate(plan) }
        let whole = TileSize.fitting(plan, in: .max, keepsPicture: true, memory: memory)
        #expect(whole.size == TileSize(width: 6000, height: 4000))
        #expect(whole.bytes > 90_000_000)
        var before = whole.bytes
        for bytes in [whole.bytes, 60_000_000, 30_000_000, 16_000_000] {
            let (size, needed) = TileSize.fitting(plan, in: bytes, keepsPicture: true, memory: memory)
            #expect(needed <= bytes && needed <= before, "\(size) needs \(needed)")
            before = needed
        }
        let least = TileSize.fitting(plan, in: 0, keepsPicture: true, memory: memory)
        #expect(least.bytes <= before && least.size.width >= 8 && least.size.height >= 8)
    }

    @Test func opaquePlansMakeOpaquePictures() throws {
        var known = 0
        for name in CorpusScene.names {
            let plan = try plan(name)
            guard plan.isCertainlyOpaque else { continue }
            known += 1
            #expect(cpu.execute(plan).isOpaque, "\(name)")
        }
        #expect(known > 100)
    }

    // MARK: Devices

    private func faulty(_ fails: @escaping @Sendable (Int) -> Bool) throws -> GPURenderer {
        var options = GPUOptions()
        options.programCacheDirectory = nil
        options.faults.allocation = fails
        return try GPURenderer(.software, options: options)
    }

    @Test(.enabled(if: Renderers.areExpected, "no EGL device"))
    func aDeviceWithoutMemoryDrawsInTiles() throws {
        let plan = try plan()
        let whole = cpu.execute(plan)
        let canvas = plan[plan.canvas].byteCount
        let refused = Atomic(0)
        let gpu = try faulty { bytes in
            guard bytes >= canvas else { return false }
            refused.add(1, ordering: .relaxed)
            return true
        }
        let drawing = tiled(gpu: gpu)
        for _ in 0..<2 { #expect(try drawing.draw(plan, in: all(plan)) == whole) }
        #expect(refused.load(ordering: .relaxed) > 0)
        #expect(gpu.counts().pictures > 2)
        #expect(drawing.notices.count == 1 && drawing.notices[0].hasSuffix("Drew in tiles."), "\(drawing.notices)")
    }

    @Test(.enabled(if: Renderers.areExpected, "no EGL device"))
    func whatADeviceHasNoMemoryForInAnyTileIsDrawnOnTheCPU() throws {
        let plan = try plan()
        let drawing = tiled(gpu: try faulty { _ in true })
        #expect(try drawing.draw(plan, in: all(plan)) == cpu.execute(plan))
        #expect(drawing.notices.count == 2 && drawing.notices[1].hasSuffix("Drew on the CPU."), "\(drawing.notices)")
    }

    /// Each allocation in turn, once and from then on: always the picture.
    @Test(.enabled(if: Renderers.areExpected, "no EGL device"), arguments: [true, false])
    func anyAllocationMayFail(once: Bool) throws {
        let plan = try plan("shadow/under-a-half-transparent-layer")
        let whole = cpu.execute(plan)
        let count = Atomic(0)
        let failing = Atomic(Int.max)
        let gpu = try faulty { _ in
            let number = count.add(1, ordering: .relaxed).newValue
            let first = failing.load(ordering: .relaxed)
            return once ? number == first : number >= first
        }
        for number in 1...40 {
            try gpu.withState { state throws(GPUError) in state.freeUnused() }
            count.store(0, ordering: .relaxed)
            failing.store(number, ordering: .relaxed)
            #expect(try tiled(gpu: gpu).draw(plan, in: all(plan)) == whole, "allocation \(number)")
            if count.load(ordering: .relaxed) < number { break }
            #expect(number < 40, "more allocations than were tried")
        }
    }

    @Test(.enabled(if: Renderers.areExpected, "no EGL device"))
    func aDeviceTooSmallForARowDrawsInTiles() throws {
        let plan = try plan()
        var options = GPUOptions()
        options.programCacheDirectory = nil
        // Less than a row of colours.
        options.largestBlockBytes = plan.width * 4
        let drawing = tiled(gpu: try GPURenderer(.software, options: options))
        #expect(try drawing.draw(plan, in: all(plan)) == cpu.execute(plan))
        #expect(drawing.notices.count >= 1)
    }

    @Test(.enabled(if: Renderers.areExpected, "no EGL device"))
    func aDeviceThatIsLostIsLeftOnlyWhereThatIsAllowed() throws {
        let plan = try plan()
        var options = GPUOptions()
        options.programCacheDirectory = nil
        options.faults.reset = { _ in true }
        let gpu = try GPURenderer(.software, options: options)
        #expect(throws: GPUError.self) { _ = try tiled(gpu: gpu).draw(plan, in: all(plan)) }
        let drawing = tiled(gpu: gpu, mayLeaveDevice: true)
        #expect(try drawing.draw(plan, in: all(plan)) == cpu.execute(plan))
        #expect(drawing.notices.count == 1 && drawing.notices[0].hasSuffix("Drew on the CPU."))
    }
}
