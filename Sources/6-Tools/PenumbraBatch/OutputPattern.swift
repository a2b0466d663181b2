import Penumbra
import PenumbraSystem

/// An output path with placeholders for a row's values: `out/${sku}.png`.
public struct OutputPattern: Sendable, Hashable, CustomStringConvertible {
    private enum Piece: Hashable {
        case text(String)
        case name(String)
    }

    private let pieces: [Piece]
    /// The pattern as it was written.
    public let description: String

    /// The names in the placeholders.
    public var names: [String] {
        pieces.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// The text after the last placeholder; nil if the pattern ends with a placeholder.
    public var ending: String? { if case .text(let text)? = pieces.last { text } else { nil } }

    /// Parses a pattern such as `cards/${id}.png`.
    ///
    /// - Throws: `BatchError.outputPattern` if a `${` isn't closed or has no name, or if the pattern has no placeholder.
    public init(_ text: String) throws(BatchError) {
        func fault(_ message: Message) -> BatchError { .outputPattern(message) }
        var pieces: [Piece] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "${") {
            if start.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<start.lowerBound]))) }
            let after = rest[start.upperBound...]
            guard let end = after.firstIndex(of: "}") else { throw fault("\"${\" is not closed in \"\(text)\"") }
            guard end > after.startIndex else { throw fault("\"${}\" in \"\(text)\" holds no name") }
            pieces.append(.name(String(after[..<end])))
            rest = after[after.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
        description = text
        guard !names.isEmpty else {
            // In double quotes, the shell replaces a placeholder by nothing.
            if text.lastPathPart.startsWithBytes(".") {
                throw fault(
                    "\"\(text)\" has no column; write '${name}\(text.lastPathPart)' in single quotes, with a column's name")
            }
            throw fault("\"\(text)\" is the same for every row; put a column in it, as in 'out/${name}.png'")
        }
    }

    /// The path for one row.
    ///
    /// - Parameter value: returns the value of a name; nil if the row has no value for the name.
    package func path(_ value: (String) -> JSONValue?) throws(JobError) -> String { try masked(value).path }

    /// The path for one row, and the same path with other characters where values have `#` and `%`. Only the pattern itself may
    /// have a place for the numbers of frames.
    ///
    /// - Parameter value: returns the value of a name; nil if the row has no value for the name.
    package func masked(_ value: (String) -> JSONValue?) throws(JobError) -> (path: String, mask: String) {
        var result = ""
        var mask = ""
        for piece in pieces {
            switch piece {
            case .text(let text):
                result += text
                mask += text
            case .name(let name):
                let text: String
                switch value(name) {
                case .string(let string)?: text = string
                case .number?, .bool?: text = value(name)?.compact() ?? ""
                case nil: throw .entry("the row has no value for \"\(name)\", which its output is named by")
                default: throw .entry("\"\(name)\", which the output is named by, is neither a text nor a number")
                }
                if text.isEmpty { throw .entry("\"\(name)\", which the output is named by, is empty") }
                if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
                    throw .entry("\"\(name)\", which the output is named by, contains a control character")
                }
                result += text
                mask.unicodeScalars.append(contentsOf: text.unicodeScalars.map { $0 == "#" || $0 == "%" ? "_" : $0 })
            }
        }
        return (result, mask)
    }
}
