import PenumbraSystem

/// The names of numbered files, derived from one name.
///
/// The number replaces the last run of `#` in the name (`cloud-###.png`) or a printf field (`cloud-%04d.png`). In a name with
/// neither, a hyphen and four digits are added before the extension: the first frame of `cloud.png` is `cloud-0000.png`.
public struct FrameNames: Hashable, Sendable {
    /// The text before the number and after it.
    package let before: String
    package let after: String
    /// The least number of digits.
    package let digits: Int

    package init(before: String, after: String, digits: Int) {
        (self.before, self.after, self.digits) = (before, after, digits)
    }

    /// The names that follow from any name.
    public init(_ name: String) {
        if let field = Self.field(in: name) {
            self.init(name, field)
            return
        }
        let file = name[name.lastPathPart.startIndex...]
        // A name whose only dot comes first has no extension.
        let dot = file.lastIndex(of: ".").flatMap { $0 == file.startIndex ? nil : $0 } ?? file.endIndex
        self.init(before: name[..<dot] + "-", after: String(name[dot...]), digits: 4)
    }

    fileprivate init(_ name: String, _ field: Field) {
        self.init(
            before: String(name[..<field.range.lowerBound]), after: String(name[field.range.upperBound...]),
            digits: field.digits)
    }

    /// The place for a number in a name.
    package struct Field {
        package var range: Range<String.Index>
        package var digits: Int
        /// Whether the place is a printf field, and not a run of `#`, which is a usual character of names.
        package var isPrintf: Bool
    }

    /// The place for a number in the last part of a path. Nil if there is none.
    package static func field(in name: String) -> Field? {
        let file = name[name.lastPathPart.startIndex...]
        if let hashes = lastRun(of: "#", in: file) {
            return Field(
                range: hashes, digits: file.distance(from: hashes.lowerBound, to: hashes.upperBound), isPrintf: false)
        }
        return printfField(in: file).map { Field(range: $0.0, digits: $0.width, isPrintf: true) }
    }

    /// Whether a name has a place for a number.
    public static func hasNumber(_ name: String) -> Bool { field(in: name) != nil }

    /// The name of a numbered file. A number that needs more digits than the field has keeps all its digits.
    public subscript(number: Int) -> String {
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
