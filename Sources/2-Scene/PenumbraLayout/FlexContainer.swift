/// A layer's `layout`: how the layer arranges its sublayers, in CSS's terms.
public struct FlexContainer: Hashable, Sendable {
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        case row, column
        case rowReverse = "row-reverse"
        case columnReverse = "column-reverse"
    }

    public enum Wrap: String, Hashable, Sendable, CaseIterable {
        case nowrap, wrap
        case wrapReverse = "wrap-reverse"
    }

    public var direction = Direction.row
    public var wrap = Wrap.nowrap
    public var justifyContent = ContentAlignment.normal
    public var alignItems = ItemAlignment.stretch
    public var alignContent = ContentAlignment.normal
    /// Points between lines of a row, or between items of a column.
    public var rowGap = 0.0
    /// Points between items of a row, or between lines of a column.
    public var columnGap = 0.0
    /// Shares of the height, which add to `rowGap`. They are zero while the height is unknown.
    public var relativeRowGap = 0.0
    /// Shares of the width, which add to `columnGap`.
    public var relativeColumnGap = 0.0
    /// The alignments that don't move content beyond the start.
    public var safe: SafeAlignment = []
    /// Gaps that replace `rowGap` and `columnGap`.
    package var calculatedRowGap: LayoutCalculation?
    package var calculatedColumnGap: LayoutCalculation?
    /// Moves the edges of the items to whole pixels, as browsers do.
    public var roundsToPixels = false

    public init() {}

    var isRow: Bool { direction == .row || direction == .rowReverse }
    var isReversed: Bool { direction == .rowReverse || direction == .columnReverse }
    var wraps: Bool { wrap != .nowrap }
    /// The container with all gaps in points.
    func resolved(width: Double?, height: Double?) -> FlexContainer {
        if relativeRowGap == 0, relativeColumnGap == 0, calculatedRowGap == nil, calculatedColumnGap == nil { return self }
        var container = self
        container.rowGap = max(0, rowGap + relativeRowGap * (height ?? 0))
        container.columnGap = max(0, columnGap + relativeColumnGap * (width ?? 0))
        (container.relativeRowGap, container.relativeColumnGap) = (0, 0)
        if let gap = calculatedRowGap { container.rowGap = max(0, gap.points(of: height ?? 0)) }
        if let gap = calculatedColumnGap { container.columnGap = max(0, gap.points(of: width ?? 0)) }
        (container.calculatedRowGap, container.calculatedColumnGap) = (nil, nil)
        return container
    }

    var mainGap: Double { isRow ? columnGap : rowGap }
    var crossGap: Double { isRow ? rowGap : columnGap }
}

/// Where an item lies across its line or in its grid area: CSS `align-items`, `justify-items` and the properties of items.
public enum ItemAlignment: String, Hashable, Sendable, CaseIterable {
    case stretch, start, center, end, baseline
    case flexStart = "flex-start"
    case flexEnd = "flex-end"
    /// `stretch`, but for boxes in grids with a size or a proportion of their own.
    case normal
    case lastBaseline = "last baseline"
    /// `start` and `end` in the writing direction of the item itself.
    case selfStart = "self-start"
    case selfEnd = "self-end"
    /// Horizontal alignments in grids.
    case left, right

    /// The alignments that scenes have.
    public static let allCases: [ItemAlignment] = [.stretch, .start, .center, .end, .baseline, .flexStart, .flexEnd]

    /// The alignment across a line of a flexible box, or of an absolute box.
    var inLine: ItemAlignment {
        switch self {
        case .normal: .stretch
        case .selfStart, .left: .start
        case .selfEnd, .right: .end
        case .lastBaseline: .end
        case .stretch, .start, .center, .end, .baseline, .flexStart, .flexEnd: self
        }
    }
}

/// How free space is shared out: CSS `justify-content` and `align-content`.
public enum ContentAlignment: String, Hashable, Sendable, CaseIterable {
    /// `flexStart` in `justifyContent`, `stretch` in `alignContent`.
    case normal
    case start, center, end, stretch
    case flexStart = "flex-start"
    case flexEnd = "flex-end"
    case spaceBetween = "space-between"
    case spaceAround = "space-around"
    case spaceEvenly = "space-evenly"
}
