import Dispatch
import PenumbraPlan
import Synchronization

/// One plan being drawn.
///
/// Passes that fill or paint need only the rows they write, so whole chains of them are run a band of rows at a time, while the
/// band is in the cache: the canvas, groups, photos and masks are then never stored as a whole. Surfaces that are read
/// with a tall neighbourhood (vertical filters, affine maps) or more than once are stored first.
final class Execution: @unchecked Sendable {
    let renderer: CPURenderer
    let plan: RenderPlan
    let analysis: PlanAnalysis
    let kernels: PixelKernels
    /// Stored surfaces, by index. Written between bands only.
    private(set) var stored: [Rows?]
    private var blocks: [MemoryPool.Block?]
    private var readersLeft: [Int]
    /// What a further plan may want, too, and what an earlier one made.
    private let fingerprints: [SurfaceID: SurfaceFingerprint]
    private var kept: [SurfaceID: SurfaceCache.Kept] = [:]

    /// A band's surfaces should fit in a core's second-level cache together with what they are made from.
    private static let bandBytes = 192 << 10
    private static let bandsAThread = 6
    private static let fewestPixelsToShare = 8192
    /// Stored surfaces that a run of passes may need at once before the passes so far are drawn and their sources freed.
    static let storedBytesAtOnce = 256 << 20

    /// How many threads draw, at most.
    private let threads: Int
    /// When all must be drawn.
    private let deadline: ContinuousClock.Instant?
    private let wasLate = Atomic(false)
    /// Whether it took too long: what is drawn is then not whole, and nothing more is.
    var isLate: Bool { wasLate.load(ordering: .relaxed) }

    init(renderer: CPURenderer, plan: RenderPlan, threads: Int = .max, deadline: ContinuousClock.Instant? = nil) {
        self.renderer = renderer
        self.threads = max(1, min(threads, renderer.threads))
        self.deadline = deadline
        self.plan = plan
        kernels = renderer.kernels
        analysis = PlanAnalysis(plan)
        stored = Array(repeating: nil, count: plan.surfaces.count)
        blocks = Array(repeating: nil, count: plan.surfaces.count)
        readersLeft = analysis.readerCounts
        fingerprints = renderer.cache == nil ? [:] : analysis.fingerprints(plan)
    }

    deinit {
        for case let block? in blocks { renderer.pool.giveBack(block) }
    }

    func run(into pixels: UnsafeMutablePointer<UInt8>) {
        let width = plan.width
        draw(plan.canvas) { [kernels] y, rows in
            kernels.finish(rows.row(y), pixels + y * width * 4, width)
        }
    }

    /// Takes a surface's rows from outside. They must stay where they are while the plan is drawn.
    func provide(_ values: UnsafeMutablePointer<UInt16>, for id: SurfaceID) {
        stored[id.index] = rows(values, of: id)
    }

    /// Draws a surface into memory without gaps between rows.
    func draw(_ id: SurfaceID, into values: UnsafeMutablePointer<UInt16>) {
        draw(id, into: rows(values, of: id), finish: nil)
    }

    private func rows(_ values: UnsafeMutablePointer<UInt16>, of id: SurfaceID) -> Rows {
        let surface = plan[id]
        return Rows(
            base: values, stride: surface.width * surface.channels, firstRow: 0, rowCount: surface.height,
            width: surface.width, height: surface.height)
    }

    // MARK: Whole surfaces

    /// Stores surface `id`, unless it is stored already.
    private func store(_ id: SurfaceID) {
        guard stored[id.index] == nil else { return }
        guard let cache = renderer.cache, let key = fingerprints[id] else { return draw(id, finish: nil) }
        if let known = cache[key] {
            stored[id.index] = known.rows
            kept[id] = known
            return
        }
        draw(id, finish: nil)
        if isLate { return }
        guard let rows = stored[id.index], let block = blocks[id.index] else { return }
        blocks[id.index] = nil
        let made = SurfaceCache.Kept(rows, block, renderer.pool)
        kept[id] = made
        cache.keep(made, bytes: block.byteCount, for: key)
    }

