/// The value of `text-indent`: CSS Text 3, section 8.1.
struct TextIndent: Sendable {
    var length = StyleLength.zero
    /// Whether all lines but the first ones are indented.
    var isHanging = false
    /// Whether lines after forced breaks count as first lines.
    var countsEachLine = false

    init(_ length: StyleLength = .zero) { self.length = length }

    init?(_ reader: ValueReader) {
        var words = reader.words
        func take(_ word: String) -> Bool {
            guard let index = words.firstIndex(of: word) else { return false }
            words.remove(at: index)
            return true
        }
        (isHanging, countsEachLine) = (take("hanging"), take("each-line"))
        guard words.count == 1, let length = reader.length(words[0], isNegativeAllowed: true) else { return nil }
        self.length = length
    }
}
