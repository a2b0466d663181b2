import PenumbraGeometry

/// How the boxes of a vertical writing mode lie on the page.
///
/// Layout knows horizontal lines below each other alone. The boxes of a vertical writing mode are laid out as if their lines
/// were horizontal, and turned afterwards.
public struct LayoutAxes: Hashable, Sendable {
    /// Whether the content runs from the right edge to the left, and from the lower edge to the upper, before axes are swapped.
    public var flipsX = false
    public var flipsY = false
    /// Whether widths become heights.
    public var swaps = false

    public static let page = LayoutAxes()

    public init(flipsX: Bool = false, flipsY: Bool = false, swaps: Bool = false) {
        (self.flipsX, self.flipsY, self.swaps) = (flipsX, flipsY, swaps)
    }

    /// The axes of content that `turn` turns into content with these axes.
    func turned(by turn: LayoutTurn) -> LayoutAxes {
        LayoutAxes(flipsX: turn.flipsX != flipsY, flipsY: turn.flipsY != flipsX, swaps: !swaps)
    }

    /// A rectangle on the page, from the corner of the box around it.
    ///
    /// - Parameter size: the size of the box around the rectangle, before axes are swapped.
    public func onPage(_ rect: Rect, in size: Size) -> Rect {
        var rect = rect
        if flipsX { rect.origin.x = size.width - rect.maxX }
        if flipsY { rect.origin.y = size.height - rect.maxY }
        guard swaps else { return rect }
        return Rect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width)
    }

    /// A size on the page, or the reverse.
    public func onPage(_ size: Size) -> Size { swaps ? Size(width: size.height, height: size.width) : size }
}

/// The change of axes between a box and the content that is turned in it by a quarter.
public struct LayoutTurn: Hashable, Sendable {
    /// Whether an axis of the content runs against the axis that it becomes.
    public var flipsX = false
    public var flipsY = false
    /// Whether the lines of the content are horizontal on the page, so that they may be as long as the page is wide.
    public var hasHorizontalLines = false

    public init(flipsX: Bool = false, flipsY: Bool = false, hasHorizontalLines: Bool = false) {
        (self.flipsX, self.flipsY, self.hasHorizontalLines) = (flipsX, flipsY, hasHorizontalLines)
    }
}

extension LayoutStyle {
    /// The style with sides and sizes as its vertical writing mode names them: `left` is where lines start.
    ///
    /// - Parameters:
    ///   - isFlipped: whether lines follow each other from right to left.
    ///   - isUpward: whether lines run from the lower edge to the upper.
    public func turned(isFlipped: Bool, isUpward: Bool = false) -> LayoutStyle {
        var style = self
        func turned(_ edges: LayoutEdges) -> LayoutEdges { edges.turned(isFlipped: isFlipped, isUpward: isUpward) }
        (style.width, style.height) = (height, width)
        (style.minWidth, style.minHeight) = (minHeight, minWidth)
        (style.maxWidth, style.maxHeight) = (maxHeight, maxWidth)
        style.inset = turned(inset)
        style.margin = turned(margin)
        style.padding = turned(padding)
        style.border = turned(border)
        (style.overflowX, style.overflowY) = (overflowY, overflowX)
        style.containedSize = Size(width: containedSize.height, height: containedSize.width)
        (style.ignoresContentWidth, style.ignoresContentHeight) = (ignoresContentHeight, ignoresContentWidth)
        style.aspectRatio = aspectRatio.map { 1 / $0 }
        let lines = borderStyles
        (style.borderStyles.left, style.borderStyles.right) = isUpward ? (lines.bottom, lines.top) : (lines.top, lines.bottom)
        style.borderStyles.top = isFlipped ? lines.right : lines.left
        style.borderStyles.bottom = isFlipped ? lines.left : lines.right
        return style
    }
}

extension NaturalSize {
    /// The size with its axes swapped.
    public var turned: NaturalSize {
        var size = self
        (size.width, size.height) = (height, width)
        size.ratio = ratio.flatMap { $0 > 0 ? 1 / $0 : nil }
        return size
    }
}
