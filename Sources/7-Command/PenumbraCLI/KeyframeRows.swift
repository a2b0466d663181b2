/// Reads rows of numbers over time from a CSV file.
///
/// Each line is a row with one number per column, separated by commas. The first column is a time in seconds, which must
/// increase from row to row. A first line of names, empty lines and lines that start with `#` are skipped.
struct KeyframeRows {
    private(set) var rows: [[Double]] = []

    /// - Parameters:
    ///   - columns: the names of the columns; the first column is the time.
    ///   - ranges: the allowed range of each column; nil allows any number.
    /// - Throws: `CommandFailure` with the line.
    init(_ bytes: [UInt8], file: String, columns: [String], ranges: [ClosedRange<Double>?] = []) throws {
        let name = file == "-" ? "standard input" : file
        func failure(_ line: Int, _ message: String) -> CommandFailure {
            CommandFailure(.badData, "\(name): line \(line): \(message)")
        }
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        var isFirst = true
        // Lines end in LF or CR LF.
        for (index, bytes) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = String(decoding: bytes, as: UTF8.self).trimmingSpace
            if line.isEmpty || line.hasPrefix("#") { continue }
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpace }
            if isFirst {
                isFirst = false
                if fields.allSatisfy({ Double($0) == nil && !$0.isEmpty }) { continue }
            }
            guard fields.count == columns.count else {
                let found = "\(fields.count) value\(fields.count == 1 ? "" : "s")"
                throw failure(index + 1, "found \(found), expected \(columns.count): \(columns.joined(separator: ", "))")
            }
            var row: [Double] = []
            for (place, (field, column)) in zip(fields, columns).enumerated() {
                let range = place < ranges.count ? ranges[place] : nil
                guard let value = Double(field), value.isFinite, range?.contains(value) != false else {
                    let wanted = range.map { "a number from \(plain($0.lowerBound)) to \(plain($0.upperBound))" } ?? "a number"
                    throw failure(index + 1, "found \"\(field.prefix(40))\" for \(column), expected \(wanted)")
                }
                row.append(value)
            }
            if let last = rows.last, last[0] >= row[0] {
                throw failure(index + 1, "the time \(plain(row[0])) does not come after \(plain(last[0])), the time before it")
            }
            guard rows.count < Limits.frames else { throw failure(index + 1, "more than \(Limits.frames) rows") }
            rows.append(row)
        }
        if rows.isEmpty {
            throw CommandFailure(.badData, "\(name): no rows, expected lines of \(columns.joined(separator: ","))")
        }
    }

    /// Many times the size of the maximum number of rows.
    private static let longestFile = 64 << 20

    /// Reads a file; `-` means standard input.
    static func read(
        _ file: String, columns: [String], ranges: [ClosedRange<Double>?] = []
    ) throws -> KeyframeRows {
        try KeyframeRows(try readFile(file, limit: longestFile), file: file, columns: columns, ranges: ranges)
    }
}

extension String {
    fileprivate var trimmingSpace: String {
        let space: Set<Character> = [" ", "\t", "\r"]
        var text = self[...]
        while let first = text.first, space.contains(first) { text = text.dropFirst() }
        while let last = text.last, space.contains(last) { text = text.dropLast() }
        return String(text)
    }
}
