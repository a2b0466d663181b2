import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// What a shadow's noise lets through in the device pixels `region`, together with another clip; that clip alone without
    /// noise.
    ///
    /// Grains are squares of a point along the device's axes, counted from the layer's origin, so that they move with it.
    mutating func grain(
        of shadow: Shadow, _ geometry: LayerGeometry, in region: PixelRect, clip: Composite.Clip?, onto target: PaintTarget,
        name: String
    ) throws(PlanningError) -> Composite.Clip? {
        guard shadow.noise > 0, !region.isEmpty else { return clip }
        let origin = Point.zero.applying(geometry.toDevice)
        let side = max(geometry.toDevice.meanScale, 1e-9)
        func place(_ pixel: Int, _ origin: Double) -> Int32 {
            let grain = ((Double(pixel) + 0.5 - origin.rounded()) / side).rounded(.down)
            return Int32(max(-2e9, min(2e9, grain.isNaN ? 0 : grain)))
        }
        let surface = try addSurface(.mask, region, "grain of \(name)")
        plan.passes.append(
            .noise(
                target: surface, columns: (region.x..<region.maxX).map { place($0, origin.x) },
                rows: (region.y..<region.maxY).map { place($0, origin.y) }, amount: UInt16(Q15.value(shadow.noise)),
                seed: Self.grainSeed))
        let grain = PlacedMask(surface: surface, bounds: region)
        guard let clip else { return grain.clip(onto: target, isInverted: false) }
        // Both in one mask, through a surface of its own.
        let both = PaintTarget(surface: try addSurface(.color, region, "clipped grain of \(name)"), bounds: region)
        plan.passes.append(.clear(target: both.surface, color: .clear))
        var moved = clip
        moved.dx += region.x - target.bounds.x
        moved.dy += region.y - target.bounds.y
        emit(
            Composite(
                target: both.surface, region: both.local(region), source: .color(.opaqueBlack),
                mask: grain.operand(onto: both), clip: moved))
        let alpha = PlacedMask(surface: try addSurface(.mask, region, "grain of \(name)"), bounds: region)
        plan.passes.append(.extractChannel(source: both.surface, target: alpha.surface, channel: .alpha, dx: 0, dy: 0))
        return alpha.clip(onto: target, isInverted: false)
    }

    /// Any number will do; another gives other grains.
    private static let grainSeed: UInt32 = 0x5047_4E31
}
