/// The characters that a font may draw: CSS's `unicode-range`.
public struct CharacterRanges: Hashable, Sendable {
    /// The ranges of scalar values, in ascending order and apart from each other.
    public let ranges: [ClosedRange<UInt32>]

    /// The most ranges that are read.
    private static let mostRanges = 4096

    /// Reads ranges such as `U+26`, `U+0-FF` and `U+4??`, with commas or spaces between them. Nil if a range can't be read.
    public init?(_ text: String) {
        var read: [ClosedRange<UInt32>] = []
        for word in text.split(maxSplits: Self.mostRanges, whereSeparator: { $0 == "," || $0.isWhitespace }) {
            guard read.count < Self.mostRanges, let range = Self.range(word) else { return nil }
            read.append(range)
        }
        guard !read.isEmpty else { return nil }
        var joined: [ClosedRange<UInt32>] = []
        for range in read.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        ranges = joined
    }

    private static func range(_ word: Substring) -> ClosedRange<UInt32>? {
        let digits = word.dropFirst(2)
        guard word.count > 2, word.prefix(2).lowercased() == "u+" else { return nil }
        let ends = digits.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        // Question marks stand for any digits.
        let isPattern = ends.count == 1 && digits.hasSuffix("?")
        let first = isPattern ? digits.map { $0 == "?" ? "0" : String($0) }.joined() : String(ends[0])
        let last = isPattern ? digits.map { $0 == "?" ? "F" : String($0) }.joined() : String(ends[ends.count - 1])
        guard first.utf8.count <= 6, last.utf8.count <= 6, !first.hasPrefix("+"), !last.hasPrefix("+"),
            let low = UInt32(first, radix: 16), let high = UInt32(last, radix: 16), low <= high, high <= 0x10FFFF
        else { return nil }
        return low...high
    }

    public func contains(_ scalar: Unicode.Scalar) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(scalar.value)
    }

    /// The ranges as lists of fonts have them, with spaces between them.
    public var text: String {
        ranges.map { range in
            let (first, last) = (String(range.lowerBound, radix: 16), String(range.upperBound, radix: 16))
            return first == last ? "U+\(first)" : "U+\(first)-\(last)"
        }.joined(separator: " ")
    }
}
