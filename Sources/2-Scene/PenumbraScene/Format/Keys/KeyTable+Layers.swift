extension SceneDecoder {
    /// The types of layers, each with its table of keys.
    package enum LayerType: String, CaseIterable {
        case layer, image, gradient, shape, text

        init(_ layer: Layer) {
            switch layer.kind {
            case .layer: self = .layer
            case .image: self = .image
            case .gradient: self = .gradient
            case .shape: self = .shape
            case .text: self = .text
            }
        }

        var table: KeyTable {
            switch self {
            case .layer: .layer
            case .image: .image
            case .gradient: .gradientLayer
            case .shape: .shape
            case .text: .text
            }
        }

        /// The keys that only layers of this type have.
        fileprivate var meanings: [KeyMeaning] {
            switch self {
            case .layer: []
            case .image: ImageContents.keys.meanings
            case .gradient:
                [
                    KeyMeaning(
                        "gradient", .any(of: .object("gradientOfLayer"), .definition("cssGradient")),
                        "The gradient as an object or a CSS gradient, in place of its keys in the layer itself.")
                ] + Gradient.keys.meanings
            case .shape: Shape.keys.meanings
            case .text: Text.keys.meanings
            }
        }

        /// The names of these keys.
        fileprivate var keyNames: [String] {
            switch self {
            case .layer: []
            case .image: ImageContents.keys.names
            case .gradient: ["gradient"] + Gradient.keys.names
            case .shape: Shape.keys.names
            case .text: Text.keys.names
            }
        }
    }
}

extension KeyTable {
    static let layer = ofLayers(.layer, "a layer", "A layer with nothing but what every layer has.")
    static let image = ofLayers(.image, "an image layer", "A layer that shows a picture.")
    static let gradientLayer = ofLayers(
        .gradient, "a gradient layer", "A layer filled with a gradient.", required: [],
        rules: SceneSchema.gradientRules(centerIsRequired: false) + [SceneSchema.gradientStandsInOnePlace])
    static let shape = ofLayers(.shape, "a shape layer", "A layer that fills and strokes a path.")
    static let text = ofLayers(.text, "a text layer", "A layer that shows text.", rules: [SceneSchema.stringOrRuns])

    private static func ofLayers(
        _ type: SceneDecoder.LayerType, _ owner: String, _ text: String, required: [String]? = nil, rules: [JSONValue] = []
    ) -> KeyTable {
        // A text arranges no sublayers.
        @Sendable func isShared(_ key: String) -> Bool { type != .text || key != "layout" }
        return KeyTable(
            owner, SceneSchema.name(ofLayer: type), text, Layer.keyNames.filter(isShared) + type.keyNames, required: required,
            wanted: "a layer", own: type.keyNames,
            rules: rules + [SceneSchema.progressiveBlurNeedsAMask, SceneSchema.namesBelongToLists],
            meanings: { Layer.meanings.filter { isShared($0.key) } + type.meanings }, elsewhere: { elsewhere(than: type) })
    }

    /// The keys that layers of a type don't have, each with the name of the layers that have it.
    private static func elsewhere(than type: SceneDecoder.LayerType) -> [String: String] {
        var types: [String: [String]] = [:]
        for other in SceneDecoder.LayerType.allCases where other != type {
            for key in other.keyNames { types[key, default: []].append(other.rawValue) }
        }
        var elsewhere = types.mapValues { "layers of type \(Spelling.list($0))" }
        if type == .text { elsewhere["layout"] = "the layer around a text" }
        return elsewhere
    }
}
