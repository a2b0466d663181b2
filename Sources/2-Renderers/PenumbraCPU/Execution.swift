import PenumbraPlan
import PenumbraSystem
import Synchronization

/// Draws one plan.
///
/// Passes that fill or paint need only the rows they write. Whole chains of them therefore run one band of rows at a time,
/// while the band is in the cache. The canvas, groups, photos and masks are then never stored as a whole. Surfaces that are
/// read with a tall neighbourhood (vertical filters, affine maps) or more than once are stored first.
package final class Execution: @unchecked Sendable {
    let renderer: CPURenderer
    let plan: RenderPlan
    let analysis: PlanAnalysis
    let kernels: any PixelKernels
    /// Stored surfaces, by index. They are written between bands only.
    private(set) var stored: [Rows?]
    private var blocks: [MemoryPool.Block?]
    /// The fingerprints of surfaces that a later plan may reuse; `kept` holds the surfaces reused from earlier plans.
    private let fingerprints: [SurfaceID: SurfaceFingerprint]
    private var kept: [SurfaceID: SurfaceCache.Kept] = [:]

    /// The rows of the picture that are drawn. Nil for all.
    private var changes: ChangedRows?
    /// The rows of the picture that are drawn, whole bands of them. Nil for all.
    var drawnRows: ChangedRows? { changes }
    /// The surfaces that the drawn rows need, by index.
    private var isNeeded: [Bool] = []

    /// The most threads that draw.
    private let threads: Int
    /// The time by which the picture must be finished.
    private let deadline: ContinuousClock.Instant?
    private let wasLate = Atomic(false)
    /// True if drawing took too long. The picture is then incomplete, and drawing stops.
    var isLate: Bool { wasLate.load(ordering: .relaxed) }

    /// - Parameters:
    ///   - analysis: what is known about the plan. Nil if nothing is.
    ///   - changes: the rows that differ from those of an earlier picture in the same memory. Nil to draw all rows.
    ///   - given: surfaces that exist already. Their rows stay in place while the plan is drawn.
    package init(
        renderer: CPURenderer, plan: RenderPlan, _ analysis: PlanAnalysis? = nil, threads: Int = .max,
        deadline: ContinuousClock.Instant? = nil, changes: ChangedRows? = nil, given: [SurfaceID: Rows] = [:]
    ) {
        self.renderer = renderer
        self.threads = max(1, min(threads, renderer.threads))
        self.deadline = deadline
        self.plan = plan
        kernels = renderer.kernels
        let analysis = analysis ?? PlanAnalysis(plan)
        self.analysis = analysis
        stored = Array(repeating: nil, count: plan.surfaces.count)
        blocks = Array(repeating: nil, count: plan.surfaces.count)
        for (id, rows) in given { stored[id.index] = rows }
        for (id, surface) in plan.kept { stored[id.index] = Rows(surface) }
        self.changes = changes
        guard let cache = renderer.cache else {
            fingerprints = [:]
            return
        }
        fingerprints = analysis.fingerprints(plan)
        for (id, key) in fingerprints {
            guard let known = cache[key] else { continue }
            stored[id.index] = known.rows
            kept[id] = known
        }
    }

    deinit {
        for case let block? in blocks { renderer.pool.giveBack(block) }
    }

    func run(into pixels: UnsafeMutablePointer<UInt8>) {
        let (width, depth) = (plan.width, plan.depth)
        let schedule = schedule(of: plan.canvas)
        widenChanges(to: schedule)
        follow(schedule) { [kernels] y, rows in
            let target = pixels + y * width * depth.bytesPerPixel
            switch depth {
            case .eight: kernels.finish(rows.row(y), target, width)
            case .sixteen: kernels.finishDeep(rows.row(y), target, width)
            }
        }
    }

    /// Adds the rows of all bands that have changed rows.
    private func widenChanges(to schedule: Schedule) {
        guard var rows = changes else { return }
        var heights: Set<Int> = []
        for case .run(let run) in schedule.steps where run.target == plan.canvas { heights.insert(run.bands.height) }
        var before = rows
        repeat {
            // Bands of one height may add rows to bands of another.
            before = rows
            for height in heights.sorted() { rows.fill(bandHeight: height) }
        } while rows != before && heights.count > 1
        isNeeded = analysis.surfaces(neededBy: rows, of: plan)
        changes = rows
    }

    /// Draws a surface into memory of the same size.
    package func draw(_ id: SurfaceID, into rows: Rows) {
        let schedule = schedule(of: id, isStored: true)
        stored[id.index] = rows
        follow(schedule)
    }

    private func schedule(of id: SurfaceID, isStored: Bool = false) -> Schedule {
        let given = stored.indices.lazy.filter { self.stored[$0] != nil }.map { SurfaceID(index: $0) }
        return Schedule(of: id, isStored: isStored, given: Set(given), plan, analysis, threads: threads)
    }

    // MARK: Steps

    /// Executes the steps of a schedule in order.
    ///
    /// - Parameter finish: receives each row of the surface that the schedule is for.
    private func follow(_ schedule: Schedule, finish: ((Int, Rows) -> Void)? = nil) {
        for step in schedule.steps where !isLate {
            switch step {
            case .store(let id) where changes != nil && !isNeeded[id.index]: break
            case .run(let run) where changes != nil && !isNeeded[run.target.index]: break
            case .store(let id):
                if stored[id.index] == nil { store(id) }
            case .run(let run):
                draw(run, finish: run.isLast && run.target == schedule.surface ? finish : nil)
                if run.isLast && !isLate { keep(run.target) }
            case .free(let id):
                free(id)
            }
        }
    }

    /// Takes memory for a whole surface.
    private func store(_ id: SurfaceID) {
        let surface = plan[id]
        let block = renderer.pool.take(surface.bytes(rows: surface.height))
        blocks[id.index] = block
        stored[id.index] = Rows(
            base: block.address.bindMemory(to: UInt16.self, capacity: surface.valueStride * surface.height),
            stride: surface.valueStride, firstRow: 0, rowCount: surface.height, width: surface.width, height: surface.height)
    }

    /// Draws some passes of a surface, band by band. If the surface is stored, they write into its memory.
    private func draw(_ run: Schedule.Run, finish: ((Int, Rows) -> Void)?) {
        let surface = plan[run.target]
        let whole = stored[run.target.index]
        let changes = run.target == plan.canvas ? changes : nil
        forEach(run.bands, of: surface) { band, context in
            guard changes?.overlaps(band) != false else { return }
            let rows = whole ?? context.allocateRows(of: surface, band)
            for index in run.passes where analysis.paintedRows[index].overlaps(band) { context.run(index, into: rows, band) }
            if let finish {
                for y in band { finish(y, rows) }
            }
        }
    }

    /// Keeps a surface that later plans may reuse.
    private func keep(_ id: SurfaceID) {
        guard let cache = renderer.cache, let key = fingerprints[id], let rows = stored[id.index], let block = blocks[id.index]
        else { return }
        blocks[id.index] = nil
        let made = SurfaceCache.Kept(rows, block, renderer.pool)
        kept[id] = made
        cache.keep(made, bytes: block.byteCount, for: key)
    }

    private func free(_ id: SurfaceID) {
        stored[id.index] = nil
        kept[id] = nil
        if let block = blocks[id.index] {
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

    /// Runs `body` for all rows of `surface`, one band at a time, on as many threads as may be used.
    private func forEach(_ bands: Bands, of surface: Surface, _ body: (Range<Int>, BandContext) -> Void) {
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
        SharedWork.perform(threads: workers, work)
    }
}
