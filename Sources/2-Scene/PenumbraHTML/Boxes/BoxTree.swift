import PenumbraGeometry
import PenumbraLayout
import PenumbraScene

/// A box of a page. The boxes of a document form a tree, in which each box has a greater index than its parent.
struct PageBox {
    /// The arrangement of the content of a box.
    enum Content {
        /// Boxes below each other.
        case blocks
        /// Lines of text with inline boxes and atoms.
        case lines(Int)
        case flex
        case grid
        case table
        case tableRowGroup
        case tableRow
        case replaced(ReplacedContent)
        /// Columns. The children are blocks with the content of columns, and boxes that span all of them.
        case columns
    }

    /// The node of the element. Nil for anonymous boxes.
    var element: Int?
    /// The name of the pseudo-element, such as `before`.
    var pseudo: String?
    var style: HTMLStyle
    var content = Content.blocks
    var children: [Int] = []
    var parent: Int
    /// Whether the box is part of a line, as an atom.
    var isAtom = false
    /// The marker of a list item that lies outside the box.
    var marker: Int?
    /// The innermost inline element around the box in its parent's lines, or between its parent's blocks.
    var inline: Int?
    /// The kind of a marker. Nil for other boxes.
    var markerKind: MarkerKind?
    /// The box of the legend of a fieldset.
    var legend: Int?
    /// Whether the box is the legend of the fieldset around it.
    var isLegend = false
    /// Whether the box is a form control.
    var isControl = false
    /// Whether the box is a control that is disabled.
    var isDisabled = false
    /// Whether the lines of a control lie in the middle of its height.
    var centersLines = false
    var baselineRule = BaselineRule.box
    /// The columns and rows that a table cell spans.
    var columnSpan = 1
    var rowSpan = 1
    /// The columns of a table that have elements of their own.
    var columns: [ColumnElement] = []
}

/// An element that stands for columns of a table.
struct ColumnElement {
    var width: StyleLength
    /// The number of columns.
    var span: Int
    /// The nodes of the element and of the group around it. Nil for none.
    var element: Int?
    var group: Int?
    /// The styles whose backgrounds the columns have: that of the group, and that of the column.
    var backgrounds: [Int] = []
    /// The styles whose borders each column and the whole group have.
    var border: Int?
    var groupBorder: Int?
}

/// The content of an element that is drawn as a whole: a picture or an SVG document.
struct ReplacedContent {
    enum Drawing {
        case picture(ImageSource)
        /// The SVG element of a node of the document.
        case vector(Int)
        /// The document inside an `iframe` of a node of the document.
        case frame(Int)
        /// The form control of a node of the document.
        case control(Int)
        /// A control that isn't drawn, or a picture that is missing.
        case nothing
    }

    var drawing: Drawing
    /// The natural size. Nil where there is none.
    var width: Double?
    var height: Double?
    /// Width over height.
    var ratio: Double?
    /// Whether a picture keeps its proportions in a rectangle of others.
    var keepsRatio = false

    var isControl: Bool { if case .control = drawing { true } else { false } }
}

/// The content of a block of lines.
struct InlineContents {
    enum Item {
        case text(String, style: Int)
        /// The start of an inline box.
        case open(InlineBox)
        case close(InlineBox)
        /// A box that a line treats as one letter.
        case atom(box: Int, style: Int)
        /// The place of a float or of a positioned box.
        case anchor(box: Int)
        /// A forced line break.
        case lineBreak(style: Int)
        /// A place where a line may end.
        case wordBreak
    }

    /// An inline element, which its lines cut into pieces.
    struct InlineBox {
        /// The number of the box among those of the document's inline boxes.
        var id: Int
        var style: Int
        /// Whether this piece of an element that a block interrupts begins or ends the element.
        var isStart: Bool
        var isEnd: Bool
    }

    var items: [Item] = []
    /// The style of the block itself, whose font every line has.
    var rootStyle: Int
    /// The styles of the first line, by those of the other lines. Empty without `::first-line`.
    var firstLine: [Int: Int] = [:]
    /// The style of `::first-line` whose background the first line has.
    var firstLineBackground: Int?
}

/// What a marker of a list item shows.
enum MarkerKind {
    case text
    /// A disc, a circle or a square.
    case symbol
    /// A picture of a size of its own.
    case picture(Size)
    /// A gradient or another picture without a size.
    case image
}

/// An element that is part of lines.
struct InlineElement {
    var element: Int?
    var pseudo: String?
    var style: Int
    /// The marker inside a list item that the element stands for.
    var marker: Int?
    /// The annotation of the element: ruby.
    var annotation: RubyText?
    /// The inline element around this one in the same lines.
    var parent: Int?
}

/// The annotation of a ruby base.
struct RubyText {
    /// The box with the text. It has no place in the layout.
    var box: Int
    /// The inline element that stands for the annotation in lists of boxes.
    var inline: Int
}

/// The boxes of a page.
struct BoxTree {
    var boxes: [PageBox] = []
    var inline: [InlineContents] = []
    var inlineElements: [InlineElement] = []
    /// The styles that texts and inline boxes refer to.
    var styles: [HTMLStyle] = []
    /// The nodes of texts, by their styles: each text has one of its own.
    var textNodes: [Int: Int] = [:]
    /// Whether boxes without text of their own don't make lines higher, as in old documents.
    var ignoresStruts = false
    /// Whether percentages of heights refer to the nearest box with a height, as in documents of quirks mode.
    var passesHeights = false
    /// The declarations of the page for elements of SVG, by node.
    var vectorStyles: [Int: String] = [:]

    /// An inline element and those around it, with the innermost first.
    func inlines(from innermost: Int?) -> some Sequence<Int> {
        sequence(state: innermost) { next in
            defer { next = next.flatMap { inlineElements[$0].parent } }
            return next
        }
    }
}
