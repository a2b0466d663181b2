import PenumbraSystem

extension SceneDecoder {
    func text(_ fields: Fields) throws(SceneError) -> Text {
        var text = Text(string: "")
        if let node = try fields.nonNull("runs") {
            if fields.has("string") {
                throw node.place.error("a text has `string` or `runs`; leave out one of them")
            }
            text.runs = try runs(node)
        } else {
            text.string = try string(try fields.required("string", "a string, or an array of `runs`"))
        }
        if let node = try fields["font"] { text.font = try font(node) }
        text.fontSize = try fields.number("fontSize", .positive, default: text.fontSize)
        if let node = try fields["color"] { text.color = try paint(node) }
        text.alignment = try fields["alignment"]?.choice(Text.Alignment.self) ?? .start
        text.verticalAlignment = try fields["verticalAlignment"]?.choice(Text.VerticalAlignment.self) ?? .top
        text.direction = try fields["direction"]?.choice(Text.Direction.self) ?? .auto
        text.lineBreak = try fields["lineBreak"]?.choice(Text.LineBreak.self) ?? .normal
        text.language = try fields.nonNull("language")?.language()
        text.isWrapped = try fields["wrapped"]?.bool() ?? true
        text.lineHeight = try fields.nonNull("lineHeight")?.lineHeight()
        text.letterSpacing = try fields.number("letterSpacing", .any, default: 0)
        text.wordSpacing = try fields.number("wordSpacing", .any, default: 0)
        text.indent = try fields.number("textIndent", .any, default: 0)
        text.paragraphSpacing = try fields.number("paragraphSpacing", .any, default: 0)
        if let node = try fields.nonNull("paragraphs") { text.paragraphs = try paragraphs(node) }
        text.transform = try fields["textTransform"]?.choice(TextTransform.self) ?? .none
        text.stroke = try fields.nonNull("textStroke")?.textStroke()
        text.maximumLines = try fields.nonNull("maximumLines")?.count()
        text.minimumFontSize = try fields.nonNull("minimumFontSize")?.number(.positive)
        text.decoration.underline = try fields["underline"]?.textLine() ?? .none
        text.decoration.overline = try fields["overline"]?.textLine() ?? .none
        text.decoration.strikethrough = try fields["strikethrough"]?.textLine() ?? .none
        text.decoration.baselineOffset = try fields.number("baselineOffset", .any, default: 0)
        text.decoration.fontFeatures = try fields.nonNull("fontFeatures")?.fontFeatures() ?? [:]
        text.decoration.fontVariations = try fields.nonNull("fontVariations")?.fontVariations() ?? [:]
        return text
    }

    private func paragraphs(_ node: Node) throws(SceneError) -> [Text.Paragraph] {
        let wanted = "an array of objects such as {\"marker\": \"•\", \"indent\": 24}"
        try node.checkCount(wanted, atMost: SceneLimits.paragraphs, "paragraphs in one text")
        var paragraphs: [Text.Paragraph] = []
        for child in try node.elements(wanted) {
            let fields = try Fields(child, .textParagraph, wanted: "an object such as {\"marker\": \"•\", \"indent\": 24}")
            let marker = try fields.nonNull("marker").map { node throws(SceneError) in
                let marker = try string(node)
                guard marker.unicodeScalars.count <= SceneLimits.markerLength else {
                    throw node.place.error(
                        "found a marker of \(marker.unicodeScalars.count) characters, more than \(SceneLimits.markerLength)")
                }
                guard !marker.unicodeScalars.contains(where: \.endsParagraphOrLine) else {
                    throw node.place.error("found \(quoted(marker)), a marker has one line")
                }
                return marker
            }
            paragraphs.append(
                Text.Paragraph(
                    marker: marker.flatMap { $0.isEmpty ? nil : $0 }, indent: try fields.number("indent", .any, default: 0),
                    spacing: try fields.nonNull("spacing")?.number(.any)))
        }
        return paragraphs
    }

    private func runs(_ node: Node) throws(SceneError) -> [Text.Run] {
        let wanted = "an array of strings and objects"
        try node.checkCount(wanted, atMost: SceneLimits.runs, "runs in one text")
        var runs: [Text.Run] = []
        for child in try node.elements(wanted) {
            guard let repetition = try Repetition(child) else {
                runs.append(try run(child))
                continue
            }
            while try repetition.next() {
                do throws(SceneError) {
                    let run = try run(child)
                    if !repetition.isOnlyChecked { runs.append(run) }
                } catch {
                    if let error = repetition.located(error) { throw error }
                }
                if runs.count > SceneLimits.runs {
                    throw child.place.error("more than \(SceneLimits.runs) runs in one text, with the items of lists")
                }
            }
        }
        return runs
    }

