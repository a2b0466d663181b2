/// The sizes of texts.
///
/// Layout asks for each text's widths once, and for its lines once per width.
public protocol TextMeasuring {
    /// The widths of the text of the layer with index `node`.
    func widths(ofText node: Int) throws -> TextWidths
    /// The lines of the text of the layer with index `node`, broken to fit `width`.
    func lines(ofText node: Int, width: Double) throws -> TextLines
}

/// The width that a text needs.
public struct TextWidths: Hashable, Sendable {
    /// The width of the longest piece that can't be broken: CSS's min-content width.
    public var minimum: Double
    /// The width without any line break that the text doesn't demand: CSS's max-content width.
    public var maximum: Double

    public init(minimum: Double, maximum: Double) {
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// The extent of a text that is broken into lines.
public struct TextLines: Hashable, Sendable {
    public var height: Double
    /// The distance from the top to the first line's baseline. Nil for a text without lines.
    public var firstBaseline: Double?

    public init(height: Double, firstBaseline: Double?) {
        self.height = height
        self.firstBaseline = firstBaseline
    }
}

/// Measures nothing: for trees without texts.
public struct NoText: TextMeasuring {
    public init() {}
    public func widths(ofText node: Int) -> TextWidths { TextWidths(minimum: 0, maximum: 0) }
    public func lines(ofText node: Int, width: Double) -> TextLines { TextLines(height: 0, firstBaseline: nil) }
}
