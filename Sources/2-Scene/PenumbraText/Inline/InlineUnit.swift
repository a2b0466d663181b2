/// The smallest part of inline content that a line is made of: a code point, or the border of a box.
struct InlineUnit: Sendable {
    enum Kind: UInt8, Sendable {
        case text, tab, atom, forcedBreak
        /// Characters that only set directions.
        case control
        case open, close, anchor
    }

    var kind: Kind
    /// The index of the style. For the border of a box, the box's own.
    var style: Int32
    /// The innermost box that the unit lies in, by its index. -1 is the root inline box. The border of a box lies in the box.
    var box: Int32
    /// The number of the atom or the anchor.
    var number: Int = 0
    var scalar: Unicode.Scalar = "\u{0}"
    var level: Int8 = 0
    /// The index in `faces` of the font that draws the character.
    var face: Int32 = 0
    var flags: Flags = []
    /// The advance in points.
    var advance = 0.0

    /// Whether the unit is a place where a line may end, and nothing else: `wbr`.
    var isBreakOpportunity: Bool { kind == .text && scalar == "\u{200B}" && flags.contains(.collapsible) }

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// The unit starts a user-perceived character.
        static let start = Flags(rawValue: 1)
        /// A line may end after the unit.
        static let breakAfter = Flags(rawValue: 2)
        /// A line may end before the unit if a word is too long.
        static let emergencyBefore = Flags(rawValue: 4)
        /// Such a break also counts for the min-content width.
        static let emergencyForLeast = Flags(rawValue: 8)
        /// The space disappears at the end of a line.
        static let collapsible = Flags(rawValue: 16)
        /// The space hangs at the end of a line.
        static let hanging = Flags(rawValue: 32)
        /// The unit is a soft hyphen.
        static let softHyphen = Flags(rawValue: 64)
        /// A font without colours draws the emoji.
        static let plainEmoji = Flags(rawValue: 128)
    }
}

/// A font's heights and widths that lines need.
struct InlineMetrics: Hashable, Sendable {
    /// The heights above and below the baseline in whole points.
    var ascent = 0.0
    var descent = 0.0
    /// The heights above and below the baseline with half of the leading.
    var above = 0.0
    var below = 0.0
    var xHeight = 0.0
    var capHeight = 0.0
    var averageWidth = 0.0
    var greatestWidth = 0.0
    /// The distance of the letters' baseline below the one that boxes are aligned by.
    var drop = 0.0
    /// The part of the font size above the baseline, for vertical lines.
    var emAscent = 0.0

    /// The same heights around the middle of the font.
    var central: InlineMetrics {
        var metrics = self
        metrics.descent = ((ascent + descent) / 2).rounded(.down)
        metrics.ascent = ascent + descent - metrics.descent
        metrics.drop = ascent - metrics.ascent
        metrics.above = above - metrics.drop
        metrics.below = below + metrics.drop
        return metrics
    }
}
