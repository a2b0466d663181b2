/// Paths and lines by their bytes.
///
/// `hasPrefix`, `split` and `lastIndex(of:)` compare characters, and a slash or the end of a line with a combining mark behind
/// it, or a joiner, or a mark in front of it that joins with what follows, is another character than the slash by itself. To
/// the system it stays a slash.
extension StringProtocol where SubSequence == Substring, UTF8View: BidirectionalCollection {
    package func startsWithBytes(_ other: String) -> Bool { utf8.starts(with: other.utf8) }

    package func endsWithBytes(_ other: String) -> Bool { utf8.reversed().starts(with: other.utf8.reversed()) }

    /// What stands between the bytes that are `byte`, one of ASCII.
    package func parts(between byte: UInt8, omittingEmpty: Bool = true) -> [Substring] {
        utf8.split(separator: byte, omittingEmptySubsequences: omittingEmpty).map { self[$0.startIndex..<$0.endIndex] }
    }

    /// The names of a path.
    package var pathParts: [Substring] { parts(between: UInt8(ascii: "/")) }

    /// What stands behind the last slash: everything where there is none.
    package var lastPathPart: Substring {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return self[...] }
        return self[utf8.index(after: slash)...]
    }

    /// The lines, without empty ones; `\r\n` ends one as `\n` does.
    package var textLines: [Substring] {
        parts(between: UInt8(ascii: "\n")).compactMap { line in
            let text = line.utf8.last == UInt8(ascii: "\r") ? line[..<line.utf8.index(before: line.endIndex)] : line
            return text.isEmpty ? nil : text
        }
    }
}
