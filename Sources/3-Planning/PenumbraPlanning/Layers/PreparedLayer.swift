import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraSystem

/// A layer placed on the device, with all values that painting needs more than once. They are computed for the whole tree
/// before anything is painted.
package final class PreparedLayer {
    let layer: Layer
    let geometry: LayerGeometry
    /// The place of the layer in the scene: `layers[2].sublayers[0]`.
    let place: String
    /// The name of the layer for labels and errors.
    let name: String
    let contents: LayerContents
    let effects: LayerEffects
    /// The mask, unless it is hidden or its transform is singular.
    let mask: PreparedLayer?
    /// The sublayers, back to front. Hidden sublayers and sublayers with a singular transform are left out.
    let sublayers: [PreparedLayer]
    /// The device pixels the layer may paint without its shadows, backdrop and filter. This bound is never too small.
    let bodyExtent: PixelRect
    /// The pixels of `bodyExtent` before `masksToBounds` clips them. Nil if they are unbounded, because a fill of the bounds
    /// or an inset shadow continues beyond them.
    let uncutExtent: PixelRect?
    /// How many device pixels the sublayers' backdrops read beyond the visible part of the layer.
    let reachInside: Int
    /// The device pixels that may be painted, shadows included: before the first step of the filter, after it, and so on to the
    /// last step.
    let groupExtents: [PixelRect]
    /// The layer in its own plane, if it is painted there as a whole. The layer itself then has no contents of its own.
    let plane: PreparedLayer?
    /// The layer in its own plane, if only its shadows are painted there. The layer itself then has no shadows.
    let shadowPlane: PreparedLayer?
    /// The sublayers with their depth, if they share a space. Empty otherwise.
    let members: [SpaceMember]
    /// Stored, because nested layers would otherwise compute it twice per level.
    lazy var contentWithoutBackdrops = content(over: nil)
    /// The area that a mask paints.
    lazy var contentAlone = content(over: .zero)

    fileprivate init(
        _ layer: Layer, _ geometry: LayerGeometry, place: String, contents: LayerContents, effects: LayerEffects,
        mask: PreparedLayer?, sublayers: [PreparedLayer], plane: PreparedLayer? = nil, shadowPlane: PreparedLayer? = nil,
        members: [SpaceMember] = []
    ) {
        self.layer = layer
        self.geometry = geometry
        self.place = place
        self.contents = contents
        self.effects = effects
        self.mask = mask
        self.sublayers = sublayers
        self.plane = plane
        self.shadowPlane = shadowPlane
        self.members = members
        name = layer.name.map { "layer \"\(oneLine($0))\"" } ?? place
        let own = Self.pixels(Self.own(layer, geometry, contents))
        // Clipped contents are still needed for backdrops that read beyond the bounds.
        let drawn = layer.masksToBounds ? own.union(Self.pixels(contents.bounds(geometry, isExact: false, union: .zero))) : own
        let uncut = sublayers.reduce(drawn) { $0.union($1.extent) }
        bodyExtent =
            if let plane { Self.pixels(geometry.projected(plane.extent.rect)) } else { layer.masksToBounds ? own : uncut }
        uncutExtent = layer.masksToBounds && layer.paintsWithoutEnd ? nil : uncut
        // A backdrop may read the result of another backdrop, so their reaches add up.
        reachInside = sublayers.reduce(0) { min(1 << 20, $0 + $1.reachInside + ($1.effects.backdrop?.reach ?? 0)) }
        let shadows = shadowPlane.map { Self.pixels(geometry.projected($0.shadowExtent.rect)) } ?? .empty
        let open = own.isEmpty ? .empty : geometry.openPixels
        groupExtents = effects.filter.extents(from: effects.extent(of: bodyExtent).union(shadows).union(open))
    }

    /// Creates a layer that paints nothing but the layers of a space.
    convenience init(_ container: Layer, _ geometry: LayerGeometry, place: String, members: [SpaceMember]) {
        self.init(
            container, geometry, place: place, contents: .none, effects: LayerEffects(container, geometry, .none, caster: nil),
            mask: nil, sublayers: members.map(\.prepared), members: members)
    }

    /// Whether the inside of the bounds is also read beyond them.
    var continues: Bool { reachInside > 0 || geometry.isOpen }

    /// The layer with some of its shadows, in the plane where they are painted.
    func showing(_ shadows: [DropShadow]) -> PreparedLayer {
        var effects = effects
        if plane == nil, shadowPlane == nil { effects.shadows = shadows }
        return PreparedLayer(
            layer, geometry, place: place, contents: contents, effects: effects, mask: mask, sublayers: sublayers,
            plane: plane?.showing(shadows), shadowPlane: shadowPlane?.showing(shadows), members: members)
    }

    /// The visible shadows behind the layer, front-most first, in the plane where they are painted.
    var shadowsBehind: [DropShadow] { (plane ?? shadowPlane ?? self).effects.visibleShadows }

    /// The pixels that the shadows behind the layer may paint.
    var shadowExtent: PixelRect { effects.extent(of: bodyExtent) }

    /// The device pixels the layer may paint. This bound is never too small.
    package var extent: PixelRect {
        let group = groupExtents[groupExtents.count - 1]
        return effects.backdrop.map { group.union($0.extent) } ?? group
    }

    /// The device pixels of background and contents, without border and sublayers.
    var ownExtent: PixelRect {
        Self.pixels(Self.own(layer, geometry, contents, hasBorder: false))
    }

    /// The area of background, contents and border in device pixels.
    private static func own(
        _ layer: Layer, _ geometry: LayerGeometry, _ contents: LayerContents, hasBorder: Bool = true
    ) -> Rect {
        var result = Rect.zero
        if layer.backgroundColor != nil || hasBorder && layer.borderWidth > 0 || layer.masksToBounds
            || layer.effectTraits.contains(.fillsBounds)
        {
            result = geometry.onDevice(geometry.bounds)
        }
        return layer.masksToBounds ? result : contents.bounds(geometry, isExact: false, union: result)
    }

    /// Flattened curves may exceed their bounds by the flattening tolerance, and edges are rounded to a grid.
    private static func pixels(_ rect: Rect) -> PixelRect {
        rect.isEmpty ? .empty : PixelRect(covering: rect).outset(x: 1, y: 1)
    }

    /// Whether a mask clips the body. The mask may leave nothing of it.
    var isMasked: Bool { layer.mask.map { !$0.isHidden } ?? false }

    /// Whether a layer inside this layer reads the picture behind it.
    var looksBehind: Bool { layer.sublayers.contains(where: \.readsBackdrop) }

    /// The device pixels that the body, if opaque within its bounds, is certain to hide.
    var coveredPixels: PixelRect { layer.drawsContents && !isMasked ? geometry.coveredPixels : .empty }

    /// The layer in its role as the caster of shadows. It includes contents that are not painted, and leaves out inner shadows.
    ///
    /// - Parameter planner: prepares the sublayers again if they must not read the picture behind them.
    func caster(_ planner: ScenePlanner) -> PreparedLayer {
        var (layer, effects, sublayers) = (layer, effects, sublayers)
        layer.drawsContents = true
        layer.removeEffects(.fillsBounds)
        effects.innerShadows = []
        let castsHiddenCopies = layer.castHiddenCopies()
        if looksBehind { layer = layer.withoutBackdrops }
        if looksBehind || castsHiddenCopies {
            sublayers = planner.prepare(layer.shownSublayers, in: geometry, place: place)
        }
        return PreparedLayer(
            layer, geometry.closed, place: place, contents: contents, effects: effects, mask: mask, sublayers: sublayers,
            plane: plane, shadowPlane: shadowPlane)
    }
}

