import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A shadow of a layer as it is painted, in whichever notation it was given.
struct CastShadow {
    var shadow: Shadow
    /// Whether it belongs to the layer's rounded box, as if opaque: the shadow's path is then the box grown by the spread or,
    /// inside, the hole that is left of it.
    var isOfBox = false
}

extension Layer {
    /// All shadows behind the layer, front-most first: its own, those of its box, Figma's.
    func outerShadows(_ geometry: LayerGeometry) -> [CastShadow] {
        var result = shadows.map { CastShadow(shadow: $0) }
        for shadow in boxShadows where !shadow.isInset {
            if let cast = shadow.cast(in: geometry) { result.append(cast) }
        }
        for effect in effects.reversed() where effect.kind == .drop { result.append(CastShadow(shadow: effect.shadow)) }
        return result
    }

    /// All shadows inside the layer, front-most first.
    func insideShadows(_ geometry: LayerGeometry) -> [CastShadow] {
        var result = innerShadows.map { CastShadow(shadow: $0) }
        for shadow in boxShadows where shadow.isInset {
            if let cast = shadow.cast(in: geometry) { result.append(cast) }
        }
        for effect in effects.reversed() where effect.kind == .inner { result.append(CastShadow(shadow: effect.shadow)) }
        return result
    }

    /// Whether the layer is painted without shadows and is not changed when it is finished.
    var isPlain: Bool {
        shadows.isEmpty && innerShadows.isEmpty && boxShadows.isEmpty && effects.isEmpty && blur.value <= 0 && filter.isEmpty
    }
}

extension BoxShadow {
    /// Nil when there is nothing to cast it.
    fileprivate func cast(in geometry: LayerGeometry) -> CastShadow? {
        let outline = outline(of: geometry.bounds, radii: geometry.radii, curve: geometry.curve)
        // Without a hole the whole box is shaded; without a box nothing is.
        guard let path = outline ?? (isInset ? Path() : nil) else { return nil }
        return CastShadow(shadow: Shadow(color: color, offset: offset, radius: radius, path: path), isOfBox: true)
    }
}

extension [CastShadow] {
    func visible(in geometry: LayerGeometry) -> [CastShadow] { filter { $0.shadow.isVisible(in: geometry) } }
}
