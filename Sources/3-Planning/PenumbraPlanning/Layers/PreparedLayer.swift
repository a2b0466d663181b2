import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import PenumbraSystem

/// A layer placed on the device, with everything that painting it asks for more than once: each is computed here, for all of
/// the tree, before anything is painted.
final class PreparedLayer {
    let layer: Layer
    let geometry: LayerGeometry
    /// Where the layer stands in the scene: `layers[2].sublayers[0]`.
    let place: String
    /// For labels and errors.
    let name: String
    let contents: LayerContents
    let effects: LayerEffects
    /// The mask, unless it is hidden or its transform is singular.
    let mask: PreparedLayer?
    /// Back to front; hidden ones and those whose transform is singular are left out.
    let sublayers: [PreparedLayer]
    /// The device pixels the layer may paint without its shadows, backdrop and filter: a bound that is never too small.
    let bodyExtent: PixelRect
    /// The pixels of `bodyExtent` before `masksToBounds` cuts them; nil where they have no end, since what fills the bounds goes
    /// on beyond them.
    let uncutExtent: PixelRect?
    /// How many device pixels the sublayers' backdrops read beyond the visible part of the layer.
    let reachInside: Int
    /// The same with shadows: before the first step of the filter, after it, and so on to the last.
    let groupExtents: [PixelRect]
    /// Kept, since layers inside each other would otherwise ask for it twice at each depth.
    lazy var contentWithoutBackdrops = content(over: nil)
    /// The area a mask paints.
    lazy var contentAlone = content(over: .zero)

    fileprivate init(
        _ layer: Layer, _ geometry: LayerGeometry, place: String, contents: LayerContents, effects: LayerEffects,
        mask: PreparedLayer?, sublayers: [PreparedLayer]
    ) {
        self.layer = layer
        self.geometry = geometry
        self.place = place
        self.contents = contents
        self.effects = effects
        self.mask = mask
        self.sublayers = sublayers
        name = layer.name.map { "layer \"\(oneLine($0))\"" } ?? place
        let own = Self.pixels(Self.own(layer, geometry, contents))
        // Contents that a cut takes away are there for what looks behind.
        let drawn = layer.masksToBounds ? own.union(Self.pixels(contents.bounds(geometry, isExact: false, union: .zero))) : own
        let uncut = sublayers.reduce(drawn) { $0.union($1.extent) }
        bodyExtent = layer.masksToBounds ? own : uncut
        uncutExtent = layer.masksToBounds && layer.drawsContents && layer.fillsBounds ? nil : uncut
        // A backdrop may read the result of another backdrop, so their reaches add up.
        reachInside = sublayers.reduce(0) { min(1 << 20, $0 + $1.reachInside + ($1.effects.backdrop?.reach ?? 0)) }
        groupExtents = effects.filter.extents(from: effects.extent(of: bodyExtent))
    }

    /// The device pixels the layer may paint: a bound that is never too small.
    var extent: PixelRect {
        let group = groupExtents[groupExtents.count - 1]
        return effects.backdrop.map { group.union($0.extent) } ?? group
    }

    /// The device pixels of background and contents, without border and sublayers.
    var ownExtent: PixelRect {
        Self.pixels(Self.own(layer, geometry, contents, hasBorder: false))
    }

    /// Background, contents and border, in device pixels.
    private static func own(
        _ layer: Layer, _ geometry: LayerGeometry, _ contents: LayerContents, hasBorder: Bool = true
    ) -> Rect {
        var result = Rect.zero
        if layer.backgroundColor != nil || hasBorder && layer.borderWidth > 0 || layer.masksToBounds
            || layer.boxShadows.contains(where: \.isInset)
        {
            result = geometry.bounds.transformed(by: geometry.toDevice)
        }
        return layer.masksToBounds ? result : contents.bounds(geometry, isExact: false, union: result)
    }

    /// Flattened curves may stand out of their bounds by the flattening tolerance, and edges are rounded to a grid.
    private static func pixels(_ rect: Rect) -> PixelRect {
        rect.isEmpty ? .empty : PixelRect(covering: rect).outset(x: 1, y: 1)
    }

    /// Whether the body is cut by a mask, which may leave nothing of it.
    var isMasked: Bool { layer.mask.map { !$0.isHidden } ?? false }

