extension Text {
    static let keys = Keys(Text(string: ""), moving: .beforeLayout) {
        Key(
            "string", .shortString, read: { node, text, _ throws(SceneError) in text.string = try node.decoder.string(node) },
            write: { text, members in
                if text.runs.isEmpty { members.add("string", .string(text.string.replacingParameterMarks)) }
            }
        ).help("The text, at most \(SceneLimits.default.textBytes) bytes of UTF-8. Required without `runs`.").moving {
            [AnimatableKey($0, .text($1.part({ $0.runs.isEmpty ? $0.string : nil }, { $0.string = $1 })))]
        }
        Key("runs", \.runs, .runs).help(
            "The text in stretches that look different, as strings and objects. Not together with `string`."
        )
        .moving(Run.motion)
        Key("font", \.font, .font).help("A fontconfig pattern, or a font file starting at the scene's folder.")
        Key("fontSize", \.fontSize, .number(.positive)).help("Points.")
        Key("color", \.color, .paint).help("A colour or gradient.")
        Key("alignment", \.alignment, .choice).help(
            "The side at which lines are aligned. `start` and `end` depend on the direction of the paragraph.")
        Key("verticalAlignment", \.verticalAlignment, .choice).help(
            "The place of the lines in the frame's height. `baseline`: the first baseline is at the frame's top.")
        Key("direction", \.direction, .choice).help(
            "The direction of paragraphs. `auto`: the direction of a paragraph's first letter that has one.")
        Key("language", \.language, .optional(.language)).help(
            "A BCP 47 language tag such as `ja`, for letter shapes and line breaks. Default: none.")
        Key("wrapped", \.isWrapped, .flag).help("Whether lines are broken at the frame's width.")
        Key("lineBreak", \.lineBreak, .choice).help(
            "The places where lines break. `balanced`: lines of about the same length; `anywhere`: between any characters; "
                + "`keepAll`: not within words of Chinese, Japanese, Korean or Thai; `wholeWords`: long words aren't broken.")
        Key("lineHeight", \.lineHeight, .lineHeight).help("\(lineHeightMeaning) Default: the font's own.").moving {
            path, lens in
            [
                .number(
                    path, .positive,
                    lens.part({ $0.lineHeight?.points(ofFontSize: $0.fontSize) ?? 0 }, { $0.lineHeight = .points($1) }))
            ]
        }
        Key("letterSpacing", \.letterSpacing, .number(.any)).help("Points added after each character.")
        Key("wordSpacing", \.wordSpacing, .number(.any)).help("Points added to each space between words.")
        Key("textIndent", \.indent, .number(.any)).help("Points before the first line of each paragraph.")
        Key("paragraphSpacing", \.paragraphSpacing, .number(.any)).help("Points between paragraphs.")
        Key("paragraphs", \.paragraphs, .paragraphs).help(
            "The arrangement of each paragraph, for lists. The last entry also arranges all further paragraphs.")
        Key("textTransform", \.transform, .choice).help("The change of letters, by the rules of `language`.")
        Key("textStroke", \.stroke, .optional(.stroke, moving: Stroke(.black, width: 0))).help(strokeMeaning)
        Key("maximumLines", \.maximumLines, .optional(.count)).help(
            "The largest number of lines. Text that doesn't fit ends in an ellipsis. Default: any number.")
        Key("minimumFontSize", \.minimumFontSize, .optional(.number(.positive), moving: 0)).help(
            "The text shrinks to the largest size that fits the frame and `maximumLines`, at least this many points. "
                + "Default: it doesn't shrink.")
        Key("underline", \.decoration.underline, .line).help("The line under the text.")
        Key("overline", \.decoration.overline, .line).help("The line over the text.")
        Key("strikethrough", \.decoration.strikethrough, .line).help("The line through the text.")
        Key("baselineOffset", \.decoration.baselineOffset, .number(.any)).help("Points by which the text is raised.")
        Key("fontFeatures", \.decoration.fontFeatures, .fontFeatures.withoutDefault).help(fontFeaturesMeaning)
        Key("fontVariations", \.decoration.fontVariations, .fontVariations.withoutDefault).help(fontVariationsMeaning)
    }

