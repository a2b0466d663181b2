import Penumbra
import PenumbraSystem

/// Reads the rows of a text table: comma-separated values as in RFC 4180, or the same with tabs.
///
/// A field in double quotes may contain separators, line ends and doubled quotes. Lines may end in LF or CR LF. Empty lines are
/// skipped. The text is UTF-8.
package struct DelimitedReader {
    package struct Row {
        /// The line on which the row begins, from 1.
        package var line: Int
        package var fields: [String]
    }

    package enum Entry {
        case row(Row)
        case broken(line: Int, Message)
    }

    private let stream: ByteStream
    private let separator: UInt8
    /// The maximum length of a row in bytes.
    private let limit: Int
    private var line = 1

    package init(
        _ stream: ByteStream, separator: UInt8, limit: Int = RenderLimits.default.manifestEntryBytes
    ) throws(BatchError) {
        self.stream = stream
        self.limit = limit
        self.separator = separator
        try stream.skipByteOrderMark()
    }

    /// Returns the next row; nil at the end.
    package mutating func next() throws(BatchError) -> Entry? {
        while try stream.peek() != nil {
            if let entry = try row() { return entry }
        }
        return nil
    }

    /// A row while it is being read.
    private struct Parts {
        let line: Int
        var fields: [String] = []
        var field: [UInt8] = []
        var bytes = 0
        var isQuoted = false
        /// Whether the field's closing quote was read.
        var wasQuoted = false
        /// The reason why the row is invalid. The rest of the row is skipped.
        var problem: Message?

        init(line: Int) {
            self.line = line
        }

        /// Notes a problem. The message is made for the first one alone, since each byte of a broken row may be another.
        mutating func note(_ message: @autoclosure () -> Message) {
            if problem == nil { problem = message() }
        }

        mutating func append(_ byte: UInt8) {
            // A broken row keeps only whether a field has begun. Its quotes must still be parsed to find the end of the row.
            if problem == nil || field.isEmpty { field.append(byte) }
        }

        mutating func endField() {
            guard problem == nil else {
                field = []
                wasQuoted = false
                return
            }
            guard let text = String(validating: field, as: UTF8.self) else {
                let number = fields.count + 1
                return note("field \(number) is not UTF-8; save the table as UTF-8")
            }
            if fields.count == BatchLimits.columns { return note("the row has more than \(BatchLimits.columns) fields") }
            fields.append(text)
            field = []
            wasQuoted = false
        }
    }

    /// Reads one row; nil for an empty line.
    private mutating func row() throws(BatchError) -> Entry? {
        let quote = UInt8(ascii: "\"")
        var parts = Parts(line: line)
        while let byte = try stream.next() {
            parts.bytes += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            if parts.bytes > limit {
                let isQuoted = parts.isQuoted
                parts.note(BatchLimits.tooLong("row", limit) + (isQuoted ? "; is a double quote missing?" : ""))
            }
            if parts.isQuoted {
                if byte != quote {
                    parts.append(byte)
                } else if try stream.peek() == quote {
                    _ = try stream.next()
                    parts.append(byte)
                } else {
                    (parts.isQuoted, parts.wasQuoted) = (false, true)
                }
                continue
            }
            switch byte {
            case separator:
                parts.endField()
            case UInt8(ascii: "\n"):
                return ended(parts)
            case UInt8(ascii: "\r"):
                guard let next = try stream.peek(), next != UInt8(ascii: "\n") else { continue }
                let number = parts.fields.count + 1
                parts.note(
                    "field \(number) has a carriage return inside; lines end in LF or CR LF, and a field with line ends is put in double quotes"
                )
            case quote where parts.field.isEmpty && !parts.wasQuoted:
                parts.isQuoted = true
            default:
                let number = parts.fields.count + 1
                if parts.wasQuoted {
                    parts.note("field \(number) has text after its closing double quote")
                } else if byte == quote {
                    parts.note("field \(number) has a double quote inside; put it in double quotes and double it")
                }
                parts.append(byte)
            }
        }
        if parts.isQuoted { parts.note("a double quote that was opened is never closed") }
        return ended(parts)
    }

    private func ended(_ read: Parts) -> Entry? {
        var parts = read
        if parts.fields.isEmpty, parts.field.isEmpty, !parts.wasQuoted, parts.problem == nil { return nil }
        parts.endField()
        if let problem = parts.problem { return .broken(line: parts.line, problem) }
        return .row(Row(line: parts.line, fields: parts.fields))
    }
}
