import CPenumbraFontconfig

/// The style that a font pattern asks for: `:bold:italic`, `:weight=180` or `:style=Medium`.
struct AskedStyle: Hashable {
    var family: String?
    /// The name of a style.
    var name: String?
    /// Fontconfig's number for the slant: 0, 100 for italic, or 110 for oblique.
    var slant: Int?
    /// OpenType's number for the weight.
    var weight: Double?
    /// The width in percent.
    var width: Double?
    /// The font size in whole points, on which the boldness depends of fonts that lack a bold style.
    var size = 0

    init(_ style: String) {
        guard !style.isEmpty, let pattern = FcNameParse(style) else { return }
        defer { FcPatternDestroy(pattern) }
        func number(_ property: String) -> Double? {
            var value = 0.0
            return FcPatternGetDouble(pattern, property, 0, &value) == FcResultMatch ? value : nil
        }
        family = FontCandidate.string(FC_FAMILY, 0, of: pattern)
        name = FontCandidate.string(FC_STYLE, 0, of: pattern)
        slant = number(FC_SLANT).map { Int(max(-1e6, min(1e6, $0))) }
        weight = number(FC_WEIGHT).map { FcWeightToOpenTypeDouble($0) }
        // Fontconfig's words for widths are whole numbers, and CSS's aren't.
        let exact = [63: 62.5, 87: 87.5, 113: 112.5] as [Double: Double]
        width = number(FC_WIDTH).map { exact[$0] ?? $0 }
    }

    /// The style of a family, which is regular unless something else is asked for: CSS Fonts 4, 2.
    var regularByDefault: Self {
        guard name == nil else { return self }
        var copy = self
        (copy.weight, copy.width) = (weight ?? 400, width ?? 100)
        return copy
    }

    /// Whether the style chooses between the fonts of a family.
    var choosesFonts: Bool { name != nil || slant != nil || weight != nil || width != nil }

    /// The degrees that CSS slants an oblique font by.
    private static let obliqueDegrees = 14.0

    /// The values of a variable font's axes for the style, as CSS Fonts 4 maps them. A font whose own outlines are slanted isn't
    /// slanted further.
    func variations(for face: FontFace) -> [TextLook.Variation] {
        let axes = face.axes
        var values: [TextLook.Variation] = []
        if let weight, axes.contains("wght") { values.append(.init("wght", weight)) }
        if let width, axes.contains("wdth") { values.append(.init("wdth", width)) }
        if let slant, slant > 0, !face.isSlanted {
            let isItalic = axes.contains("ital") && (slant < 105 || !axes.contains("slnt"))
            if isItalic {
                values.append(.init("ital", 1))
            } else if axes.contains("slnt") {
                values.append(.init("slnt", -Self.obliqueDegrees))
            }
        }
        return values
    }

    /// How far a font is from the style, in fontconfig's order of importance.
    func distance(to entry: FontEntry) -> [Double] {
        [
            name.map { $0.lowercased() == entry.style.lowercased() ? 0 : 1 } ?? 0,
            abs(Double(slant ?? 0) - Double(entry.slant)),
            entry.axes.contains("wght") ? 0 : abs((weight ?? 400) - entry.weight),
            entry.axes.contains("wdth") ? 0 : abs((width ?? 100) - entry.width),
        ]
    }

    /// Whether a font lacks the style visibly, has no axis for it, and isn't changed for it.
    func isMissing(in entry: FontEntry, axes: Set<String>, _ synthesis: FontSynthesis) -> Bool {
        if let name, name.lowercased() != entry.style.lowercased() { return true }
        if let slant, slant > 0, entry.slant == 0, !synthesis.isOblique, axes.isDisjoint(with: ["ital", "slnt"]) {
            return true
        }
        if let weight, !axes.contains("wght"), !synthesis.isBold, abs(weight - entry.weight) > 150 { return true }
        if let width, !axes.contains("wdth"), abs(width - entry.width) > 12.5 { return true }
        return false
    }
}
