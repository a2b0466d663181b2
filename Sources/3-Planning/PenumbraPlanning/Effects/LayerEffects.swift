import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// All effects of a layer, in whichever notation they were given, prepared once.
///
/// An effect is one file in this folder: what it covers, what it needs and the passes it writes. Here it gets its place.
struct LayerEffects {
    /// Behind the layer, front-most first: its own shadows, those of its box, Figma's.
    let shadows: [DropShadow]
    /// Inside the layer, in the same order; those that are seen.
    var innerShadows: [InnerShadow]
    /// Of what lies behind the layer.
    let backdrop: Backdrop?
    /// Of the finished layer.
    let filter: GroupFilter

    init(_ layer: Layer, _ geometry: LayerGeometry, _ contents: LayerContents) {
        var outside = layer.shadows.map { PlacedShadow($0, geometry) }
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
        backdrop = layer.backdropBlur.map { Backdrop($0, layer, geometry, contents) }
        filter = GroupFilter(layer, geometry)
    }

    /// The device pixels that a layer with its shadows may paint where its body may paint those of `body`.
    func extent(of body: PixelRect) -> PixelRect {
        shadows.reduce(body) { $0.union($1.extent(castBy: body)) }
    }

    /// The area the shadows alone paint, as exactly as outlines are known.
    func shadowContent(castBy body: Rect) -> Rect {
        visibleShadows.reduce(.zero) { $0.union($1.content(castBy: body)) }
    }

    var visibleShadows: [DropShadow] { shadows.filter(\.placed.isVisible) }
}

extension Layer {
    /// Whether the layer is painted without shadows and is not changed when it is finished.
    var isPlain: Bool {
        shadows.isEmpty && innerShadows.isEmpty && boxShadows.isEmpty && effects.isEmpty && blur.value <= 0 && filter.isEmpty
    }
}
