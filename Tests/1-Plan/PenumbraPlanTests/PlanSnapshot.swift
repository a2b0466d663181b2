import Glibc
import PenumbraFiles
import TestSupport

/// The recorded text of one plan, in `Plans/` beside this file.
struct PlanSnapshot {
    let path: String

    init(_ name: String) {
        path = "\(Repository.root)/Tests/1-Plan/PenumbraPlanTests/Plans/\(name).txt"
    }

    /// Whether plans are written instead of compared: `PENUMBRA_RECORD=1 swift test --filter PlanSnapshotTests`.
    static let isRecording = getenv("PENUMBRA_RECORD").map { String(cString: $0) } == "1"

    func read() throws -> String { String(decoding: try FileReader.read(path), as: UTF8.self) }

    func write(_ text: String) throws { try FileWriter.write(Array(text.utf8), to: path) }
}

/// The first line in which two texts differ.
struct TextDifference: CustomStringConvertible, Equatable {
    /// The line number, from 1.
    var line: Int
    /// The expected line; nil if the text has ended.
    var expected: Substring?
    var found: Substring?

    /// Returns nil if the texts are equal.
    init?(expected: String, found: String) {
        let (before, after) = (Self.lines(expected), Self.lines(found))
        let common = zip(before, after).prefix { $0 == $1 }.count
        guard common < max(before.count, after.count) else { return nil }
        line = common + 1
        self.expected = common < before.count ? before[common] : nil
        self.found = common < after.count ? after[common] : nil
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    var description: String {
        """
        line \(line)
        recorded: \(expected ?? "the end")
        planned:  \(found ?? "the end")
        """
    }
}
