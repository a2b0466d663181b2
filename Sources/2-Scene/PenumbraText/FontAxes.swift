import CPenumbraFontconfig
import Glibc

/// The axes of a variable font that follow from a pattern's weight, width and slant.
///
/// CSS Fonts 4, section 5.2: the properties set the axes `wght`, `wdth`, `ital` and `slnt`. Values beyond the ends of an axis are
/// those of its ends.
enum FontAxes {
    /// Reads the axes from a pattern with all its properties.
    ///
    /// - Parameter isSlanted: whether the font is slanted without axes.
    static func requested(by pattern: OpaquePointer, isSlanted: Bool) -> [TextLook.Variation] {
        var result: [TextLook.Variation] = []
        if let weight = number(FC_WEIGHT, of: pattern) {
            let value = FcWeightToOpenTypeDouble(weight)
            if value >= 1 { result.append(.init("wght", value)) }
        }
        if let width = number(FC_WIDTH, of: pattern), width > 0 {
            // Fontconfig's words for widths are whole numbers, and CSS's aren't.
            let exact = [63: 62.5, 87: 87.5, 113: 112.5] as [Double: Double]
            result.append(.init("wdth", exact[width] ?? width))
        }
        if !isSlanted, let slant = number(FC_SLANT, of: pattern), slant > 0 {
            // A font without `ital` leans.
            if slant < Double(FC_SLANT_OBLIQUE) { result.append(.init("ital", 1)) }
            result.append(.init("slnt", -14))
        }
        return result
    }

    private static func number(_ property: String, of pattern: OpaquePointer) -> Double? {
        var value = 0.0
        return FcPatternGetDouble(pattern, property, 0, &value) == FcResultMatch ? value : nil
    }

    /// Whether a file contains a variable font. Fontconfig then lists a font of all weights besides its named instances.
    static func exist(in path: String, _ config: OpaquePointer?) -> Bool {
        guard let wanted = FcPatternCreate() else { return false }
        defer { FcPatternDestroy(wanted) }
        guard let properties = FcObjectSetCreate() else { return false }
        defer { FcObjectSetDestroy(properties) }
        FcPatternAddString(wanted, FC_FILE, path)
        FcPatternAddBool(wanted, FC_VARIABLE, 1)
        FcObjectSetAdd(properties, FC_FILE)
        guard let found = FcFontList(config, wanted, properties) else { return false }
        defer { FcFontSetDestroy(found) }
        return found.pointee.nfont > 0
    }
}
