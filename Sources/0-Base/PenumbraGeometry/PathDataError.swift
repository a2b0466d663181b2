import PenumbraSystem

/// Why a string is not SVG path data, and where.
public struct PathDataError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the offending character, the first being 1; one past the end when something is missing there.
    public var position: Int
    /// What was found there and what may stand there.
    public var message: String

    public init(position: Int, message: String) {
        self.position = position
        self.message = oneLine(message)
    }

    /// One line: `path data, character 7: found "x", expected a number`.
    public var description: String { "path data, character \(position): \(message)" }
}
