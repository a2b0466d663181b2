import ArgumentParser
import PenumbraSystem

/// The names of numbered files, derived from one name.
///
/// The number replaces the `#` characters of the name (`cloud-###.png`) or a printf field (`cloud-%04d.png`). In a name with
/// neither, a hyphen and four digits are added before the extension: the first frame of `cloud.png` is `cloud-0000.png`.
struct FrameNames {
    private let before: String
    private let after: String
    private let digits: Int

    /// - Throws: an error for `-`, because one stream can't hold several files.
    init(_ name: String, option: String) throws {
        if name == "-" {
            throw CommandFailure(.usage, "\(option) is \"-\": several files cannot go to standard output; name a file")
        }
        let start = name.lastPathPart.startIndex
        let file = name[start...]
        if let hashes = Self.lastRun(of: "#", in: file) {
            (before, after) = (String(name[..<hashes.lowerBound]), String(name[hashes.upperBound...]))
            digits = file.distance(from: hashes.lowerBound, to: hashes.upperBound)
        } else if let (field, width) = Self.printfField(in: file) {
            (before, after) = (String(name[..<field.lowerBound]), String(name[field.upperBound...]))
            digits = width
        } else {
            // A name whose only dot comes first has no extension.
            let dot = file.lastIndex(of: ".").flatMap { $0 == file.startIndex ? nil : $0 } ?? file.endIndex
            (before, after) = (name[..<dot] + "-", String(name[dot...]))
            digits = 4
        }
    }

    /// Whether a name has a place for a number.
    static func hasNumber(_ name: String) -> Bool {
        let file = name[name.lastPathPart.startIndex...]
        return file.contains("#") || printfField(in: file) != nil
    }

    /// The name of a numbered file. A number that needs more digits than the field has keeps all its digits.
    subscript(number: Int) -> String {
        let text = String(number)
        return before + String(repeating: "0", count: max(0, digits - text.count)) + text + after
    }

    private static func lastRun(of character: Character, in text: Substring) -> Range<String.Index>? {
        guard let last = text.lastIndex(of: character) else { return nil }
        var first = last
        while first > text.startIndex, text[text.index(before: first)] == character { first = text.index(before: first) }
        return first..<text.index(after: last)
    }

    /// Finds `%d` or `%04d`, with up to 9 digits.
    private static func printfField(in text: Substring) -> (Range<String.Index>, width: Int)? {
        var start = text.startIndex
        while let percent = text[start...].firstIndex(of: "%") {
            start = text.index(after: percent)
            let digits = text[start...].prefix { ("0"..."9").contains($0) }
            let end = digits.endIndex
            guard end < text.endIndex, text[end] == "d" else { continue }
            if digits.isEmpty { return (percent..<text.index(after: end), 1) }
            if let width = Int(digits), (1...9).contains(width) { return (percent..<text.index(after: end), width) }
        }
        return nil
    }
}
