/// The keys that only one type of layer has.
extension KeyMeaning {
    static let image: [KeyMeaning] = [
        .init(
            "contents", .any(of: .definition("imageSource"), .noPicture),
            "A picture's file, starting at the scene's folder, or a data: URL; null and \"\" draw nothing. Required."),
        .init("contentsGravity", .choice(ContentsGravity.self), "How the picture is fitted to the frame.", default: "resize"),
        .init(
            "contentsRect", .numbers([.any, .any, .positive, .positive]),
            "The part of the picture that is used, [x, y, width, height] in unit coordinates.", default: [0, 0, 1, 1]),
        .init(
            "contentsCenter", .numbers([.unit, .unit, .unit, .unit]).orNull,
            "The part that is stretched where the picture is resized, [x, y, width, height] in unit coordinates; what lies around it keeps its size.",
            default: .null),
        .init("contentsScale", .number(.positive), "Image pixels a point.", default: 1),
        .init(
            "interpolation", .choice(ImageInterpolation.self), "How the picture's pixels become the canvas's.", default: "area"),
        .init(
            "tint", .color.orNull, "A colour painted through the picture's alpha, instead of the picture's own.", default: .null
        ),
    ]

    static let gradientLayer: [KeyMeaning] = [
        .init(
            "gradient", .any(of: .object("gradientOfLayer"), .definition("cssGradient")),
            "The gradient as an object or a CSS gradient, in place of its keys in the layer itself.")
    ]

    static let gradient: [KeyMeaning] = [
        .init(
            "gradientType", .choice(SceneDecoder.GradientType.self), "Along a line, outward from a centre, or around one.",
            default: "axial"
        ),
        .init(
            "colors", .array(of: .color, 1...SceneLimits.default.gradientStops),
            "The colours from start to end; a single one is solid. Required."),
        .init(
            "locations", .array(of: .number(.unit), 1...SceneLimits.default.gradientStops).orNull,
            "One number from 0 to 1 for each colour, none smaller than the one before. Default: evenly spread."),
        .init(
            "startPoint", .point,
            "The first colour's place, or the centre, in unit coordinates of the frame. Default: [0.5, 0]; if not axial [0.5, 0.5]."
        ),
        .init(
            "endPoint", .point,
            "The last colour's place, or the first one's direction, in unit coordinates. Default: [0.5, 1]; radial [1, 1]; conic [0.5, 0]."
        ),
        .init(
            "center", .point,
            "The centre of both circles, in points; for radial gradients instead of startPoint and endPoint. Default in a gradient layer: its middle."
        ),
        .init("startCenter", .point, "The centre of the first colour's circle, in points; endCenter is needed with it."),
        .init("endCenter", .point, "The centre of the last colour's circle, in points."),
        .init("startRadius", .number(.notNegative), "The first colour's circle, in points.", default: 0),
        .init("endRadius", .number(.notNegative), "The last colour's circle, in points; required for circles."),
        .init(
            "interpolation", .choice(Gradient.Interpolation.self),
            "Whether colours are mixed as they are or multiplied by their alpha, as in CSS.", default: "straight"),
        .init(
            "falloff", .choice(Gradient.Falloff.self),
            "How colours follow each other: evenly, or as the edge of a shadow does.", default: "linear"),
        .init(
            "extendsStart", .bool, "Whether the first colour covers the area before the start.",
            default: true),
        .init(
            "extendsEnd", .bool, "Whether the last colour covers the area after the end.",
            default: true),
    ]

    static let shape: [KeyMeaning] = [
        .init(
            "path", .path,
            "SVG path data, a path object, or an array of these as one compound path, in points of the layer. Required."),
        .init("fillColor", .paint.orNull, "A colour or gradient; null paints nothing.", default: "black"),
        .init("fillRule", .choice(FillRule.self), "What counts as the inside of the path.", default: "nonzero"),
        .init(
            "strokeColor", .paint.orNull, "A colour or gradient, painted over the fill; null paints nothing.", default: .null
        ),
        .init("lineWidth", .number(.notNegative), "The stroke's width in points.", default: 1),
        .init("lineCap", .choice(LineCap.self), "The form of the stroke's ends.", default: "butt"),
        .init("lineJoin", .choice(LineJoin.self), "The form of the stroke's corners.", default: "miter"),
        .init(
            "miterLimit", .number(.oneOrMore), "The length of a miter in line widths beyond which it becomes a bevel.",
            default: 10),
        .init(
            "lineDashPattern", .array(of: .number(.notNegative), 0...SceneLimits.dashLengths).orNull,
            "Lengths of dashes and gaps in turn, in points; an odd number of them is used twice.", default: []),
        .init("lineDashPhase", .number(.any), "How far into the pattern the stroke starts, in points.", default: 0),
        .init("strokeStart", .number(.unit), "Where the stroke starts, as a part of the path's length.", default: 0),
        .init("strokeEnd", .number(.unit), "Where the stroke ends, as a part of the path's length.", default: 1),
    ]

