import PenumbraSystem

/// The reason why a string is not SVG path data, and the position of the mistake.
public struct PathDataError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position of the offending character, counted from 1. It is one past the end if something is missing there.
    public var position: Int
    /// The text found at the position, and the text expected there.
    public var message: String

    public init(position: Int, message: String) {
        self.position = position
        self.message = oneLine(message)
    }

    /// One line: `path data, character 7: found "x", expected a number`.
    public var description: String { "path data, character \(position): \(message)" }
}
