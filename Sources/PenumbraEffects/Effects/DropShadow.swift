import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// Paints the shadow of a path given in device pixels.
    ///
    /// - Parameter hidden: device pixels that will be painted over, where nothing needs to be drawn.
    mutating func castShadow(
        _ shadow: Shadow, _ path: Path, _ rule: FillRule, _ geometry: LayerGeometry, hidden: PixelRect,
        onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        // A path is drawn where its shadow falls, so an offset by part of a pixel is exact.
        let offset = shadow.offset.applyingLinearPart(of: geometry.toDevice)
        let moved = path.applying(.translation(offset.x, offset.y))
        let blur = GaussianBlur(sigma: geometry.pixels(shadow.radius))
        let reach = blur.reach + 1
        guard
            !PixelRect(covering: moved.controlPointBounds).outset(x: reach, y: reach).intersection(target.clip).isEmpty
        else { return }
        let region = try tessellated(moved, rule, name: name)
        let color = PremultipliedColor(shadow.color.multiplyingAlpha(by: shadow.opacity))
        for piece in visiblePieces(of: region.pixels.outset(x: blur.reach, y: blur.reach), hidden, target.clip) {
            try paintBlurred(color, blur, casterPixels: region.pixels, onto: target.clipped(to: piece), name: name) {
                (planner, pixels) throws(PlanningError) in
                try planner.coverage(of: region, in: pixels, label: "caster of \(name)")?.surface
            }
        }
    }

    /// Paints the shadow of a layer whose alpha is the coverage of one path, given in device pixels.
    ///
    /// The caster stays where the layer is and the kernel moves, exactly as for any other alpha.
    ///
    /// - Parameter extent: the device pixels the layer may paint, as for an alpha: both give the same picture.
    mutating func castShadow(
        _ shadow: Shadow, ofOutline path: Path, _ rule: FillRule, extent: PixelRect, _ geometry: LayerGeometry,
        hidden: PixelRect, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        let (dx, dy, shift) = Self.move(shadow, geometry)
        let blur = GaussianBlur(sigma: geometry.pixels(shadow.radius))
        let reach = blur.reach + 1
        let caster = extent.offset(x: dx, y: dy)
        guard !caster.outset(x: reach, y: reach).intersection(target.clip).isEmpty else { return }
        let region = try tessellated(path, rule, name: name)
        let color = PremultipliedColor(shadow.color.multiplyingAlpha(by: shadow.opacity))
        for piece in visiblePieces(of: caster.outset(x: blur.reach, y: blur.reach), hidden, target.clip) {
            try paintBlurred(
                color, blur, shift: shift, casterPixels: caster, onto: target.clipped(to: piece), name: name
            ) { (planner, pixels) throws(PlanningError) in
                try planner.coverage(of: region, exactly: pixels.offset(x: -dx, y: -dy), label: "caster of \(name)")
            }
        }
    }

    /// Paints the shadow of a surface's alpha.
    ///
    /// - Parameters:
    ///   - body: holds at least the pixels `casterPixels(of:_:shadowing:)` names, as far as the layer has any there.
    ///   - extent: the device pixels the layer may paint, on the surface or beyond it. It anchors the blur's grid, so
    ///     that a picture does not change when a smaller part of it is drawn.
    mutating func castShadow(
        _ shadow: Shadow, ofAlphaIn body: PaintTarget, extent: PixelRect, _ geometry: LayerGeometry,
        hidden: PixelRect, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        let (dx, dy, shift) = Self.move(shadow, geometry)
        let blur = GaussianBlur(sigma: geometry.pixels(shadow.radius))
        let color = PremultipliedColor(shadow.color.multiplyingAlpha(by: shadow.opacity))
        let caster = extent.offset(x: dx, y: dy)
        for piece in visiblePieces(of: caster.outset(x: blur.reach, y: blur.reach), hidden, target.clip) {
            try paintBlurred(
                color, blur, shift: shift, casterPixels: caster, onto: target.clipped(to: piece), name: name
            ) { (planner, pixels) throws(PlanningError) in
                let mask = try planner.addSurface(.mask, pixels, "caster of \(name)")
                planner.plan.passes.append(
                    .extractAlpha(
                        source: body.surface, target: mask, dx: pixels.x - dx - body.bounds.x,
                        dy: pixels.y - dy - body.bounds.y))
                return mask
            }
        }
    }

    /// The pixels of a layer whose alpha reaches, as `shadow`, any of the pixels `clip`.
    func casterPixels(of shadow: Shadow, _ geometry: LayerGeometry, shadowing clip: PixelRect) -> PixelRect {
        let offset = shadow.offset.applyingLinearPart(of: geometry.toDevice)
        let reach = GaussianBlur(sigma: geometry.pixels(shadow.radius)).reach + 2
        return clip.offset(x: -Self.wholePart(offset.x), y: -Self.wholePart(offset.y)).outset(x: reach, y: reach)
    }

    /// A shadow's offset in device pixels: whole pixels, and what is left for the kernel.
    private static func move(_ shadow: Shadow, _ geometry: LayerGeometry) -> (dx: Int, dy: Int, shift: Point) {
        let offset = shadow.offset.applyingLinearPart(of: geometry.toDevice)
        let (dx, dy) = (wholePart(offset.x), wholePart(offset.y))
        // Beyond what a whole part can be, nothing is left to see.
        let shift = Point(offset.x - Double(dx), offset.y - Double(dy))
        return (dx, dy, Point(max(-1, min(1, shift.x)), max(-1, min(1, shift.y))))
    }

    private static func wholePart(_ length: Double) -> Int {
        Int(max(-1e9, min(1e9, length.rounded())))
    }

    /// A hole smaller than this, in pixels, is not worth drawing the rest in pieces.
    private static let smallestHole = 4096

    /// What of a shadow can be seen: the part in `clip`, without pixels that will be painted over.
    private func visiblePieces(of shadow: PixelRect, _ hidden: PixelRect, _ clip: PixelRect) -> [PixelRect] {
        let seen = shadow.intersection(clip)
        guard !seen.isEmpty else { return [] }
        let hole = seen.intersection(hidden)
        let isWorthIt =
            hole.width * hole.height >= Self.smallestHole && hole.width * hole.height * 4 >= seen.width * seen.height
        return isWorthIt ? seen.subtracting(hole) : [seen]
    }
}
