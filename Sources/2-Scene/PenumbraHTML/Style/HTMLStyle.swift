import PenumbraCSS
import PenumbraGeometry
import PenumbraScene
import PenumbraText

/// The computed values of an element's properties.
///
/// Copies share their values until one of them changes.
struct HTMLStyle: Sendable {
    private var ownText: Shared<TextValues>
    private var ownBox: Shared<BoxValues>
    var variables: CSSVariables

    /// The initial values.
    static let initial = HTMLStyle(Shared(TextValues()), Shared(BoxValues()), .none)

    /// The style that the root element inherits from.
    static let root = {
        var style = initial
        style.box.display = .block
        style.text.font = style.text.fontStack
        return style
    }()

    private init(_ text: Shared<TextValues>, _ box: Shared<BoxValues>, _ variables: CSSVariables) {
        (ownText, ownBox, self.variables) = (text, box, variables)
    }

    /// The properties that children inherit.
    var text: TextValues {
        _read { yield ownText.value }
        _modify {
            if !isKnownUniquelyReferenced(&ownText) { ownText = Shared(ownText.value) }
            yield &ownText.value
        }
    }

    /// The properties of the element's own box.
    var box: BoxValues {
        _read { yield ownBox.value }
        _modify {
            if !isKnownUniquelyReferenced(&ownBox) { ownBox = Shared(ownBox.value) }
            yield &ownBox.value
        }
    }

    /// The style of a child that has no declarations.
    var inherited: HTMLStyle { HTMLStyle(ownText, Self.initial.ownBox, variables) }

    /// Makes the box an item or a root, which is part of no line and doesn't float.
    mutating func blockify() {
        let display = box.display.blockified
        // A change ends the sharing of the style with other elements and documents.
        if box.display != display { box.display = display }
        if box.float != .none { box.float = .none }
    }

    /// Takes the box properties of another style.
    mutating func takeBox(of other: HTMLStyle) { ownBox = other.ownBox }

    /// A style's values as an object. Two identities that exist at the same time are equal only for equal values.
    struct Identity: Hashable {
        let style: HTMLStyle

        static func == (a: Identity, b: Identity) -> Bool {
            a.style.ownText === b.style.ownText && a.style.ownBox === b.style.ownBox
                && a.style.variables === b.style.variables
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(style.ownText))
            hasher.combine(ObjectIdentifier(style.ownBox))
            hasher.combine(ObjectIdentifier(style.variables))
        }
    }

    /// Values that styles share. Only a style that holds them alone changes them.
    private final class Shared<Value: Sendable>: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    /// The style of an anonymous box inside the element.
    func anonymous(_ display: BoxDisplay) -> HTMLStyle {
        var style = inherited
        style.box.display = display
        return style
    }
}

/// The kind of a box: CSS's `display`.
enum BoxDisplay: Hashable, Sendable {
    case none, contents
    case block, flowRoot, flex, grid, table, listItem
    case inline, inlineBlock, inlineFlex, inlineGrid, inlineTable
    case tableRow, tableRowGroup, tableHeaderGroup, tableFooterGroup, tableCell, tableCaption, tableColumn, tableColumnGroup

    /// Whether the box is part of a line.
    var isInlineLevel: Bool {
        switch self {
        case .inline, .inlineBlock, .inlineFlex, .inlineGrid, .inlineTable: true
        default: false
        }
    }

    /// The kind of a box that isn't part of a line: of floats, positioned boxes and items.
    var blockified: BoxDisplay {
        switch self {
        case .inline, .inlineBlock: .block
        case .inlineFlex: .flex
        case .inlineGrid: .grid
        case .inlineTable: .table
        case .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableCell, .tableCaption, .tableColumn,
            .tableColumnGroup:
            .block
        default: self
        }
    }

    var isTablePart: Bool {
        switch self {
        case .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableCell, .tableCaption, .tableColumn,
            .tableColumnGroup:
            true
        default: false
        }
    }

    static let names: [String: BoxDisplay] = [
        "none": .none, "contents": .contents, "block": .block, "flow-root": .flowRoot, "flex": .flex, "grid": .grid,
        "table": .table, "list-item": .listItem, "inline": .inline, "inline-block": .inlineBlock, "inline-flex": .inlineFlex,
        "inline-grid": .inlineGrid, "inline-table": .inlineTable, "table-row": .tableRow, "table-row-group": .tableRowGroup,
        "table-header-group": .tableHeaderGroup, "table-footer-group": .tableFooterGroup, "table-cell": .tableCell,
        "table-caption": .tableCaption, "table-column": .tableColumn, "table-column-group": .tableColumnGroup,
        "-webkit-box": .flex, "-webkit-inline-box": .inlineFlex, "-webkit-flex": .flex, "-webkit-inline-flex": .inlineFlex,
        "block flow": .block, "block flex": .flex, "block grid": .grid, "inline flow": .inline,
        "inline flow-root": .inlineBlock,
        "block flow-root": .flowRoot, "inline flex": .inlineFlex, "inline grid": .inlineGrid, "flow": .block,
        // Ruby follows from the elements.
        "ruby": .inline, "block ruby": .block, "ruby-text": .inline, "math": .inlineBlock,
    ]
}

