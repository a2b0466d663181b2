import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct DelimitedReaderTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Reads rows as their fields, and broken rows as their error messages.
    private func read(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) throws -> [(
        line: Int, fields: [String], problem: String?
    )] {
        var reader = try DelimitedReader(try ByteStream(try folder.file("t.csv", bytes)), separator: separator)
        var result: [(Int, [String], String?)] = []
        while let entry = try reader.next() {
            switch entry {
            case .row(let row): result.append((row.line, row.fields, nil))
            case .broken(let line, let words): result.append((line, [], "\(words)"))
            }
        }
        return result
    }

    private func rows(_ text: String, separator: UInt8 = UInt8(ascii: ",")) throws -> [[String]] {
        try read(Array(text.utf8), separator: separator).map { entry in
            #expect(entry.problem == nil, "\(text.debugDescription)")
            return entry.fields
        }
    }

    @Test func csvFieldsMatchRFC4180() throws {
        for (text, expected) in [
            ("a,b,c\n", [["a", "b", "c"]]), ("a,b,c", [["a", "b", "c"]]), ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
            ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]), (",\n", [["", ""]]), ("a,\n", [["a", ""]]), (",,a", [["", "", "a"]]),
            ("\"a\",\"b\"\n", [["a", "b"]]), ("\"a,b\",c\n", [["a,b", "c"]]), ("\"a\nb\",c\n", [["a\nb", "c"]]),
            ("\"a\r\nb\",c\r\n", [["a\r\nb", "c"]]), ("\"a\"\"b\"\n", [["a\"b"]]), ("\"\"\"\"\n", [["\""]]),
            ("\"\"\"a\"\"\"\n", [["\"a\""]]), ("\"\",\"\"\n", [["", ""]]), (" a , b \n", [[" a ", " b "]]),
            ("Übung,日本,😀\n", [["Übung", "日本", "😀"]]), ("\"a\"\r\n", [["a"]]), ("a\tb,c\n", [["a\tb", "c"]]),
            ("\u{FEFF}a,b\n", [["a", "b"]]), ("\u{FEFF}\"a\",b\n", [["a", "b"]]), ("", []), ("\u{FEFF}", []),
            ("a\r", [["a"]]),
        ] {
            #expect(try rows(text) == expected, "\(text.debugDescription)")
        }
        #expect(try rows("a\tb,c\t\"d\te\"\n", separator: UInt8(ascii: "\t")) == [["a", "b,c", "d\te"]])
    }

    @Test func emptyCSVLinesAreSkippedAndQuotedEmptyFieldsAreRows() throws {
        let entries = try read(Array("\n\r\na\n\n\"\"\n\r\n\nb\n\n".utf8))
        #expect(entries.map(\.fields) == [["a"], [""], ["b"]])
        #expect(entries.map(\.line) == [3, 5, 8])
    }

    @Test func csvRowIsNumberedByItsFirstLine() throws {
        let entries = try read(Array("a\n\"b\n\nc\"\nd\n".utf8))
        #expect(entries.map(\.line) == [1, 2, 5])
    }

    @Test func brokenCSVRowsAreNamedAndFollowingRowsRead() throws {
        for (text, words, after) in [
            ("a\"b,c\nd\n", "field 1 has a double quote inside", 1), ("\"a\"b,c\nd\n", "field 1 has text after its closing", 1),
            ("x,\"a\" ,c\nd\n", "field 2 has text after its closing", 1), ("a,\"b\nc\nd\n", "never closed", 0),
            ("\"", "never closed", 0),
            ("a\rb,c\nd\n", "field 1 has a carriage return inside", 1), ("\"a\"\"\nd\n", "never closed", 0),
            ("\"a\"\"b\"c\nd\n", "field 1 has text after", 1),
        ] {
            let entries = try read(Array(text.utf8))
            #expect(entries.first?.problem?.contains(words) == true, "\(text.debugDescription): \(entries)")
            #expect(entries.first?.line == 1)
            #expect(entries.dropFirst().map(\.fields) == (after == 1 ? [["d"]] : []), "\(text.debugDescription)")
        }
    }

    @Test func csvBytesThatAreNotUTF8AreRefused() throws {
        let entries = try read([0x61, 0x2C, 0xFC, 0x62, 0x0A, 0x64, 0x0A])
        #expect(entries.first?.problem == "field 2 is not UTF-8; save the table as UTF-8")
        #expect(entries.last?.fields == ["d"])
        for mark: [UInt8] in [[0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61]] {
            let error = #expect(throws: BatchError.self) { try read(mark) }
            #expect(error?.description.contains("UTF-16") == true)
        }
    }

    @Test func csvRowBeyondTheLimitsIsRefused() throws {
        var huge = [UInt8](repeating: UInt8(ascii: "x"), count: RenderLimits.default.manifestEntryBytes + 10)
        huge += Array("\nd\n".utf8)
        let long = try read(huge)
        #expect(
            long.first?.problem
                == "the row has more than \(RenderLimits.default.manifestEntryBytes) bytes; raise the limit manifestEntrySize")
        #expect(long.last?.fields == ["d"])
        var open = Array("\"".utf8) + huge
        #expect(try read(open).first?.problem?.contains("is a double quote missing?") == true)
        open = [UInt8](repeating: UInt8(ascii: ","), count: BatchLimits.columns) + Array("\nd\n".utf8)
        let wide = try read(open)
        #expect(wide.first?.problem == "the row has more than \(BatchLimits.columns) fields")
        #expect(wide.last?.fields == ["d"])
        open.removeFirst()
        #expect(try read(open).first?.fields.count == BatchLimits.columns)
    }

    @Test func csvRowsRoundTrip() throws {
        let pieces = ["a", "b c", ",", "\"", "\n", "\r\n", "\r", "\t", "ü", "日", "😀", "", "0", " ", "\"\"", ",,"]
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let isTabbed = random.chance(0.3)
            let separator = isTabbed ? "\t" : ","
            let end = random.chance(0.5) ? "\n" : "\r\n"
            var text = random.chance(0.2) ? "\u{FEFF}" : ""
            var expected: [[String]] = []
            for _ in 0..<random.integer(0...6) {
                let fields = (0..<random.integer(1...5)).map { _ in
                    (0..<random.integer(0...4)).map { _ in pieces[random.integer(0...pieces.count - 1)] }.joined()
                }
                let written = fields.map { field -> String in
                    let mustBeQuoted = field.utf8.contains { [0x22, 0x0A, 0x0D, separator.utf8.first!].contains($0) }
                    guard mustBeQuoted || fields == [""] || random.chance(0.2) else { return field }
                    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                        + "\""
                }
                text += written.joined(separator: separator) + end
                if random.chance(0.1) { text += end }
                expected.append(fields)
            }
            // The last line may have no end.
            if random.chance(0.3), text.utf8.count > 3, !text.hasSuffix(end + end), text.hasSuffix(end) { text.removeLast() }
            #expect(
                try rows(text, separator: UInt8(ascii: isTabbed ? "\t" : ",")) == expected,
                "seed \(seed): \(text.debugDescription)")
        }
    }

    @Test func csvReaderNeverTrapsOnAnyBytes() throws {
        let alphabet: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x61, 0xC3, 0xBC, 0xFF, 0x00]
        for seed in 0..<500 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<random.integer(0...40)).map { _ in alphabet[random.integer(0...alphabet.count - 1)] }
            let entries = try read(bytes)
            #expect(entries.allSatisfy { $0.problem != nil || !$0.fields.isEmpty }, "seed \(seed)")
            #expect(entries.map(\.line) == entries.map(\.line).sorted(), "seed \(seed)")
        }
    }

    /// The time of skipping a row used to grow a hundred times faster beyond the limit.
    @Test(arguments: ["x", "\"", "\"\"", ",", "\r"])
    func rowBeyondTheLimitIsSkippedAsFastAsARowIsRead(piece: String) throws {
        let length = 1 << 20
        func time(_ row: [UInt8], limit: Int) throws -> (nanoseconds: Int, broken: Int, rows: Int) {
            let path = try folder.file("t.csv", row + Array("\na,b\n".utf8))
            let start = ThreadClock.nanoseconds
            var reader = try DelimitedReader(try ByteStream(path), separator: UInt8(ascii: ","), limit: limit)
            var (broken, rows) = (0, 0)
            while let entry = try reader.next() { if case .broken = entry { broken += 1 } else { rows += 1 } }
            return (ThreadClock.nanoseconds - start, broken, rows)
        }
        let plain = try time([UInt8](repeating: UInt8(ascii: "x"), count: length), limit: 2 * length)
        #expect(plain.broken == 0 && plain.rows == 2)
        // A quote at the start makes the other quotes a part of the field.
        let start = piece == "\"\"" ? "\"" : piece == "\"" ? "a" : ""
        let row = Array((start + String(repeating: piece, count: length / piece.utf8.count)).utf8)
        let skipped = try time(row, limit: 1000)
        #expect(skipped.broken == 1)
        #expect(skipped.nanoseconds < 12 * plain.nanoseconds, "\(skipped.nanoseconds) ns, and \(plain.nanoseconds) ns to read")
    }
}
