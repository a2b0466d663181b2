import PenumbraGeometry
import PenumbraScene

extension Scene {
    /// The simplest version of a failing scene: everything is removed without which the scene still fails.
    func simplest(failing fails: (Scene) -> Bool) -> Scene {
        var result = self
        var isSimpler = true
        while isSimpler {
            isSimpler = false
            for layers in [Layer].simpler(than: result.layers) {
                var scene = result
                scene.layers = layers
                if fails(scene) {
                    result = scene
                    isSimpler = true
                    break
                }
            }
        }
        return result
    }
}

extension [Layer] {
    /// The layers with one layer removed, and with one layer simplified.
    fileprivate static func simpler(than layers: [Layer]) -> [[Layer]] {
        var result: [[Layer]] = []
        for i in layers.indices {
            var fewer = layers
            fewer.remove(at: i)
            result.append(fewer)
        }
        for i in layers.indices {
            for layer in layers[i].simpler {
                var changed = layers
                changed[i] = layer
                result.append(changed)
            }
        }
        return result
    }
}

extension Layer {
    /// Versions of the layer with one property removed.
    fileprivate var simpler: [Layer] {
        var result: [Layer] = []
        func with(_ change: (inout Layer) -> Void) {
            var other = self
            change(&other)
            if other != self { result.append(other) }
        }
        with { $0.mask = nil }
        with { $0.opacity = 1 }
        with { $0.blendMode = .normal }
        with { $0.blur = .zero }
        with { $0.backdropBlur = nil }
        with { $0.transform = .identity }
        with { $0.transform3D = .identity }
        with { $0.perspective = nil }
        with { $0.perspectiveOrigin = Point(0.5, 0.5) }
        with { $0.backfaceVisibility = .visible }
        with { $0.transformStyle = .flat }
        with { $0.anchorPoint = Point(0.5, 0.5) }
        with { $0.cornerRadii = .zero }
        with { $0.masksToBounds = false }
        with { $0.borderWidth = 0 }
        with { $0.borderColor = .black }
        with { $0.drawsContents = true }
        with { $0.zPosition = 0 }
        with { $0.kind = .layer }
        with { $0.backgroundColor = nil }
        with { if $0.backgroundColor != nil { $0.backgroundColor = .color(.black) } }
        with { if let frame = $0.frame { $0.frame = PixelRect(covering: frame).rect } }
        for i in filter.indices { with { $0.filter.remove(at: i) } }
        for i in shadows.indices { with { $0.shadows.remove(at: i) } }
        for i in innerShadows.indices { with { $0.innerShadows.remove(at: i) } }
        for i in boxShadows.indices { with { $0.boxShadows.remove(at: i) } }
        for i in effects.indices { with { $0.effects.remove(at: i) } }
        for layers in [Layer].simpler(than: sublayers) { with { $0.sublayers = layers } }
        for layer in mask?.simpler ?? [] { with { $0.mask = layer } }
        return result
    }
}