/// The properties that children don't inherit.
struct BoxValues: Sendable {
    enum Position: String, Sendable { case `static`, relative, absolute, fixed, sticky }
    enum Float: String, Sendable { case none, left, right }
    enum Clear: String, Sendable { case none, left, right, both }
    enum Overflow: String, Sendable { case visible, hidden, clip, scroll, auto }

    var display = BoxDisplay.inline
    /// Whether the box would be part of a line if it were in the flow.
    var wouldBeInline = false
    var position = Position.static
    var float = Float.none
    var clear = Clear.none
    var isBorderBox = false
    var width = StyleLength.auto
    var height = StyleLength.auto
    var minWidth = StyleLength.auto
    var minHeight = StyleLength.auto
    /// `auto` is `none`.
    var maxWidth = StyleLength.auto
    var maxHeight = StyleLength.auto
    var margin = StyleSides(StyleLength.zero)
    var padding = StyleSides(StyleLength.zero)
    var inset = StyleSides(StyleLength.auto)
    var borderWidth = StyleSides(3.0)
    var borderStyle = StyleSides("none")
    var borderColor = StyleSides("currentcolor")
    var aspectRatio: Double?
    /// Whether a replaced element's own ratio wins over `aspectRatio`.
    var prefersOwnRatio = false
    var overflowX = Overflow.visible
    var overflowY = Overflow.visible
    var zIndex: Int?
    var order = 0

    var flexDirection = "row"
    var flexWrap = "nowrap"
    var flexGrow = 0.0
    var flexShrink = 1.0
    var flexBasis = StyleLength.auto
    /// The alignments, as they are written.
    var alignment: [String: String] = [:]
    /// `auto` is `normal`, which grids inside others inherit.
    var rowGap = StyleLength.auto
    var columnGap = StyleLength.auto
    var grid = GridValues()
    var columns = ColumnValues()

    var verticalAlign = VerticalAlign.baseline
    var unicodeBidi = "normal"
    var textOverflow = "clip"
    /// The most lines, and whether `-webkit-box` makes them count.
    var lineClamp: Int?
    var isWebKitBox = false
    /// The lines that a first letter is high, and those that it sinks into: `initial-letter`.
    var initialLetter: InitialLetter?
    /// `none`, `trim-start`, `trim-end` or `trim-both`.
    var textBoxTrim = "none"
    var decorationLine: Set<String> = []
    var decorationStyle = Text.Line.Style.solid
    var decorationColor = "currentcolor"
    var decorationThickness: StyleLength = .auto
    var isFixedTable = false
    var content: String?
    var counters: [String: String] = [:]
    var objectFit = "fill"
    var establishesFlow = false
    var containsPaint = false
    /// Whether the page cuts its content as the box would.
    var givesOverflow = false
    /// Whether the author gave the box a background or a border.
    var isDecorated = false
    var appearance = "auto"
    /// Whether readers may change the size of the box, which then has a grip in its corner.
    var isResizable = false
    /// Whether a text field is as large as its text.
    var sizesFieldByContent = false
    /// Whether the content gives the box no width.
    var ignoresContentWidth = false
    /// Whether the content gives the box no height.
    var ignoresContentHeight = false
    var hidesBaselines = false
    /// The size in place of the content's.
    var containedSize = Size.zero
    /// `visible`, `hidden` or `auto`.
    var contentVisibility = "visible"
    var containerNames: [String] = []
    var containerAxes = CSSContainer.Axes.none
    /// The container that the box is for those inside it.
    var ownContainer: CSSContainer?

    /// The properties that painting reads, as they are written, without their initial values.
    var paint: [String: String] = [:]
    /// The properties of animations, as they are written.
    var animation: [String: String] = [:]

    enum VerticalAlign: Hashable, Sendable {
        case baseline, sub, `super`, middle, textTop, textBottom, top, bottom
        /// Points above the baseline, with a share of the line height.
        case raised(StyleLength)
    }

    var isPositioned: Bool { position != .static }
    var isOutOfFlow: Bool { position == .absolute || position == .fixed }
    var hasShape: Bool { paint["shape-outside"].map { $0.asciiLowercased != "none" } ?? false }
    var isFloating: Bool { float != .none && !isOutOfFlow }

    /// The widths of the borders that are drawn.
    var border: StyleSides<Double> {
        var result = borderWidth
        func width(_ style: String, _ width: Double) -> Double { style == "none" || style == "hidden" ? 0 : width }
        result.top = width(borderStyle.top, borderWidth.top)
        result.right = width(borderStyle.right, borderWidth.right)
        result.bottom = width(borderStyle.bottom, borderWidth.bottom)
        result.left = width(borderStyle.left, borderWidth.left)
        return result
    }