    fileprivate static let lineHeightMeaning =
        "The height of the lines in points, a factor of the font size as `\"1.5\"`, a percentage of it, or `\"normal\"`."
    fileprivate static let fontFeaturesMeaning =
        "OpenType features, as tags with values or as an array of tags to turn on. Default: the font's own."
    fileprivate static let fontVariationsMeaning = "Axes of a variable font and their values. Default: the font's own."
    fileprivate static let strokeMeaning = "A line around the glyphs, above their filling. Default: none."
}

/// The keys of a run. A run without a key has the text layer's value.
extension Text.Run {
    static let keys = Keys(Text.Run("")) {
        Key("string", \.string, .shortString.required("a string")).help("The run's text.")
        Key("font", \.font, .optional(.font)).help("A fontconfig pattern, or a font file.")
        Key("fontSize", \.fontSize, .optional(.number(.positive))).help("Points.")
        Key("color", \.color, .optional(.paint)).help("A colour or gradient.")
        Key("lineHeight", \.lineHeight, .lineHeight).help(Text.lineHeightMeaning)
        Key("letterSpacing", \.letterSpacing, .optional(.number(.any))).help("Points added after each character.")
        Key("wordSpacing", \.wordSpacing, .optional(.number(.any))).help("Points added to each space between words.")
        Key("textTransform", \.transform, .optional(.choice)).help("The change of letters, by the rules of `language`.")
        Key("textStroke", \.stroke, .optional(.stroke)).help(Text.strokeMeaning)
        Key("underline", \.underline, .optional(.line)).help("The line under the run.")
        Key("overline", \.overline, .optional(.line)).help("The line over the run.")
        Key("strikethrough", \.strikethrough, .optional(.line)).help("The line through the run.")
        Key("baselineOffset", \.baselineOffset, .optional(.number(.any))).help("Points by which the run is raised.")
        Key("fontFeatures", \.fontFeatures, .optional(.fontFeatures)).help(Text.fontFeaturesMeaning)
        Key("fontVariations", \.fontVariations, .optional(.fontVariations)).help(Text.fontVariationsMeaning)
        Key("backgroundColor", \.backgroundColor, .optional(.paint)).help(
            "A colour or gradient behind the run, as high as its font. Default: none.")
    }

    /// The keys of a run with a picture, besides those of the picture. A run without a key has the text layer's value.
    static let keysBesidePicture = Keys(Text.Run("")) {
        Key("font", \.font, .optional(.font)).help("The font that `verticalAlign` refers to.")
        Key("fontSize", \.fontSize, .optional(.number(.positive))).help("Points, of the font that `verticalAlign` refers to.")
        Key("baselineOffset", \.baselineOffset, .optional(.number(.any))).help("Points by which the picture is raised.")
    }

    /// The key paths of animations for runs.
    @Sendable fileprivate static func motion(_ path: String, _ text: Lens<Text>) -> [AnimatableKey] {
        let run = Lens<Text.Run>(
            get: { layer, indices in
                guard let runs = text.get(layer, [])?.runs, let index = indices.first, runs.indices.contains(index) else {
                    return nil
                }
                return runs[index]
            },
            set: { layer, indices, run in
                guard var value = text.get(layer, []), let index = indices.first, value.runs.indices.contains(index) else {
                    return
                }
                value.runs[index] = run
                text.set(&layer, [], value)
            })
        /// A value of a run, which a run without it takes from the text.
        func own<Value>(
            _ path: any WritableKeyPath<Text.Run, Value?> & Sendable, or ofText: any KeyPath<Text, Value> & Sendable
        ) -> Lens<Value> {
            Lens(
                get: { layer, indices in
                    run.get(layer, indices).flatMap { $0[keyPath: path] ?? text.get(layer, [])?[keyPath: ofText] }
                },
                set: { layer, indices, value in run.part(path).set(&layer, indices, value) })
        }
        return [
            AnimatableKey(path + "[].string", .text(run.part(\.string))),
            .number(path + "[].fontSize", .positive, own(\.fontSize, or: \.fontSize)),
            .number(path + "[].letterSpacing", .any, own(\.letterSpacing, or: \.letterSpacing)),
            .number(path + "[].baselineOffset", .any, own(\.baselineOffset, or: \.decoration.baselineOffset)),
            .color(path + "[].color", own(\.color, or: \.color).color),
        ]
    }
}

