/// What holds between several keys of one object.
extension SceneSchema {
    private static let circleKeys = ["center", "startRadius", "endRadius"]

    private static func forbidding(_ keys: [String]) -> JSONValue {
        .object(JSONObject(keys.map { .init(key: $0, value: false) }))
    }

    /// Circles are for radial gradients, and stand in place of start and end points.
    ///
    /// - Parameter centerIsRequired: false where circles have a centre of their own accord, the middle of the layer.
    static func gradientRules(centerIsRequired: Bool) -> [JSONValue] {
        let others = SceneDecoder.GradientType.allCases.filter { $0 != .radial }
        return [
            [
                "if": ["properties": ["gradientType": ["enum": .array(others.map { .string($0.rawValue) })]]],
                "then": ["properties": forbidding(circleKeys)],
            ],
            [
                "if": ["anyOf": .array(circleKeys.map { ["required": [.string($0)]] })],
                "then": [
                    "properties": forbidding(["startPoint", "endPoint"]),
                    "required": centerIsRequired ? ["center", "endRadius"] : ["endRadius"],
                ],
            ],
        ]
    }

    /// A gradient layer has either `gradient` or a gradient's keys.
    static let gradientStandsInOnePlace: JSONValue = [
        "if": ["required": ["gradient"]],
        "then": ["properties": forbidding(KeyTable.gradient.keys)],
        "else": ["required": ["colors"]],
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