extension ScenePlanner {
    /// Prepares a layer with its mask and all layers inside it. Nil if the layer is hidden or its transform is singular.
    package func prepare(_ layer: Layer, in space: LayerSpace, place: String) -> PreparedLayer? {
        guard !layer.isHidden else { return nil }
        if layer.keepsDepth { return prepareSpace(layer, in: space, place: place) }
        guard let geometry = LayerGeometry(layer, in: space) else { return nil }
        let tile = layer.asTile(in: geometry)
        // Copies were counted together with the layer that they are copies of, before they were made.
        let count = layer.isCopy ? 0 : 1 + (tile == nil ? max(0, layer.replication?.count ?? 0) : 1)
        guard work.hold(layers: count, place) else { return nil }
        if let tile { return prepare(tile, geometry, place: place) }
        // Copying a layer takes longer than the check.
        return layer.replication == nil
            ? prepare(layer, geometry, place: place) : prepare(layer.withCopies, geometry, place: place)
    }

    private func prepare(_ layer: Layer, _ geometry: LayerGeometry, place: String) -> PreparedLayer {
        guard geometry.projection != nil else {
            let flat = prepareFlat(layer, geometry, place: place)
            let coarse = geometry.coarser(toBlur: layer, painting: flat.groupExtents[0])
            return coarse.map { prepare(layer, $0, place: place) } ?? flat
        }
        if layer.needsPlane(isShadowed: geometry.planes > Self.mostShadowPlanes) || hasColoredText(layer, geometry) {
            // Opacity, blending and the backdrop belong to the device.
            var inside = layer
            (inside.opacity, inside.blendMode) = (1, .normal)
            inside.removeEffects(.changesBackdrop)
            let plane = prepareFlat(inside, geometry.inPlane, place: place)
            if let coarser = geometry.coarser(toPaint: plane.extent) { return prepare(layer, coarser, place: place) }
            return prepareFlat(layer.shell, geometry, place: place, plane: plane)
        }
        guard layer.effectTraits.contains(.behind) else { return prepareFlat(layer, geometry, place: place) }
        let shadows = prepareFlat(layer, geometry.inPlane, place: place)
        if let coarser = geometry.coarser(toPaint: shadows.shadowExtent) { return prepare(layer, coarser, place: place) }
        var body = layer
        body.removeEffects(.behind)
        return prepareFlat(body, geometry, place: place, shadowPlane: shadows)
    }

