/// The keys an object may have.
struct KeyTable {
    /// With its article, for messages: "a layer".
    let owner: String
    let keys: [String]
    let upcoming: [String: [JSONValue]]
    private let known: Set<String>

    init(_ owner: String, _ keys: [String], upcoming: [String: [JSONValue]] = [:]) {
        self.owner = owner
        self.keys = keys
        self.upcoming = upcoming
        known = Set(keys)
    }

    func contains(_ key: String) -> Bool { known.contains(key) }

    static let scene = KeyTable(
        "a scene", ["version", "canvas", "parameters", "layers", "$schema", "expectsEmpty", "proves"])
    static let canvas = KeyTable("a canvas", ["width", "height", "scale", "background"])
    static let shadow = KeyTable(
        "a shadow", ["color", "opacity", "offset", "radius", "path", "fillRule"], upcoming: UpcomingKeys.shadow)

    private static let common = [
        "type", "name", "hidden", "frame", "transform", "anchorPoint", "opacity", "backgroundColor", "cornerRadius",
        "borderWidth", "borderColor", "masksToBounds", "shadows", "sublayers",
    ]
    private static let ofImage = ["contents", "contentsGravity", "contentsRect", "contentsScale", "interpolation"]
    private static let ofShape = ["path", "fillColor", "fillRule"]

    static let layer = KeyTable("a layer", common, upcoming: UpcomingKeys.layer)
    static let image = KeyTable(
        "an image layer", common + ofImage, upcoming: UpcomingKeys.layer.merging(UpcomingKeys.image) { $1 })
    static let shape = KeyTable(
        "a shape layer", common + ofShape, upcoming: UpcomingKeys.layer.merging(UpcomingKeys.shape) { $1 })

    /// The type of layer that has `key`, when another than the one at hand does.
    static func layerType(with key: String) -> String? {
        if ofImage.contains(key) || UpcomingKeys.image[key] != nil { return "image" }
        if ofShape.contains(key) || UpcomingKeys.shape[key] != nil { return "shape" }
        return nil
    }
}
