import PenumbraPlan

extension GPURenderer {
    /// About how many bytes of the device drawing a plan takes at most besides its pictures: all surfaces as long as they are
    /// used, and the finished rows on their way to the host.
    public static func memoryEstimate(_ plan: RenderPlan) -> Int {
        plan.storedBytes { _ in true } + min(2 * plan.width * plan.height * 4, bytesOnTheWay)
    }

    /// Buffers that bring pictures to the host, and one of finished rows.
    private static let bytesOnTheWay = 96 << 20
}
