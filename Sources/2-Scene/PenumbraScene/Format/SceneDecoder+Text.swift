import PenumbraSystem

extension SceneDecoder {
    func text(_ fields: Fields) throws(SceneError) -> Text {
        var text = Text(string: try string(try fields.required("string", "a string")))
        if let node = try fields["font"] { text.font = try font(node) }
        text.fontSize = try fields.number("fontSize", .positive, default: text.fontSize)
        if let node = try fields["color"] { text.color = try paint(node) }
        text.alignment = try fields["alignment"]?.choice(Text.Alignment.self) ?? .left
        text.isWrapped = try fields["wrapped"]?.bool() ?? true
        text.lineHeight = try fields.nonNull("lineHeight")?.number(.positive)
        text.letterSpacing = try fields.number("letterSpacing", .any, default: 0)
        text.maximumLines = try fields.nonNull("maximumLines")?.count()
        return text
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
            throw node.place.error("found a name of \(font.utf8.count) bytes, allowed are \(SceneLimits.fontBytes)")
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
        guard Text.isFontFile(font) else {
            if let fault = Text.fault(inFontPattern: font) { throw node.place.error(fault) }
            return font
        }
        // Without a folder and a suffix, a file name would be mistaken for a font name.
        let path = FilePath.join(context.baseFolder, font)
        return Text.isFontFile(path) ? path : "./" + path
    }
}
