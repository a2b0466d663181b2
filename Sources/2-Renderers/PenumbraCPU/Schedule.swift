import PenumbraPlan

/// The order in which a surface is drawn from the passes of a plan. The order determines when surfaces are stored, which
/// passes draw bands together, and which surfaces are freed afterwards.
///
/// `Execution` follows the steps, and the memory estimate sums them.
struct Schedule {
    enum Step {
        /// Takes memory for a whole surface.
        case store(SurfaceID)
        /// Runs passes that write a surface, one band of rows after another.
        case run(Run)
        /// Frees a surface that no later step reads.
        case free(SurfaceID)
    }

    /// Some of the passes that write one surface, in order.
    struct Run {
        var target: SurfaceID
        var passes: [Int]
        var bands: Bands
        /// False for a surface of which only bands ever exist.
        var isStored: Bool
        /// True if the surface is complete after this run.
        var isLast: Bool
    }

    /// The most bytes of stored surfaces that one run of passes may need at once. Beyond it, the passes so far are drawn and
    /// their sources freed.
    static let storedBytesAtOnce = 256 << 20

    /// The surface that is drawn.
    let surface: SurfaceID
    private(set) var steps: [Step] = []

    /// - Parameters:
    ///   - isStored: true if the whole surface is needed at once, and not only its rows, one after another.
    ///   - given: surfaces that exist already.
    init(
        of id: SurfaceID, isStored: Bool = false, given: Set<SurfaceID> = [], _ plan: RenderPlan, _ analysis: PlanAnalysis,
        threads: Int
    ) {
        surface = id
        var builder = Builder(
            plan: plan, analysis: analysis, threads: threads, stored: given.union(plan.kept.keys))
        builder.draw(id, isStored: isStored)
        var frees: [Int: [SurfaceID]] = [:]
        for (source, step) in builder.lastUse where plan.kept[source] == nil { frees[step, default: []].append(source) }
        for (index, step) in builder.steps.enumerated() {
            steps.append(step)
            for source in (frees[index] ?? []).sorted(by: { $0.index < $1.index }) { steps.append(.free(source)) }
        }
    }

    private struct Builder {
        let plan: RenderPlan
        let analysis: PlanAnalysis
        let threads: Int
        var stored: Set<SurfaceID>
        var steps: [Step] = []
        /// For each stored surface, the last step that reads it.
        var lastUse: [SurfaceID: Int] = [:]

        mutating func draw(_ id: SurfaceID, isStored isWanted: Bool) {
            let runs = runs(of: id)
            let isStored = isWanted || runs.count > 1
            for (number, run) in runs.enumerated() {
                let work = run.passes.reduce(0) { $0 &+ analysis.drawings[$1].work }
                let bands = Bands(plan[id], work: work, threads: threads)
                for source in run.needed where !stored.contains(source) { draw(source, isStored: true) }
                // Memory is taken only once the sources are there. In a chain, few surfaces then exist at the same time.
                if isStored, stored.insert(id).inserted { steps.append(.store(id)) }
                for source in run.needed { lastUse[source] = steps.count }
                steps.append(
                    .run(
                        Run(
                            target: id, passes: run.passes, bands: bands, isStored: isStored, isLast: number == runs.count - 1))
                )
            }
        }

        /// Splits the passes that write a surface into runs. There are as many runs as are needed to hold no more than
        /// `storedBytesAtOnce` of their sources at once.
        private func runs(of id: SurfaceID) -> [(passes: [Int], needed: [SurfaceID])] {
            var runs: [(passes: [Int], needed: [SurfaceID])] = [([], [])]
            var pending = 0
            for index in analysis.producers[id.index] {
                let needed = analysis.storedSurfaces(neededBy: index, plan)
                let bytes = needed.reduce(0) { $0 + plan[$1].byteCount }
                if pending + bytes > Schedule.storedBytesAtOnce && !runs[runs.count - 1].passes.isEmpty {
                    runs.append(([], []))
                    pending = 0
                }
                pending += bytes
                runs[runs.count - 1].passes.append(index)
                runs[runs.count - 1].needed += needed
            }
            return runs
        }
    }
}

/// The division of a surface into bands of rows.
struct Bands {
    /// The number of rows in every band except the last.
    let height: Int
    let count: Int
    /// The number of threads that draw the bands.
    let workers: Int

    /// The target size of a band. A band's surfaces should fit in a core's second-level cache together with their sources.
    private static let bandBytes = 192 << 10
    private static let bandsAThread = 6
    /// Waking a thread and waiting for it takes as long as this much work, in nanoseconds.
    private static let workOfSharing = 60_000

    /// - Parameter work: the estimated time of all bands together, in nanoseconds.
    init(_ surface: Surface, work: Int, threads: Int) {
        let rowBytes = surface.valueStride * 2
        let threads = max(1, min(threads, work / Self.workOfSharing))
        // Bands are low enough for the cache and for every thread to find several bands, so that no thread waits long for
        // the last band.
        let share = (surface.height / (threads * Self.bandsAThread) + 7) / 8 * 8
        let cached = min(128, Self.bandBytes / max(1, rowBytes)) / 8 * 8
        height = max(8, min(cached, threads > 1 ? share : cached))
        count = (surface.height + height - 1) / height
        workers = min(threads, count)
    }
}
