import PenumbraCPU
import PenumbraPlan

/// The tiles in which a plan is drawn, with their memory and work.
package struct TileChoice {
    package let size: TileSize
    /// The largest number of bytes that any tile takes, including the rows of the picture that it belongs to.
    package let bytes: Int
    /// The number of threads that draw on the processor, reduced when their working memory doesn't fit.
    let threads: Int
    /// The work of all tiles in nanoseconds of one core, estimated from the plan.
    let work: Int
    /// True when every tile is known to take no more memory than `bytes`.
    let isCertain: Bool

    /// Chooses the cheapest tiles that fit in memory. If no tiles are small enough, the choice takes more memory.
    ///
    /// - Parameters:
    ///   - wanted: the tile size to use; only its memory is then estimated. Nil chooses a size.
    ///   - bytes: the memory for surfaces and tiles. It excludes the pictures that the scene shows, and the finished picture if
    ///     that is kept.
    ///   - quickly: the number of bytes beyond which getting memory takes longer than drawing some of the picture twice.
    ///   - keepsPicture: true when the whole picture is held in any case.
    ///   - multiple: if the picture isn't kept, rows are held in multiples of this number.
    ///   - copiesWhole: true when a tile is copied from its own bitmap even if it is the whole picture.
    init(
        _ plan: RenderPlan, wanted: TileSize? = nil, in bytes: Int, quickly: Int = .max, keepsPicture: Bool, multiple: Int = 1,
        copiesWhole: Bool = false, on cpu: CPURenderer
    ) {
        // Halve the number of threads until their working memory fits.
        var threads = cpu.threads
        while true {
            let choice = Self.choose(plan, wanted, in: bytes, quickly, keepsPicture, multiple, copiesWhole) {
                cpu.memoryEstimate($0, threads: threads)
            }
            if choice.bytes <= bytes || threads == 1 {
                (size, self.bytes, work, isCertain, self.threads) = (
                    choice.size, choice.bytes, choice.work, choice.isCertain, threads
                )
                return
            }
            threads /= 2
        }
    }

    /// Chooses tiles for a renderer that draws on one thread of its own.
    package init(
        _ plan: RenderPlan, wanted: TileSize?, in bytes: Int, quickly: Int, keepsPicture: Bool, multiple: Int,
        memory: (RenderPlan) -> Int
    ) {
        (size, self.bytes, work, isCertain) = Self.choose(
            plan, wanted, in: bytes, quickly, keepsPicture, multiple, false, memory)
        threads = .max
    }

    private static func choose(
        _ plan: RenderPlan, _ wanted: TileSize?, in bytes: Int, _ quickly: Int, _ keepsPicture: Bool, _ multiple: Int,
        _ copiesWhole: Bool, _ memory: (RenderPlan) -> Int
    ) -> (size: TileSize, bytes: Int, work: Int, isCertain: Bool) {
        withoutActuallyEscaping(memory) { memory in
            var search = TileSearch(plan, keepsPicture: keepsPicture, multiple: multiple, memory: memory)
            search.copiesWhole = copiesWhole
            if let wanted { return (wanted, search.bound(wanted, in: bytes), 0, true) }
            var choice = search.best(in: min(quickly, bytes))
            var isCertain = search.isCertain
            if quickly < bytes, choice.bytes > quickly || choice.work > Self.mostRepeats * plan.work {
                let larger = search.best(in: bytes)
                if larger.work < choice.work || choice.bytes > quickly { (choice, isCertain) = (larger, search.isCertain) }
            }
            return (choice.size, choice.bytes, choice.work, isCertain)
        }
    }

    /// The ratio of work to a whole drawing beyond which getting more memory is faster.
    private static let mostRepeats = 2
}
