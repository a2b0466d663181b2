import PenumbraElementary
import PenumbraScene

/// The grammar of positions, of sizes and of repetitions of pictures. Values outside of it are malformed.
package enum CSSPlaceSyntax {
    /// Whether a text is a `<position>`: CSS Values 4, section 9.
    ///
    /// - Parameter isBackground: whether three words are allowed, as in `background-position` alone.
    package static func isPosition(_ text: String, isBackground: Bool = false) -> Bool {
        isPosition(words: CSSPieces.words(text), isBackground: isBackground)
    }

    static func isPosition(words: [String], isBackground: Bool) -> Bool {
        enum Kind { case horizontal, vertical, center, length }
        var kinds: [Kind] = []
        for word in words {
            switch word.asciiLowercased {
            case "left", "right": kinds.append(.horizontal)
            case "top", "bottom": kinds.append(.vertical)
            case "center": kinds.append(.center)
            default:
                guard isLength(word) else { return false }
                kinds.append(.length)
            }
        }
        switch kinds.count {
        case 1: return true
        case 2:
            if kinds.contains(.length) { return kinds[0] != .vertical && kinds[1] != .horizontal }
            return kinds[0] != kinds[1] || kinds[0] == .center
        case 3:
            guard isBackground, kinds[0] != .length, kinds.filter({ $0 == .length }).count == 1 else { return false }
            let names = kinds.filter { $0 != .length }
            let owner = kinds[1] == .length ? kinds[0] : kinds[1]
            return names[0] != names[1] && owner != .center
        case 4:
            let names = [kinds[0], kinds[2]]
            return kinds[1] == .length && kinds[3] == .length && names.contains(.horizontal) && names.contains(.vertical)
        default: return false
        }
    }

    /// Whether a text is the size of a picture in a background: `cover`, `contain`, or one or two lengths.
    package static func isSize(_ text: String) -> Bool {
        let words = CSSPieces.words(text).map(\.asciiLowercased)
        if words == ["cover"] || words == ["contain"] { return true }
        return (1...2).contains(words.count) && words.allSatisfy { $0 == "auto" || isLength($0) && !$0.hasPrefix("-") }
    }

    /// Whether a text tells how a background repeats.
    package static func isRepetition(_ text: String) -> Bool {
        let words = CSSPieces.words(text).map(\.asciiLowercased)
        if words == ["repeat-x"] || words == ["repeat-y"] { return true }
        return (1...2).contains(words.count) && words.allSatisfy { ["repeat", "no-repeat", "space", "round"].contains($0) }
    }

    private static func isLength(_ word: String) -> Bool {
        guard let calculation = try? CSSCalculation(word, .any) else { return false }
        return calculation.kind == .length || calculation.resolved()?.value == 0
    }
}
