import PenumbraCPU
import PenumbraGPU
import PenumbraPlan

/// How a plan is drawn within a limit of memory: in which tiles, by how many threads, with how many bytes. Nothing else chooses
/// tiles, and nothing else decides that a picture is too large.
package struct DrawingChoice: Sendable {
    /// The wishes for a drawing, and its memory besides surfaces.
    package struct Needs: Sendable {
        /// The tile size to use; only its memory is then estimated. Nil chooses a size.
        package var tile: TileSize?
        /// The bytes beside the plan and the picture: what the scene shows, and what its owner holds.
        package var besides = 0
        /// True when the whole picture is held in any case. Otherwise only some of its rows are held at once.
        package var keepsPicture = true
        /// If the picture isn't kept, rows are held in multiples of this number.
        package var multiple = 1
        /// True when a tile is copied from its own bitmap even if it is the whole picture.
        var copiesWhole = false
        /// The number of bytes beyond which getting memory takes longer than drawing some of the picture twice.
        package var quickBytes = Int.max

        package init() {}
    }

    /// The size of the tiles. One that covers the picture draws it at once.
    package let tile: TileSize
    /// The largest number of bytes that any checked tile takes, including the rows of the picture that it belongs to.
    package let tileBytes: Int
    /// The bytes that drawing takes. Tiles that weren't checked may take all the memory there is.
    package let drawingBytes: Int
    /// The bytes that the picture takes in total while it is drawn.
    package let bytes: Int
    /// The bytes that it may take.
    let allowed: Int
    /// The number of threads that draw on the processor, reduced when their working memory doesn't fit.
    let threads: Int
    /// The work of all tiles in nanoseconds of one core, estimated from the plan.
    let work: Int
    /// True when every tile is known to take no more memory than `tileBytes`.
    let isCertain: Bool
    /// What the processor knows about the plan, if it draws it at once.
    private var analyzed: (plan: RenderPlan, analysis: PlanAnalysis)?

    /// Returns what is known about a plan, and forgets it. Nil for another plan than the one of the choice.
    mutating func takeAnalysis(of plan: RenderPlan) -> PlanAnalysis? {
        defer { analyzed = nil }
        guard let analyzed, analyzed.plan.hasStorage(of: plan) else { return nil }
        return analyzed.analysis
    }

    /// The bytes for surfaces and tiles.
    var room: Int { allowed - (bytes - drawingBytes) }

    /// Chooses the cheapest tiles that fit in memory. If no tiles are small enough, the choice takes more memory.
    ///
    /// - Parameters:
    ///   - allowed: the bytes that the picture may take.
    ///   - renderer: what draws. A GPU draws on one thread of its own.
    package init(_ plan: RenderPlan, within allowed: Int, on renderer: Device.Renderer, _ needs: Needs = Needs()) {
        let held =
            needs.besides + (needs.keepsPicture ? plan.pictureBytes : 0) + plan.bytesOfSteps + plan.bytesOfTables
        let room = max(0, allowed - held)
        var needs = needs
        if !needs.keepsPicture, let height = needs.tile?.height {
            // Tiles may be as high as the picture. The rows they belong to take a quarter of the free memory, or one multiple.
            needs.tile?.height = min(height, max(needs.multiple, room / 4 / (2 * plan.rowBytes)))
        }
        // Halve the number of threads until their working memory fits.
        var threads = 1
        var analysis: PlanAnalysis?
        if case .cpu(let cpu) = renderer {
            threads = cpu.threads
            if needs.tile == nil { analysis = PlanAnalysis(plan) }
        }
        var found: (tile: TileSize, bytes: Int, work: Int, isCertain: Bool)
        while true {
            var whole: Int?
            if case .cpu(let cpu) = renderer, let analysis {
                whole = cpu.memoryEstimate(plan, analysis, threads: threads)
            }
            found = Self.choose(plan, in: room, needs, whole: whole) { plan in
                switch renderer {
                case .cpu(let cpu): cpu.memoryEstimate(plan, threads: threads)
                case .gpu: GPURenderer.memoryEstimate(plan)
                }
            }
            if found.bytes <= room || threads == 1 { break }
            threads /= 2
        }
        (tile, tileBytes, work, isCertain) = found
        drawingBytes = isCertain ? tileBytes : max(tileBytes, room)
        (bytes, self.allowed, self.threads) = (held + drawingBytes, allowed, threads)
        if needs.keepsPicture, tile.isWhole(plan) { analyzed = analysis.map { (plan, $0) } }
    }

    /// Refuses a picture whose smallest tiles don't fit in memory, or whose fitting tiles are too much work.
    func check(_ plan: RenderPlan, _ limits: RenderLimits) throws(RenderError) {
        guard bytes <= allowed else { throw .needsMemory(bytes: bytes, allowed: allowed) }
        guard work <= limits.workInNanoseconds || tile.isWhole(plan) else {
            throw .slowInTiles(work: work, allowed: limits.workInNanoseconds, memory: allowed)
        }
    }

    private static func choose(
        _ plan: RenderPlan, in bytes: Int, _ needs: Needs, whole: Int?, _ memory: (RenderPlan) -> Int
    ) -> (tile: TileSize, bytes: Int, work: Int, isCertain: Bool) {
        withoutActuallyEscaping(memory) { memory in
            var search = TileSearch(
                plan, keepsPicture: needs.keepsPicture, multiple: needs.multiple, whole: whole, memory: memory)
            search.copiesWhole = needs.copiesWhole
            if let tile = needs.tile { return (tile, search.bound(tile, in: bytes), 0, true) }
            var choice = search.best(in: min(needs.quickBytes, bytes))
            var isCertain = search.isCertain
            if needs.quickBytes < bytes, choice.bytes > needs.quickBytes || choice.work > Self.mostRepeats * search.workOfPlan {
                let larger = search.best(in: bytes)
                if larger.work < choice.work || choice.bytes > needs.quickBytes {
                    (choice, isCertain) = (larger, search.isCertain)
                }
            }
            return (choice.size, choice.bytes, choice.work, isCertain)
        }
    }

    /// The ratio of work to a whole drawing beyond which getting more memory is faster.
    private static let mostRepeats = 2
}

extension RenderPlan {
    /// Whether two plans share their lists, so that nothing differs. Both plans exist, so neither list was changed in place.
    fileprivate func hasStorage(of other: RenderPlan) -> Bool {
        func place<Element>(_ list: [Element]) -> UnsafePointer<Element>? { list.withUnsafeBufferPointer { $0.baseAddress } }
        return place(passes) == place(other.passes) && passes.count == other.passes.count
            && place(surfaces) == place(other.surfaces) && surfaces.count == other.surfaces.count
            && canvas == other.canvas && kept.isEmpty && other.kept.isEmpty
    }
}
