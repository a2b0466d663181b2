import CPenumbraFontconfig

/// A font that fontconfig offers.
final class FontCandidate {
    let path: String
    let index: Int
    let name: String
    let families: [String]
    let isColor: Bool
    /// OpenType's number for the weight. Nil for a font with an axis for it.
    let weight: Double?
    /// Fontconfig's number for the slant. Nil if it is unknown.
    let slant: Int?
    /// Whether this is a font of emoji or symbols. False without the characters.
    private(set) lazy var isOfSymbols = characters != nil && SymbolFonts.contain(families) { has($0) }
    private let characters: OpaquePointer?

    init?(_ pattern: OpaquePointer, keepingCharacters: Bool) {
        guard let path = Self.string(FC_FILE, 0, of: pattern) else { return nil }
        self.path = path
        var number: Int32 = 0
        index = FcPatternGetInteger(pattern, FC_INDEX, 0, &number) == FcResultMatch ? Int(number) : 0
        var families: [String] = []
        while let family = Self.string(FC_FAMILY, families.count, of: pattern) { families.append(family) }
        self.families = families
        name = families.first ?? path
        var (heaviness, slope): (Double, Int32) = (0, 0)
        // Fontconfig gives a font that it would change itself the style that was asked for.
        var isEmboldened: FcBool = 0
        if FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &isEmboldened) != FcResultMatch { isEmboldened = 0 }
        var matrix: UnsafeMutablePointer<FcMatrix>?
        let isSkewed = FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch
        weight =
            isEmboldened != 0
            ? 400
            : FcPatternGetDouble(pattern, FC_WEIGHT, 0, &heaviness) == FcResultMatch
                ? FcWeightToOpenTypeDouble(heaviness) : nil
        slant = isSkewed ? 0 : FcPatternGetInteger(pattern, FC_SLANT, 0, &slope) == FcResultMatch ? Int(slope) : nil
        var color: FcBool = 0
        isColor = FcPatternGetBool(pattern, FC_COLOR, 0, &color) == FcResultMatch && color != 0
        var set: OpaquePointer?
        if keepingCharacters, FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch {
            characters = FcCharSetCopy(set)
        } else {
            characters = nil
        }
    }

    deinit {
        if let characters { FcCharSetDestroy(characters) }
    }

    /// The families of a pattern in the order of preference, with whether a preference is strong.
    static func families(of pattern: OpaquePointer) -> [(name: String, isStrong: Bool)] {
        var families: [(String, Bool)] = []
        var value = FcValue()
        var binding = FcValueBindingWeak
        while FcPatternGetWithBinding(pattern, FC_FAMILY, Int32(families.count), &value, &binding) == FcResultMatch,
            value.type == FcTypeString, let name = value.u.s
        {
            families.append((String(cString: name), binding != FcValueBindingWeak))
        }
        return families
    }

    /// The string with a given number among the strings of a property in a pattern.
    static func string(_ name: String, _ number: Int, of pattern: OpaquePointer) -> String? {
        var value: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, name, Int32(number), &value) == FcResultMatch, let value else { return nil }
        return String(cString: value)
    }

    /// Whether the font is of a family.
    func isOf(_ family: String) -> Bool { families.contains { $0.lowercased() == family.lowercased() } }

    func has(_ scalar: Unicode.Scalar) -> Bool { FcCharSetHasChar(characters, scalar.value) != 0 }
}
