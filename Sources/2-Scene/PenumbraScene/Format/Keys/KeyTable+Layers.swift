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
        var types: [String: [String]] = [:]
        for other in SceneDecoder.LayerType.allCases where other != type {
            for meaning in other.meanings { types[meaning.key, default: []].append(other.rawValue) }
        }
        var elsewhere = types.mapValues { "layers of type \(Spelling.list($0))" }
        var shared = Layer.meanings
        if type == .text {
            // A text arranges no sublayers.
            shared.removeAll { $0.key == "layout" }
            elsewhere["layout"] = "the layer around a text"
        }
        return KeyTable(
            owner, SceneSchema.name(ofLayer: type), text, shared + type.meanings, required: required, wanted: "a layer",
            own: type.meanings, elsewhere: elsewhere,
            rules: rules + [SceneSchema.progressiveBlurNeedsAMask, SceneSchema.namesBelongToLists])
    }
}
