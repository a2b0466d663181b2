import PenumbraPlan

/// In which order a surface is drawn from the passes of a plan: what is stored when, which passes draw bands together, and what
/// is freed after them.
///
/// `Execution` follows the steps, and the estimate of memory sums them.
struct Schedule {
    enum Step {
        /// Memory for all of a surface is taken.
        case store(SurfaceID)
        /// Passes write a surface, a band of rows after another.
        case run(Run)
        /// Nothing reads a surface any more.
        case free(SurfaceID)
    }

    /// Some of the passes that write one surface, in order.
    struct Run {
        var target: SurfaceID
        var passes: [Int]
        var bands: Bands
        /// False for a surface of which only bands ever exist.
        var isStored: Bool
        /// Whether the surface is complete afterwards.
        var isLast: Bool
    }

    /// Stored surfaces that a run of passes may need at once before the passes so far are drawn and their sources freed.
    static let storedBytesAtOnce = 256 << 20

    /// What is drawn.
    let surface: SurfaceID
    private(set) var steps: [Step] = []

    /// - Parameters:
    ///   - isStored: whether all of the surface is wanted at once, and not only its rows, one after another.
    ///   - given: surfaces that are there already.
    init(
        of id: SurfaceID, isStored: Bool = false, given: Set<SurfaceID> = [], _ plan: RenderPlan, _ analysis: PlanAnalysis,
        threads: Int
    ) {
        surface = id
        var builder = Builder(plan: plan, analysis: analysis, threads: threads, stored: given)
        builder.draw(id, isStored: isStored)
        var frees: [Int: [SurfaceID]] = [:]
        for (source, step) in builder.lastUse { frees[step, default: []].append(source) }
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
        /// For each stored surface the last step that reads it.
        var lastUse: [SurfaceID: Int] = [:]

        mutating func draw(_ id: SurfaceID, isStored isWanted: Bool) {
            let runs = runs(of: id)
            let isStored = isWanted || runs.count > 1
            if isStored {
                stored.insert(id)
                steps.append(.store(id))
            }
            let bands = Bands(plan[id], threads: threads)
            for (number, run) in runs.enumerated() {
                for source in run.needed where !stored.contains(source) { draw(source, isStored: true) }
                for source in run.needed { lastUse[source] = steps.count }
                steps.append(
                    .run(
                        Run(
                            target: id, passes: run.passes, bands: bands, isStored: isStored, isLast: number == runs.count - 1))
                )
            }
        }

        /// The passes that write a surface, in as many runs as it takes to hold no more at once than `storedBytesAtOnce` of
        /// what they read.
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

/// How a surface is cut into bands of rows.
struct Bands {
    /// Rows of each but the last.
    let height: Int
    let count: Int
    /// Threads that draw them.
    let workers: Int

    /// A band's surfaces should fit in a core's second-level cache together with what they are made from.
    private static let bandBytes = 192 << 10
    private static let bandsAThread = 6
    private static let fewestPixelsToShare = 8192

    init(_ surface: Surface, threads: Int) {
        let rowBytes = surface.valueStride * 2
        // Low enough for the cache, and for every thread to find several bands, so that none waits long for the last one.
        let share = (surface.height / (threads * Self.bandsAThread) + 7) / 8 * 8
        let cached = min(128, Self.bandBytes / max(1, rowBytes)) / 8 * 8
        height = max(8, min(cached, threads > 1 ? share : cached))
        count = (surface.height + height - 1) / height
        // Waking threads takes longer than drawing a few thousand pixels.
        workers = surface.width * surface.height < Self.fewestPixelsToShare ? 1 : min(threads, count)
    }
}
