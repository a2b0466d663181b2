import PenumbraPlan

extension CPURenderer {
    /// How many bytes drawing a plan takes at most besides its pictures and its result: the surfaces that are stored whole, as
    /// long as they are read, and the bands that each thread works on meanwhile.
    ///
    /// Tables and what the allocator keeps for itself come on top; a megabyte a thread is counted for them.
    /// - Parameter threads: the most that draw, where the renderer has more; less than 1 counts as 1.
    public func memoryEstimate(_ plan: RenderPlan, threads: Int = .max) -> Int {
        let threads = max(1, min(threads, self.threads))
        var walk = StorageWalk(plan, threads: threads)
        walk.draw(plan.canvas, isStored: false)
        return walk.most + threads * Self.bytesOfOneThread
    }

    /// Holds no more unused working memory than so many bytes from now on, while it draws and between pictures.
    public func retainIdleMemory(atMost bytes: Int) { pool.retain(atMost: max(0, bytes)) }

    /// Stacks, and what the allocator keeps for a thread.
    private static let bytesOfOneThread = 1 << 20
}

/// What `Execution` stores and frees, in its order, without drawing.
private struct StorageWalk {
    let plan: RenderPlan
    let analysis: PlanAnalysis
    private let threads: Int
    private var readersLeft: [Int]
    private var isStored: [Bool]
    private var now = 0
    private(set) var most = 0

    init(_ plan: RenderPlan, threads: Int) {
        self.plan = plan
        self.threads = threads
        analysis = PlanAnalysis(plan)
        readersLeft = analysis.readerCounts
        isStored = Array(repeating: false, count: plan.surfaces.count)
    }

    /// - Parameter isStored: false for the canvas, of which only bands exist where it is painted in one run.
    mutating func draw(_ id: SurfaceID, isStored isWanted: Bool) {
        let surface = plan[id]
        let runs = Execution.runs(of: id, plan, analysis)
        let keeps = isWanted || runs.count > 1
        if keeps {
            isStored[id.index] = true
            now += bytes(id)
            most = max(most, now)
        }
        let bands = Execution.Bands(surface, threads: threads)
        for run in runs {
            let needed = run.flatMap { analysis.storedSurfaces(neededBy: $0, plan) }
            for source in needed where !isStored[source.index] { draw(source, isStored: true) }
            var walk = BandWalk(plan, analysis)
            // The last band may be lower, and its rows so small that they share blocks while those of the others are still
            // there.
            for rows in [min(bands.height, surface.height), surface.height - (bands.count - 1) * bands.height] {
                walk.begin()
                if !keeps { walk.take(surface.valueStride * rows * 2) }
                for index in run { walk.run(plan.passes[index], rows: rows) }
            }
            most = max(most, now + bands.workers * walk.bytes)
            for source in needed {
                readersLeft[source.index] -= 1
                if readersLeft[source.index] == 0 { now -= bytes(source) }
            }
        }
    }

    /// As the pool hands it out.
    private func bytes(_ id: SurfaceID) -> Int { (plan[id].valueStride * plan[id].height * 2 + 4095) / 4096 * 4096 }
}
