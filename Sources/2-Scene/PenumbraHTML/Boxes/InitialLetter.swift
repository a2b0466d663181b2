import PenumbraCSS

/// A first letter that is several lines high: CSS Inline Layout 3, section 7.
struct InitialLetter: Sendable {
    /// The height of the letter in lines.
    var size: Double
    /// The lines from the letter's baseline to the top of the block.
    var sink: Double

    /// The most lines of a letter.
    private static let most = 10_000.0

    /// The value of `initial-letter`. Nil is malformed, and the inner nil is `normal`.
    static func value(_ reader: ValueReader) -> InitialLetter?? {
        let words = reader.words
        if words == ["normal"] { return .some(nil) }
        guard let first = words.first.flatMap(Double.init), first >= 1, first <= most, words.count <= 2 else { return nil }
        switch words.count > 1 ? words[1] : "drop" {
        case "drop": return InitialLetter(size: first, sink: first.rounded(.down))
        case "raise": return InitialLetter(size: first, sink: 1)
        case let sink:
            guard let lines = Int(sink), lines >= 1, Double(lines) <= most else { return nil }
            return InitialLetter(size: first, sink: Double(lines))
        }
    }
}

extension BoxBuilder {
    /// The height of capital letters in a font of size 1, without the hints that round the heights of small fonts.
    private func capitalHeight(_ text: TextValues) -> Double? {
        var large = text
        large.fontSize = 10_000
        return cascade.context.fontMeasures?(large).map { $0.capHeight / large.fontSize }
    }

    /// Makes a first letter as high as some lines of its block.
    ///
    /// The letter is a float as high as the lines that it sinks into, and as wide as its ink. Its baseline is that of a line.
    ///
    /// - Returns: how far the letter stands out of its block.
    func raise(
        _ style: inout HTMLStyle, _ letter: InitialLetter, _ text: String, _ parent: HTMLStyle
    ) -> Double {
        guard let block = cascade.context.fontMeasures?(parent.text), let capital = capitalHeight(style.text),
            let blockCapital = capitalHeight(parent.text), capital > 0, style.text.fontSize > 0
        else { return 0 }
        // As lines are, the letter is as high as whole 64ths of a point allow.
        let line = ((parent.text.lineHeightInPoints ?? block.lineHeight) * 64 + 1e-6).rounded(.down) / 64
        let size = ((letter.size - 1) * line + blockCapital * parent.text.fontSize) / capital
        style.text.fontSize = min(size, 10_000)
        guard let own = cascade.context.fontMeasures?(style.text) else { return 0 }
        let baseline = (line - block.heights.ascent - block.heights.descent) / 2 + block.heights.ascent
        let isDropped = letter.sink >= letter.size.rounded(.down)
        let ascent = baseline + line * ((isDropped ? letter.size : letter.sink) - 1)
        // Half of what a line leaves is above the letter, and half is below.
        style.text.lineHeight = .points(max(0, 2 * ascent - own.heights.ascent + own.heights.descent))
        style.box.float = style.text.isRightToLeft ? .right : .left
        style.box.height = .points(line * (isDropped ? max(letter.sink, letter.size.rounded(.up)) : letter.sink))
        style.box.isBorderBox = false
        if let ink = cascade.context.textInk?(text, style) {
            style.box.width = .points((ink.upperBound - ink.lowerBound).rounded(.up))
            style.text.indent = TextIndent(.points(-ink.lowerBound))
        }
        return isDropped ? 0 : line * (letter.size - letter.sink)
    }
}
