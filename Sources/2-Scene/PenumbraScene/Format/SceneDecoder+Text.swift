import PenumbraSystem

extension SceneDecoder {
    func text(_ fields: Fields) throws(SceneError) -> Text {
        if try fields.nonNull("runs") == nil {
            _ = try fields.required("string", "a string, or an array of `runs`")
        } else if fields.has("string") {
            throw Place.key(fields.node.place, "runs").error("a text has `string` or `runs`; leave out one of them")
        }
        return try Text.keys.read(fields)
    }

    fileprivate func runs(_ node: Node) throws(SceneError) -> [Text.Run] {
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
        guard case .object(let object) = node.value, object["image"] != nil else {
            return try Text.Run.keys.read(node, .run)
        }
        let fields = try Fields(node, .pictureRun)
        let picture = try Text.Picture.keys.read(fields)
        var (run, reading) = (Text.Run(""), Reading())
        // A picture without a file is no picture.
        if try fields["image"]?.isEmpty == false {
            run = Text.Run(picture)
            try context.tally.addText(bytes: run.string.utf8.count, at: node.place)
        }
        try Text.Run.keysBesidePicture.read(fields, into: &run, &reading)
        return run
    }

    func string(_ node: Node) throws(SceneError) -> String {
        let string = try node.text("a string")
        try context.tally.addText(bytes: string.utf8.count, at: node.place)
        return string
    }

    fileprivate func font(_ node: Node) throws(SceneError) -> String {
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

// MARK: - Forms

extension ValueSchema {
    static let shortString = text(["type": "string", "maxLength": .number(Double(SceneLimits.default.textBytes))])
}

extension Form where Value == String {
    /// A text, whose bytes count.
    static var shortString: Form {
        Form(.shortString, read: { node throws(SceneError) in try node.decoder.string(node) }, write: string.write)
    }

    static var marker: Form {
        let text: JSONValue = [
            "type": "string", "maxLength": .number(Double(SceneLimits.markerLength)),
            "pattern": #"^[^\n-\r\u0085\u2028\u2029]*$"#, "examples": ["•"],
        ]
        return Form(
            .any(of: .text(text)),
            read: { node throws(SceneError) in
                let marker = try node.decoder.string(node)
                guard marker.unicodeScalars.count <= SceneLimits.markerLength else {
                    throw node.place.error(
                        "found a marker of \(marker.unicodeScalars.count) characters, more than \(SceneLimits.markerLength)")
                }
                guard !marker.unicodeScalars.contains(where: \.endsParagraphOrLine) else {
                    throw node.place.error("found \(quoted(marker)), a marker has one line")
                }
                return marker
            }, write: string.write)
    }

    static var font: Form {
        Form(
            .definition("font"), read: { node throws(SceneError) in try node.decoder.font(node) },
            write: { font, members in
                var stack = FontStack(font)
                guard !stack.files.isEmpty else { return .string(font.replacingParameterMarks) }
                // A path has its marks replaced already.
                stack.mapFamilies(\.replacingParameterMarks)
                stack.mapFiles { FilePath.relative($0, to: members.baseFolder) }
                return .string(stack.text)
            })
    }

    /// A BCP 47 language tag. Only its form is checked.
    static var language: Form {
        let text: JSONValue = [
            "type": "string", "pattern": "^[A-Za-z0-9]{2,8}(-[A-Za-z0-9]{1,8})*$", "maxLength": 64,
            "examples": ["ja", "sr-Latn"],
        ]
        return Form(.text(text)) { node throws(SceneError) in
            let wanted = "a language tag such as \"ja\" or \"sr-Latn\""
            let tag = try node.string(wanted)
            let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
            let isTag = parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isLetterOrDigit) }
            guard isTag, tag.utf8.count <= 64, parts[0].utf8.count >= 2 else { throw node.mismatch(wanted) }
            return tag
        } write: { tag, _ in
            .string(tag)
        }
    }
}

