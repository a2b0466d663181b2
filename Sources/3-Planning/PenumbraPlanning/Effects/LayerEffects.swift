import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// All effects of a layer, in every notation, prepared once.
///
/// Each effect is one file in this folder, with the area it covers, the pixels it needs and the passes it adds. This type puts
/// the effects in order.
struct LayerEffects {
    /// The shadows behind the layer, front-most first: the layer's own shadows, the shadows of its box, and Figma's shadows.
    var shadows: [DropShadow]
    /// The visible shadows inside the layer, in the same order.
    var innerShadows: [InnerShadow]
    /// The blur of the picture behind the layer.
    let backdrop: Backdrop?
    /// The filter of the finished layer.
    let filter: GroupFilter

    /// - Parameter caster: the bounds of the layer's alpha in its own coordinates, if a shadow grows softer from its foot.
    init(_ layer: Layer, _ geometry: LayerGeometry, _ contents: LayerContents, caster: Rect?) {
        var outside = layer.shadows.map { PlacedShadow($0, geometry, caster: caster) }
        var inside = layer.innerShadows.map { PlacedShadow($0, geometry) }
        for shadow in layer.boxShadows {
            guard let placed = PlacedShadow(shadow, geometry) else { continue }
            if shadow.isInset { inside.append(placed) } else { outside.append(placed) }
        }
        for effect in layer.effects.reversed() {
            let placed = PlacedShadow(effect.shadow, geometry)
            switch effect.kind {
            case .drop: outside.append(placed)
            case .inner: inside.append(placed)
            }
        }
        shadows = outside.map { DropShadow(placed: $0) }
        innerShadows = inside.filter(\.isVisible).map { InnerShadow(placed: $0, isHard: layer.clipForAnyAlpha) }
        backdrop = Backdrop(layer, geometry, contents)
        filter = GroupFilter(layer, geometry)
    }

    /// The device pixels that a layer with its shadows may paint, if its body may paint the pixels `body`.
    func extent(of body: PixelRect) -> PixelRect {
        shadows.reduce(body) { $0.union($1.extent(castBy: body)) }
    }

    /// The area that the shadows alone paint. As exact as the outlines are known.
    func shadowContent(castBy body: Rect) -> Rect {
        visibleShadows.reduce(.zero) { $0.union($1.content(castBy: body)) }
    }

    var visibleShadows: [DropShadow] { shadows.filter(\.placed.isVisible) }
}

extension Layer {
    /// Whether the layer has no shadows, and no blur or filter that changes the finished layer.
    var isPlain: Bool { hasNoShadows && !isFiltered }

    /// Whether the layer has no shadows of any kind, those of its filter included.
    var hasNoShadows: Bool {
        shadows.isEmpty && innerShadows.isEmpty && boxShadows.isEmpty && effects.isEmpty
            && !filter.contains { if case .dropShadow = $0 { true } else { false } }
    }
}
