import PenumbraPlan

extension GPURenderer {
    /// Estimates the most bytes of device memory that drawing a plan takes besides its pictures. The estimate covers all
    /// surfaces as long as they are used, some of them longer so that passes run side by side, tables of weights, the sums of
    /// one blur, and the finished rows on their way to the host.
    public static func memoryEstimate(_ plan: RenderPlan) -> Int {
        let plan = plan.expandingInstances { $0.list.hasAreas }
        let sums = plan.passes.lazy.map { if case .blurSpans(let pass) = $0 { pass.bytesOfSums(in: plan) } else { 0 } }.max()
        let stored = plan.storedBytes { _ in true }
        return stored + PassSchedule.extraBytes(over: stored) + plan.bytesOfTables + (sums ?? 0)
            + min(2 * plan.pictureBytes, bytesOnTheWay)
    }

    /// The bytes of the buffers that bring pictures to the host, and of one buffer of finished rows.
    private static let bytesOnTheWay = 96 << 20
}
