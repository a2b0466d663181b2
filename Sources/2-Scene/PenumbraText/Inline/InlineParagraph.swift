/// A block's inline content, shaped and ready to be broken into lines.
///
/// It keeps numbers instead of fonts, so that lines are found without the shaper. Nothing changes once it is shaped, so that
/// lines, pages and threads share it.
package final class InlineParagraph: @unchecked Sendable {
    /// The code points and the borders of boxes in logical order. Positions in the content are indexes of units.
    let units: [InlineUnit]
    /// The place after which only spaces, borders of boxes and anchors follow.
    let textEnd: Int
    package let styles: [InlineStyle]
    package let block: InlineBlockStyle
    let boxes: [Box]
    /// The fonts' heights for each style.
    let metrics: [InlineMetrics]
    /// The heights of each font that draws a character, for texts with the font's own line height.
    let faceMetrics: [InlineMetrics]
    /// The width of a space in the block's own style. Zero in paragraphs without tabs.
    let space: Double
    /// The hyphen of each soft hyphen, by its unit.
    let hyphens: [Int: Hyphen]
    /// The changes of width, by unit, if a line starts with a character or ends with it. Kerning and joining reach across the
    /// places where lines end.
    let changes: (atStart: [Int: Double], atEnd: [Int: Double])
    /// The ellipsis of the block's own style. Empty in blocks that cut no lines.
    let ellipsis: Hyphen
    /// Whether each part between forced breaks runs from right to left, with the first unit of each part.
    let parts: [(start: Int, isRightToLeft: Bool)]
    /// The ink that lines of decoration leave out.
    let ink: InlineInk
    /// The places of annotations, by the style of the box that has one.
    var annotations: [Int: InlineAnnotation] = [:]
    /// The room that the marks of emphasis need, by the styles of their texts.
    var marks: [Int: InlineMarkHeights] = [:]
    /// The height of the block's letters above the baseline, as far as marks of emphasis keep away from them.
    var letterAscent = 0.0
    /// The widths of the letters that stand upright on vertical lines, by unit. Their advances are their heights.
    var letterWidths: [Int: Double] = [:]
    /// Deviations from the requested fonts.
    package let notices: [TextNotice]

    struct Box: Sendable {
        /// The number that the caller chose.
        var number: Int
        var style: Int
        /// The box around this one, by its index. -1 is the root inline box.
        var parent: Int
        var start: InlineEdge
        var end = InlineEdge.none
        var depth: Int
        /// Whether neither text nor an atom nor a forced break is in the box.
        var isEmpty = true
        /// Whether the box shows nothing itself, and its children have its baseline and its heights. As in Chromium, it has the
        /// place of its children then.
        var isCulled = true
        /// Whether anything is in the box, even if it is another empty box.
        var hasParts = false
    }

    /// Whether a unit gives its line a height.
    func isContent(_ index: Int) -> Bool {
        let unit = units[index]
        return switch unit.kind {
        case .text, .tab, .atom, .forcedBreak: true
        case .open: !boxes[Int(unit.box)].start.isEmpty
        case .close: !boxes[Int(unit.box)].end.isEmpty
        case .anchor, .control: false
        }
    }

    struct Hyphen: Sendable {
        var text: String
        var advance: Double
    }

    init(
        units: [InlineUnit], content: InlineContent, boxes: [Box], metrics: [InlineMetrics], faceMetrics: [InlineMetrics],
        space: Double, hyphens: [Int: Hyphen],
        changes: (atStart: [Int: Double], atEnd: [Int: Double]), ellipsis: Hyphen, parts: [(start: Int, isRightToLeft: Bool)],
        ink: InlineInk, notices: [TextNotice]
    ) {
        textEnd = Self.textEnd(of: units)
        (self.units, styles, block, self.boxes) = (units, content.styles, content.block, boxes)
        (self.metrics, self.faceMetrics, self.space) = (metrics, faceMetrics, space)
        (self.hyphens, self.changes, self.ellipsis) = (hyphens, changes, ellipsis)
        (self.parts, self.ink, self.notices) = (parts, ink, notices)
    }

    package var unitCount: Int { units.count }

    /// The place after the last character or atom that isn't a space at the end.
    private static func textEnd(of units: [InlineUnit]) -> Int {
        let last = units.lastIndex { unit in
            switch unit.kind {
            case .text, .tab: !unit.flags.contains(.collapsible)
            case .atom, .forcedBreak: true
            case .control, .open, .close, .anchor: false
            }
        }
        return last.map { $0 + 1 } ?? 0
    }

    /// Whether the content has no unit at all.
    package var isEmpty: Bool { units.isEmpty }

    /// The innermost box that is open before a unit, by its index. -1 is the root inline box.
    func box(before unit: Int) -> Int {
        guard unit > 0, unit <= units.count else { return -1 }
        let before = units[unit - 1]
        return before.kind == .close ? boxes[Int(before.box)].parent : Int(before.box)
    }

    /// Whether the text at a unit belongs to a part that runs from right to left.
    func isRightToLeft(at unit: Int) -> Bool {
        var (low, high) = (0, parts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if parts[middle].start <= unit { low = middle } else { high = middle }
        }
        return low < parts.count ? parts[low].isRightToLeft : block.isRightToLeft
    }
}