    private func run(_ node: Node) throws(SceneError) -> Text.Run {
        if case .string = node.value { return Text.Run(try string(node)) }
        if case .object(let object) = node.value, object["image"] != nil { return try picture(node) }
        let fields = try Fields(node, .run, wanted: "a string, or an object with the key \"string\" or \"image\"")
        var run = Text.Run(try string(try fields.required("string", "a string")))
        run.font = try fields.nonNull("font").map { node throws(SceneError) in try font(node) }
        run.fontSize = try fields.nonNull("fontSize")?.number(.positive)
        run.color = try fields.nonNull("color").map { node throws(SceneError) in try paint(node) }
        run.lineHeight = try fields.nonNull("lineHeight")?.lineHeight()
        run.letterSpacing = try fields.nonNull("letterSpacing")?.number(.any)
        run.wordSpacing = try fields.nonNull("wordSpacing")?.number(.any)
        run.transform = try fields.nonNull("textTransform")?.choice(TextTransform.self)
        run.stroke = try fields.nonNull("textStroke")?.textStroke()
        run.underline = try fields.nonNull("underline")?.textLine()
        run.overline = try fields.nonNull("overline")?.textLine()
        run.strikethrough = try fields.nonNull("strikethrough")?.textLine()
        run.baselineOffset = try fields.nonNull("baselineOffset")?.number(.any)
        run.fontFeatures = try fields.nonNull("fontFeatures")?.fontFeatures()
        run.fontVariations = try fields.nonNull("fontVariations")?.fontVariations()
        run.backgroundColor = try fields.nonNull("backgroundColor").map { node throws(SceneError) in try paint(node) }
        return run
    }

    /// Reads a picture among the runs. Without a picture, the run is empty, for a photo that some scenes don't have.
    private func picture(_ node: Node) throws(SceneError) -> Text.Run {
        let fields = try Fields(node, .pictureRun, wanted: "an object with the key \"image\"")
        let source = try fields.required("image", "a file path or a data: URL")
        let width = try fields.required("width", "points").number(.notNegative)
        let height = try fields.required("height", "points").number(.notNegative)
        let align = try fields["verticalAlign"]?.choice(Text.Picture.VerticalAlign.self) ?? .baseline
        var run = Text.Run("")
        if !source.isEmpty {
            run = Text.Run(
                Text.Picture(try imageSource(source), width: width, height: height, verticalAlign: align))
            try context.tally.addText(bytes: run.string.utf8.count, at: node.place)
        }
        run.font = try fields.nonNull("font").map { node throws(SceneError) in try font(node) }
        run.fontSize = try fields.nonNull("fontSize")?.number(.positive)
        run.baselineOffset = try fields.nonNull("baselineOffset")?.number(.any)
        return run
    }

    private func string(_ node: Node) throws(SceneError) -> String {
        let string = try node.text("a string")
        try context.tally.addText(bytes: string.utf8.count, at: node.place)
        return string
    }

    private func font(_ node: Node) throws(SceneError) -> String {
        let wanted = "a font such as \"DejaVu Sans:bold\", or a font file"
        let font = try node.text(wanted)
        guard font.utf8.count <= SceneLimits.fontBytes else {
            throw node.place.error("found a name of \(font.utf8.count) bytes, more than \(SceneLimits.fontBytes)")
        }
        if let scheme = FilePath.urlScheme(of: font) {
            throw node.place.error(
                "found \(quoted(font)); nothing is fetched from a network, expected \(wanted)"
                    + (scheme == "file" ? " (leave out file://)" : ""))
        }
        if DataURL.isDataURL(font), font.utf8.contains(UInt8(ascii: ",")) {
            throw node.place.error("found \(quoted(font)); a font cannot be a data: URL, expected \(wanted)")
        }
        guard !font.isEmpty, !font.utf8.contains(0) else { throw node.mismatch(wanted) }
        var stack = FontStack(font)
        if let fault = stack.fault { throw node.place.error(fault) }
        guard !stack.files.isEmpty else { return font }
        stack.mapFiles { FilePath.join(context.baseFolder, $0) }
        return stack.text
    }
}

