import PenumbraPlan

extension CPURenderer {
    /// About how many bytes drawing a plan takes at most besides its pictures and its result: the surfaces that are stored whole, as long as
    /// they are read.
    public func memoryEstimate(_ plan: RenderPlan) -> Int {
        let analysis = PlanAnalysis(plan)
        var last = [Int](repeating: 0, count: plan.surfaces.count)
        for (index, pass) in plan.passes.enumerated() {
            for source in pass.sources { last[source.index] = index }
            last[pass.target.index] = max(last[pass.target.index], index)
        }
        var freed = [Int](repeating: 0, count: plan.passes.count + 1)
        var begun = Set<Int>()
        var (now, most) = (0, 0)
        for (index, pass) in plan.passes.enumerated() {
            let target = pass.target
            if target != plan.canvas, !analysis.isMadeInBands[target.index], begun.insert(target.index).inserted {
                now += plan[target].byteCount
                // What paints the canvas is read while it is drawn, which is done last.
                freed[last[target.index]] += plan[target].byteCount
            }
            most = max(most, now)
            now -= freed[index]
        }
        return most + threads * Self.bytesOfOneThread
    }

    /// Bands, and memory that lies ready for the next.
    private static let bytesOfOneThread = 4 << 20
}