extension Text.Picture {
    static let keys = Keys(Text.Picture(.data([]), width: 0, height: 0)) {
        Key("image", \.source, .picture.required).help(
            "A picture's file, starting at the scene's folder, or a data: URL; null and \"\" draw nothing.")
        Key("width", \.width, .number(.notNegative).required("points")).help("The picture's width in points.")
        Key("height", \.height, .number(.notNegative).required("points")).help("The picture's height in points.")
        Key("verticalAlign", \.verticalAlign, .choice).help("The place of the picture on its line, as CSS's `vertical-align`.")
    }
}

extension Text.Paragraph {
    static let keys = Keys(Text.Paragraph()) {
        Key("marker", \.marker, .optional(.marker)).help(
            "The text before the first line, such as `•`. It ends one space before the line. Default: none.")
        Key("indent", \.indent, .number(.any)).help("Points before all lines of the paragraph.")
        Key("spacing", \.spacing, .optional(.number(.any))).help(
            "Points above the paragraph, unless it's the first one. Default: the text's `paragraphSpacing`.")
    }
}

extension Text.Line {
    static let keys = Keys(Text.Line.solid) {
        Key("style", \.style, .choice).help("The shape of the line.")
        Key("color", \.color, .optional(.color)).help("Default: the colour of the text.")
        Key("thickness", \.thickness, .optional(.number(.notNegative))).help("Points. Default: the font's own.")
        Key("offset", \.offset, .optional(.number(.any))).help(
            "Points from the baseline to the line's nearer edge, away from the letters. Default: the font's own place.")
    }
}

extension Text.Stroke {
    static let keys = Keys(Text.Stroke(.black, width: 1)) {
        Key("color", \.color, .color).help("The colour.")
        Key("width", \.width, .number(.notNegative)).help("Points. Half of the width lies outside the glyphs.")
    }
}

extension KeyTable {
    static let run = KeyTable(
        "a run", "run", "A stretch of a text that looks different.", Text.Run.keys.meanings + KeyMeaning.repetition,
        wanted: "a string, or an object with the key \"string\" or \"image\"", rules: [SceneSchema.namesBelongToLists])
    static let pictureRun = KeyTable(
        "a picture in a text", "pictureRun", "A picture among the characters of a text.",
        Text.Picture.keys.meanings + Text.Run.keysBesidePicture.meanings + KeyMeaning.repetition,
        rules: [SceneSchema.namesBelongToLists])
    static let textParagraph = KeyTable(
        "a paragraph", "textParagraph", "The arrangement of a paragraph, for lists.", Text.Paragraph.keys.meanings,
        wanted: "an object such as {\"marker\": \"•\", \"indent\": 24}")
    static let textLine = KeyTable(
        "a line of a text", "textLine", "A line under, over or through a text.", Text.Line.keys.meanings,
        wanted: "true, false, or an object such as {\"style\": \"wavy\"}")
    static let textStroke = KeyTable(
        "a text stroke", "textStroke", "A line around the glyphs of a text.", Text.Stroke.keys.meanings,
        wanted: "an object such as {\"color\": \"black\", \"width\": 2}")
}
