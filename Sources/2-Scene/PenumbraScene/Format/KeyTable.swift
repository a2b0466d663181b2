/// The keys that an object may have.
package struct KeyTable: Sendable {
    /// The name of the object with its article, for messages: "a layer".
    package let owner: String
    package let keys: [String]
    /// The keys that a message lists, in words.
    let list: String
    /// The descriptions of the keys in the schema. Empty for objects that do not occur in scenes.
    package let meanings: [KeyMeaning]
    /// Keys of other objects, each with the name of its owner.
    let elsewhere: [String: String]
    private let known: Set<String>

    init(_ owner: String, _ keys: [String]) {
        (self.owner, self.keys, meanings, elsewhere) = (owner, keys, [], [:])
        list = keys.joined(separator: ", ")
        known = Set(keys)
    }

    /// - Parameters:
    ///   - own: the keys that only this object has. Empty if all keys are its own.
    ///   - elsewhere: keys of other objects, each with the name of its owner.
    init(_ owner: String, _ meanings: [KeyMeaning], own: [KeyMeaning] = [], elsewhere: [String: String] = [:]) {
        (self.owner, self.meanings, self.elsewhere) = (owner, meanings, elsewhere)
        keys = meanings.map(\.key)
        list =
            own.isEmpty
            ? keys.filter { $0 != "$schema" }.joined(separator: ", ")
            : own.map(\.key).joined(separator: ", ") + " and the keys of every layer"
        known = Set(keys)
    }

    func contains(_ key: String) -> Bool { known.contains(key) }

    static let scene = KeyTable("a scene", KeyMeaning.scene)
    static let canvas = KeyTable("a canvas", KeyMeaning.canvas)
    static let light = KeyTable("a light", KeyMeaning.light)
    static let backdropBlur = KeyTable("a backdrop blur", KeyMeaning.backdropBlur)
    static let gaussianBlur = KeyTable("a gaussian blur", KeyMeaning.gaussianBlur, elsewhere: blurKeys)
    static let lensBlur = KeyTable("a lens blur", KeyMeaning.lensBlur, elsewhere: blurKeys)
    static let motionBlur = KeyTable("a motion blur", KeyMeaning.motionBlur, elsewhere: blurKeys)
    static let zoomBlur = KeyTable("a zoom blur", KeyMeaning.zoomBlur, elsewhere: blurKeys)
    private static let blurKeys = [
        "radius": "gaussian, lens and motion blurs", "angle": "motion blurs", "amount": "zoom blurs", "center": "zoom blurs",
    ]
    static let filterGraph = KeyTable("a filter", KeyMeaning.filterGraph)
    static let filterStep = KeyTable("a step", KeyMeaning.filterStep)
    static let transferFunction = KeyTable("a transfer function", KeyMeaning.transferFunction)
    static let filterLight = KeyTable("a light", KeyMeaning.filterLight)
    static let replication = KeyTable("a replication", KeyMeaning.replication)
    static let gradient = KeyTable("a gradient", KeyMeaning.gradient)
    static let layout = KeyTable("a layout", KeyMeaning.container)

    // MARK: - Paths

    static let rectPath = KeyTable("a path", KeyMeaning.rectPath)
    static let ellipsePath = KeyTable("a path", KeyMeaning.ellipsePath)
    static let circlePath = KeyTable("a path", KeyMeaning.circlePath)
    static let polygonPath = KeyTable("a path", KeyMeaning.polygonPath)
    /// The keys to suggest for a path object without any known key.
    static let anyPath = KeyTable("a path", ["rect", "ellipse", "circle", "polygon"])
    static let circle = KeyTable("a circle", KeyMeaning.circle)

    // MARK: - Shadows

    static let shadow = KeyTable(
        "a shadow", KeyMeaning.ofShadows + KeyMeaning.ofOuterShadows,
        elsewhere: owned(by: "`innerShadows`", KeyMeaning.ofInnerShadows))
    static let innerShadow = KeyTable(
        "an inner shadow", KeyMeaning.ofShadows + KeyMeaning.ofInnerShadows,
        elsewhere: owned(by: "`shadows`", KeyMeaning.ofOuterShadows))

    private static func owned(by owner: String, _ meanings: [KeyMeaning]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: meanings.map { ($0.key, owner) })
    }

    // MARK: - Figma

    static let figmaDropShadow = KeyTable("a DROP_SHADOW", KeyMeaning.figmaDropShadow)
    static let figmaInnerShadow = KeyTable("an INNER_SHADOW", KeyMeaning.figmaInnerShadow)
    static let figmaLayerBlur = KeyTable("a LAYER_BLUR", KeyMeaning.figmaLayerBlur)
    static let figmaBackgroundBlur = KeyTable("a BACKGROUND_BLUR", KeyMeaning.figmaBackgroundBlur)
    static let figmaColor = KeyTable("a colour of Figma", KeyMeaning.figmaColor)
    static let figmaOffset = KeyTable("an offset of Figma", KeyMeaning.figmaOffset)

    // MARK: - Animations

    static let animation = KeyTable(
        "an animation", KeyMeaning.animation + KeyMeaning.timing, elsewhere: ["animations": "a group of animations"])
    static let animationGroup = KeyTable(
        "a group of animations", KeyMeaning.animationGroup + KeyMeaning.timing,
        elsewhere: Dictionary(uniqueKeysWithValues: KeyMeaning.animation.map { ($0.key, "the animations in a group") }))
    static let timingFunction = KeyTable("a timing function", KeyMeaning.timingFunction)
    static let spring = KeyTable("a spring", KeyMeaning.spring)

    // MARK: - Layers

    static let layer = layerTable("layer")
    static let image = layerTable("image")
    static let gradientLayer = layerTable("gradient")
    static let shape = layerTable("shape")
    static let text = layerTable("text")
    static let run = KeyTable("a run", KeyMeaning.run)
    static let pictureRun = KeyTable("a picture in a text", KeyMeaning.pictureRun)
    static let textParagraph = KeyTable("a paragraph", KeyMeaning.textParagraph)
    static let textLine = KeyTable("a line of a text", KeyMeaning.textLine)
    static let textStroke = KeyTable("a text stroke", KeyMeaning.textStroke)

    /// The keys that only one type of layer has, with the types in the order of the format.
    private static let kinds: [(type: String, keys: [KeyMeaning])] = [
        ("image", KeyMeaning.image), ("gradient", KeyMeaning.gradientLayer + KeyMeaning.gradient),
        ("shape", KeyMeaning.shape), ("text", KeyMeaning.text),
    ]

    private static func layerTable(_ type: String) -> KeyTable {
        var types: [String: [String]] = [:]
        for kind in kinds where kind.type != type {
            for meaning in kind.keys { types[meaning.key, default: []].append(kind.type) }
        }
        let owner = type == "layer" ? "a layer" : type == "image" ? "an image layer" : "a \(type) layer"
        let own = kinds.first { $0.type == type }?.keys ?? []
        var elsewhere = types.mapValues { "layers of type \(Spelling.list($0))" }
        var shared = KeyMeaning.layer
        if type == "text" {
            // A text arranges no sublayers.
            shared.removeAll { $0.key == "layout" }
            elsewhere["layout"] = "the layer around a text"
        }
        return KeyTable(owner, shared + own, own: own, elsewhere: elsewhere)
    }
}
