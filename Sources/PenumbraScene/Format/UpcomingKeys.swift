/// Keys and values that the format has and this decoder does not draw.
///
/// They are refused by name, so that a picture never silently lacks something. A value listed beside a key changes nothing and
/// is accepted.
enum UpcomingKeys {
    static let layer: [String: [JSONValue]] = [
        "blendMode": ["normal"],
        "cornerCurve": ["circular"],
        "mask": [nil],
        "innerShadows": [[]],
        "boxShadow": [nil, "none"],
        "filter": [nil, "none"],
        "effects": [[]],
        "drawsContents": [true],
        "clipForAnyAlpha": [false],
        "blur": [0],
        "backdropBlur": [0],
    ]

    static let image: [String: [JSONValue]] = ["tint": [nil]]

    static let shape: [String: [JSONValue]] = [
        "strokeColor": [nil],
        "lineWidth": [1],
        "lineCap": ["butt"],
        "lineJoin": ["miter"],
        "miterLimit": [10],
        "lineDashPattern": [nil, []],
        "lineDashPhase": [0],
        "strokeStart": [0],
        "strokeEnd": [1],
    ]

    static let shadow: [String: [JSONValue]] = [
        "spread": [0],
        "knockout": [false],
        "transform": [nil, "none"],
        "anchor": [],
    ]

    static let layerTypes = ["gradient", "text"]
    static let interpolations = ["lanczos"]

    static func message(_ name: String) -> String { "`\(name)` is not supported by this version" }
}