    /// The most projections around a layer whose shadows alone are painted in its plane. Such a layer is prepared twice.
    private static let mostShadowPlanes = 3

    private func hasColoredText(_ layer: Layer, _ geometry: LayerGeometry) -> Bool {
        guard case .text(let text) = layer.kind else { return false }
        return texts[TextPlacement(text, in: layer.contentInsets.inside(geometry.bounds).size)]?.isColored ?? false
    }

    private func prepareFlat(
        _ layer: Layer, _ geometry: LayerGeometry, place: String, plane: PreparedLayer? = nil,
        shadowPlane: PreparedLayer? = nil
    ) -> PreparedLayer {
        let contents = LayerContents(layer, geometry, self, place: place)
        // The alpha of a mask does not depend on the picture behind it.
        var mask = layer.mask
        mask?.blendMode = .normal
        return PreparedLayer(
            layer, geometry, place: place, contents: contents,
            effects: LayerEffects(layer, geometry, contents, caster: casterBounds(of: layer, geometry, place: place)),
            mask: mask.flatMap { prepare($0, in: geometry.spaceOfMask, place: "\(place).mask") },
            sublayers: prepare(layer.shownSublayers, in: geometry, place: place), plane: plane, shadowPlane: shadowPlane)
    }

    /// The bounds of everything that casts a layer's shadows, in the layer's own coordinates. Nil if no shadow depends on them.
    private func casterBounds(of layer: Layer, _ geometry: LayerGeometry, place: String) -> Rect? {
        guard layer.shadows.contains(where: { $0.penumbra > 0 && $0.path == nil }) else { return nil }
        let scale = max(1e-6, geometry.toDevice.meanScale)
        let space = LayerSpace(toDevice: .scale(scale, scale), bounds: geometry.bounds, light: geometry.light)
        let alone = layer.asCaster(in: geometry.bounds, of: layer.shownSublayers)
        guard let upright = LayerGeometry(alone, in: space) else { return nil }
        let bounds = prepare(alone, upright, place: place).content(isCaster: true, isTight: true, over: nil)
        return bounds.isEmpty ? nil : bounds.transformed(by: .scale(1 / scale, 1 / scale))
    }

    fileprivate func prepare(_ sublayers: [Layer], in geometry: LayerGeometry, place: String) -> [PreparedLayer] {
        guard !sublayers.isEmpty else { return [] }
        let space = geometry.space
        return sublayers.backToFront.compactMap { index in
            // A copy has the place of the layer that it is a copy of.
            let isCopy = sublayers[index].isCopy
            return prepare(sublayers[index], in: space, place: isCopy ? place : "\(place).sublayers[\(index)]")
        }
    }
}

extension Layer {
    /// Whether a background, a gradient, a picture or an inset shadow would continue beyond the bounds, were it not cut.
    fileprivate var paintsWithoutEnd: Bool {
        if effectTraits.contains(.fillsBounds) { return true }
        guard drawsContents else { return false }
        if backgroundColor != nil { return true }
        return switch kind {
        case .gradient, .image: true
        case .layer, .shape, .text: false
        }
    }
}

