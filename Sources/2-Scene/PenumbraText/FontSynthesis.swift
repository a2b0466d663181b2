/// The styles that a font lacks, and that its outlines are changed for: CSS Fonts 4, `font-synthesis`.
package struct FontSynthesis: OptionSet, Hashable {
    package let rawValue: Int

    package static let bold = FontSynthesis(rawValue: 1)
    package static let oblique = FontSynthesis(rawValue: 2)

    /// The part of an em by which bold strokes are wider, as in browsers that use Skia.
    static let boldness = 1.0 / 34
    /// The horizontal shift of oblique outlines per unit of height, as in browsers that use Skia.
    static let slope = 0.25
    /// The lightest weight that counts as bold.
    private static let leastBold = 600.0

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The styles that a request has and a font lacks.
    ///
    /// - Parameters:
    ///   - weight: the weight of the font. Nil for a font with an axis for it.
    ///   - slant: fontconfig's number for the slant of the font. Nil for a font with an axis for it.
    init(_ asked: AskedStyle, weight: Double?, slant: Int?) {
        self = []
        guard asked.name == nil else { return }
        if let wanted = asked.weight, let weight, wanted >= Self.leastBold, weight < Self.leastBold { insert(.bold) }
        if let wanted = asked.slant, let slant, wanted > 0, slant == 0 { insert(.oblique) }
    }

    init(_ asked: AskedStyle, _ entry: FontEntry, axes: Set<String>) {
        self.init(
            asked, weight: axes.contains("wght") ? nil : entry.weight,
            slant: axes.isDisjoint(with: ["ital", "slnt"]) ? entry.slant : nil)
    }

    init(_ asked: AskedStyle, _ candidate: FontCandidate) {
        self.init(asked, weight: candidate.weight, slant: candidate.slant)
    }
}
