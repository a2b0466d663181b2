import PenumbraCPU
import PenumbraPlan

/// The tiles that a plan is drawn in, with what they take.
package struct TileChoice {
    package let size: TileSize
    /// The most that any of the tiles takes, with the rows of the picture that they are parts of.
    package let bytes: Int
    /// Threads that draw on the processor, where there is no room for what all of them work with.
    let threads: Int
    /// Nanoseconds of one core for all of them, told from the plan.
    let work: Int
    /// Whether each of the tiles is known to take no more memory.
    let isCertain: Bool

    /// Chooses the tiles that cost the least within some memory; more than that where no tiles are small enough.
    ///
    /// - Parameters:
    ///   - wanted: the size to draw in, of which only the memory is told; nil takes any.
    ///   - bytes: for surfaces and tiles. Pictures that are shown are not counted, nor is the finished picture where it is kept.
    ///   - quickly: beyond so many bytes it takes longer to get memory than to draw some of the picture twice.
    ///   - keepsPicture: whether the whole picture is held in any case.
    ///   - multiple: of which as many rows are held at once where it is not.
    ///   - copiesWhole: whether a tile is copied from where it was drawn even if it is the whole picture.
    init(
        _ plan: RenderPlan, wanted: TileSize? = nil, in bytes: Int, quickly: Int = .max, keepsPicture: Bool, multiple: Int = 1,
        copiesWhole: Bool = false, on cpu: CPURenderer
    ) {
        // Threads are halved until what they work with has room.
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

    /// The same for something that draws on one thread of its own.
    init(
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

    /// Drawing a picture more often than this takes longer than getting memory.
    private static let mostRepeats = 2
}
