import PenumbraScene

extension InlineParagraph {
    /// A request for one line.
    package struct Request: Sendable {
        /// The position where the line starts: zero for the first line, then the end of the line before.
        package var start = 0
        /// The room for the line, in points.
        package var width: Double
        /// The place where the line ends, of `chosenEnds`. Nil takes as much as fits.
        package var end: Int?
        /// The width of the containing block, which percentages of the indent refer to.
        package var blockWidth: Double
        /// Whether the line is the block's first one.
        package var isFirst = true
        /// Whether content that doesn't fit the room ends in an ellipsis: `text-overflow`.
        package var cutsOverflow = false
        /// Whether the line ends in an ellipsis because content follows that isn't shown: `line-clamp`.
        package var isClamped = false

        package init(start: Int = 0, width: Double, blockWidth: Double? = nil, isFirst: Bool? = nil) {
            (self.start, self.width, self.blockWidth) = (start, width, blockWidth ?? width)
            self.isFirst = isFirst ?? (start == 0)
        }
    }

    /// One line, in points from the left edge of its room and from the top of its line box.
    package struct Line: Sendable {
        /// The position after the line.
        package var end = 0
        /// Whether all content is on lines.
        package var isLast = false
        /// Whether the line ends with a forced break.
        package var endsWithBreak = false
        /// Whether the line has no text, no atom and no visible edge of a box. It has no height then.
        package var isEmpty = true
        /// Whether the line's first piece is wider than the room.
        package var overflows = false
        package var height = 0.0
        /// The distance from the top of the line box to its baseline.
        package var baseline = 0.0
        /// The left end of the content, without spaces that hang.
        package var x = 0.0
        /// The width of the content, without the indent and without spaces that hang.
        package var width = 0.0
        package var texts: [TextFragment] = []
        package var boxes: [BoxFragment] = []
        package var atoms: [PlacedAtom] = []
        package var anchors: [PlacedAnchor] = []
        /// Whether an ellipsis hides content.
        package var isCut = false
    }

    /// Text of one style and one direction on a line.
    package struct TextFragment: Hashable, Sendable {
        /// The visible text, after collapsing and transformation.
        package var text: String
        package var style: Int
        /// The number of the innermost inline box. Nil is the block itself.
        package var box: Int?
        package var x: Double
        package var width: Double
        /// The distance from the top of the line box to the baseline of the text.
        package var baseline: Double
        /// The heights of the font above and below the baseline, in whole points.
        package var ascent: Double
        package var descent: Double
        /// The bidirectional level. Odd levels run from right to left.
        package var level: Int8
        /// The positions of the fragment's characters in the content.
        package var range: Range<Int>
        /// The points that justification adds to each space.
        package var justification = 0.0
        /// Whether the text ends with a hyphen that stands for a soft hyphen.
        package var hasHyphen = false
        /// Whether the fragment is white space without ink: a tab, or spaces that hang at the end of the line.
        package var isBlank = false
        /// Whether the fragment is an ellipsis in place of content.
        package var isEllipsis = false
        /// Whether the text alone would run in another order than on the line.
        package var isOverridden = false
        /// The number of the text, the atom or the box's first content among those of the line, from left to right.
        package var place = 0
    }

    /// The part of an inline box on one line.
    package struct BoxFragment: Hashable, Sendable {
        package var box: Int
        package var style: Int
        /// The left edge of the border box, and its width.
        package var x: Double
        package var width: Double
        /// The top and the height of the content area, from the top of the line box.
        package var top: Double
        package var height: Double
        package var baseline: Double
        /// Whether the fragment has the box's start edge, and its end edge.
        package var isFirst: Bool
        package var isLast: Bool
        /// Whether the box lies inside another inline box, and how deep.
        package var depth: Int
        /// Whether an ellipsis hides the fragment.
        package var isHidden = false
        /// Whether the box shows nothing itself, so that it has the place of its children.
        package var isCulled = false
        /// The number of the box's first piece among the line's pieces from left to right.
        package var place = 0
    }

    /// An atom and the top left of its margin box.
    package struct PlacedAtom: Hashable, Sendable {
        package var atom: Int
        package var x: Double
        package var y: Double
        /// The number of the innermost inline box. Nil is the block itself.
        package var box: Int?
        /// Whether an ellipsis hides the atom.
        package var isHidden = false
        /// The number among the line's pieces from left to right.
        package var place = 0
    }

    /// A float or an absolutely positioned box that starts on a line.
    package struct PlacedAnchor: Hashable, Sendable {
        package var anchor: Int
        /// The place on the line where the anchor lies.
        package var x: Double
        /// The width of the line's content before the anchor, without a space at its end.
        package var before: Double
        /// Whether text or an atom lies before the anchor.
        package var followsContent: Bool
        /// Whether the text around the anchor runs from right to left.
        package var isRightToLeft: Bool
        package var box: Int?
    }
}

extension InlineParagraph.Line {
    package enum Part {
        case box(InlineParagraph.BoxFragment)
        case text(InlineParagraph.TextFragment)
        case atom(InlineParagraph.PlacedAtom)
    }

    /// The boxes, texts and atoms from back to front. As in Chromium, that is from left to right.
    package var parts: [Part] {
        if boxes.isEmpty, atoms.isEmpty { return texts.map { .text($0) } }
        var parts: [(place: Int, depth: Int, part: Part)] = []
        parts.reserveCapacity(boxes.count + texts.count + atoms.count)
        for box in boxes { parts.append((box.place, box.depth, .box(box))) }
        for text in texts { parts.append((text.place, .max, .text(text))) }
        for atom in atoms { parts.append((atom.place, .max, .atom(atom))) }
        parts.sort { ($0.place, $0.depth) < ($1.place, $1.depth) }
        return parts.map(\.part)
    }

    /// Moves the line down so that its baseline is at least at a distance from its top.
    package mutating func makeRoom(above: Double) {
        let distance = above - baseline
        guard distance > 0 else { return }
        baseline += distance
        height += distance
        for index in texts.indices { texts[index].baseline += distance }
        for index in boxes.indices {
            boxes[index].top += distance
            boxes[index].baseline += distance
        }
        for index in atoms.indices { atoms[index].y += distance }
    }
}

extension InlineParagraph {
    /// The characters of a fragment in logical order, and the left edge and the width of each.
    package func characters(of fragment: TextFragment) -> [(scalar: Unicode.Scalar, x: Double, width: Double)] {
        var result: [(scalar: Unicode.Scalar, x: Double, width: Double)] = []
        var before = 0.0
        for unit in units[fragment.range] where unit.kind == .text || unit.kind == .tab {
            let isSpace = unit.scalar == " " || unit.scalar == "\u{A0}"
            let width = unit.kind == .tab ? fragment.width : unit.advance + (isSpace ? fragment.justification : 0)
            let isReversed = fragment.level & 1 == 1
            let x = isReversed ? fragment.x + fragment.width - before - width : fragment.x + before
            result.append((unit.scalar, x, width))
            before += width
        }
        return result
    }
}
