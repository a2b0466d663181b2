import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

/// The effects of an element on everything that it paints, in the order of SVG: filter, clip, mask, opacity, blending.
struct ElementEffects {
    var filter: [FilterFunction] = []
    /// The pictures that filters read besides the element. They are the first sublayers.
    var filterLayers: [Layer] = []
    /// A layer whose alpha clips and masks the element.
    var mask: Layer?
    var opacity = 1.0
    var blendMode = BlendMode.normal
    var isIsolated = false
    /// Whether a filter may paint without an element.
    var paintsAlone: Bool { filter.contains { $0.graph != nil } }
    var layerCount = 1

    /// The layers as one layer with the effects.
    ///
    /// - Parameter map: the map from the element's coordinates to the parent's.
    func applied(to layers: [Layer], _ map: AffineTransform) -> Layer {
        var layer: Layer
        let layers = filterLayers + layers
        if layers.count == 1, filterLayers.isEmpty, layers[0].isPlainShape, filter.isEmpty || layers[0].frame == .zero {
            layer = layers[0]
            layer.transform = map
            if layer.frame == unitFrame { layer.anchorPoint = .zero }
        } else {
            layer = .group(layers, map)
        }
        layer.filter = filter
        if !filter.isEmpty, mask != nil {
            layer.transform = .identity
            layer = .group([layer], map)
        }
        layer.mask = mask
        layer.opacity *= opacity
        layer.blendMode = blendMode
        if isIsolated, filter.isEmpty, layer.mask == nil, layer.opacity == 1, blendMode == .normal, !layer.masksToBounds {
            // A filter that changes nothing makes a group.
            layer.filter = [.color(.opacity, amount: 1)]
        }
        return layer
    }
}

extension Layer {
    /// Whether the layer is a shape without any effect, in the coordinates of its parent.
    fileprivate var isPlainShape: Bool {
        guard case .shape = kind else { return false }
        return transform == .identity && mask == nil && opacity == 1 && filter.isEmpty && blendMode == .normal
            && sublayers.isEmpty
            && (frame == .zero || frame == unitFrame)
    }
}

extension Resolver {
    /// The effects of an element. Nil if they hide it.
    ///
    /// - Parameter context: the context inside of the element.
    func effects(_ node: Int, _ style: Style, _ context: Context) throws(SVGError) -> ElementEffects? {
        var effects = ElementEffects()
        effects.opacity = style.own.opacity
        effects.blendMode = style.own.blendMode
        effects.isIsolated = style.own.isIsolated
        if let filter = style.own.filter {
            guard try add(filter, to: &effects, node, style, context) else { return nil }
        }
        if let clip = style.own.clipPath {
            switch try clipLayer(clip, node, context) {
            case .none: break
            case .hidesAll: return nil
            case .layer(let layer): effects.mask = layer
            }
        }
        if let mask = style.own.mask {
            switch try maskLayer(mask, node, context) {
            case .none: break
            case .hidesAll: return nil
            case .layer(var layer):
                if let clip = effects.mask {
                    // The clip lies in the coordinates of the element, not in those of the mask's region.
                    let type = layer.maskType
                    layer = .group([layer])
                    layer.maskType = type
                    layer.mask = clip
                }
                effects.mask = layer
            }
        }
        return effects
    }
}

/// The meaning of a reference to a clip path or to a mask.
enum Masking {
    case none
    case hidesAll
    case layer(Layer)
}
