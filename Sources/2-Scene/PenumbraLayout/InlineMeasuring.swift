import PenumbraGeometry

/// The lines of inline content.
///
/// Layout asks for one line after the other, since floats give lines different widths.
public protocol InlineMeasuring: TextMeasuring {
    /// The min-content and max-content widths of the content of the box with index `node`.
    ///
    /// - Parameters:
    ///   - atoms: the outer widths of atoms by node, margins included.
    ///   - floats: the floats by node.
    func widths(ofInline node: Int, atoms: [Int: TextWidths], floats: [Int: InlineFloat]) throws -> TextWidths

    /// The line that starts at a place of the content of the box with index `node`.
    ///
    /// - Returns: nil if the line must fit and doesn't.
    func line(ofInline node: Int, _ request: LineRequest) throws -> InlineLine?

    /// The shape of the float with index `node`. Nil is its margin box.
    func shape(ofFloat node: Int, _ boxes: FloatBoxes) -> FloatShape?
}

extension InlineMeasuring {
    public func shape(ofFloat node: Int, _ boxes: FloatBoxes) -> FloatShape? { nil }
}

/// A float among lines as it counts for their widths.
public struct InlineFloat: Hashable, Sendable {
    /// The outer widths, margins included. Negative ones are zero.
    public var widths: TextWidths
    /// Whether the float lies below those before it, which it clears, instead of beside them.
    public var startsRow: Bool

    public init(widths: TextWidths, startsRow: Bool) {
        (self.widths, self.startsRow) = (widths, startsRow)
    }
}

/// The boxes of a float to which its shape refers.
public struct FloatBoxes: Sendable {
    /// The border box, from the corner of the margin box.
    public var border: Rect
    /// The size of the margin box.
    public var size: Size
    /// The width to which percentages of margins refer.
    public var containerWidth: Double
}

/// A question for a line.
public struct LineRequest: Hashable, Sendable {
    /// The `end` of the line before. Zero is the start of the content.
    public var start: Int
    /// The width of the line box.
    public var width: Double
    public var isFirst: Bool
    /// The width of the block container's content, to which percentages refer.
    public var containerWidth: Double
    /// The height of the block container's content, if it is definite.
    public var containerHeight: Double?
    /// The atoms by node.
    public var atoms: [Int: AtomMetrics]
    /// Whether a line that is wider than `width` is refused, because there is more room below a float.
    public var mustFit: Bool
    /// A place before which the line ends though there is more room. Nil takes as much as fits.
    public var end: Int?
    /// Whether the line only shows what it would hold, and has no place.
    public var isTrial: Bool

    public init(
        start: Int, width: Double, isFirst: Bool, containerWidth: Double, containerHeight: Double? = nil,
        atoms: [Int: AtomMetrics] = [:], mustFit: Bool = false, end: Int? = nil, isTrial: Bool = false
    ) {
        self.start = start
        self.width = width
        self.isFirst = isFirst
        self.containerWidth = containerWidth
        self.containerHeight = containerHeight
        self.atoms = atoms
        self.mustFit = mustFit
        self.end = end
        self.isTrial = isTrial
    }
}

/// The measures of an atom: an inline block, a replaced box or another box that a line treats as one letter.
public struct AtomMetrics: Hashable, Sendable {
    /// The size with margins.
    public var size: Size
    /// The distance from the upper margin edge to the baseline. Nil is the lower margin edge.
    public var baseline: Double?

    public init(size: Size, baseline: Double? = nil) {
        self.size = size
        self.baseline = baseline
    }
}

/// A line of inline content. Places are distances from the left and the upper edge of the line box.
public struct InlineLine: Hashable, Sendable {
    /// The place after the line. Nil for the last line.
    public var end: Int?
    public var height: Double
    /// The distance of the baseline from the top of the line box.
    public var baseline: Double
    /// The width of the content without hanging spaces.
    public var usedWidth: Double
    public var atoms: [Atom]
    public var anchors: [Anchor]
    /// Whether the line has no height, so that margins collapse through it.
    public var isEmpty: Bool
    /// Whether the line counts for the height of its block.
    public var clamp = Clamp.none
    /// The parts of inline boxes that absolute boxes refer to.
    public var containers: [Container] = []

    public init(
        end: Int?, height: Double, baseline: Double, usedWidth: Double, atoms: [Atom] = [], anchors: [Anchor] = [],
        isEmpty: Bool = false
    ) {
        self.end = end
        self.height = height
        self.baseline = baseline
        self.usedWidth = usedWidth
        self.atoms = atoms
        self.anchors = anchors
        self.isEmpty = isEmpty
    }

    /// The place of a line among those that count for the height of their block: `line-clamp`.
    public enum Clamp: Hashable, Sendable {
        /// All lines count.
        case none
        /// The line is the last one that counts.
        case last
        /// The line lies below the last one that counts.
        case beyond
    }

    /// The part of an inline box on a line, inside its border.
    public struct Container: Hashable, Sendable {
        public var number: Int
        public var frame: Rect
        public var isRightToLeft: Bool

        public init(number: Int, frame: Rect, isRightToLeft: Bool = false) {
            (self.number, self.frame, self.isRightToLeft) = (number, frame, isRightToLeft)
        }
    }

    /// An atom in a line.
    public struct Atom: Hashable, Sendable {
        public var node: Int
        /// The corner of the margin box.
        public var origin: Point

        public init(node: Int, origin: Point) {
            self.node = node
            self.origin = origin
        }
    }

    /// The place at which a line meets a float or an absolute box.
    public struct Anchor: Hashable, Sendable {
        public var node: Int
        /// The place after alignment.
        public var x: Double
        /// The width of the content before the anchor, without a space at its end.
        public var advance: Double
        /// Whether the line has text or atoms before the anchor, even without width.
        public var followsContent: Bool
        /// Whether the text around the anchor runs from right to left, so that an absolute box ends at the anchor. Nil is the
        /// direction of the block.
        public var isRightToLeft: Bool?

        /// - Parameter followsContent: nil stands for content with a width.
        public init(node: Int, x: Double, advance: Double, followsContent: Bool? = nil, isRightToLeft: Bool? = nil) {
            self.node = node
            self.x = x
            self.advance = advance
            self.followsContent = followsContent ?? (advance > 0)
            self.isRightToLeft = isRightToLeft
        }
    }
}
