import PenumbraScene

/// How elements change the order of their letters: CSS's `unicode-bidi` and `direction`.
///
/// CSS Writing Modes 4, section 2.4.2: the properties act as Unicode's marks at the ends of an element.
struct TextBidi: Sendable {
    /// The marks around the contents of an element.
    struct Level: Equatable, Sendable {
        var node: Int
        var start: String
        var end: String
    }

    /// The elements around a text, the outermost first.
    var levels: [Level] = []
    /// Whether the text as a whole takes its direction from its letters.
    var isPlain = false
    /// Whether the text as a whole runs from right to left. Nil leaves it to the first letter's style.
    var isRightToLeft: Bool?

    /// Adds the marks of an element.
    ///
    /// - Parameter isText: whether the element is the whole text, which is a paragraph of its own.
    mutating func add(_ node: Int, _ style: Style, isText: Bool) {
        let (value, isRightToLeft) = (style.own.unicodeBidi, style.font.isRightToLeft)
        if isText { self.isRightToLeft = isRightToLeft }
        let (override, isolate) = (isRightToLeft ? "\u{202E}" : "\u{202D}", isRightToLeft ? "\u{2067}" : "\u{2066}")
        let (start, end): (String, String)
        switch value {
        case "embed" where !isText: (start, end) = (isRightToLeft ? "\u{202B}" : "\u{202A}", "\u{202C}")
        case "isolate" where !isText: (start, end) = (isolate, "\u{2069}")
        case "bidi-override",
            "isolate-override" where isText:
            (start, end) = (override, "\u{202C}")
        case "isolate-override": (start, end) = (isolate + override, "\u{202C}\u{2069}")
        case "plaintext" where isText:
            isPlain = true
            return
        case "plaintext": (start, end) = ("\u{2068}", "\u{2069}")
        default: return
        }
        levels.append(Level(node: node, start: start, end: end))
    }

    /// The direction of a paragraph that starts with a letter.
    func direction(_ first: FontStyle) -> Text.Direction {
        if isPlain { return .auto }
        let isRightToLeft = levels.isEmpty ? first.isRightToLeft : isRightToLeft ?? first.isRightToLeft
        return isRightToLeft ? .rtl : .ltr
    }

    /// A text of its own with all its marks.
    func marked(_ text: String) -> String {
        levels.isEmpty ? text : levels.map(\.start).joined() + text + levels.reversed().map(\.end).joined()
    }

    /// The marks between letters of one element and those of the next.
    static func marks(from open: [Level], to next: [Level]) -> String {
        let shared = zip(open, next).prefix { $0 == $1 }.count
        return open[shared...].reversed().map(\.end).joined() + next[shared...].map(\.start).joined()
    }
}
