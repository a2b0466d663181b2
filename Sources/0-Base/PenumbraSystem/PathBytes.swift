/// Paths and lines, compared by their bytes.
///
/// `hasPrefix`, `split` and `lastIndex(of:)` compare characters. A slash or line end may have a combining mark or a joiner
/// behind it. It may also follow a mark that joins with the next scalar. Swift then sees a different character, but the
/// system still sees a slash.
extension StringProtocol where SubSequence == Substring, UTF8View: BidirectionalCollection {
    package func startsWithBytes(_ other: String) -> Bool { utf8.starts(with: other.utf8) }

    package func endsWithBytes(_ other: String) -> Bool { utf8.suffix(other.utf8.count).elementsEqual(other.utf8) }

    /// Splits the text at every byte that is `byte`, which must be ASCII.
    package func parts(between byte: UInt8, omittingEmpty: Bool = true) -> [Substring] {
        utf8.split(separator: byte, omittingEmptySubsequences: omittingEmpty).map { self[$0.startIndex..<$0.endIndex] }
    }

    /// The names in a path.
    package var pathParts: [Substring] { parts(between: UInt8(ascii: "/")) }

    /// The part after the last slash, or everything if there is no slash.
    package var lastPathPart: Substring {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return self[...] }
        return self[utf8.index(after: slash)...]
    }

    /// The lines, without empty lines. Both `\n` and `\r\n` end a line.
    package var textLines: [Substring] {
        parts(between: UInt8(ascii: "\n")).compactMap { line in
            let text = line.utf8.last == UInt8(ascii: "\r") ? line[..<line.utf8.index(before: line.endIndex)] : line
            return text.isEmpty ? nil : text
        }
    }
}