    /// Whether content is cut at the padding box.
    var clips: Bool { hidesOverflow || hasPaintContainment }
    /// Whether the box could scroll, which makes it independent of the content around it.
    var isScrollContainer: Bool {
        ![overflowX, overflowY].allSatisfy { $0 == .visible || $0 == .clip }
    }
}

/// The properties that children inherit.
struct TextValues: Sendable {
    enum LineHeight: Hashable, Sendable {
        case normal
        case factor(Double)
        case points(Double)
    }

    enum Visibility: String, Sendable { case visible, hidden, collapse }
    enum ListPosition: String, Sendable { case inside, outside }

    /// The colour as CSS text.
    var color = "black"
    var isDark = false
    var fontSize = 16.0
    /// The size that letters are set in. As in Chromium, sizes are whole 64ths of a pixel, rounded down, which FreeType takes.
    var sizeOfLetters: Double {
        let size = Double(Float(max(0.001, min(fontSize, 10_000))))
        return max(0.001, (64 * size).rounded(.down) / 64)
    }
    /// The factor of all lengths: the product of `zoom` here and around.
    var zoom = 1.0
    /// Whether the font size follows from a length. Browsers draw other sizes smaller in fonts of equal widths.
    var isSizeAbsolute = false
    /// The families as they are written. Empty is the browser's standard font.
    var families = ""
    /// The font in the notation of scenes, which follows from other properties.
    var font = ""
    var weight = 400.0
    var slant = FontStack.Slant.none
    /// The width of the font in percent.
    var stretch = 100.0
    var features: [String: Int] = [:]
    var variations: [String: Double] = [:]
    /// The longhands of `font-variant`, as they are written.
    var variants: [String: String] = [:]
    var kerns = true
    var isOpticallySized = true
    var lineHeight = LineHeight.normal
    var letterSpacing = 0.0
    var wordSpacing = 0.0
    /// `collapse`, `preserve`, `preserve-breaks`, `break-spaces` or `preserve-spaces`.
    var spaceCollapse = "collapse"
    var isWrapped = true
    /// `auto`, `balance`, `pretty` or `stable`.
    var wrapStyle = "auto"
    var align = "start"
    var alignLast = "auto"
    var indent = TextIndent()
    var isRightToLeft = false
    var writingMode = "horizontal-tb"
    var orientation = InlineStyle.Orientation.mixed
    /// The orientation of letters. All letters of the sideways modes lie on their sides.
    var usedOrientation: InlineStyle.Orientation { writingMode.hasPrefix("sideways") ? .sideways : orientation }
    var transform = TextTransform.none
    var visibility = Visibility.visible
    var overflowWrap = "normal"
    var wordBreak = "normal"
    var lineBreak = "auto"
    var hyphens = "manual"
    /// The number of spaces, or the points, of a tab.
    var tabSize = StyleLength.points(8)
    var isTabOfSpaces = true
    var listStyleType = "disc"
    var listStyleImage = "none"
    var listPosition = ListPosition.outside
    var isCaptionBelow = false
    var collapsesBorders = false
    var borderSpacing = Size(width: 0, height: 0)
    var hidesEmptyCells = false
    /// The fewest lines at the end and at the start of a column.
    var orphans = 2
    var widows = 2
    var quotes = "auto"
    var shadow = "none"
    var underlineOffset = StyleLength.auto
    var underlinePosition = "auto"
    var textBoxEdge = TextBoxEdge()
    var emphasis = TextEmphasis()
    var rubyPosition = "over"
    var skipsInk = true
    var strokeWidth = 0.0
    var strokeColor = "currentcolor"
    var fillColor = "currentcolor"
    /// Whether strokes lie below the fill: `paint-order`.
    var paintsStrokeFirst = false
    var imageRendering = "auto"
    var language: String?
    /// The fonts of the document's own.
    var embedded: EmbeddedFonts?
    /// The colour of controls. `auto` is the browser's.
    var accentColor = "auto"
    /// The container around the element.
    var container: CSSContainer?
    /// The lines that ancestors draw along the text, the outermost first.
    var decorations: [Decoration] = []

    /// A line along a text, of one element.
    struct Decoration: Hashable, Sendable {
        var line: String
        /// The node of the element that draws the line.
        var element: Int
        var style: Text.Line.Style
        /// The colour, with the element's own instead of `currentcolor`.
        var color: String
        var thickness: StyleLength
        var offset: StyleLength
        /// The font size of the element, which relative thicknesses refer to.
        var fontSize: Double
        /// Whether a line under the text lies below its descenders.
        var isUnder = false
    }

    var isVisible: Bool { visibility == .visible }

    /// Whether the font is `monospace` alone.
    var isMonospaced: Bool { families.trimmingSpaces.asciiLowercased == "monospace" }

    /// The colour of the glyphs, which lines without a colour of their own have.
    var ownColor: String { fillColor == "currentcolor" ? color : fillColor }

    /// The line height in points. Nil is that of the font.
    var lineHeightInPoints: Double? {
        switch lineHeight {
        case .normal: nil
        case .factor(let factor): factor * fontSize
        case .points(let points): points
        }
    }
}
