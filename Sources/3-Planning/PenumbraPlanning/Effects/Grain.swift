import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// The noise of a shadow.
///
/// Grains are squares with sides of one point, along the axes of the device. They are counted from the layer's origin, so they
/// move with the layer.
struct Grain {
    private let amount: Double
    private let origin: Point
    /// The side of a grain in pixels.
    private let side: Double

    /// Creates the grain of a shadow. Nil if the shadow has no noise.
    init?(of shadow: PlacedShadow) {
        guard shadow.shadow.noise > 0 else { return nil }
        amount = shadow.shadow.noise
        origin = Point.zero.applying(shadow.geometry.toDevice)
        side = max(shadow.geometry.toDevice.meanScale, 1e-9)
    }

    /// The noise of the device pixels `region` as a clip, combined with another clip. Nil if there are no pixels.
    func clip(
        _ planner: inout ScenePlanner, _ region: PixelRect, with clip: Composite.Clip?, onto target: PaintTarget, name: String
    ) throws(PlanningError) -> Composite.Clip? {
        guard !region.isEmpty else { return nil }
        let grains = PlacedMask(surface: try planner.addSurface(.mask, region, "grain of \(name)"), bounds: region)
        planner.plan.passes.append(
            .noise(
                target: grains.surface, columns: (region.x..<region.maxX).map { place($0, origin.x) },
                rows: (region.y..<region.maxY).map { place($0, origin.y) }, amount: Q15.value(amount),
                seed: Self.seed))
        guard let clip else { return grains.clip(onto: target) }
        // Combines both clips in one mask, through a separate surface.
        let both = try planner.addTarget(region, "clipped grain of \(name)")
        var moved = clip
        moved.dx += region.x - target.bounds.x
        moved.dy += region.y - target.bounds.y
        planner.emit(
            Composite(
                target: both.surface, region: both.local(region), source: .color(.opaqueBlack),
                mask: grains.operand(onto: both), clip: moved))
        return try planner.addChannel(.alpha, of: both.surface, region, in: region, "grain of \(name)").clip(onto: target)
    }

    private func place(_ pixel: Int, _ origin: Double) -> Int32 {
        let grain = ((Double(pixel) + 0.5 - origin.rounded()) / side).rounded(.down)
        return Int32(max(-2e9, min(2e9, grain.isNaN ? 0 : grain)))
    }

    /// The seed of the noise. Any other number would give different grains.
    private static let seed: UInt32 = 0x5047_4E31
}
