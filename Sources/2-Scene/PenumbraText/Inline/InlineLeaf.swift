/// A stretch of a line that moves as a whole when the line is ordered: text of one style and level, an atom, or a mark.
struct InlineLeaf {
    enum Kind {
        case text, tab, atom, anchor
        /// The place of a box without content, or a character that sets directions.
        case empty
    }

    var kind: Kind
    /// The number of the leaf from left to right.
    var place = 0
    var units: Range<Int>
    var style: Int
    /// The innermost box, by its index. -1 is the root inline box.
    var box: Int
    var level: Int8
    var number = 0
    var advance = 0.0
    var width = 0.0
    /// The room that justification adds before and after the leaf.
    var gapBefore = 0.0
    var gapAfter = 0.0
    /// The points that justification adds to each space.
    var justification = 0.0
    var hyphen: InlineParagraph.Hyphen?
    /// Whether the leaf is preserved white space that hangs behind the line's end.
    var isHanging = false
    var isHidden = false
    var isEllipsis = false
    /// The left edge, after the line is ordered.
    var x = 0.0
    /// The width of the line before the leaf, in logical order.
    var before = 0.0
    /// Whether the line has text or an atom before an anchor.
    var followsContent = false
}
