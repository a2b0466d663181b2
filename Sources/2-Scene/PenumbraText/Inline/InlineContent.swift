/// The inline content of a block container: styled text with inline boxes, atoms and forced breaks.
package struct InlineContent: Hashable, Sendable {
    /// The content in logical order.
    package var items: [InlineItem] = []
    /// The styles that the items name by their index. The first one is the block's own: the root inline box has it.
    package var styles: [InlineStyle]
    /// The properties of the block that apply to whole lines.
    package var block: InlineBlockStyle

    package init(styles: [InlineStyle], block: InlineBlockStyle = InlineBlockStyle(), items: [InlineItem] = []) {
        (self.styles, self.block, self.items) = (styles, block, items)
    }

    /// Whether no font is a file, which may change. Fonts in memory have names that follow from their bytes.
    package var hasFixedFonts: Bool {
        styles.allSatisfy { style in
            if case .pattern(let font) = style.look.font { !font.utf8.contains(UInt8(ascii: "/")) } else { false }
        }
    }
}

/// A part of a block's inline content.
package enum InlineItem: Hashable, Sendable {
    /// A text and the index of its style.
    case text(String, style: Int)
    /// The start of an inline box. The caller chooses the box's number.
    case open(box: Int, style: Int, edge: InlineEdge)
    /// The end of the innermost inline box.
    case close(edge: InlineEdge)
    /// An inline block or a replaced element, and the style that decides its vertical alignment.
    case atom(Int, style: Int)
    /// The place of a float or of an absolutely positioned box. It takes no room.
    case anchor(Int)
    /// The end of a line: `br`, or a preserved line feed.
    case forcedBreak
    /// A place where a line may end: `wbr`.
    case breakOpportunity
}

/// The margin, the border and the padding at one end of an inline box, in points.
package struct InlineEdge: Hashable, Sendable {
    package var margin: Double
    package var border: Double
    package var padding: Double
    /// Whether the box begins before the content, or ends behind it.
    package var isCut = false

    package init(margin: Double = 0, border: Double = 0, padding: Double = 0) {
        (self.margin, self.border, self.padding) = (margin, border, padding)
    }

    package static let none = InlineEdge()

    /// The edge of a box that continues beyond the content.
    package static let cut = {
        var edge = InlineEdge()
        edge.isCut = true
        return edge
    }()

    package var sum: Double { margin + border + padding }
    /// The part between the box's border edge and its content.
    package var inner: Double { border + padding }
    package var isEmpty: Bool { margin == 0 && border == 0 && padding == 0 }
}

/// The margin box of an atom, in points.
package struct InlineAtom: Hashable, Sendable {
    package var width: Double
    package var height: Double
    /// The distance from the top of the margin box to its baseline. Nil is the bottom edge.
    package var baseline: Double?

    package init(width: Double, height: Double, baseline: Double? = nil) {
        (self.width, self.height, self.baseline) = (width, height, baseline)
    }
}

/// The min-content and max-content widths of content, in points.
package struct InlineWidths: Hashable, Sendable {
    package var least: Double
    package var full: Double

    package init(least: Double, full: Double) {
        (self.least, self.full) = (least, full)
    }
}
