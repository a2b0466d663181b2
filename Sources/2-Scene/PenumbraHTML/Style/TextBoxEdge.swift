/// The edges of a font to which a block's first and last lines are trimmed: `text-box-edge`.
struct TextBoxEdge: Hashable, Sendable {
    enum Over: String, Sendable { case text, cap, ex }
    enum Under: String, Sendable { case text, alphabetic }

    var over = Over.text
    var under = Under.text

    init() {}

    /// Nil for words that name no edges.
    init?(_ words: [String]) {
        self.init()
        if words == ["auto"] { return }
        guard let first = words.first, let over = Over(rawValue: first), words.count <= 2 else { return nil }
        self.over = over
        // As in Chromium, an edge other than `text` needs one below it.
        if words.count == 1, over != .text { return nil }
        if words.count == 2 {
            guard let under = Under(rawValue: words[1]) else { return nil }
            self.under = under
        }
    }
}
