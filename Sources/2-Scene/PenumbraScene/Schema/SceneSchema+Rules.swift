/// What holds between several keys of one object.
extension SceneSchema {
    private static let circleKeys = ["center", "startCenter", "endCenter", "startRadius", "endRadius"]

    private static func forbidding(_ keys: [String]) -> JSONValue {
        .object(JSONObject(keys.map { .init(key: $0, value: false) }))
    }

    /// Circles are for radial gradients, stand in place of start and end points, and have one centre or one each.
    ///
    /// - Parameter centerIsRequired: false where circles have a centre of their own accord, the middle of the layer.
    static func gradientRules(centerIsRequired: Bool) -> [JSONValue] {
        let others = SceneDecoder.GradientType.allCases.filter { $0 != .radial }
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

    /// A gradient layer has either `gradient` or a gradient's keys.
    static let gradientStandsInOnePlace: JSONValue = [
        "if": ["required": ["gradient"]],
        "then": ["properties": forbidding(KeyTable.gradient.keys)],
        "else": ["required": ["colors"]],
    ]

    /// A canvas that does not fit its content says how large it is.
    static let canvasHasASize: JSONValue = [
        "if": ["properties": ["fit": ["enum": ["none", nil]]]], "then": ["required": ["width", "height"]],
    ]

    /// Either the shadow says where it falls, or the light does.
    static let offsetOrElevation: JSONValue = [
        "if": ["required": ["elevation"], "properties": ["elevation": ["not": ["type": "null"]]]],
        "then": ["properties": forbidding(["offset"])],
    ]

    /// A progressive blur is scaled by a mask that is there and not hidden.
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
