import Penumbra
import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraEngine
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import Synchronization
import TestSupport
import Testing

/// Tests that a picture drawn in parts, for lack of memory or on a small device, equals the picture drawn as a whole.
@Suite(.timed) struct TilingTests {
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

    @Test func stripsAreTheRowsOfThePicture() throws {
        let plan = try plan()
        let whole = try cpu.execute(plan)
        for (bytes, multiple) in [(0, 1), (0, 7), (1 << 30, 5), (2_000_000, 64)] {
            var next = 0
            var pixels: [UInt8] = []
            let drawing = tiled()
            let size = drawing.choose(plan, inRoom: bytes, keepsPicture: false, multiple: multiple).tile
            try drawing.draw(plan, in: size, inMultiplesOf: multiple) { (rows, bytes) throws(Never) in
                #expect(rows.lowerBound == next && (rows.upperBound == plan.height || rows.count % multiple == 0))
                next = rows.upperBound
                pixels += bytes
                return true
            }
            #expect(next == plan.height)
            #expect(pixels.elementsEqual(whole.pixels))
        }
    }

    @Test func stripsEndWhenTheReceiverStops() throws {
        struct Enough: Error {}
        let plan = try plan()
        var count = 0
        try tiled().draw(plan, in: TileSize(width: 40, height: 20), inMultiplesOf: 1) { _, _ throws(Never) in
            count += 1
            return false
        }
        #expect(count == 1)
        #expect(throws: StripFailure<Enough>.self) {
            try tiled().draw(plan, in: TileSize(width: 40, height: 20), inMultiplesOf: 1) { _, _ throws(Enough) in
                throw Enough()
            }
        }
    }

    /// Tiles are chosen by the memory they need. They never exceed the available memory if any size fits.
    @Test func tileSizeIsChosenToFitTheMemory() throws {
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
        let whole = fitting(plan, in: .max, memory)
        #expect(whole.size == TileSize(width: 6000, height: 4000))
        #expect(whole.bytes > 90_000_000)
        var before = whole.bytes
        for bytes in [whole.bytes, 60_000_000, 30_000_000, 16_000_000] {
            let (size, needed) = fitting(plan, in: bytes, memory)
            #expect(needed <= bytes && needed <= before, "\(size) needs \(needed)")
            before = needed
        }
        let least = fitting(plan, in: 0, memory)
        #expect(least.bytes <= before && least.size.width >= 8 && least.size.height >= 8)
    }

    private func fitting(
        _ plan: RenderPlan, in bytes: Int, _ memory: @escaping (RenderPlan) -> Int
    ) -> (size: TileSize, bytes: Int) {
        var search = TileSearch(plan, keepsPicture: true, multiple: 1, memory: memory)
        let best = search.best(in: bytes)
        return (best.size, best.bytes)
    }

    /// If there are too many tiles to check, tiles that turn out not to fit are split.
    @Test func uncheckedTilesAreSplitIfTheyDoNotFit() throws {
        var random = SeededGenerator(seed: 7)
        let layers = (0..<3000).map { _ in
            let (x, y) = (random.integer(0...1400), random.integer(0...1400))
            return ##"{"frame":[\##(x),\##(y),60,60],"cornerRadius":9,"backgroundColor":"#f008","shadows":[{"radius":8}]}"##
        }
        // The first checked tile is empty, but the last tile isn't.
        let end = ##"{"frame":[1300,1400,200,100],"blur":60,"backgroundColor":"blue","shadows":[{"radius":30}]}"##
        let text = ##"{"canvas":{"width":1500,"height":1500},"layers":[\##(layers.joined(separator: ",")),\##(end)]}"##
        let plan = try ScenePlanner.plan(try Scene(json: Array(text.utf8)))
        let whole = try cpu.execute(plan)
        var uncertain = 0
        for step in 0..<20 where uncertain < (Tier.isFull ? 2 : 1) {
            let bytes = 10_000_000 << (step / 4) * (4 + step % 4) / 4
            var search = TileSearch(plan, keepsPicture: true, multiple: 1) { cpu.memoryEstimate($0) }
            let best = search.best(in: bytes)
            #expect(search.effort < 400_000 + 60 * plan.passes.count, "\(search.effort) for \(bytes)")
            guard best.bytes <= bytes, !search.isCertain else { continue }
            uncertain += 1
            let drawing = tiled()
            let size = drawing.choose(plan, inRoom: bytes).tile
            #expect(try drawing.draw(plan, in: size) == whole, "\(size) in \(bytes) bytes")
        }
        #expect(uncertain > 0)
    }

    /// If blurs make each tile draw nearly the whole picture, the tiles add more work than the picture has. These plans
    /// are rejected.
    @Test func tilesWithTooMuchExtraWorkAreRefused() throws {
        let layers = ##"{"backgroundColor":"red","frame":[9,9,2000,1500]},{"backdropBlur":100},{"backdropBlur":100}"##
        let text = ##"{"canvas":{"width":3000,"height":3000,"background":"#fff"},"layers":[\##(layers)]}"##
        let renderer = try Renderer(backend: .cpu, threads: 1)
        let plan = try renderer.plan(try Scene(json: Array(text.utf8)))
        _ = try renderer.execute(plan)
        renderer.limits.memory = 100 << 20
        renderer.limits.work = 2
        let error = #expect(throws: RenderError.self) { try renderer.execute(plan) }
        guard case .slowInTiles(let work, let allowed, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            work > allowed && allowed == 2_000_000_000
                && error?.description.contains("in tiles that fit in 100M") == true)
    }

    private func expectLate(_ draw: () throws -> Bitmap, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: RenderError.self, sourceLocation: sourceLocation) { _ = try draw() }
        if case .late? = error { return }
        Issue.record("it threw \(String(describing: error))")
    }

    /// A blurred group at the top, at the bottom or on one side of an otherwise empty canvas.
    private func uneven(_ frame: String) throws -> RenderPlan {
        let layer =
            #"{"frame":\#(frame),"filter":"blur(3px)","sublayers":[{"frame":[5,5,700,300],"backgroundColor":"blue","shadows":[{"radius":9}]}]}"#
        return try ScenePlanner.plan(
            try Scene(json: Array(##"{"canvas":{"width":900,"height":900,"background":"#fff"},"layers":[\##(layer)]}"##.utf8)))
    }

    private static let ends = ["[0,0,900,400]", "[0,500,900,400]", "[0,0,300,900]", "[600,0,300,900]", "[0,850,50,50]"]

    /// Every tile fits in memory, not only the middle tile.
    @Test(arguments: ends) func everyTileFitsIntoTheMemory(frame: String) throws {
        let plan = try uneven(frame)
        let one = CPURenderer(threads: 1)
        let whole = fitting(plan, in: .max) { one.memoryEstimate($0) }.bytes
        for bytes in [whole - 1, whole * 2 / 3, whole / 2, whole / 3, whole / 4] {
            let (size, needed) = fitting(plan, in: bytes) { one.memoryEstimate($0) }
            var most = 0
            for y in stride(from: 0, to: plan.height, by: size.height) {
                for x in stride(from: 0, to: plan.width, by: size.width) {
                    let tile = PixelRect(x: x, y: y, width: min(size.width, 900 - x), height: min(size.height, 900 - y))
                    most = max(most, one.memoryEstimate(plan.cropped(to: tile).plan))
                }
            }
            if needed <= bytes { #expect(most <= needed, "\(size) for \(bytes)") }
            // A requested size must meet the same limit.
            var search = TileSearch(plan, keepsPicture: true, multiple: 1) { one.memoryEstimate($0) }
            let bound = search.bound(size, in: bytes)
            #expect(bound >= most || bound > bytes)
            #expect((bound > bytes) == (needed > bytes), "\(size) for \(bytes)")
        }
    }

    @Test func requestedTilesBeyondTheMemoryAreRefused() throws {
        let plan = try uneven("[0,0,900,400]")
        let renderer = try Renderer(backend: .cpu, threads: 1)
        renderer.tileSize = TileSize(width: 900, height: 450)
        let whole = try renderer.execute(plan)
        renderer.limits.memory = whole.pixels.count + 4 << 20
        #expect(throws: RenderError.self) { try renderer.execute(plan) }
        renderer.tileSize = TileSize(width: 64, height: 64)
        #expect(try renderer.execute(plan) == whole)
        renderer.limits.memory = whole.pixels.count
        #expect(throws: RenderError.self) { try renderer.execute(plan) }
    }

    /// If tiles are as high as the picture, the number of buffered rows doesn't grow to the picture's height.
    @Test func bufferedRowsDoNotGrowWithTheTileHeight() throws {
        let plan = try uneven("[0,0,900,400]")
        let whole = try cpu.execute(plan)
        let renderer = try Renderer(backend: .cpu, threads: 1)
        renderer.limits.memory = 4 << 20
        renderer.tileSize = TileSize(width: 16, height: 65536)
        var pixels: [UInt8] = []
        var most = 0
        try renderer.execute(plan, inMultiplesOf: 7) { rows, bytes throws(Never) in
            most = max(most, rows.count)
            pixels += bytes
            return true
        }
        #expect(most % 7 == 0 && most * 900 * 8 <= 1 << 20, "\(most) rows")
        #expect(pixels.elementsEqual(whole.pixels))
    }

    @Test func tilesAfterTheDeadlineAreAnError() throws {
        let plan = try plan()
        let size = TileSize(width: 64, height: 64)
        #expect(try tiled().draw(plan, in: size, until: .now + .seconds(600)) == cpu.execute(plan))
        expectLate { try tiled().draw(plan, in: size, until: .now) }
        expectLate { try tiled().draw(plan, in: all(plan), until: .now) }
        // The failure occurs in the middle of the drawing.
        let drawing = tiled()
        expectLate { try drawing.draw(plan, in: TileSize(width: 8, height: 8), until: .now + .milliseconds(2)) }
        #expect(try drawing.draw(plan, in: all(plan), until: nil) == cpu.execute(plan))
    }

    // MARK: Devices

    private func faulty(_ fails: @escaping @Sendable (Int) -> Bool) throws -> GPURenderer {
        var options = GPUOptions()
        options.programCacheDirectory = Repository.compiledPrograms
        options.faults.allocation = fails
        return try GPURenderer(.software, options: options)
    }

    @Test(.needsSoftwareGL)
    func deviceWithLittleMemoryDrawsInTiles() throws {
        let plan = try plan()
        let whole = try cpu.execute(plan)
        // The device has less than it needs for the whole picture at once.
        let most = Mutex(0)
        let measured = try faulty { bytes in
            most.withLock { $0 = max($0, bytes) }
            return false
        }
        #expect(try measured.execute(plan) == whole)
        let needed = most.withLock { $0 }
        let refused = Atomic(0)
        let gpu = try faulty { bytes in
            guard bytes >= needed else { return false }
            refused.add(1, ordering: .relaxed)
            return true
        }
        let drawing = tiled(gpu: gpu)
        for _ in 0..<2 { #expect(try drawing.draw(plan, in: all(plan)) == whole) }
        #expect(refused.load(ordering: .relaxed) > 0)
        #expect(gpu.counts().pictures > 2)
        #expect(drawing.notices.count == 1 && drawing.notices[0].hasSuffix("Drew in tiles."), "\(drawing.notices)")
    }

    @Test(.needsSoftwareGL)
    func tileTooLargeForDeviceIsDrawnOnCPU() throws {
        let plan = try plan()
        let drawing = tiled(gpu: try faulty { _ in true })
        #expect(try drawing.draw(plan, in: all(plan)) == cpu.execute(plan))
        #expect(drawing.notices.count == 2 && drawing.notices[1].hasSuffix("Drew on the CPU."), "\(drawing.notices)")
    }

    /// Each allocation fails in turn, once or from then on; the picture is always the same.
    @Test(.needsSoftwareGL, arguments: [true, false])
    func pictureIsEqualWhicheverAllocationFails(once: Bool) throws {
        let plan = try plan("shadow/under-a-half-transparent-layer")
        let whole = try cpu.execute(plan)
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

    @Test(.needsSoftwareGL)
    func deviceTooSmallForARowDrawsInTiles() throws {
        let plan = try plan()
        var options = GPUOptions()
        options.programCacheDirectory = Repository.compiledPrograms
        // Less than a row of colours.
        options.largestBlockBytes = plan.width * 4
        let drawing = tiled(gpu: try GPURenderer(.software, options: options))
        #expect(try drawing.draw(plan, in: all(plan)) == cpu.execute(plan))
        #expect(drawing.notices.count >= 1)
    }

    @Test(.needsSoftwareGL)
    func lostDeviceIsLeftOnlyIfAllowed() throws {
        let plan = try plan()
        var options = GPUOptions()
        options.programCacheDirectory = Repository.compiledPrograms
        options.faults.reset = { _ in true }
        let gpu = try GPURenderer(.software, options: options)
        #expect(throws: RenderError.self) { _ = try tiled(gpu: gpu).draw(plan, in: all(plan)) }
        let drawing = tiled(gpu: gpu, mayLeaveDevice: true)
        #expect(try drawing.draw(plan, in: all(plan)) == cpu.execute(plan))
        #expect(drawing.notices.count == 1 && drawing.notices[0].hasSuffix("Drew on the CPU."))
    }

    /// A device that keeps failing is retried a few times, not once per tile.
    @Test(.needsSoftwareGL)
    func deviceThatKeepsFailingIsAbandoned() throws {
        let plan = try plan()
        let whole = try cpu.execute(plan)
        let tries = Atomic(0)
        var options = GPUOptions()
        options.programCacheDirectory = Repository.compiledPrograms
        options.faults.reset = { _ in
            tries.add(1, ordering: .relaxed)
            return true
        }
        let drawing = tiled(gpu: try GPURenderer(.software, options: options), mayLeaveDevice: true)
        #expect(try drawing.draw(plan, in: TileSize(width: 16, height: 16)) == whole)
        let first = tries.load(ordering: .relaxed)
        // Three times twice, with a few attempts each time. There are about a hundred tiles.
        #expect(first > 0 && first <= 50, "\(first) tries")
        #expect(try drawing.draw(plan, in: TileSize(width: 16, height: 16)) == whole)
        #expect(tries.load(ordering: .relaxed) == first)
        #expect(drawing.notices.count == 1)
    }

    /// If the smallest tiles fail once, the CPU draws the rest of the picture.
    @Test(.needsSoftwareGL)
    func deviceWithoutMemoryIsTriedForOneSmallTile() throws {
        let plan = try plan()
        let refused = Atomic(0)
        let gpu = try faulty { _ in
            refused.add(1, ordering: .relaxed)
            return true
        }
        let drawing = tiled(gpu: gpu)
        #expect(try drawing.draw(plan, in: TileSize(width: 16, height: 16)) == cpu.execute(plan))
        // Some buffers of one tile, and again after unused buffers were freed.
        #expect((1...20).contains(refused.load(ordering: .relaxed)), "\(refused.load(ordering: .relaxed))")
    }

    /// Tiles don't shorten the input pictures.
    @Test(.needsSoftwareGL)
    func pictureBeyondTheDeviceSideLimitIsDrawnOnCPU() throws {
        let long = Bitmap(width: 70_000, height: 1) { pixels in
            for index in pixels.indices { pixels[index] = UInt8(truncatingIfNeeded: index &* 7 | 0x80) }
        }
        let scene = try Scene(
            json: Array(
                #"{"canvas":{"width":300,"height":300},"layers":[{"type":"image","contents":"long.png","frame":[0,0,300,300],"shadows":[{"radius":9}]}]}"#
                    .utf8))
        let plan = try ScenePlanner.plan(scene, images: [.file("long.png"): long])
        let asked = Atomic(0)
        let gpu = try faulty { _ in
            asked.add(1, ordering: .relaxed)
            return false
        }
        let drawing = tiled(gpu: gpu)
        for size in [all(plan), TileSize(width: 64, height: 64)] {
            #expect(try drawing.draw(plan, in: size) == cpu.execute(plan))
        }
        #expect(asked.load(ordering: .relaxed) == 0 && gpu.counts().pictures == 0)
        #expect(drawing.notices.count == 1 && drawing.notices[0].contains("70000×1"), "\(drawing.notices)")
    }
}
