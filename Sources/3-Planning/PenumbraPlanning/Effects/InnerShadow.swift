import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A shadow inside its layer. Everything outside the caster casts the shadow, which is clipped to the layer's own alpha.
///
/// A blur is linear, so the blurred outside is one minus the blurred inside. The caster is therefore blurred as for a drop
/// shadow, and inverted where it is used.
struct InnerShadow {
    let placed: PlacedShadow
    /// Whether a caster without a path counts as fully opaque wherever it has any alpha.
    let isHard: Bool

    private var shadow: Shadow { placed.shadow }
    private var geometry: LayerGeometry { placed.geometry }

    // MARK: - Required pixels

    /// The layer's own pixels that cast the visible part of the shadow in `clip`.
    func needed(for clip: PixelRect) -> PixelRect { placed.casterPixels(shadowing: clip) }

    /// Whether the shadow is cast by the hard shape of an alpha that isn't hard itself.
    private func hardens(_ alpha: LayerAlpha) -> Bool { isHard || shadow.hardAlpha && alpha.isHardened }

    /// Announces the blur that the shadow of `alpha` will need, if any.
    func announce(to alpha: LayerAlpha, onto target: PaintTarget) {
        guard shadow.path == nil, shadow.outside == .solid, shadow.spread == 0 else { return }
        alpha.announce(
            placed.key(isHard: hardens(alpha)),
            output: alpha.extent.intersection(target.clip).offset(x: -placed.dx, y: -placed.dy))
    }

    // MARK: - Painting

    /// Paints the shadow.
    ///
    /// - Parameters:
    ///   - caster: the layer's own alpha, clipped as it will be visible. It casts the shadow if the shadow has no path.
    ///   - clip: the alpha that clips the shadow now. Nil if the shadow will be clipped later.
    func paint(
        _ planner: inout ScenePlanner, castBy caster: LayerAlpha?, clippedTo clip: LayerAlpha?, onto target: PaintTarget,
        name: String
    ) throws(PlanningError) {
        let region = (clip?.extent ?? target.clip).intersection(target.clip)
        guard !region.isEmpty else { return }
        var clipMask: Composite.Clip?
        if let clip {
            let isHard = shadow.hardAlpha && !placed.isOfBox && clip.isHardened
            guard let mask = try clip.mask(&planner, region, isHard: isHard, name: name) else { return }
            clipMask = mask.clip(onto: target)
        }
        clipMask = try Grain(of: placed)?.clip(&planner, region, with: clipMask, onto: target, name: name) ?? clipMask
        var shade = Composite(
            target: target.surface, region: target.local(region), source: .color(placed.color(in: planner.colorSpace)),
            clip: clipMask,
            operation: .blend(shadow.blendMode))
        var key = placed.key(isHard: placed.path == nil && (caster.map(hardens) ?? false))
        var cast: LayerAlpha
        // The part of the caster that casts the visible shadow. A path is already at the place of its shadow.
        let needed: PixelRect
        if let path = shadow.path {
            let moved = path.applying(geometry.toDevice.concatenating(.translation(placed.offset.x, placed.offset.y)))
            cast = try LayerAlpha(moved, shadow.fillRule, planner, name: name)
            needed = region.outset(x: placed.blur.reach + 2, y: placed.blur.reach + 2)
        } else {
            guard let caster else { return }
            cast = caster
            needed = placed.spreadPixels(shadowing: region)
        }
        switch shadow.outside {
        case .solid:
            // The spread grows the outside, so the alpha itself shrinks.
            guard
                let left = try cast.spread(
                    &planner, by: -shadow.spread, isHard: key.isHard, geometry, wanted: needed, name: name)
            else {
                // Nothing is left of the alpha, so the whole layer lies in the shadow.
                planner.emit(shade)
                return
            }
            cast = left
            if shadow.spread != 0 { key.isHard = false }
        case .empty:
            // A path already includes the offset, but the bounds don't.
            let frameMove = shadow.path == nil ? Point.zero : placed.offset
            guard
                let inside = try insideOut(&planner, cast, isHard: key.isHard, movedBy: frameMove, name: name),
                let grown = try inside.spread(&planner, by: shadow.spread, geometry, wanted: needed, name: name)
            else { return }
            cast = grown
            key.isHard = false
        }
        let move = placed.move
        let blurred = try cast.blurred(
            &planner, key, output: region.offset(x: -move.dx, y: -move.dy), name: "inner shadow of \(name)")
        if let blurred {
            shade.mask = blurred.operand(onto: target, dx: move.dx, dy: move.dy)
            shade.isMaskInverted = shadow.outside == .solid
        } else if shadow.outside == .empty {
            return
        }
        planner.emit(shade)
    }

    /// The part of a layer's frame outside an alpha: one minus the alpha inside the frame, and zero outside the frame.
    private func insideOut(
        _ planner: inout ScenePlanner, _ alpha: LayerAlpha, isHard: Bool, movedBy move: Point, name: String
    ) throws(PlanningError) -> LayerAlpha? {
        let map = geometry.toDevice.concatenating(.translation(move.x, move.y))
        let frame = geometry.bounds
        // Of an alpha, parts that are thinner than a pixel would grow as grey as they are.
        if shadow.spread != 0, !isHard, case .outline(let path, let rule) = alpha.source {
            return try planner.area(of: Path(frame).applying(map), without: path, rule, name: name)
        }
        let region: PixelRect
        var edge: PlacedMask?
        if let whole = map.isAxisAligned ? PixelRect(exactly: frame.transformed(by: map)) : nil {
            region = whole
        } else {
            let shape = try planner.tessellated(Path(frame).applying(map), .nonzero, name: name)
            region = shape.pixels
            if !region.isEmpty { edge = try planner.coverage(of: shape, in: region, label: "frame of \(name)") }
        }
        guard !region.isEmpty else { return nil }
        let target = try planner.addTarget(region, "inside out of \(name)")
        let mask = try alpha.mask(&planner, region, isHard: isHard, name: name)
        planner.emit(
            Composite(
                target: target.surface, region: target.local(region), source: .color(.opaqueBlack),
                mask: edge?.operand(onto: target) ?? .none, clip: mask?.clip(onto: target, isInverted: true)))
        return LayerAlpha(.surface(target.surface, bounds: region), extent: region)
    }
}
