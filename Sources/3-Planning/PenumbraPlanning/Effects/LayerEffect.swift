import PenumbraBitmap
import PenumbraScene

/// The effects that a layer can have, in the order in which they are prepared.
///
/// `LayerEffects` prepares the effects of this list and no others. What the planner asks about a layer's effects before it
/// prepares them follows from their traits.
enum LayerEffect: CaseIterable {
    case shadows, innerShadows, boxShadows, figmaShadows
    case copyColors, shapedBlur, blur, filter
    case backdrop

    /// The traits of the effect of a layer. None if the layer doesn't have the effect.
    func traits(of layer: Layer) -> EffectTraits {
        switch self {
        case .shadows: EffectTraits(of: layer.shadows) { .behind.blending($0.blendMode) }
        case .innerShadows: EffectTraits(of: layer.innerShadows) { .inside.blending($0.blendMode) }
        case .boxShadows: EffectTraits(of: layer.boxShadows) { $0.isInset ? [.inside, .fillsBounds] : .behind }
        case .figmaShadows:
            EffectTraits(of: layer.effects) { shadow in
                switch shadow.kind {
                case .drop: .behind.blending(shadow.blendMode)
                case .inner: .inside.blending(shadow.blendMode)
                }
            }
        case .copyColors: layer.copyColors.contains { $0 != .white } ? .recolors : []
        case .shapedBlur: layer.shapedBlur == nil ? [] : [.reshapes, .keepsPixels]
        case .blur: layer.blur.value > 0 ? .reshapes : []
        case .filter:
            EffectTraits(of: layer.filter) { function in
                switch function {
                case .color: .recolors
                case .blur: .reshapes
                case .dropShadow: [.reshapes, .addsShadow]
                case .graph: [.reshapes, .keepsPixels]
                }
            }
        case .backdrop: layer.backdropBlur == nil && layer.backdropFilter.isEmpty ? [] : [.changesBackdrop, .keepsPixels]
        }
    }

    /// Removes the effect from a layer.
    func remove(from layer: inout Layer) {
        switch self {
        case .shadows: layer.shadows = []
        case .innerShadows: layer.innerShadows = []
        case .boxShadows: layer.boxShadows = []
        case .figmaShadows: layer.effects = []
        case .copyColors: layer.copyColors = []
        case .shapedBlur: layer.shapedBlur = nil
        case .blur: layer.blur = .zero
        case .filter: layer.filter = []
        case .backdrop: (layer.backdropBlur, layer.backdropFilter) = (nil, [])
        }
    }

    /// Changes the blend modes of the effect.
    func changeBlendModes(of layer: inout Layer, _ change: (inout BlendMode) -> Void) {
        switch self {
        case .shadows: for index in layer.shadows.indices { change(&layer.shadows[index].blendMode) }
        case .innerShadows: for index in layer.innerShadows.indices { change(&layer.innerShadows[index].blendMode) }
        case .figmaShadows: for index in layer.effects.indices { change(&layer.effects[index].blendMode) }
        case .boxShadows, .copyColors, .shapedBlur, .blur, .filter, .backdrop: break
        }
    }
}

/// What an effect does to a layer and to the picture behind it.
struct EffectTraits: OptionSet {
    let rawValue: UInt16

    /// The effect paints a shadow behind the layer. In 3-D, the shadow lies in the layer's plane.
    static let behind = EffectTraits(rawValue: 1)
    /// The effect paints a shadow inside the layer.
    static let inside = EffectTraits(rawValue: 2)
    /// The effect paints inside the bounds, also if the layer has no contents.
    static let fillsBounds = EffectTraits(rawValue: 4)
    /// The effect blends with the picture behind the layer.
    static let blends = EffectTraits(rawValue: 8)
    /// The effect changes the colours of the finished layer, each pixel by itself.
    static let recolors = EffectTraits(rawValue: 16)
    /// The effect changes the finished layer, and reads the pixels around each pixel.
    static let reshapes = EffectTraits(rawValue: 32)
    /// The effect adds a shadow to the finished layer.
    static let addsShadow = EffectTraits(rawValue: 64)
    /// The effect changes the picture behind the layer.
    static let changesBackdrop = EffectTraits(rawValue: 128)
    /// A layer with the effect can't be drawn with larger pixels and then enlarged.
    static let keepsPixels = EffectTraits(rawValue: 256)

    /// The effects that are drawn in the layer's own plane: all but those on the picture behind it.
    static let inPlane: EffectTraits = [.behind, .inside, .recolors, .reshapes]

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    fileprivate func blending(_ mode: BlendMode) -> EffectTraits { mode == .normal ? self : union(.blends) }

    /// The traits of all elements of a list.
    fileprivate init<Element>(of elements: [Element], _ traits: (Element) -> EffectTraits) {
        self = elements.reduce(into: []) { $0.formUnion(traits($1)) }
    }
}

extension Layer {
    /// The traits of all effects of the layer.
    var effectTraits: EffectTraits { LayerEffect.allCases.reduce(into: []) { $0.formUnion($1.traits(of: self)) } }

    /// Removes all effects with one of the traits.
    mutating func removeEffects(_ traits: EffectTraits) {
        for effect in LayerEffect.allCases where !effect.traits(of: self).isDisjoint(with: traits) {
            effect.remove(from: &self)
        }
    }

    /// Changes the blend modes of all effects.
    mutating func changeEffectBlendModes(_ change: (inout BlendMode) -> Void) {
        for effect in LayerEffect.allCases { effect.changeBlendModes(of: &self, change) }
    }

    /// Whether the layer has no shadows, and no blur or filter that changes the finished layer.
    var isPlain: Bool { effectTraits.isDisjoint(with: .inPlane) }

    /// Whether the layer has no shadows of any kind, those of its filter included.
    var hasNoShadows: Bool { effectTraits.isDisjoint(with: [.behind, .inside, .addsShadow]) }

    /// Whether the layer is drawn by itself and then changed as a whole.
    var isFiltered: Bool { !effectTraits.isDisjoint(with: [.recolors, .reshapes]) }

    /// Whether the visible part stays the same if something continues beyond the bounds that will cut it.
    var staysInPlace: Bool { !effectTraits.contains(.reshapes) }

    /// Whether the layer changes the picture behind it where its shape shows it.
    var filtersBackdrop: Bool { effectTraits.contains(.changesBackdrop) }
}