    /// Draws all of a surface: stored when it is wanted whole, band by band through `finish` when only its rows are.
    ///
    /// - Parameter given: memory for all of it, instead of the renderer's own.
    private func draw(_ id: SurfaceID, into given: Rows? = nil, finish: ((Int, Rows) -> Void)?) {
        let surface = plan[id]
        let runs = Self.runs(of: id, plan, analysis)
        let keeps = finish == nil || runs.count > 1
        var whole = given
        if keeps && given == nil {
            let block = renderer.pool.take(surface.valueStride * surface.height * 2)
            whole = Rows(
                base: block.address.bindMemory(to: UInt16.self, capacity: surface.valueStride * surface.height),
                stride: surface.valueStride, firstRow: 0, rowCount: surface.height, width: surface.width,
                height: surface.height)
            blocks[id.index] = block
        }
        for (number, run) in runs.enumerated() {
            let needed = run.flatMap { analysis.storedSurfaces(neededBy: $0, plan) }
            for source in needed { store(source) }
            let isLast = number == runs.count - 1
            forEachBand(of: surface) { band, context in
                let rows = whole ?? context.allocateRows(of: surface, band)
                for index in run { context.run(self.plan.passes[index], into: rows, band) }
                if isLast, let finish {
                    for y in band { finish(y, rows) }
                }
            }
            for source in needed { releaseAfterReading(source) }
        }
        if keeps { stored[id.index] = whole }
    }

    /// The passes that write a surface, in as many runs as it takes to hold no more at once than `storedBytesAtOnce` of what
    /// they read.
    static func runs(of id: SurfaceID, _ plan: RenderPlan, _ analysis: PlanAnalysis) -> [[Int]] {
        var runs: [[Int]] = [[]]
        var pending = 0
        for index in analysis.producers[id.index] {
            let bytes = analysis.storedSurfaces(neededBy: index, plan).reduce(0) { $0 + plan[$1].byteCount }
            if pending + bytes > storedBytesAtOnce && !runs[runs.count - 1].isEmpty {
                runs.append([])
                pending = 0
            }
            pending += bytes
            runs[runs.count - 1].append(index)
        }
        return runs
    }

    private func releaseAfterReading(_ id: SurfaceID) {
        readersLeft[id.index] -= 1
        guard readersLeft[id.index] == 0 else { return }
        if kept.removeValue(forKey: id) != nil { stored[id.index] = nil }
        if let block = blocks[id.index] {
            stored[id.index] = nil
            blocks[id.index] = nil
            renderer.pool.giveBack(block)
        }
    }

    // MARK: Bands

    private func isInTime() -> Bool {
        guard let deadline else { return true }
        if !isLate, ContinuousClock().now >= deadline { wasLate.store(true, ordering: .relaxed) }
        return !isLate
    }

    /// How a surface is cut into bands.
    struct Bands {
        /// Rows of each but the last.
        let height: Int
        let count: Int
        /// Threads that draw them.
        let workers: Int

        init(_ surface: Surface, threads: Int) {
            let rowBytes = surface.valueStride * 2
            // Low enough for the cache, and for every thread to find several bands, so that none waits long for the last one.
            let share = (surface.height / (threads * Execution.bandsAThread) + 7) / 8 * 8
            let cached = min(128, Execution.bandBytes / max(1, rowBytes)) / 8 * 8
            height = max(8, min(cached, threads > 1 ? share : cached))
            count = (surface.height + height - 1) / height
            // Waking threads takes longer than drawing a few thousand pixels.
            workers = surface.width * surface.height < Execution.fewestPixelsToShare ? 1 : min(threads, count)
        }
    }

    /// Runs `body` for all rows of `surface`, a band at a time, on as many threads as may be used.
    private func forEachBand(of surface: Surface, _ body: (Range<Int>, BandContext) -> Void) {
        let bands = Bands(surface, threads: threads)
        let (height, count, workers) = (bands.height, bands.count, bands.workers)
        let next = Atomic<Int>(0)
        func work() {
            let context = BandContext(execution: self)
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count, isInTime() else { break }
                body((index * height)..<min(surface.height, (index + 1) * height), context)
                context.rewind()
            }
        }
        guard workers > 1 else { return work() }
        // `concurrentPerform` returns when all its calls have: nothing it captures outlives this function.
        withoutActuallyEscaping(work) { work in
            nonisolated(unsafe) let work = work
            DispatchQueue.concurrentPerform(iterations: workers) { _ in work() }
        }
    }
}
