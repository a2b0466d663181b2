import PenumbraPlan

extension GPURenderer {
    /// Estimates the most bytes of device memory that drawing a plan takes besides its pictures. The estimate covers all
    /// surfaces as long as they are used, tables of weights, and the finished rows on their way to the host.
    public static func memoryEstimate(_ plan: RenderPlan) -> Int {
        plan.storedBytes { _ in true } + plan.bytesOfTables + min(2 * plan.pictureBytes, bytesOnTheWay)
    }

    /// The bytes of the buffers that bring pictures to the host, and of one buffer of finished rows.
    private static let bytesOnTheWay = 96 << 20
}