    static let text: [KeyMeaning] = [
        .init(
            "string", textString, "The text, at most \(SceneLimits.default.textBytes) bytes of UTF-8. Required without `runs`."),
        .init(
            "runs", .array(of: .any(of: textString, .object("run"), .object("pictureRun")), 0...SceneLimits.runs).orNull,
            "The text in stretches that look different, as strings and objects. Not together with `string`."),
        .init(
            "font", .definition("font"), "A fontconfig pattern, or a font file starting at the scene's folder.",
            default: .string(Text.standardFont)),
        .init("fontSize", .number(.positive), "Points.", default: 17),
        .init("color", .paint, "A colour or gradient.", default: "black"),
        .init(
            "alignment", .choice(Text.Alignment.self),
            "The side at which lines are aligned. `start` and `end` depend on the direction of the paragraph.",
            default: "start"),
        .init(
            "verticalAlignment", .choice(Text.VerticalAlignment.self),
            "The place of the lines in the frame's height. `baseline`: the first baseline is at the frame's top.",
            default: "top"),
        .init(
            "direction", .choice(Text.Direction.self),
            "The direction of paragraphs. `auto`: the direction of a paragraph's first letter that has one.", default: "auto"),
        .init(
            "language",
            .text([
                "type": "string", "pattern": "^[A-Za-z0-9]{2,8}(-[A-Za-z0-9]{1,8})*$", "maxLength": 64,
                "examples": ["ja", "sr-Latn"],
            ]).orNull,
            "A BCP 47 language tag such as `ja`, for letter shapes and line breaks. Default: none."),
        .init("wrapped", .bool, "Whether lines are broken at the frame's width.", default: true),
        .init(
            "lineBreak", .choice(Text.LineBreak.self),
            "The places where lines break. `balanced`: lines of about the same length; `anywhere`: between any characters; "
                + "`keepAll`: not within words of Chinese, Japanese, Korean or Thai; `wholeWords`: long words aren't broken.",
            default: "normal"),
        .init("lineHeight", lineHeight, "\(lineHeightMeaning) Default: the font's own."),
        .init("letterSpacing", .number(.any), "Points added after each character.", default: 0),
        .init("wordSpacing", .number(.any), "Points added to each space between words.", default: 0),
        .init("textIndent", .number(.any), "Points before the first line of each paragraph.", default: 0),
        .init("paragraphSpacing", .number(.any), "Points between paragraphs.", default: 0),
        .init(
            "paragraphs", .array(of: .object("textParagraph"), 0...SceneLimits.paragraphs).orNull,
            "The arrangement of each paragraph, for lists. The last entry also arranges all further paragraphs.", default: []),
        .init(
            "textTransform", .choice(TextTransform.self), "The change of letters, by the rules of `language`.",
            default: "none"),
        .init("textStroke", .any(of: .object("textStroke"), ValueSchema(["type": "null"])), strokeMeaning),
        .init(
            "maximumLines", .count.orNull,
            "The largest number of lines. Text that doesn't fit ends in an ellipsis. Default: any number."),
        .init(
            "minimumFontSize", .number(.positive).orNull,
            "The text shrinks to the largest size that fits the frame and `maximumLines`, at least this many points. "
                + "Default: it doesn't shrink."),
        .init("underline", .any(of: .bool, .object("textLine")), "The line under the text.", default: false),
        .init("overline", .any(of: .bool, .object("textLine")), "The line over the text.", default: false),
        .init("strikethrough", .any(of: .bool, .object("textLine")), "The line through the text.", default: false),
        .init("baselineOffset", .number(.any), "Points by which the text is raised.", default: 0),
        .init("fontFeatures", .definition("fontFeatures"), fontFeatures),
        .init("fontVariations", .definition("fontVariations"), fontVariations),
    ]

    private static let lineHeight = ValueSchema.any(
        of: .number(.positive),
        .text([
            "type": "string", "pattern": "^(normal|[0-9]*\\.?[0-9]+(e[-+]?[0-9]+)?(%|px)?)$",
            "examples": ["1.5", "150%", "normal"],
        ]), ValueSchema(["type": "null"]))
    private static let lineHeightMeaning =
        "The height of the lines in points, a factor of the font size as `\"1.5\"`, a percentage of it, or `\"normal\"`."
    private static let fontFeatures =
        "OpenType features, as tags with values or as an array of tags to turn on. Default: the font's own."
    private static let fontVariations = "Axes of a variable font and their values. Default: the font's own."
    private static let textString = ValueSchema.text([
        "type": "string", "maxLength": .number(Double(SceneLimits.default.textBytes)),
    ])

