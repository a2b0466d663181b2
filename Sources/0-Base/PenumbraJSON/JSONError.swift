import PenumbraSystem

/// The reason why bytes are not a JSON document, and the place of the mistake.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// The column in characters (Unicode scalars), counted from 1.
    public var column: Int
    public var message: String

    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = oneLine(message)
    }

    /// The text `line 3, column 14`.
    public var place: String { "line \(line), column \(column)" }

    public var description: String { "\(place): \(message)" }
}
