import PenumbraGeometry

/// A length of a layer's style, as CSS writes it.
public enum LayoutLength: Hashable, Sendable {
    /// CSS `auto`; as a maximum, CSS `none`.
    case auto
    case points(Double)
    /// A share of the containing block: 0.5 is CSS `50%`.
    case fraction(Double)
    /// CSS `calc(10px + 50%)`.
    case sum(points: Double, fraction: Double)
    /// CSS `min(10px, 50%)` and other calculations with percentages.
    case calculated(LayoutCalculation)
    /// The sizing keywords of CSS. Insets, margins and paddings have none of them.
    case minContent, maxContent, fitContent
    /// CSS `stretch`: the box with its margins fills the containing block.
    case stretch

    public static let zero = LayoutLength.points(0)

    /// The length in points. Nil for keywords, and for a share of an unknown size.
    func resolved(against base: Double?) -> Double? {
        switch self {
        case .auto, .minContent, .maxContent, .fitContent, .stretch: nil
        case .points(let points): points
        case .fraction(let fraction): base.map { fraction * $0 }
        case .sum(let points, let fraction): base.map { points + fraction * $0 }
        case .calculated(let calculation): base.map { calculation.points(of: $0) }
        }
    }

    /// The length of a margin or a padding. Shares of an unknown size are zero.
    func edge(against base: Double?) -> Double {
        if base == nil {
            if case .sum(let points, _) = self { return points }
            if case .calculated(let calculation) = self { return calculation.points(of: 0) }
        }
        return resolved(against: base) ?? 0
    }

    /// Whether the length is the content's.
    var isContentKeyword: Bool { self == .minContent || self == .maxContent || self == .fitContent }

    var isAuto: Bool { self == .auto }

    /// Whether the length depends on the containing block by a percentage.
    var isFraction: Bool {
        switch self {
        case .fraction, .sum, .calculated: true
        case .auto, .points, .minContent, .maxContent, .fitContent, .stretch: false
        }
    }

    /// Whether the length depends on the containing block at all.
    var followsContainer: Bool { isFraction || self == .stretch }

    var isKeyword: Bool {
        switch self {
        case .minContent, .maxContent, .fitContent, .stretch: true
        case .auto, .points, .fraction, .sum, .calculated: false
        }
    }
}

/// Four lengths, one for each side of a box, in CSS's order.
public struct LayoutEdges: Hashable, Sendable {
    public var top: LayoutLength
    public var right: LayoutLength
    public var bottom: LayoutLength
    public var left: LayoutLength

    public init(top: LayoutLength, right: LayoutLength, bottom: LayoutLength, left: LayoutLength) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// The same length on all sides.
    public init(_ length: LayoutLength) {
        self.init(top: length, right: length, bottom: length, left: length)
    }

    public static let zero = LayoutEdges(.zero)
    public static let auto = LayoutEdges(.auto)

    package var hasFraction: Bool { top.isFraction || right.isFraction || bottom.isFraction || left.isFraction }

    /// The edges with the axes of `LayoutStyle.turned(isFlipped:isUpward:)`.
    public func turned(isFlipped: Bool, isUpward: Bool = false) -> LayoutEdges {
        LayoutEdges(
            top: isFlipped ? right : left, right: isUpward ? top : bottom, bottom: isFlipped ? left : right,
            left: isUpward ? bottom : top)
    }

    /// The distance by which the lengths move a relative box. Where opposite sides disagree, the sides where lines and blocks
    /// start win.
    package func shift(width: Double, height: Double?, isRightToLeft: Bool) -> Point {
        func resolved(_ start: LayoutLength, _ end: LayoutLength, _ base: Double?) -> Double {
            start.resolved(against: base) ?? end.resolved(against: base).map { -$0 } ?? 0
        }
        let x = isRightToLeft ? -resolved(right, left, width) : resolved(left, right, width)
        return Point(x, resolved(top, bottom, height))
    }

    /// The lengths in points, with zero for `auto` and for shares of an unknown size.
    func resolved(against base: Double?) -> Edges {
        Edges(
            top: top.edge(against: base), right: right.edge(against: base), bottom: bottom.edge(against: base),
            left: left.edge(against: base))
    }
}

/// Four distances in points, one for each side of a box.
struct Edges: Equatable {
    var top = 0.0
    var right = 0.0
    var bottom = 0.0
    var left = 0.0

    static func + (one: Edges, other: Edges) -> Edges {
        Edges(
            top: one.top + other.top, right: one.right + other.right, bottom: one.bottom + other.bottom,
            left: one.left + other.left)
    }

    /// The edges without negative lengths, which only sums with percentages have.
    var withoutNegatives: Edges {
        Edges(top: max(0, top), right: max(0, right), bottom: max(0, bottom), left: max(0, left))
    }

    var horizontal: Double { left + right }
    var vertical: Double { top + bottom }
}

/// A smallest and a largest length. The smallest one wins where they contradict each other, as in CSS.
struct Limits: Equatable {
    var minimum = 0.0
    var maximum = Double.infinity

    func clamp(_ value: Double) -> Double { max(minimum, min(value, maximum)) }

    func clampIfPresent(_ value: Double?) -> Double? { value.map { clamp($0) } }

    /// The limits of the other side, whose length follows from a length of this side (CSS Sizing 4: transferred limits).
    ///
    /// - Parameter length: the other side's length. Nil without a proportion.
    func transferred(_ length: (Double) -> Double?) -> Limits {
        var limits = Limits()
        if let other = length(minimum) { limits.minimum = other }
        if maximum < .infinity, let other = length(max(minimum, maximum)) { limits.maximum = other }
        return limits
    }

    /// The limits of the box inside paddings of this size together.
    func inset(by padding: Double) -> Limits {
        Limits(minimum: max(0, minimum - padding), maximum: max(0, maximum - padding))
    }
}

/// The min-content and the max-content size of a box in one direction.
struct ContentSizes: Equatable {
    var minimum: Double
    var maximum: Double

    /// CSS's fit-content size: the available space, but no less than the minimum and no more than the maximum.
    func fitted(to available: Double) -> Double { max(minimum, min(maximum, available)) }

    static func + (sizes: ContentSizes, extra: Double) -> ContentSizes {
        ContentSizes(minimum: sizes.minimum + extra, maximum: sizes.maximum + extra)
    }
}