    /// The keys of a run. A run without a key has the text layer's value.
    static let run: [KeyMeaning] = ofRuns + repetition

    private static let ofRuns: [KeyMeaning] = [
        .init("string", textString, "The run's text. Required."),
        .init("font", .any(of: .definition("font"), ValueSchema(["type": "null"])), "A fontconfig pattern, or a font file."),
        .init("fontSize", .number(.positive).orNull, "Points."),
        .init("color", .any(of: .paint, ValueSchema(["type": "null"])), "A colour or gradient."),
        .init("lineHeight", lineHeight, lineHeightMeaning),
        .init("letterSpacing", .number(.any).orNull, "Points added after each character."),
        .init("wordSpacing", .number(.any).orNull, "Points added to each space between words."),
        .init(
            "textTransform", ValueSchema.choice(TextTransform.self).orNull,
            "The change of letters, by the rules of `language`."),
        .init("textStroke", .any(of: .object("textStroke"), ValueSchema(["type": "null"])), strokeMeaning),
        .init("underline", line, "The line under the run."),
        .init("overline", line, "The line over the run."),
        .init("strikethrough", line, "The line through the run."),
        .init("baselineOffset", .number(.any).orNull, "Points by which the run is raised."),
        .init("fontFeatures", .definition("fontFeatures"), fontFeatures),
        .init("fontVariations", .definition("fontVariations"), fontVariations),
        .init(
            "backgroundColor", .any(of: .paint, ValueSchema(["type": "null"])),
            "A colour or gradient behind the run, as high as its font. Default: none."),
    ]

    /// The keys of a picture among the runs. A picture without a key has the text layer's value.
    static let pictureRun: [KeyMeaning] = ofPictures + repetition

    private static let ofPictures: [KeyMeaning] = [
        .init(
            "image", .any(of: .definition("imageSource"), .noPicture),
            "A picture's file, starting at the scene's folder, or a data: URL; null and \"\" draw nothing. Required."),
        .init("width", .number(.notNegative), "The picture's width in points. Required."),
        .init("height", .number(.notNegative), "The picture's height in points. Required."),
        .init(
            "verticalAlign", .choice(Text.Picture.VerticalAlign.self),
            "The place of the picture on its line, as CSS's `vertical-align`.", default: "baseline"),
        .init("font", .any(of: .definition("font"), ValueSchema(["type": "null"])), "The font that `verticalAlign` refers to."),
        .init("fontSize", .number(.positive).orNull, "Points, of the font that `verticalAlign` refers to."),
        .init("baselineOffset", .number(.any).orNull, "Points by which the picture is raised."),
    ]

    private static let line = ValueSchema.any(of: .bool, .object("textLine"), ValueSchema(["type": "null"]))
    private static let strokeMeaning = "A line around the glyphs, above their filling. Default: none."

    private static let marker = ValueSchema.text([
        "type": "string", "maxLength": .number(Double(SceneLimits.markerLength)),
        "pattern": #"^[^\n-\r\u0085\u2028\u2029]*$"#, "examples": ["•"],
    ])

    static let textParagraph: [KeyMeaning] = [
        .init(
            "marker", .any(of: marker, ValueSchema(["type": "null"])),
            "The text before the first line, such as `•`. It ends one space before the line. Default: none."),
        .init("indent", .number(.any), "Points before all lines of the paragraph.", default: 0),
        .init(
            "spacing", .number(.any).orNull,
            "Points above the paragraph, unless it's the first one. Default: the text's `paragraphSpacing`."),
    ]

    static let textLine: [KeyMeaning] = [
        .init("style", .choice(Text.Line.Style.self), "The shape of the line.", default: "solid"),
        .init("color", .any(of: .definition("color"), ValueSchema(["type": "null"])), "Default: the colour of the text."),
        .init("thickness", .number(.notNegative).orNull, "Points. Default: the font's own."),
        .init(
            "offset", .number(.any).orNull,
            "Points from the baseline to the line's nearer edge, away from the letters. Default: the font's own place."),
    ]

    static let textStroke: [KeyMeaning] = [
        .init("color", .definition("color"), "The colour.", default: "black"),
        .init("width", .number(.notNegative), "Points. Half of the width lies outside the glyphs.", default: 1),
    ]
}
