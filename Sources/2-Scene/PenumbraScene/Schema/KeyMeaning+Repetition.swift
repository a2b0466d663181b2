/// The keys of elements that are repeated for a list or left out by a condition: layers and runs.
extension KeyMeaning {
    static let repetition: [KeyMeaning] = [
        .init(
            "forEach",
            ValueSchema([
                "anyOf": [
                    ["type": "array", "maxItems": .number(Double(SceneLimits.default.layerCount))],
                    ["type": "integer", "minimum": 0, "maximum": .number(Double(SceneLimits.default.layerCount))],
                    ValueSchema.reference("parameter"), ["type": "null"],
                ],
                "examples": ["${tags}"],
            ]),
            "Repeats this for each item of a list, a number of times, or for each part of a text. Default: once."),
        .init(
            "as", ValueSchema(["type": "string", "pattern": #"^[^{}=.$\x00-\x1f]+$"#, "examples": ["tag"]]),
            "The item's name in `${…}`. Default: item."),
        .init(
            "separator", ValueSchema(["type": "string", "minLength": 1, "examples": [","]]),
            "The text between two items, if the value of `forEach` is a text."),
        .init(
            "if", .bool, "Whether this is there; a parameter counts as true unless it is empty, zero or false.", default: true),
        .init("unless", .bool, "Whether this is left out; the opposite of `if`.", default: false),
    ]
}
