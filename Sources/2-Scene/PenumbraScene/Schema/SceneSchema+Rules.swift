/// Rules that involve several keys of one object.
extension SceneSchema {
    private static let circleKeys = ["center", "startCenter", "endCenter", "startRadius", "endRadius"]

    private static func forbidding(_ keys: [String]) -> JSONValue {
        .object(JSONObject(keys.map { .init(key: $0, value: false) }))
    }

    /// Rules for the circles of gradients. Only radial gradients have circles, which replace start and end points. The circles
    /// have one common centre, or one centre each.
    ///
    /// - Parameter centerIsRequired: false where circles have a default centre, the middle of the layer.
    static func gradientRules(centerIsRequired: Bool) -> [JSONValue] {
        let others = GradientType.allCases.filter { $0 != .radial }
        func anyOf(_ keys: [String]) -> JSONValue { .array(keys.map { ["required": [.string($0)]] }) }
        let centers = ["startCenter", "endCenter"]
        var rules: [JSONValue] = [
            [
                "if": ["properties": ["gradientType": ["enum": .array(others.map { .string($0.rawValue) })]]],
                "then": ["properties": forbidding(circleKeys)],
            ],
            [
                "if": ["anyOf": anyOf(circleKeys)],
                "then": ["properties": forbidding(["startPoint", "endPoint"]), "required": ["endRadius"]],
            ],
            [
                "if": ["anyOf": anyOf(centers)],
                "then": ["properties": forbidding(["center"]), "required": .array(centers.map { .string($0) })],
            ],
        ]
        if centerIsRequired {
            rules.append([
                "if": ["anyOf": anyOf(["startRadius", "endRadius"]), "not": ["anyOf": anyOf(centers)]],
                "then": ["required": ["center"]],
            ])
        }
        return rules
    }

    /// The name of an item and the separator of a list belong to a list.
    static let namesBelongToLists: JSONValue = [
        "if": ["anyOf": [["required": ["as"]], ["required": ["separator"]]]], "then": ["required": ["forEach"]],
    ]

    /// A gradient layer has either `gradient` or the keys of a gradient.
    static let gradientStandsInOnePlace: JSONValue = [
        "if": ["required": ["gradient"]],
        "then": ["properties": forbidding(KeyTable.gradient.keys)],
        "else": ["required": ["colors"]],
    ]

    /// A canvas that does not fit its content needs a width and a height.
    static let canvasHasASize: JSONValue = [
        "if": ["properties": ["fit": ["enum": ["none", nil]]]], "then": ["required": ["width", "height"]],
    ]

    /// A text is a string, or has runs.
    static let stringOrRuns: JSONValue = [
        "if": ["required": ["runs"], "properties": ["runs": ["not": ["type": "null"]]]],
        "then": ["properties": forbidding(["string"])], "else": ["required": ["string"]],
    ]

    /// A shadow has an offset, or an elevation that lets the light place it.
    static let offsetOrElevation: JSONValue = [
        "if": ["required": ["elevation"], "properties": ["elevation": ["not": ["type": "null"]]]],
        "then": ["properties": forbidding(["offset"])],
    ]

    /// Figma's progressive blurs have a start and an end, and its other blurs don't.
    static let progressiveBlurHasALine: [JSONValue] = [
        [
            "if": ["properties": ["blurType": ["const": "PROGRESSIVE"]], "required": ["blurType"]],
            "then": ["required": ["startOffset", "endOffset"]],
        ],
        [
            "if": ["properties": ["blurType": ["enum": ["NORMAL", nil]]]],
            "then": ["properties": forbidding(["startRadius", "startOffset", "endOffset"])],
        ],
    ]

    /// A progressive blur needs a mask that exists and is not hidden.
    static let progressiveBlurNeedsAMask: JSONValue = [
        "if": [
            "properties": [
                "backdropBlur": ["type": "object", "properties": ["progressive": ["const": true]], "required": ["progressive"]]
            ],
            "required": ["backdropBlur"],
        ],
        "then": [
            "properties": ["mask": ["not": ["type": "null"], "properties": ["hidden": ["not": ["const": true]]]]],
            "required": ["mask"],
        ],
    ]
}
