import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// Paints a shadow inside its layer: cast by everything that the caster is not, and clipped to the layer's own alpha.
    ///
    /// A blur is linear, so the blurred outside is one less the blurred inside: the caster is blurred as for a drop shadow, and
    /// inverted where it is used.
    ///
    /// - Parameters:
    ///   - caster: the layer's own alpha, cut as it will be seen, which casts the shadow where it has no path.
    ///   - clip: what the shadow is clipped to here; nil where it will be cut later.
    mutating func paintInnerShadow(
        _ shadow: Shadow, castBy caster: LayerAlpha?, isHard: Bool, clippedTo clip: LayerAlpha?, _ geometry: LayerGeometry,
        onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        let placement = ShadowPlacement(shadow, geometry)
        let region = (clip?.extent ?? target.clip).intersection(target.clip)
        guard !region.isEmpty else { return }
        var clipMask: Composite.Clip?
        if let clip {
            guard let mask = try clip.mask(&self, region, name: name) else { return }
            clipMask = mask.clip(onto: target, isInverted: false)
        }
        clipMask = try grain(of: shadow, geometry, in: region, clip: clipMask, onto: target, name: name)
        let color = PremultipliedColor(shadow.color.multiplyingAlpha(by: shadow.opacity))
        var move = (dx: placement.dx, dy: placement.dy)
        var key = LayerAlpha.BlurKey(sigma: placement.blur.sigma, shift: placement.shift, isHard: isHard)
        var isInverted = true
        var cast: LayerAlpha
        if let path = shadow.path {
            let moved = path.applying(geometry.toDevice.concatenating(.translation(placement.offset.x, placement.offset.y)))
            cast = try LayerAlpha(moved, shadow.fillRule, self, name: name)
            move = (0, 0)
            key.shift = .zero
            key.isHard = false
        } else {
            guard let caster else { return }
            cast = caster
        }
        let wanted = casterPixels(of: shadow, geometry, shadowing: region)
        if shadow.outside == .solid && shadow.spread != 0 {
            // What casts grows: the alpha that it leaves shrinks. A path is already where its shadow falls.
            let needed = shadow.path == nil ? wanted : region.outset(x: placement.blur.reach + 2, y: placement.blur.reach + 2)
            guard
                let left = try cast.spread(
                    &self, by: -shadow.spread, isHard: key.isHard, geometry, wanted: needed, name: name)
            else {
                // Nothing is left: all of the layer lies in the shadow.
                emit(
                    Composite(
                        target: target.surface, region: target.local(region), source: .color(color), clip: clipMask))
                return
            }
            cast = left
            key.isHard = false
        }
        if shadow.outside == .empty {
            // The offset of a path is in it already, that of the bounds is not.
            let frameMove = shadow.path == nil ? Point.zero : placement.offset
            guard let inside = try insideOut(cast, isHard: key.isHard, geometry, movedBy: frameMove, name: name) else { return }
            let needed = shadow.path == nil ? wanted : region.outset(x: placement.blur.reach + 2, y: placement.blur.reach + 2)
            guard let grown = try inside.spread(&self, by: shadow.spread, geometry, wanted: needed, name: name) else { return }
            cast = grown
            key.isHard = false
            isInverted = false
        }
        let blurred = try cast.blurred(
            &self, key, output: region.offset(x: -move.dx, y: -move.dy), name: "inner shadow of \(name)")
        guard blurred != nil || isInverted else { return }
        emit(
            Composite(
                target: target.surface, region: target.local(region), source: .color(color),
                mask: blurred?.operand(onto: target, dx: move.dx, dy: move.dy) ?? .none,
                isMaskInverted: blurred != nil && isInverted, clip: clipMask))
    }

    /// Announces the blur that an inner shadow will want.
    func announce(
        inner shadow: Shadow, of alpha: LayerAlpha, isHard: Bool, _ geometry: LayerGeometry, onto target: PaintTarget
    ) {
        guard shadow.path == nil, shadow.outside == .solid, shadow.spread == 0 else { return }
        let placement = ShadowPlacement(shadow, geometry)
        alpha.announce(
            LayerAlpha.BlurKey(sigma: placement.blur.sigma, shift: placement.shift, isHard: isHard),
            output: alpha.extent.intersection(target.clip).offset(x: -placement.dx, y: -placement.dy))
    }

    /// What of a layer's frame an alpha leaves: one less the alpha inside the frame, nothing outside it.
    private mutating func insideOut(
        _ alpha: LayerAlpha, isHard: Bool, _ geometry: LayerGeometry, movedBy move: Point, name: String
    ) throws(PlanningError) -> LayerAlpha? {
        let map = geometry.toDevice.concatenating(.translation(move.x, move.y))
        let frame = geometry.bounds
        let region: PixelRect
        var edge: PlacedMask?
        if let whole = map.isAxisAligned ? PixelRect(exactly: frame.transformed(by: map)) : nil {
            region = whole
        } else {
            let shape = try tessellated(Path(frame).applying(map), .nonzero, name: name)
            region = shape.pixels
            if !region.isEmpty {
                edge = PlacedMask(
                    surface: try coverage(of: shape, exactly: region, label: "frame of \(name)"), bounds: region)
            }
        }
        guard !region.isEmpty else { return nil }
        let target = PaintTarget(surface: try addSurface(.color, region, "inside out of \(name)"), bounds: region)
        plan.passes.append(.clear(target: target.surface, color: .clear))
        let mask = try alpha.mask(&self, region, isHard: isHard, name: name)
        emit(
            Composite(
                target: target.surface, region: target.local(region),
                source: .color(.opaqueBlack),
                mask: edge.map { $0.operand(onto: target) } ?? .none, clip: mask.map { $0.clip(onto: target, isInverted: true) }
            ))
        return LayerAlpha(.surface(target.surface, bounds: region), extent: region)
    }
}
