import PenumbraSystem

/// Why bytes are not a JSON document, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first line is 1.
    public var line: Int
    /// In characters (Unicode scalars), the first of a line being 1.
    public var column: Int
    public var message: String

    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = oneLine(message)
    }

    /// `line 3, column 14`.
    public var place: String { "line \(line), column \(column)" }

    public var description: String { "\(place): \(message)" }
}
