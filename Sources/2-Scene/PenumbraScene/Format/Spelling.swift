/// Suggests the intended word for a misspelling.
package enum Spelling {
    /// The candidate nearest to `word`, or nil if no candidate is near. Case, hyphens and underscores are ignored.
    package static func nearest<C: Sequence<String>>(to word: String, in candidates: C) -> String? {
        let plain = normalized(word)
        guard !plain.isEmpty, plain.count <= 40 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let other = normalized(candidate)
            let allowed = max(1, min(3, min(plain.count, other.count) / 3))
            // A distance is at least the difference of the lengths.
            guard abs(plain.count - other.count) <= allowed else { continue }
            let distance = distance(plain, other)
            if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    static func normalized(_ word: String) -> [UInt8] {
        word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != 0x20 }
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }

    /// Joins words to a list: `"a", "b" or "c"`.
    package static func list(_ words: [String]) -> String {
        let quoted = words.map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "nothing" }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}
