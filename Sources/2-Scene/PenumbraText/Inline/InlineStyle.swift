import PenumbraScene

/// The properties of a text or an inline box inside a line.
package struct InlineStyle: Hashable, Sendable {
    /// The font, its size, spacing and line height. Lines of decoration have no effect on layout.
    package var look: TextLook
    /// The size in which letters are set. Nil is the size of the font, which gives the heights in any case.
    package var letterSize: Double?
    package var verticalAlign = VerticalAlign.baseline
    /// Whether an inline box shows something of its own: edges, a background or an effect. Chromium makes no box for others.
    package var showsBox = false
    package var hasMargins = false
    package var collapse = WhiteSpaceCollapse.collapse
    /// Whether lines break in the text: CSS's `text-wrap-mode`.
    package var wraps = true
    package var overflowWrap = OverflowWrap.normal
    package var wordBreak = WordBreak.normal
    /// Whether lines break between any two characters: `line-break: anywhere`.
    package var breaksAnywhere = false
    /// Whether soft hyphens allow breaks: `hyphens` other than `none`.
    package var hyphenates = true
    package var transform = TextTransform.none
    /// The direction of an inline box whose `bidi` isn't `normal`, and of its edges in any case.
    package var isRightToLeft = false
    package var bidi = Bidi.normal
    package var tabSize = TabSize.spaces(8)
    /// Whether each part of an inline box has all its edges: `box-decoration-break: clone`.
    package var clonesEdges = false
    /// The heights below the baseline of lines that leave out the glyphs they cross: `text-decoration-skip-ink`.
    package var inkBands: [ClosedRange<Double>] = []
    /// A BCP 47 language tag. Nil is no language.
    package var language: String?
    /// The annotation of an inline box: ruby. It takes no room beside the box.
    package var annotation: Annotation?
    /// The side at which the letters have marks of half the font size.
    package var emphasis: Emphasis?

    /// The characters of vertical lines that stand upright: CSS's `text-orientation`.
    package var orientation = Orientation.mixed

    package enum Emphasis: Hashable, Sendable { case over, under }
    package enum Orientation: Hashable, Sendable { case mixed, upright, sideways }

    package init(_ look: TextLook) {
        self.look = look
    }

    /// A text in small letters above or below an inline box.
    package struct Annotation: Hashable, Sendable {
        /// The index of the text's style.
        package var style: Int
        package var isBelow: Bool

        package init(style: Int, isBelow: Bool) {
            (self.style, self.isBelow) = (style, isBelow)
        }
    }

    /// The place of an inline box or an atom on its line: CSS 2, 10.8.
    package enum VerticalAlign: Hashable, Sendable {
        case baseline, sub, `super`, middle, textTop, textBottom, top, bottom
        /// Points above the baseline of the parent.
        case raised(Double)
        /// A fraction of the element's own line height above the baseline of the parent.
        case fraction(Double)
    }

    /// The treatment of white space: CSS's `white-space-collapse`.
    package enum WhiteSpaceCollapse: Hashable, Sendable {
        case collapse, preserve, preserveBreaks, breakSpaces

        /// Whether spaces and tabs collapse.
        var collapsesSpaces: Bool { self == .collapse || self == .preserveBreaks }
    }

    /// The breaks inside words that are too long for a line: CSS's `overflow-wrap`.
    package enum OverflowWrap: Hashable, Sendable {
        case normal, breakWord
        /// Breaks also count for the min-content width.
        case anywhere
    }

    package enum WordBreak: Hashable, Sendable {
        case normal, breakAll, keepAll
    }

    /// The effect of an inline box on the order of the text in it: CSS's `unicode-bidi`.
    package enum Bidi: Hashable, Sendable {
        case normal, embed, isolate, override, isolateOverride, plaintext
    }

    package enum TabSize: Hashable, Sendable {
        case spaces(Double)
        case points(Double)
    }
}

/// The properties of a block that apply to its lines.
package struct InlineBlockStyle: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable {
        case start, end, left, right, center, justify
    }

    package var align = Alignment.start
    /// The alignment of last lines and lines before forced breaks. Nil is `auto`.
    package var alignLast: Alignment?
    package var indent = Indent()
    package var isRightToLeft = false
    /// Whether each paragraph has the direction of its first strong character: `unicode-bidi: plaintext`.
    package var isPlaintext = false
    /// Whether all text runs in the block's direction: `unicode-bidi: bidi-override`.
    package var isOverridden = false
    /// Whether boxes of a line are aligned by their middles, as in vertical writing modes.
    package var hasCentralBaseline = false
    /// Whether letters may stand upright, one below the other.
    package var isVertical = false
    /// Whether boxes without text of their own don't make a line higher, as in documents of quirks mode.
    package var ignoresStruts = false
    /// The room above the first line for annotations, which the block's padding leaves.
    package var annotationRoom = 0.0
    package var strictness: Strictness?
    /// Whether lines may end in an ellipsis.
    package var mayCutLines = true
    package var balance = Balance.none

    package init() {}

    /// The indent of first lines: CSS's `text-indent`.
    package struct Indent: Hashable, Sendable {
        package var points = 0.0
        /// A fraction of the width of the containing block.
        package var fraction = 0.0
        package var isHanging = false
        /// Whether lines after forced breaks count as first lines.
        package var countsEachLine = false

        package init(points: Double = 0, fraction: Double = 0, isHanging: Bool = false, countsEachLine: Bool = false) {
            (self.points, self.fraction) = (points, fraction)
            (self.isHanging, self.countsEachLine) = (isHanging, countsEachLine)
        }

        /// The points before a line.
        func points(isFirst: Bool, isAfterBreak: Bool, of width: Double) -> Double {
            guard (isFirst || countsEachLine && isAfterBreak) != isHanging else { return 0 }
            return points + fraction * width
        }
    }

    /// The strictness of line breaks in Chinese, Japanese and Korean: CSS's `line-break`.
    package enum Strictness: String, Hashable, Sendable {
        case loose, normal, strict
    }

    /// CSS's `text-wrap-style`.
    package enum Balance: Hashable, Sendable {
        case none, balance, pretty
    }
}
