import CPenumbraFontconfig
import Glibc

/// Reads fontconfig patterns, such as `Inter,DejaVu Sans:bold`.
enum FontPattern {
    /// Parses a pattern. A hyphen belongs to the family's name, and never begins a size as in fontconfig: `DejaVuSans-Bold`.
    static func parsed(_ text: String) -> OpaquePointer? {
        let (families, rest) = split(text)
        var escaped = ""
        var isEscaped = false
        for character in families.unicodeScalars {
            if character == "-", !isEscaped { escaped += "\\" }
            escaped.unicodeScalars.append(character)
            isEscaped = character == "\\" && !isEscaped
        }
        return FcNameParse(escaped + String(rest))
    }

    /// A family's name as a pattern.
    static func escaped(_ family: String) -> String {
        var escaped = ""
        for character in family.unicodeScalars {
            if "\\-:,".unicodeScalars.contains(character) { escaped += "\\" }
            escaped.unicodeScalars.append(character)
        }
        return escaped
    }

    /// Splits a pattern before the first colon that no backslash escapes.
    static func split(_ text: String) -> (families: Substring, rest: Substring) {
        var isEscaped = false
        let colon = text.utf8.firstIndex { byte in
            if byte == UInt8(ascii: ":"), !isEscaped { return true }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            return false
        }
        let end = colon ?? text.endIndex
        return (text[..<end], text[end...])
    }

    /// The families that a pattern requests, in the order of preference.
    static func families(of text: String) -> [String] {
        guard let pattern = parsed(text) else { return [] }
        defer { FcPatternDestroy(pattern) }
        var families: [String] = []
        while let family = FontCandidate.string(FC_FAMILY, families.count, of: pattern) { families.append(family) }
        return families
    }

    /// A pattern for the installed font with a PostScript name. Nil if there is none.
    static func installed(postScriptName name: String, _ config: OpaquePointer?) -> String? {
        guard let wanted = FcPatternCreate() else { return nil }
        defer { FcPatternDestroy(wanted) }
        guard let properties = FcObjectSetCreate() else { return nil }
        defer { FcObjectSetDestroy(properties) }
        FcPatternAddString(wanted, FC_POSTSCRIPT_NAME, name)
        for property in [FC_FAMILY, FC_SLANT, FC_WEIGHT, FC_WIDTH] { FcObjectSetAdd(properties, property) }
        guard let found = FcFontList(config, wanted, properties) else { return nil }
        defer { FcFontSetDestroy(found) }
        guard found.pointee.nfont > 0, let text = FcNameUnparse(found.pointee.fonts[0]) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// The file and the number in it of the installed font whose full name or PostScript name is the given one, in any letter
    /// case, and whether it's an instance of a variable font.
    static func file(
        ofFontNamed name: String, _ config: OpaquePointer?
    ) -> (path: String, index: Int, isInstance: Bool)? {
        for property in [FC_POSTSCRIPT_NAME, FC_FULLNAME] {
            guard let wanted = FcPatternCreate() else { return nil }
            defer { FcPatternDestroy(wanted) }
            guard let properties = FcObjectSetCreate() else { return nil }
            defer { FcObjectSetDestroy(properties) }
            FcPatternAddString(wanted, property, name)
            FcPatternAddBool(wanted, FC_SCALABLE, 1)
            for property in [FC_FILE, FC_INDEX] { FcObjectSetAdd(properties, property) }
            guard let found = FcFontList(config, wanted, properties) else { return nil }
            defer { FcFontSetDestroy(found) }
            guard found.pointee.nfont > 0, let font = found.pointee.fonts[0],
                let path = FontCandidate.string(FC_FILE, 0, of: font)
            else { continue }
            var index: Int32 = 0
            guard FcPatternGetInteger(font, FC_INDEX, 0, &index) == FcResultMatch else { return (path, 0, false) }
            // The upper bits are the number of the instance.
            return (path, Int(index & 0xFFFF), index >> 16 != 0)
        }
        return nil
    }

    static func isGeneric(_ family: String) -> Bool {
        [
            "sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "ui-sans-serif", "ui-serif",
            "ui-monospace", "ui-rounded", "emoji", "math",
        ].contains(family.lowercased())
    }
}
