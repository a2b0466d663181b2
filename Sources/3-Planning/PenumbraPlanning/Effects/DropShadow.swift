import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A shadow behind its layer.
struct DropShadow {
    let placed: PlacedShadow

    private var shadow: Shadow { placed.shadow }
    private var geometry: LayerGeometry { placed.geometry }

    // MARK: - Extent

    /// The device pixels that the shadow may paint. This bound is never too small.
    ///
    /// - Parameter body: the extent of the alpha that casts the shadow if it has no path.
    func extent(castBy body: PixelRect) -> PixelRect {
        let reach = placed.blur.reach + 2
        var cast = placed.path?.controlPointBounds ?? body.rect
        guard !cast.isEmpty else { return .empty }
        if shadow.spread > 0 { cast = cast.inset(by: -Double(placed.spreadReach)) }
        guard let distorted = distorted(cast) else { return .empty }
        return PixelRect(covering: distorted.offset(by: placed.offset)).outset(x: reach, y: reach)
    }

    /// The area the shadow paints, up to the end of its kernel. As exact as the outlines are known.
    func content(castBy body: Rect) -> Rect {
        var cast = placed.path?.bounds ?? body
        guard !cast.isEmpty else { return .zero }
        // A disc in the layer's own space is an ellipse on the device.
        let toDevice = geometry.toDevice
        let inwards = (
            x: -shadow.spread * Point(toDevice.a, toDevice.c).length, y: -shadow.spread * Point(toDevice.b, toDevice.d).length
        )
        let spreadOut = cast.inset(x: inwards.x, y: inwards.y)
        // Where edges of pixels meet within one pixel, a part of that pixel is left.
        let isWithinPixel = spreadOut.isEmpty && shadow.spread < 0 && placed.path == nil
        cast = isWithinPixel ? cast.inset(x: inwards.x - 0.5, y: inwards.y - 0.5) : spreadOut
        guard !cast.isEmpty, let map, let distorted = distorted(moved(cast, by: map)) else { return .zero }
        return distorted.offset(by: placed.offset).inset(by: -Double(placed.blur.reach))
    }

    /// The part of the layer's pixels that a map moves, for a caster with these bounds.
    ///
    /// Alpha exists in whole pixels. A map may stretch one pixel over many.
    private func moved(_ cast: Rect, by map: AffineTransform) -> Rect {
        guard placed.path == nil, map != .identity, let inverse = map.inverted else { return cast }
        let pixels = PixelRect(covering: cast).rect
        // Interpolation reads half a pixel beyond the last.
        return AffineSampling.Filter.isInterpolated(through: inverse) ? pixels.inset(by: -0.5) : pixels
    }

    /// The bounds of a caster in device pixels after the shadow's transform, which applies in the layer's own space.
    private func distorted(_ cast: Rect) -> Rect? {
        guard shadow.transform != .identity else { return cast }
        guard let toLayer = geometry.toDevice.inverted else { return nil }
        return cast.transformed(by: toLayer).transformed(by: placed.transform).transformed(by: geometry.toDevice)
    }

    /// The shadow's transform in device pixels. Nil if the transform leaves nothing visible.
    private var map: AffineTransform? {
        guard shadow.transform != .identity else { return .identity }
        guard let toLayer = geometry.toDevice.inverted, shadow.transform.inverted != nil else { return nil }
        return toLayer.concatenating(placed.transform).concatenating(geometry.toDevice)
    }

    // MARK: - Required pixels

    /// The pixels of a layer that cast the visible part of the shadow in `clip`.
    func needed(of body: PixelRect, for clip: PixelRect) -> PixelRect {
        guard shadow.path == nil, let map else { return .empty }
        if map == .identity { return placed.casterPixels(shadowing: clip) }
        let reach = placed.spreadReach
        return Self.source(of: placed.spreadPixels(shadowing: clip), through: map).outset(x: reach, y: reach).intersection(body)
    }

    /// The pixels that a map moves to `pixels`, including the neighbours that interpolation reads.
    private static func source(of pixels: PixelRect, through map: AffineTransform) -> PixelRect {
        guard map != .identity else { return pixels }
        guard let inverse = map.inverted else { return .empty }
        return PixelRect(covering: pixels.rect.transformed(by: inverse)).outset(x: 2, y: 2)
    }

    /// Whether the shadow is the layer's soft alpha, blurred and moved.
    var castsPlainly: Bool {
        shadow.path == nil && shadow.transform == .identity && shadow.spread == 0 && !shadow.hardAlpha && placed.ramp == nil
    }

    /// Announces the blur that the shadow of `alpha` will need, if any.
    func announce(to alpha: LayerAlpha, onto target: PaintTarget) {
        guard shadow.path == nil, shadow.transform == .identity, shadow.spread == 0, placed.ramp == nil else {
            return
        }
        alpha.announce(placed.key(isHard: hardens(alpha)), output: target.clip.offset(x: -placed.dx, y: -placed.dy))
    }