extension Layer {
    /// The sublayers, with those hidden that a filter reads as inputs.
    fileprivate var shownSublayers: [Layer] {
        guard hasFilterGraph else { return sublayers }
        var result = sublayers
        for index in filterInputs where result.indices.contains(index) { result[index].isHidden = true }
        return result
    }
}

extension [Layer] {
    /// The indices of the layers in painting order.
    var backToFront: [Int] {
        guard containsInPlace({ $0.zPosition != 0 || $0.paintingOrder != 0 }) else { return [Int](indices) }
        return indices.sorted {
            (self[$0].zPosition, self[$0].paintingOrder, $0) < (self[$1].zPosition, self[$1].paintingOrder, $1)
        }
    }
}

extension Layer {
    /// Whether the layer, or a layer inside it, blurs the picture behind it or blends with it.
    var readsBackdrop: Bool {
        !isHidden
            && (blendMode != .normal || !effectTraits.isDisjoint(with: [.changesBackdrop, .blends])
                || sublayers.contains(where: \.readsBackdrop))
    }

    /// The layer as a caster of shadows: without backdrops, and with normal blend modes in the layers inside it.
    ///
    /// Most blend modes don't change the layer's alpha. Modes that sum alphas do: they are kept, and so are the modes of
    /// sublayers with such modes inside.
    fileprivate var withoutBackdrops: Layer { withoutBackdrops(keepingLight: 4) }

    /// The layer upright, without anything that casts no shadow of the layer: its place, its effects and its opacity.
    fileprivate func asCaster(in bounds: Rect, of sublayers: [Layer]) -> Layer {
        var result = withoutBackdrops.withoutPenumbra
        (result.frame, result.transform, result.perspective) = (bounds, .identity, perspective)
        (result.backfaceVisibility, result.opacity, result.blendMode) = (.visible, 1, .normal)
        result.removeEffects(.inPlane)
        result.sublayers = sublayers.map(\.withoutPenumbra)
        return result
    }

    /// The layer with shadows that are equally soft everywhere, also inside it. Measuring them is faster.
    private var withoutPenumbra: Layer {
        var result = self
        for index in result.shadows.indices { result.shadows[index].penumbra = 0 }
        result.sublayers = sublayers.map(\.withoutPenumbra)
        return result
    }

    /// Removes backdrop blurs and blend modes.
    ///
    /// - Parameter depth: modes that sum alphas are kept inside fewer than this many sublayers with shadows of their own,
    ///   one inside the other. Each of them has its contents painted twice: for its shadows, and over its shadows.
    private func withoutBackdrops(keepingLight depth: Int) -> Layer {
        var result = self
        result.removeEffects(.changesBackdrop)
        result.sublayers = sublayers.map { sublayer in
            var inner = sublayer.withoutBackdrops(keepingLight: sublayer.hasNoShadows ? depth : max(0, depth - 1))
            func kept(_ mode: BlendMode) -> BlendMode { depth > 0 && mode.sumsAlpha ? mode : .normal }
            inner.changeEffectBlendModes { $0 = kept($0) }
            // Alphas that are summed inside a group stay in the group.
            let mode = inner.blendMode
            inner.blendMode = .normal
            inner.blendMode = inner.readsBackdrop ? mode : kept(mode)
            return inner
        }
        return result
    }

    /// Whether the layer consists of its contents and nothing else.
    var isNothingButContents: Bool {
        backgroundColor == nil && sublayers.isEmpty && borderWidth <= 0 && mask == nil && opacity >= 1 && drawsContents
            && isPlain
    }
}

extension Layer {
    /// Whether the layer leaves the plane of its parent, or may.
    var isInSpace: Bool { transform3D.affine == nil || backfaceVisibility == .hidden }

    /// Whether an effect of the layer must be drawn together with its contents in the layer's own plane.
    ///
    /// - Parameter isShadowed: whether shadows behind the layer count.
    fileprivate func needsPlane(isShadowed: Bool) -> Bool {
        !effectTraits.isDisjoint(with: isShadowed ? [.reshapes, .inside, .behind] : [.reshapes, .inside])
    }

    /// The layer without everything that is painted in its plane.
    fileprivate var shell: Layer {
        var result = self
        result.removeEffects(.inPlane)
        (result.sublayers, result.copyColors) = ([], [])
        (result.backgroundColor, result.borderWidth, result.masksToBounds) = (nil, 0, false)
        return result
    }
}
