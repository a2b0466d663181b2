import PenumbraGeometry
import PenumbraScene
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

extension SceneReference {
    /// An outer shadow's mask.
    func outer(_ shadow: Shadow, of layer: Layer, _ full: Field, _ place: Place) -> Field {
        let sigma = shadow.radius.value * place.map.meanScale
        var mask: Field
        var caster = full
        if let path = shadow.path {
            caster = coverage(of: path, place)
            let box = path.bounds
            let moved = path.applying(distortion(shadow, about: Point(box.midX, box.maxY), place))
                .applying(localMove(of: shadow, place))
            let sharp = coverage(of: moved, place)
            mask =
                shadow.penumbra > 0
                ? sharp.gathered(movedBy: .zero, sigma: grownSigma(shadow, place)) : sharp.blurred(sigma: sigma, movedBy: .zero)
        } else {
            let bounds = place.bounds
            let map = distortion(shadow, about: Point(bounds.midX, bounds.maxY), place)
            let sharp = transformed(full, by: map, place)
            let move = move(of: shadow, place)
            mask =
                shadow.penumbra > 0
                ? sharp.gathered(movedBy: move, sigma: grownSigma(shadow, place)) : sharp.blurred(sigma: sigma, movedBy: move)
        }
        // "Knock-out is by the caster as it stands, before spread, transform and offset."
        if shadow.knockout { mask = mask.times((layer.clipForAnyAlpha ? hardened(caster) : caster).map { 1 - $0 }) }
        return mask
    }

    /// "σ grows by this many points per point of distance from the anchor's line, in the layer's own space before the transform.
    /// Rows beyond the path's bounds or the frame have the σ of the nearest row inside."
    private func grownSigma(_ shadow: Shadow, _ place: Place) -> (Int, Int) -> Double {
        let box = shadow.path?.bounds ?? place.bounds
        let line = shadow.anchor.map { $0.y * place.bounds.height + place.bounds.minY } ?? box.maxY
        let offset = move(of: shadow, place)
        let map = distortion(shadow, about: Point(box.midX, box.maxY), place)
        // "An alpha that moves by part of a pixel has a σ of at least 0.3 pixels."
        let isMovedByPart = abs(offset.x - offset.x.rounded()) > 1e-9 || abs(offset.y - offset.y.rounded()) > 1e-9
        let least = shadow.path == nil && isMovedByPart ? 0.3 : 0
        guard let toLocal = place.map.inverted, let back = map.inverted else { return { _, _ in 0 } }
        return { x, y in
            let device = Point(Double(x) + 0.5 - offset.x, Double(y) + 0.5 - offset.y)
            let row = min(max(device.applying(toLocal).applying(back).y, box.minY), box.maxY)
            return max(least, (shadow.radius.value + shadow.penumbra * abs(row - line)) * place.map.meanScale)
        }
    }

    /// An inner shadow's mask: everything outside the layer's own alpha, blurred, moved and clipped to that alpha.
    ///
    /// - Parameter body: the alpha of background and contents before the bounds clip it.
    func inner(_ shadow: Shadow, of layer: Layer, _ body: Field, _ place: Place) -> Field {
        let sigma = shadow.radius.value * place.map.meanScale
        var offset = move(of: shadow, place)
        let own = layer.masksToBounds ? body.times(coverage(of: outline(layer, place), place)) : body
        var solid = layer.clipForAnyAlpha ? hardened(own) : own
        var move = AffineTransform.identity
        if let path = shadow.path {
            // A path replaces the alpha as the caster and is simply drawn at the offset.
            move = localMove(of: shadow, place)
            solid = coverage(of: path.applying(move), place)
            offset = .zero
        }
        let shade: Field
        switch shadow.outside {
        case .solid:
            // 1 − solid extends to infinity; a Gaussian leaves the 1 unchanged.
            shade = solid.blurred(sigma: sigma, movedBy: offset).map { 1 - $0 }
        case .empty:
            let frame = coverage(of: Path(place.bounds).applying(move), place)
            shade = solid.map { 1 - $0 }.times(frame).blurred(sigma: sigma, movedBy: offset)
        }
        // The clip by the bounds comes once, over everything inside.
        return shade.times(body)
    }

    /// The offset in pixels. "The direction stays that of the light however the layer is turned; the distance grows with the
    /// layer."
    private func move(of shadow: Shadow, _ place: Place) -> Point {
        guard let elevation = shadow.elevation else { return shadow.offset.applyingLinearPart(of: place.map) }
        let turn = scene.light.angle * .pi / 180
        let distance = elevation / tan(scene.light.height * .pi / 180) * place.map.meanScale
        // Light from above, at 0°, casts shadows down; light from the right, at 90°, casts shadows to the left.
        return Point(-sin(turn) * distance, cos(turn) * distance)
    }

    /// The same offset in the layer's own coordinates.
    private func localMove(of shadow: Shadow, _ place: Place) -> AffineTransform {
        guard let toLocal = place.map.inverted else { return .identity }
        let local = move(of: shadow, place).applyingLinearPart(of: toLocal)
        return .translation(local.x, local.y)
    }

    /// The alpha of a layer that counts as opaque wherever it has any alpha. A translucent box counts with its exact edges.
    func hardCaster(_ alpha: Field, of layer: Layer, _ place: Place) -> Field {
        guard case .color(let color)? = layer.backgroundColor, color.alpha > 1.0 / 255, layer.sublayers.isEmpty,
            layer.mask == nil, layer.replication == nil
        else { return hardened(alpha) }
        return coverage(of: outline(layer, place), place)
    }

    /// "0 wherever alpha exceeds 1/255 and 1 elsewhere" is the inverted mask; this is the mask.
    private func hardened(_ alpha: Field) -> Field { alpha.map { $0 > 1.0 / 255 + 1e-12 ? 1 : 0 } }

    private func distortion(_ shadow: Shadow, about point: Point, _ place: Place) -> AffineTransform {
        let anchor = shadow.anchor.map { Point($0.x * place.bounds.width, $0.y * place.bounds.height) }
        return shadow.transform.about(anchor ?? point)
    }

    /// A field distorted in the layer's coordinates. Each of its pixels is a square of one value, distributed by exact area.
    private func transformed(_ field: Field, by map: AffineTransform, _ place: Place) -> Field {
        guard map != .identity, let toLocal = place.map.inverted else { return field }
        let device = toLocal.concatenating(map).concatenating(place.map)
        var result = Field(area)
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX where field[x, y] > 0 {
                let square = PixelRect(x: x, y: y, width: 1, height: 1).rect.corners.map { $0.applying(device) }
                let reached = PixelRect(covering: Rect(bounding: square))
                let spread = exactArea(of: [square], in: reached)
                let inside = reached.intersection(area)
                for v in inside.y..<max(inside.y, inside.maxY) {
                    for u in inside.x..<max(inside.x, inside.maxX) { result[u, v] += field[x, y] * spread[u, v] }
                }
            }
        }
        return result
    }
}