    /// Whether the shadow is cast by the hard shape of an alpha that isn't hard itself.
    private func hardens(_ alpha: LayerAlpha) -> Bool { shadow.hardAlpha && shadow.path == nil && alpha.isHardened }

    // MARK: - Painting

    /// Paints the shadow.
    ///
    /// - Parameters:
    ///   - alpha: the layer's alpha, which casts the shadow if it has no path.
    ///   - other: an alpha whose soft shape is cut out of the shadow, instead of the caster. Nil cuts out nothing else.
    ///   - isHard: whether the caster counts as fully opaque, wherever it has any alpha, when it is cut out of the shadow.
    ///   - hidden: device pixels that will be painted over, where nothing needs to be drawn.
    func paint(
        _ planner: inout ScenePlanner, castBy alpha: LayerAlpha?, keptOutOf other: LayerAlpha?, isHard: Bool,
        hidden: PixelRect, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        let standing: LayerAlpha
        if let path = placed.path {
            // Check the path's bounds first, before anything is tessellated.
            guard !extent(castBy: .empty).intersection(target.clip).isEmpty else { return }
            standing = try LayerAlpha(path, shadow.fillRule, planner, name: name)
        } else {
            guard let alpha else { return }
            standing = alpha
        }
        guard
            let cast = try caster(
                &planner, standing, wanted: placed.spreadPixels(shadowing: target.clip), name: name)
        else { return }
        let hardens = hardens(standing)
        let isUnchanged = shadow.spread == 0 && shadow.transform == .identity
        let (move, reach) = (placed.move, placed.blur.reach)
        let covered = cast.extent.offset(x: move.dx, y: move.dy).outset(x: reach, y: reach)
        for piece in Self.visiblePieces(of: covered, hidden, target.clip) {
            guard
                let blurred = try cast.blurred(
                    &planner, placed.key(isHard: hardens && isUnchanged), output: piece.offset(x: -move.dx, y: -move.dy),
                    name: "shadow of \(name)")
            else { continue }
            let region = blurred.bounds.offset(x: move.dx, y: move.dy).intersection(piece)
            guard !region.isEmpty else { continue }
            var clip: Composite.Clip?
            if let mask = try other?.mask(&planner, region, name: name) {
                clip = mask.clip(onto: target, isInverted: true)
            } else if shadow.knockout, let mask = try standing.mask(&planner, region, isHard: isHard || hardens, name: name) {
                clip = mask.clip(onto: target, isInverted: true)
            }
            clip = try Grain(of: placed)?.clip(&planner, region, with: clip, onto: target, name: name) ?? clip
            planner.emit(
                Composite(
                    target: target.surface, region: target.local(region), source: .color(placed.color(in: planner.colorSpace)),
                    mask: blurred.operand(onto: target, dx: move.dx, dy: move.dy), clip: clip,
                    operation: .blend(shadow.blendMode)))
        }
    }

    /// Returns the caster of the shadow: the alpha, with the shadow's spread and transform applied. A path is also moved by the
    /// offset.
    ///
    /// - Parameter wanted: the device pixels where the caster, before the offset, casts the visible shadow.
    private func caster(
        _ planner: inout ScenePlanner, _ standing: LayerAlpha, wanted: PixelRect, name: String
    ) throws(PlanningError) -> LayerAlpha? {
        guard var map else { return nil }
        if shadow.path != nil { map = map.concatenating(.translation(placed.offset.x, placed.offset.y)) }
        let needed = Self.source(of: wanted, through: map)
        let isHard = hardens(standing)
        let spread = try standing.spread(&planner, by: shadow.spread, isHard: isHard, geometry, wanted: needed, name: name)
        guard var cast = spread else { return nil }
        if isHard, shadow.spread == 0, map != .identity {
            guard let hard = try cast.hardened(&planner, wanted: needed, name: name) else { return nil }
            cast = hard
        }
        return map == .identity ? cast : try cast.transformed(&planner, by: map, wanted: wanted, name: name)
    }

    /// The smallest hole, in pixels, for which the rest of the shadow is drawn in pieces.
    private static let smallestHole = 4096

    /// The visible parts of a shadow: its part in `clip` without the pixels that will be painted over.
    private static func visiblePieces(of shadow: PixelRect, _ hidden: PixelRect, _ clip: PixelRect) -> [PixelRect] {
        let seen = shadow.intersection(clip)
        guard !seen.isEmpty else { return [] }
        let hole = seen.intersection(hidden)
        let isWorthIt =
            hole.width * hole.height >= Self.smallestHole && hole.width * hole.height * 4 >= seen.width * seen.height
        return isWorthIt ? seen.subtracting(hole) : [seen]
    }
}
