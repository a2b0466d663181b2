/// The rows of a table as text: comma-separated values as RFC 4180 has them, or the same with tabs.
///
/// A field in double quotes may hold separators, line ends and quotes, which are doubled. Lines may end in LF or CR LF. Empty lines
/// are skipped.
struct DelimitedReader {
    struct Row {
        /// Where it begins, from 1.
        var line: Int
        var fields: [String]
    }

    enum Entry {
        case row(Row)
        case broken(line: Int, String)
    }

    private let stream: ByteStream
    private let separator: UInt8
    private var line = 1

    init(_ stream: ByteStream, separator: UInt8) throws(BatchError) {
        self.stream = stream
        self.separator = separator
        try stream.skipByteOrderMark()
    }

    /// The next row; nil at the end.
    mutating func next() throws(BatchError) -> Entry? {
        while true {
            guard try stream.peek() != nil else { return nil }
            switch try row() {
            case .row(let row) where row.fields == [""]: continue
            case let entry: return entry
            }
        }
    }

    private mutating func row() throws(BatchError) -> Entry {
        let start = line
        var fields: [String] = []
        var field: [UInt8] = []
        var bytes = 0
        var problem: String?
        var isQuoted = false
        /// Whether the field's quotes have been closed.
        var wasQuoted = false
        func note(_ message: String) { if problem == nil { problem = message } }
        while true {
            guard let byte = try stream.next() else {
                if isQuoted { note("a double quote that was opened is never closed") }
                break
            }
            bytes += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            if bytes > BatchLimits.entryBytes {
                note("the row has more than \(BatchLimits.entryBytes) bytes\(isQuoted ? "; is a double quote missing?" : "")")
                field = []
            }
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    field.append(byte)
                } else if try stream.peek() == UInt8(ascii: "\"") {
                    _ = try stream.next()
                    field.append(byte)
                } else {
                    (isQuoted, wasQuoted) = (false, true)
                }
                continue
            }
            switch byte {
            case separator:
                fields.append(String(decoding: field, as: UTF8.self))
                field = []
                wasQuoted = false
                if fields.count > BatchLimits.columns { note("the row has more than \(BatchLimits.columns) fields") }
            case UInt8(ascii: "\n"):
                return finish()
            case UInt8(ascii: "\r") where try stream.peek() == UInt8(ascii: "\n"):
                continue
            case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted:
                isQuoted = true
            default:
                if wasQuoted { note("field \(fields.count + 1) has text after its closing double quote") }
                if byte == UInt8(ascii: "\"") { note("field \(fields.count + 1) has a double quote inside; put it in quotes and double it") }
                field.append(byte)
            }
        }
        return finish()

        func finish() -> Entry {
            if let problem { return .broken(line: start, problem) }
            fields.append(String(decoding: field, as: UTF8.self))
            return .row(Row(line: start, fields: fields))
        }
    }
}