    /// Whether a layer inside this one looks at what is behind.
    var looksBehind: Bool { layer.sublayers.contains(where: \.readsBackdrop) }

    /// Device pixels that the body, opaque within its bounds, hides for certain.
    var coveredPixels: PixelRect { layer.drawsContents && !isMasked ? geometry.coveredPixels : .empty }

    /// The layer that casts shadows: its contents are there whether they are painted or not, its inner shadows are not.
    ///
    /// - Parameter planner: prepares the sublayers again where they must not look at what is behind.
    func caster(_ planner: ScenePlanner) -> PreparedLayer {
        var (layer, effects, sublayers) = (layer, effects, sublayers)
        layer.drawsContents = true
        layer.boxShadows = []
        effects.innerShadows = []
        if looksBehind {
            layer = layer.withoutBackdrops
            sublayers = planner.prepare(layer.sublayers, in: geometry, place: place)
        }
        return PreparedLayer(
            layer, geometry, place: place, contents: contents, effects: effects, mask: mask, sublayers: sublayers)
    }
}

extension ScenePlanner {
    /// A layer with its mask and all layers inside it; nil where it is hidden or its transform is singular.
    func prepare(_ layer: Layer, in space: LayerSpace, place: String) -> PreparedLayer? {
        guard !layer.isHidden, let geometry = LayerGeometry(layer, in: space) else { return nil }
        let contents = LayerContents(layer, geometry, self, place: place)
        // A mask is an alpha, whatever lies behind it.
        var mask = layer.mask
        mask?.blendMode = .normal
        return PreparedLayer(
            layer, geometry, place: place, contents: contents, effects: LayerEffects(layer, geometry, contents),
            mask: mask.flatMap { prepare($0, in: geometry.space, place: "\(place).mask") },
            sublayers: prepare(layer.sublayers, in: geometry, place: place))
    }

    fileprivate func prepare(_ sublayers: [Layer], in geometry: LayerGeometry, place: String) -> [PreparedLayer] {
        sublayers.backToFront.compactMap { prepare($1, in: geometry.space, place: "\(place).sublayers[\($0)]") }
    }
}

extension Layer {
    /// Whether a background, a gradient or a picture may reach the bounds.
    fileprivate var fillsBounds: Bool {
        if backgroundColor != nil { return true }
        return switch kind {
        case .gradient, .image: true
        case .layer, .shape, .text: false
        }
    }
}

extension [Layer] {
    /// In the order they are painted, each with its place in the list.
    var backToFront: [(index: Int, layer: Layer)] {
        let layers = enumerated().map { (index: $0, layer: $1) }
        guard contains(where: { $0.zPosition != 0 }) else { return layers }
        return layers.sorted { ($0.layer.zPosition, $0.index) < ($1.layer.zPosition, $1.index) }
    }
}

extension Layer {
    /// Whether the layer, or one inside it, looks at what is behind: blurs it or blends with it.
    var readsBackdrop: Bool {
        !isHidden && (backdropBlur != nil || blendMode != .normal || sublayers.contains(where: \.readsBackdrop))
    }

    /// The same without looking at what is behind, and all layers inside it likewise: what casts a shadow is an alpha, which no
    /// blend mode changes but those that sum it.
    fileprivate var withoutBackdrops: Layer { withoutBackdrops(keepingLight: true) }

    /// - Parameter keepingLight: whether alphas may still be summed. Inside a sublayer with shadows of its own they are not:
    ///   all it holds would have to be painted twice, and twice again at each depth.
    private func withoutBackdrops(keepingLight: Bool) -> Layer {
        var result = self
        result.backdropBlur = nil
        result.sublayers = sublayers.map { sublayer in
            var inner = sublayer.withoutBackdrops(keepingLight: keepingLight && sublayer.isPlain)
            if !(keepingLight && sublayer.blendMode.sumsAlpha) { inner.blendMode = .normal }
            return inner
        }
        return result
    }

    /// Whether a layer is its contents and nothing else.
    var isNothingButContents: Bool {
        backgroundColor == nil && sublayers.isEmpty && borderWidth <= 0 && mask == nil && opacity >= 1 && drawsContents
            && isPlain
    }
}
