/// The regular expression of a `pattern` attribute, as JavaScript reads it with the flag `v`.
///
/// Matching follows all ends of a part at once, so that its time doesn't grow exponentially with the text.
struct FormPattern {
    indirect enum Part {
        case sequence([Part])
        case choice([Part])
        /// A part from `least` to `most` times.
        case many(Part, least: Int, most: Int)
        case one(Letters)
        case start, end
        case ahead(Part, isWanted: Bool)
    }

    /// A set of letters.
    indirect enum Letters {
        case any, digit, word, space
        case range(ClosedRange<UInt32>)
        case union([Letters])
        case not(Letters)

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .any: !["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar)
            case .digit: ("0"..."9").contains(scalar)
            case .word: scalar == "_" || scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            case .space: scalar.properties.isWhitespace || scalar == "\u{FEFF}"
            case .range(let range): range.contains(scalar.value)
            case .union(let sets): sets.contains { $0.contains(scalar) }
            case .not(let set): !set.contains(scalar)
            }
        }
    }

    /// The most steps of a comparison. A value that takes more counts as one that matches.
    private static let mostSteps = 200_000

    private let part: Part

    /// Nil for a text that is no regular expression, or that has parts such as references to groups.
    init?(_ text: String) {
        var reader = FormPatternReader(text)
        guard let part = reader.whole() else { return nil }
        self.part = part
    }

    /// Whether the expression matches the whole of a text.
    func matches(_ text: String) -> Bool {
        var matcher = Matcher(text: Array(text.unicodeScalars), steps: Self.mostSteps)
        let ends = matcher.ends(of: part, from: [0])
        return matcher.steps < 0 || ends.contains(matcher.text.count)
    }

    private struct Matcher {
        let text: [Unicode.Scalar]
        /// The steps that are left.
        var steps: Int

        /// Where a part may end that begins at any of some places.
        mutating func ends(of part: Part, from places: Set<Int>) -> Set<Int> {
            steps -= 1 + places.count
            guard steps >= 0, !places.isEmpty else { return [] }
            switch part {
            case .sequence(let parts):
                var here = places
                for part in parts { here = ends(of: part, from: here) }
                return here
            case .choice(let parts):
                var all: Set<Int> = []
                for part in parts { all.formUnion(ends(of: part, from: places)) }
                return all
            case .many(let part, let least, let most): return ends(of: part, least, most, from: places)
            case .one(let letters):
                let found = places.filter { $0 < text.count && letters.contains(text[$0]) }
                return Set(found.map { $0 + 1 })
            case .start: return places.filter { $0 == 0 }
            case .end: return places.filter { $0 == text.count }
            case .ahead(let part, let isWanted):
                var all: Set<Int> = []
                for place in places where ends(of: part, from: [place]).isEmpty != isWanted { all.insert(place) }
                return all
            }
        }

        private mutating func ends(of part: Part, _ least: Int, _ most: Int, from places: Set<Int>) -> Set<Int> {
            var here = places
            var count = 0
            while count < least, !here.isEmpty, steps >= 0 {
                here = ends(of: part, from: here)
                count += 1
            }
            var all = here
            // Another round helps only from places where none has begun.
            while count < most, !here.isEmpty, steps >= 0 {
                here = ends(of: part, from: here).subtracting(all)
                all.formUnion(here)
                count += 1
            }
            return all
        }
    }
}
