/// Values without units and hash marks in documents of quirks mode: the Quirks Mode standard, sections 3.1 and 3.2.
enum CSSQuirks {
    /// The value as documents of standard mode write it.
    static func standardValue(_ name: String, _ value: String) -> String {
        if lengths.contains(name) { return changed(value, inside: name == "clip" ? "rect" : nil, length) }
        if colors.contains(name) { return changed(value, inside: nil, color) }
        return value
    }

    /// The properties whose lengths need no unit. Chromium has `mask-position` besides those of the standard.
    private static let lengths: Set = Set(
        CSSText.words(
            """
            background-position border-bottom-width border-left-width border-right-width border-spacing border-top-width
            border-width bottom clip font-size height left letter-spacing margin margin-bottom margin-left margin-right
            margin-top mask-position max-height max-width min-height min-width padding padding-bottom padding-left
            padding-right padding-top right text-indent top vertical-align width word-spacing
            """))

    /// The properties whose colours need no hash mark.
    private static let colors: Set<String> = [
        "background-color", "border-bottom-color", "border-color", "border-left-color", "border-right-color",
        "border-top-color", "color",
    ]

    /// The value with some tokens replaced. Those inside of brackets stay, except in one function.
    private static func changed(
        _ value: String, inside function: String?, _ change: (CSSToken, ArraySlice<UInt8>) -> String?
    ) -> String {
        let bytes = CSSTokenizer.prepared(value)
        let tokens = CSSTokenizer.tokens(bytes)
        var result: [UInt8] = []
        var (index, isChanged) = (0, false)
        while index < tokens.count {
            let token = tokens[index]
            let isEntered = token.kind == .function && token.text == function
            let end = isEntered ? index + 1 : CSSTokenizer.end(of: index, in: tokens)
            let source = bytes[token.range.lowerBound..<tokens[end - 1].range.upperBound]
            if let text = change(token, source) {
                result += text.utf8
                isChanged = true
            } else {
                result += source
            }
            index = end
        }
        return isChanged ? String(decoding: result, as: UTF8.self) : value
    }

    private static func length(_ token: CSSToken, _ source: ArraySlice<UInt8>) -> String? {
        token.kind == .number && token.number != 0 ? String(decoding: source, as: UTF8.self) + "px" : nil
    }

    /// The colour that a name, a whole number, or a whole number with a unit stands for. Numbers begin with zeros as needed.
    private static func color(_ token: CSSToken, _ source: ArraySlice<UInt8>) -> String? {
        var digits = token.text
        switch token.kind {
        case .ident: guard digits.utf8.count == 3 || digits.utf8.count == 6 else { return nil }
        case .number, .dimension:
            guard token.flag, (0..<1_000_000).contains(token.number) else { return nil }
            digits = "\(Int(token.number))" + (token.kind == .dimension ? digits : "")
            guard digits.utf8.count <= 6 else { return nil }
            digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
        default: return nil
        }
        return digits.utf8.allSatisfy(isHexDigit) ? "#" + digits : nil
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }
}
