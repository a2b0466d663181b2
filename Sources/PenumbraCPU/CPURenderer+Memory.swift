import PenumbraPlan

extension CPURenderer {
    /// About how many bytes drawing a plan takes at most besides its pictures and its result: the surfaces that are stored whole, as long as
    /// they are read, and what each thread works with.
    public func memoryEstimate(_ plan: RenderPlan) -> Int {
        var walk = StorageWalk(plan)
        walk.draw(plan.canvas)
        return walk.most + threads * Self.bytesOfOneThread
    }

    /// Gives working memory that lies unused back to the system, but for so many bytes.
    public func freeIdleMemory(beyond bytes: Int = 0) { pool.trim(to: max(0, bytes)) }

    /// Bands, and memory that lies ready for the next.
    private static let bytesOfOneThread = 4 << 20
}

/// What `Execution` stores and frees, in its order, without drawing.
private struct StorageWalk {
    let plan: RenderPlan
    let analysis: PlanAnalysis
    private var readersLeft: [Int]
    private var isStored: [Bool]
    private var now = 0
    private(set) var most = 0

    init(_ plan: RenderPlan) {
        self.plan = plan
        analysis = PlanAnalysis(plan)
        readersLeft = analysis.readerCounts
        isStored = Array(repeating: false, count: plan.surfaces.count)
    }

    mutating func draw(_ id: SurfaceID) {
        let runs = Execution.runs(of: id, plan, analysis)
        if id != plan.canvas || runs.count > 1 {
            isStored[id.index] = true
            now += bytes(id)
            most = max(most, now)
        }
        for run in runs {
            let needed = run.flatMap { analysis.storedSurfaces(neededBy: $0, plan) }
            for source in needed where !isStored[source.index] { draw(source) }
            for source in needed {
                readersLeft[source.index] -= 1
                if readersLeft[source.index] == 0 { now -= bytes(source) }
            }
        }
    }

    private func bytes(_ id: SurfaceID) -> Int { plan[id].valueStride * plan[id].height * 2 }
}
