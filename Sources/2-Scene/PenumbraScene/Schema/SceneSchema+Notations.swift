/// Definitions of values with a notation of their own, and of the forms they share.
extension SceneSchema {
    /// The definitions in the order in which they are written.
    static let notations: [(String, JSONValue)] = [
        (
            "parameter",
            [
                "description": "The value of a parameter, with its type.", "type": "string",
                "pattern": #"^\$\{[^{}=\x00-\x1f]+\}$"#, "examples": ["${name}"],
            ]
        ),
        (
            "textWithParameters",
            [
                "description": "A string into which the values of parameters are put as text; $${ stands for a literal ${.",
                "type": "string", "pattern": #"(^|[^$])\$\{[^{}=\x00-\x1f]+\}"#, "examples": ["rgb(0 0 0 / ${strength})"],
            ]
        ),
        ("point", ValueSchema.numbers([.any, .any]).json),
        ("rect", ValueSchema.numbers([.any, .any, .notNegative, .notNegative]).json),
        (
            "cornerRadii",
            ValueSchema.number(
                .notNegative, orNumbers: [.notNegative, .notNegative, .notNegative, .notNegative]
            ).json
        ),
        (
            "color",
            ValueSchema.text([
                "description": "A CSS colour.", "type": "string",
                "pattern": #"^\s*(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]+(\([^()]*\))?)\s*$"#,
                "examples": [
                    "white", "transparent", "#1a2b3c80", "#f00", "rgb(0 0 0 / 40%)", "hsl(120 50% 50%)", "hwb(90 10% 20%)",
                    "oklch(60% 0.15 250)", "color(display-p3 1 0.5 0)",
                ],
            ]).json
        ),
        (
            "cssGradient",
            ValueSchema.text([
                "description": "A CSS gradient.", "type": "string",
                "pattern": #"^\s*[A-Za-z-]+-[Gg][Rr][Aa][Dd][Ii][Ee][Nn][Tt]\([^;{}]*\)\s*(;\s*)?$"#,
                "examples": [
                    "linear-gradient(45deg, red, blue 40px)", "radial-gradient(circle at 30% 20%, white, navy)",
                    "conic-gradient(from 90deg, gold, teal 50%, gold)",
                    "repeating-linear-gradient(45deg, red 0 6px, gold 6px 9px)",
                ],
            ]).json
        ),
        ("paint", ValueSchema.any(of: .color, .definition("cssGradient"), .definition("gradient")).json),
        (
            "boxShadow",
            ValueSchema.text([
                "description": "A CSS box-shadow.", "type": "string", "pattern": #"^[A-Za-z0-9#%.,()/+\-\s]*(;\s*)?$"#,
                "examples": ["0 4px 12px rgb(0 0 0 / 20%)", "inset 0 1px 2px #fff, 0 0 0 3px navy", "none"],
            ]).json
        ),
        (
            "filter",
            ValueSchema.text([
                "description": "A CSS filter.", "type": "string", "pattern": #"^[A-Za-z0-9#%.,()/+\-\s]*(;\s*)?$"#,
                "examples": ["blur(4px)", "drop-shadow(0 2px 3px navy) blur(1px)", "none"],
            ]).json
        ),
        (
            "layerFilter",
            ValueSchema.any(
                of: .definition("filter"),
                .array(of: .any(of: .definition("filter"), .object("filterGraph")), 0...SceneLimits.filterFunctions)
            ).json
        ),
        (
            "effect",
            [
                "anyOf": [
                    ValueSchema.reference("figmaDropShadow"), ValueSchema.reference("figmaInnerShadow"),
                    ValueSchema.reference("figmaLayerBlur"), ValueSchema.reference("figmaBackgroundBlur"),
                    ValueSchema.reference("parameter"),
                ]
            ]
        ),
        (
            "transform",
            ValueSchema.text([
                "description": "A CSS transform.", "type": "string",
                "pattern": #"^\s*([Nn][Oo][Nn][Ee]\s*|([A-Za-z]+(3[Dd])?\([^()]*\)\s*)*)$"#,
                "examples": [
                    "none", "translate(10px, 4px) rotate(15deg) scale(2)", "skewX(-30deg)", "matrix(1, 0, 0.5, 1, 0, 0)",
                ],
            ]).json
        ),
        (
            "pathPiece",
            [
                "anyOf": [
                    [
                        "description": "SVG path data.", "type": "string", "pattern": #"^[MmZzLlHhVvCcSsQqTtAaEe0-9+\-.,\s]*$"#,
                        "examples": ["M0 70H100V110C80 60 20 60 0 110Z", "M10 10a5 5 0 1 0 10 0z"],
                    ],
                    ValueSchema.reference("rectPath"), ValueSchema.reference("ellipsePath"),
                    ValueSchema.reference("circlePath"), ValueSchema.reference("polygonPath"),
                    ValueSchema.reference("textWithParameters"),
                ]
            ]
        ),
        (
            "path",
            [
                "anyOf": [
                    ValueSchema.reference("pathPiece"),
                    ["description": "The layer's own rounded bounds.", "const": "bounds"],
                    ["description": "One compound path.", "type": "array", "items": ValueSchema.reference("pathPiece")],
                ]
            ]
        ),
        (
            "imageSource",
            ValueSchema.text([
                "type": "string", "minLength": 1, "pattern": #"^[^\x00]*$"#, "not": ["pattern": #"^[A-Za-z]{2,20}://"#],
                "examples": ["photos/sea.jpg", "data:image/png;base64,iVBORw0KGgo="],
            ]).json
        ),
        (
            "fontFeatures",
            ValueSchema.any(
                of: ValueSchema([
                    "type": "object", "propertyNames": ["pattern": "^[ -~]{4}$"],
                    "maxProperties": .number(Double(SceneLimits.fontFeatures)),
                    "additionalProperties": ValueSchema.any(
                        of: .bool, ValueSchema(["type": "integer", "minimum": 0, "maximum": 65535])
                    ).json,
                    "examples": [["tnum": 1, "liga": 0]],
                ]),
                .array(
                    of: .text(["type": "string", "pattern": "^[ -~]{4}$", "examples": ["tnum"]]), 0...SceneLimits.fontFeatures),
                ValueSchema(["type": "null"])
            ).json
        ),
        (
            "fontVariations",
            ValueSchema.any(
                of: ValueSchema([
                    "type": "object", "propertyNames": ["pattern": "^[ -~]{4}$"],
                    "maxProperties": .number(Double(SceneLimits.fontVariations)),
                    "additionalProperties": ValueSchema.number(.any).json, "examples": [["wght": 650]],
                ]),
                ValueSchema(["type": "null"])
            ).json
        ),
        (
            "font",
            ValueSchema.text([
                "type": "string", "minLength": 1, "maxLength": .number(Double(SceneLimits.fontBytes)),
                "pattern": #"^[^\x00]*$"#, "not": ["pattern": #"^([A-Za-z]{2,20}://|[Dd][Aa][Tt][Aa]:.*,)"#],
                "examples": ["DejaVu Sans:bold", "sans-serif", "./Inter.ttf, sans-serif:bold"],
            ]).json
        ),
    ]
}

extension ValueSchema {
    static let point = definition("point")
    static let rect = definition("rect")
    static let cornerRadii = definition("cornerRadii")
    static let color = definition("color")
    /// A colour or a gradient.
    static let paint = definition("paint")
    static let transform = definition("transform")
    static let path = definition("path")
    static let noPicture = ValueSchema(["enum": [.null, ""]])
    static let layer = definition("layer")
    static let layers = array(of: layer, 0...SceneLimits.default.layerCount)

    static func shadows(_ name: String) -> ValueSchema { array(of: object(name), 0...SceneLimits.default.shadowCount) }
}
