/// The styles that a font lacks, and that its outlines are changed for: CSS Fonts 4, `font-synthesis`.
package struct FontSynthesis: Hashable {
    package var isBold = false
    package var isOblique = false
    /// The font size in whole points that a bold style is made for.
    private var size = 0

    /// The font sizes between which boldness changes. Small texts need more of it.
    package static let sizes = 9.0...36.0
    /// The horizontal shift of oblique outlines per unit of height, as in browsers that use Skia.
    static let slope = 0.25
    /// The lightest weight that counts as bold.
    private static let leastBold = 600.0

    package static let none = FontSynthesis()

    /// The size, rounded and held to those between which boldness changes.
    static func whole(_ size: Double) -> Int { Int(max(sizes.lowerBound, min(sizes.upperBound, size)).rounded()) }

    /// The part of an em by which strokes are wider: a 24th for small texts and a 32nd for large ones, as in Skia.
    var boldness: Double {
        guard isBold else { return 0 }
        let share =
            (max(Self.sizes.lowerBound, Double(size)) - Self.sizes.lowerBound)
            / (Self.sizes.upperBound - Self.sizes.lowerBound)
        return 1.0 / 24 + min(1, share) * (1.0 / 32 - 1.0 / 24)
    }

    package init() {}

    /// The styles that a request has and a font lacks.
    ///
    /// - Parameters:
    ///   - weight: the weight of the font. Nil for a font with an axis for it.
    ///   - slant: fontconfig's number for the slant of the font. Nil for a font with an axis for it.
    init(_ asked: AskedStyle, weight: Double?, slant: Int?) {
        guard asked.name == nil else { return }
        if let wanted = asked.weight, let weight, wanted >= Self.leastBold, weight < Self.leastBold {
            (isBold, size) = (true, asked.size)
        }
        if let wanted = asked.slant, let slant { isOblique = wanted > 0 && slant == 0 }
    }

    /// The styles that an axis of the font doesn't make.
    func without(_ axes: Set<String>) -> FontSynthesis {
        var result = self
        if axes.contains("wght") { (result.isBold, result.size) = (false, 0) }
        if !axes.isDisjoint(with: ["ital", "slnt"]) { result.isOblique = false }
        return result
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
