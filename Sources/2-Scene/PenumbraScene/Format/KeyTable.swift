/// The keys an object may have.
struct KeyTable {
    /// With its article, for messages: "a layer".
    let owner: String
    let keys: [String]
    /// Keys of other objects, each with what it belongs to.
    let elsewhere: [String: String]
    private let known: Set<String>

    init(_ owner: String, _ keys: [String], elsewhere: [String: String] = [:]) {
        self.owner = owner
        self.keys = keys
        self.elsewhere = elsewhere
        known = Set(keys)
    }

    func contains(_ key: String) -> Bool { known.contains(key) }

    static let scene = KeyTable(
        "a scene", ["version", "canvas", "light", "parameters", "layers", "$schema", "expectsEmpty", "proves"])
    static let canvas = KeyTable("a canvas", ["width", "height", "scale", "background", "fit", "dither"])
    static let light = KeyTable("a light", ["angle", "height"])
    static let backdropBlur = KeyTable("a backdrop blur", ["radius", "progressive"])
    static let gradient = KeyTable("a gradient", ofGradient)

    // MARK: - Paths

    static let rectPath = KeyTable("a path", ["rect", "radius"])
    static let ellipsePath = KeyTable("a path", ["ellipse"])
    static let circlePath = KeyTable("a path", ["circle"])
    static let polygonPath = KeyTable("a path", ["polygon"])
    /// What a path object without any of its keys could have.
    static let anyPath = KeyTable("a path", ["rect", "ellipse", "circle", "polygon"])
    static let circle = KeyTable("a circle", ["center", "radius"])

    // MARK: - Shadows

    private static let ofShadows = ["color", "opacity", "offset", "elevation", "radius", "spread", "noise", "path", "fillRule"]
    private static let ofOuterShadows = ["knockout", "transform", "anchor"]
    private static let ofInnerShadows = ["outside"]

    static let shadow = KeyTable(
        "a shadow", ofShadows + ofOuterShadows, elsewhere: owned(by: "`innerShadows`", ofInnerShadows))
    static let innerShadow = KeyTable(
        "an inner shadow", ofShadows + ofInnerShadows, elsewhere: owned(by: "`shadows`", ofOuterShadows))

    private static func owned(by owner: String, _ keys: [String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: keys.map { ($0, owner) })
    }

    // MARK: - Figma

    // What variables the values came from (`boundVariables`) changes nothing.
    private static let ofFigmaEffects = ["type", "visible", "radius", "boundVariables"]
    private static let ofFigmaShadows = ["color", "blendMode", "offset", "spread"]

    static let figmaDropShadow = KeyTable("a DROP_SHADOW", ofFigmaEffects + ofFigmaShadows + ["showShadowBehindNode"])
    static let figmaInnerShadow = KeyTable("an INNER_SHADOW", ofFigmaEffects + ofFigmaShadows)
    static let figmaLayerBlur = KeyTable("a LAYER_BLUR", ofFigmaEffects + ["blurType"])
    static let figmaBackgroundBlur = KeyTable("a BACKGROUND_BLUR", ofFigmaEffects + ["blurType"])
    static let figmaColor = KeyTable("a colour of Figma", ["r", "g", "b", "a"])
    static let figmaOffset = KeyTable("an offset of Figma", ["x", "y"])

    // MARK: - Layers

    private static let common = [
        "type", "name", "hidden", "frame", "transform", "anchorPoint", "opacity", "blendMode", "backgroundColor",
        "cornerRadius",
        "cornerCurve", "borderWidth", "borderColor", "masksToBounds", "mask", "shadows", "innerShadows", "boxShadow", "effects",
        "drawsContents", "clipForAnyAlpha", "blur", "filter", "backdropBlur", "sublayers",
    ]
    private static let ofImage = [
        "contents", "contentsGravity", "contentsRect", "contentsCenter", "contentsScale", "interpolation", "tint",
    ]
    private static let ofGradient = [
        "gradientType", "colors", "locations", "startPoint", "endPoint", "center", "startCenter", "endCenter", "startRadius",
        "endRadius",
        "interpolation", "falloff",
    ]
    private static let ofShape = [
        "path", "fillColor", "fillRule", "strokeColor", "lineWidth", "lineCap", "lineJoin", "miterLimit",
        "lineDashPattern", "lineDashPhase", "strokeStart", "strokeEnd",
    ]
    private static let ofText = [
        "string", "font", "fontSize", "color", "alignment", "wrapped", "lineHeight", "letterSpacing", "maximumLines",
    ]

    static let layer = layerTable("layer", [])
    static let image = layerTable("image", ofImage)
    static let gradientLayer = layerTable("gradient", ["gradient"] + ofGradient)
    static let shape = layerTable("shape", ofShape)
    static let text = layerTable("text", ofText)

    /// The keys that only layers of one type have, the types in the order of the format.
    private static let kinds: [(type: String, keys: [String])] = [
        ("image", ofImage), ("gradient", ["gradient"] + ofGradient),
        ("shape", ofShape), ("text", ofText),
    ]

    private static func layerTable(_ type: String, _ keys: [String]) -> KeyTable {
        var types: [String: [String]] = [:]
        for kind in kinds where kind.type != type {
            for key in kind.keys { types[key, default: []].append(kind.type) }
        }
        let owner = type == "layer" ? "a layer" : type == "image" ? "an image layer" : "a \(type) layer"
        return KeyTable(
            owner, common + keys, elsewhere: types.mapValues { "layers of type \(Spelling.list($0))" })
    }
}
