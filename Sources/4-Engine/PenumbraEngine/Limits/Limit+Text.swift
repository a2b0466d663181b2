import PenumbraElementary
import PenumbraSystem

extension Limit {
    /// The value as a person would write it: `512M` where that is exact, `16384`, `1.5`.
    public func words(_ value: Double) -> String {
        guard unit == .bytes, value >= 1024, let bytes = Int(exactly: value) else { return DecimalNumber.text(value) }
        for (shift, letter) in [(40, "T"), (30, "G"), (20, "M"), (10, "K")] where bytes % (1 << shift) == 0 {
            return "\(bytes >> shift)\(letter)"
        }
        return DecimalNumber.text(value)
    }

    /// The range in words: `1 to 500`.
    public var rangeWords: String { "\(words(range.lowerBound)) to \(words(range.upperBound))" }

    /// The accepted values in words.
    var expected: String {
        switch unit {
        case .bytes: "\(rangeWords), with K, M, G or T, such as 4G"
        case .count, .pixels: "a whole number, \(rangeWords)"
        case .seconds: "\(rangeWords) seconds"
        }
    }

    /// An amount of memory in words, rounded down, or up if more is needed: `700K`, `3.5M`, `120M`.
    package static func memory(_ bytes: Int, rounded rule: FloatingPointRoundingRule) -> String {
        if bytes < 1 << 20 { return "\(Int((Double(bytes) / 1024).rounded(rule)))K" }
        let mebibytes = Double(bytes) / 0x1p20
        let digits = mebibytes < 100 ? 10.0 : 1
        return DecimalNumber.text((mebibytes * digits).rounded(rule) / digits) + "M"
    }

    /// Reads a value from text: a number, optionally followed by K, M, G or T if the limit is in bytes.
    ///
    /// - Throws: an error for any other text. The range is checked when the limit is set.
    public func value(_ text: String) throws(LimitError) -> Double {
        var digits = text[...]
        var factor = 1.0
        if unit == .bytes, let last = digits.last, let index = Array("KMGT").firstIndex(of: Character(last.uppercased())) {
            factor = Double(1 << (10 * (index + 1)))
            digits = digits.dropLast()
        }
        let bytes = Array(digits.utf8)
        guard let end = DecimalNumber.end(in: bytes, from: 0), end == bytes.count else {
            throw LimitError("found \"\(text.prefix(40))\", expected \(expected)")
        }
        let value = DecimalNumber.value(of: bytes, in: 0..<end) * factor
        // 3.4M is a fraction of bytes.
        return factor > 1 ? value.rounded() : value
    }
}
