import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension ScenePlanner {
    /// Paints a shadow behind its layer.
    ///
    /// - Parameters:
    ///   - alpha: the layer's, which casts the shadow where it has no path.
    ///   - other: what the shadow is kept out of instead of its caster, always by its soft edge; nil is nothing else.
    ///   - hidden: device pixels that will be painted over, where nothing needs to be drawn.
    mutating func paintDropShadow(
        _ shadow: Shadow, of alpha: LayerAlpha?, keptOutOf other: LayerAlpha? = nil, isHard: Bool, _ geometry: LayerGeometry,
        hidden: PixelRect, onto target: PaintTarget, name: String
    ) throws(PlanningError) {
        let placement = ShadowPlacement(shadow, geometry)
        let standing: LayerAlpha
        if let path = shadow.path {
            // A path is drawn where its shadow falls, so an offset by part of a pixel is exact.
            let onDevice = path.applying(geometry.toDevice)
            guard isNear(onDevice.controlPointBounds, shadow, geometry, target) else { return }
            standing = try LayerAlpha(onDevice, shadow.fillRule, self, name: name)
        } else {
            guard let alpha else { return }
            standing = alpha
        }
        guard
            let cast = try caster(
                shadow, standing, placement, geometry,
                wanted: casterPixels(of: shadow, geometry, shadowing: target.clip), name: name)
        else { return }
        let move = shadow.path == nil ? (dx: placement.dx, dy: placement.dy) : (dx: 0, dy: 0)
        let key = LayerAlpha.BlurKey(
            sigma: placement.blur.sigma, shift: shadow.path == nil ? placement.shift : .zero, isHard: false)
        let reach = placement.blur.reach
        let covered = cast.extent.offset(x: move.dx, y: move.dy).outset(x: reach, y: reach)
        let color = PremultipliedColor(shadow.color.multiplyingAlpha(by: shadow.opacity))
        for piece in visiblePieces(of: covered, hidden, target.clip) {
            guard
                let blurred = try cast.blurred(
                    &self, key, output: piece.offset(x: -move.dx, y: -move.dy), name: "shadow of \(name)")
            else { continue }
            let region = blurred.bounds.offset(x: move.dx, y: move.dy).intersection(piece)
            guard !region.isEmpty else { continue }
            var clip: Composite.Clip?
            if let other, let mask = try other.mask(&self, region, name: name) {
                clip = mask.clip(onto: target, isInverted: true)
            } else if shadow.knockout, let mask = try standing.mask(&self, region, isHard: isHard, name: name) {
                clip = mask.clip(onto: target, isInverted: true)
            }
            clip = try grain(of: shadow, geometry, in: region, clip: clip, onto: target, name: name)
            emit(
                Composite(
                    target: target.surface, region: target.local(region), source: .color(color),
                    mask: blurred.operand(onto: target, dx: move.dx, dy: move.dy), clip: clip))
        }
    }

    /// What casts a shadow: the alpha as it stands, or transformed; a path also moved.
    ///
    /// - Parameter wanted: the device pixels where an alpha that is not moved yet casts what is seen.
    private mutating func caster(
        _ shadow: Shadow, _ standing: LayerAlpha, _ placement: ShadowPlacement, _ geometry: LayerGeometry, wanted: PixelRect,
        name: String
    ) throws(PlanningError) -> LayerAlpha? {
        let reach = shadow.spreadReach(in: geometry)
        var map = AffineTransform.identity
        if shadow.transform != .identity {
            guard let toLayer = geometry.toDevice.inverted, shadow.transform.inverted != nil else { return nil }
            map = toLayer.concatenating(shadow.transform.about(shadow.anchorPoint(in: geometry.bounds)))
                .concatenating(geometry.toDevice)
        }
        if shadow.path != nil { map = map.concatenating(.translation(placement.offset.x, placement.offset.y)) }
        // A transformed caster may come from anywhere.
        let needed = map == .identity ? wanted : standing.extent.outset(x: reach, y: reach)
        guard let cast = try standing.spread(&self, by: shadow.spread, geometry, wanted: needed, name: name) else { return nil }
        return map == .identity ? cast : try cast.transformed(&self, by: map, wanted: wanted, name: name)
    }

    /// Announces the blur that a shadow of `alpha` will want, where it wants one.
    func announce(
        _ shadow: Shadow, of alpha: LayerAlpha, _ geometry: LayerGeometry, onto target: PaintTarget
    ) {
        guard shadow.path == nil, shadow.transform == .identity, shadow.spread == 0 else { return }
        let placement = ShadowPlacement(shadow, geometry)
        alpha.announce(
            LayerAlpha.BlurKey(sigma: placement.blur.sigma, shift: placement.shift, isHard: false),
            output: target.clip.offset(x: -placement.dx, y: -placement.dy))
    }

    /// Whether a path's shadow may be seen, judged by its bounds before anything is tessellated.
    private func isNear(
        _ bounds: Rect, _ shadow: Shadow, _ geometry: LayerGeometry, _ target: PaintTarget
    ) -> Bool {
        !extent(of: shadow, casterBounds: bounds, geometry).intersection(target.clip).isEmpty
    }

    /// The pixels of a layer whose alpha reaches, as `shadow`, any of the pixels `clip`.
    func casterPixels(of shadow: Shadow, _ geometry: LayerGeometry, shadowing clip: PixelRect) -> PixelRect {
        let placement = ShadowPlacement(shadow, geometry)
        let reach = placement.blur.reach + 2 + shadow.spreadReach(in: geometry)
        return clip.offset(x: -placement.dx, y: -placement.dy).outset(x: reach, y: reach)
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

/// Where a shadow falls on the device, and how soft it is.
struct ShadowPlacement {
    let blur: GaussianBlur
    /// In device pixels.
    let offset: Point
    /// The whole pixels of the offset, and what is left for the kernel.
    let dx: Int
    let dy: Int
    let shift: Point

    init(_ shadow: Shadow, _ geometry: LayerGeometry) {
        blur = GaussianBlur(sigma: geometry.pixels(shadow.radius))
        if let elevation = shadow.elevation {
            // The light does not turn with the layer.
            let reach = elevation * geometry.toDevice.meanScale
            offset = Point(geometry.light.x * reach, geometry.light.y * reach)
        } else {
            offset = shadow.offset.applyingLinearPart(of: geometry.toDevice)
        }
        (dx, dy) = (Self.wholePart(offset.x), Self.wholePart(offset.y))
        // Beyond what a whole part can be, nothing is left to see.
        shift = Point(max(-1, min(1, offset.x - Double(dx))), max(-1, min(1, offset.y - Double(dy))))
    }

    private static func wholePart(_ length: Double) -> Int {
        Int(max(-1e9, min(1e9, length.isNaN ? 0 : length.rounded())))
    }
}

extension Shadow {
    /// What its transform is about, in the layer's own coordinates.
    func anchorPoint(in bounds: Rect) -> Point {
        if let anchor { return Point(bounds.minX + anchor.x * bounds.width, bounds.minY + anchor.y * bounds.height) }
        let box = path?.bounds ?? bounds
        return Point(box.midX, box.maxY)
    }

    /// Whether it paints anything at all.
    func isVisible(in geometry: LayerGeometry) -> Bool {
        opacity > 0 && color.alpha > 0 && geometry.pixels(radius) <= GaussianBlur.largestSigma
    }
}