extension Form where Value == [Text.Run] {
    static var runs: Form {
        Form(
            .array(of: .any(of: .shortString, .object("run"), .object("pictureRun")), 0...SceneLimits.runs),
            read: { node throws(SceneError) in try node.decoder.runs(node) },
            write: { runs, members throws(SceneError) in
                try members.json(runs) { run, members throws(SceneError) in
                    var members = members
                    if let picture = run.picture {
                        try Text.Picture.keys.write(picture, to: &members)
                        try Text.Run.keysBesidePicture.write(run, to: &members)
                    } else {
                        try Text.Run.keys.write(run, to: &members)
                    }
                    return members.onlyValue ?? members.value
                }
            }
        ).orNull.withoutDefault
    }
}

extension Form where Value == [Text.Paragraph] {
    static var paragraphs: Form {
        Form(.array(of: .object("textParagraph"), 0...SceneLimits.paragraphs)) { node throws(SceneError) in
            let wanted = "an array of objects such as {\"marker\": \"•\", \"indent\": 24}"
            return try node.list(wanted, atMost: SceneLimits.paragraphs, "paragraphs in one text") {
                node throws(SceneError) in
                var paragraph = try Text.Paragraph.keys.read(node, .textParagraph)
                if paragraph.marker?.isEmpty == true { paragraph.marker = nil }
                return paragraph
            }
        } write: { paragraphs, members throws(SceneError) in
            try members.json(paragraphs) { paragraph, members throws(SceneError) in
                var members = members
                try Text.Paragraph.keys.write(paragraph, to: &members)
                return members.value
            }
        }.orNull
    }
}

extension Form where Value == Text.Line {
    /// A line under, over or through a text: true, false, or an object.
    static var line: Form {
        let object = object(Text.Line.keys, .textLine)
        return Form(.any(of: .bool, object.schema)) { node throws(SceneError) in
            if case .bool(let isShown) = node.value { return isShown ? .solid : .none }
            return try object.read(node)
        } write: { line, members throws(SceneError) in
            line == .none || line == .solid ? .bool(line == .solid) : try object.write(line, members)
        }
    }
}

extension Form where Value == Text.Stroke {
    static var stroke: Form {
        var form = object(Text.Stroke.keys, .textStroke)
        form.schema = .any(of: form.schema)
        return form
    }
}

extension Form where Value == Text.LineHeight? {
    /// Points, or a string as in CSS. Null is the height of the text or of the font.
    static var lineHeight: Form {
        let text: JSONValue = [
            "type": "string", "pattern": "^(normal|[0-9]*\\.?[0-9]+(e[-+]?[0-9]+)?(%|px)?)$",
            "examples": ["1.5", "150%", "normal"],
        ]
        return Form(.any(of: .number(.positive), .text(text), ValueSchema(["type": "null"])), showsDefault: false) {
            node throws(SceneError) in
            switch node.value {
            case .null: return nil
            case .number: return .points(try node.number(.positive))
            case .string(let text):
                do throws(NotationError) {
                    return try Text.LineHeight.reading(css: text)
                } catch {
                    throw node.place.error(error.message)
                }
            default:
                throw node.mismatch(
                    "points above 0, a factor such as \"1.5\", a percentage such as \"150%\", or \"normal\"")
            }
        } write: { height, members throws(SceneError) in
            switch height {
            case .points(let points)?: try members.json(points)
            case let height?: .string(height.css)
            case nil: .null
            }
        }
    }
}

extension Form where Value == [String: Int] {
    /// OpenType features: an object of tags and values, or an array of tags to turn on.
    static var fontFeatures: Form {
        Form(
            .definition("fontFeatures"), skipsNull: true, read: { node throws(SceneError) in try node.fontFeatures() },
            write: { features, _ in
                let members = features.sorted { $0.key < $1.key }
                return .object(JSONObject(members.map { .init(key: $0.key, value: .number(Double($0.value))) }))
            })
    }
}

extension Form where Value == [String: Double] {
    /// The axes of a variable font: an object of tags and values.
    static var fontVariations: Form {
        Form(
            .definition("fontVariations"), skipsNull: true, read: { node throws(SceneError) in try node.fontVariations() },
            write: { variations, members throws(SceneError) in
                var members = members
                for (tag, value) in variations.sorted(by: { $0.key < $1.key }) {
                    members.add(tag, try members.child(tag).json(value))
                }
                return members.value
            })
    }
}

extension Node {
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