extension Node {
    /// Reads a line under, over or through a text: true, false, or an object.
    fileprivate func textLine() throws(SceneError) -> Text.Line {
        if case .bool(let isShown) = value { return isShown ? .solid : .none }
        let fields = try Fields(self, .textLine, wanted: "true, false, or an object such as {\"style\": \"wavy\"}")
        return Text.Line(
            try fields["style"]?.choice(Text.Line.Style.self) ?? .solid, color: try fields.nonNull("color")?.color(),
            thickness: try fields.nonNull("thickness")?.number(.notNegative),
            offset: try fields.nonNull("offset")?.number(.any))
    }

    /// Reads the line around the glyphs of a text.
    fileprivate func textStroke() throws(SceneError) -> Text.Stroke {
        let fields = try Fields(self, .textStroke, wanted: "an object such as {\"color\": \"black\", \"width\": 2}")
        return Text.Stroke(
            try fields["color"]?.color() ?? .black, width: try fields.number("width", .notNegative, default: 1))
    }

    /// Reads a line height: points, or a string as in CSS. Nil is the font's own.
    fileprivate func lineHeight() throws(SceneError) -> Text.LineHeight? {
        switch value {
        case .number: return .points(try number(.positive))
        case .string(let text):
            do { return try Text.LineHeight.reading(css: text) } catch { throw place.error(error.message) }
        default:
            throw mismatch("points above 0, a factor such as \"1.5\", a percentage such as \"150%\", or \"normal\"")
        }
    }

    /// Reads OpenType features: an object of tags and values, or an array of tags to turn on.
    fileprivate func fontFeatures() throws(SceneError) -> [String: Int] {
        let wanted = "OpenType features such as {\"tnum\": 1, \"liga\": 0} or [\"tnum\"]"
        var features: [String: Int] = [:]
        func add(_ tag: String, _ value: Int, _ place: Place) throws(SceneError) {
            try Self.check(tag: tag, such: "tnum", at: place)
            features[tag] = value
        }
        switch value {
        case .array:
            try checkCount(wanted, atMost: SceneLimits.fontFeatures, "font features")
            for node in try elements(wanted) { try add(try node.string("a tag such as \"tnum\""), 1, node.place) }
        case .object(let object):
            guard object.members.count <= SceneLimits.fontFeatures else {
                throw place.error("found \(object.members.count), more than \(SceneLimits.fontFeatures) font features")
            }
            for member in object.members {
                let node = try child(member.value, key: member.key)
                switch node.value {
                case .bool(let isOn): try add(member.key, isOn ? 1 : 0, node.place)
                case .number(let number) where number >= 0 && number <= 65535 && number == number.rounded():
                    try add(member.key, Int(number), node.place)
                default: throw node.mismatch("true, false, or a whole number from 0 to 65535")
                }
            }
        default: throw mismatch(wanted)
        }
        return features
    }

    /// Reads the axes of a variable font: an object of tags and values.
    fileprivate func fontVariations() throws(SceneError) -> [String: Double] {
        guard case .object(let object) = value else {
            throw mismatch("axes of a variable font such as {\"wght\": 650}")
        }
        guard object.members.count <= SceneLimits.fontVariations else {
            throw place.error("found \(object.members.count), more than \(SceneLimits.fontVariations) axes")
        }
        var variations: [String: Double] = [:]
        for member in object.members {
            let node = try child(member.value, key: member.key)
            try Self.check(tag: member.key, such: "wght", at: node.place)
            variations[member.key] = try node.number(.any)
        }
        return variations
    }

    private static func check(tag: String, such example: String, at place: Place) throws(SceneError) {
        guard tag.utf8.count == 4, tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw place.error("found \(quoted(tag)), expected a tag of four characters such as \"\(example)\"")
        }
    }

    /// Reads a BCP 47 language tag. Only its form is checked.
    fileprivate func language() throws(SceneError) -> String {
        let wanted = "a language tag such as \"ja\" or \"sr-Latn\""
        let tag = try string(wanted)
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isLetterOrDigit) }
        guard isTag, tag.utf8.count <= 64, parts[0].utf8.count >= 2 else { throw mismatch(wanted) }
        return tag
    }
}

extension Unicode.Scalar {
    /// Whether the scalar ends a line or a paragraph.
    fileprivate var endsParagraphOrLine: Bool { (0x0A...0x0D).contains(value) || [0x85, 0x2028, 0x2029].contains(value) }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
