import PenumbraCSS

/// First letters with styles of their own: CSS Pseudo-Elements 4, section 2.2.
extension BoxBuilder {
    /// Gives the first letter of a block its style, with the punctuation around it.
    mutating func styleFirstLetter(_ node: Int, _ pieces: inout [Piece]) {
        guard cascade.hasRules(of: node, pseudo: "first-letter") else { return }
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .open, .close, .anchor, .wordBreak: continue
            case .atom, .block, .lineBreak: return
            case .text(let text, let number):
                guard text.utf8.contains(where: { !CSSText.spaces.contains($0) }) else { continue }
                let parts = Self.firstLetter(text)
                let parent = result.styles[number]
                guard !parts.letter.isEmpty, var style = cascade.style(of: node, pseudo: "first-letter", parent: parent) else {
                    return
                }
                let height = style.box.initialLetter.map { raise(&style, $0, parts.letter, parent) } ?? 0
                var new: [Piece] = []
                if !parts.before.isEmpty { new.append(.text(parts.before, style: number)) }
                if height > 0 {
                    let room = spacer(parent) { ($0.height, $0.columns.after) = (.points(height), "avoid") }
                    new.append(.block(box: room))
                }
                if style.box.float != .none {
                    var own = style
                    own.box.display = .block
                    let box = add(PageBox(element: node, pseudo: "first-letter", style: own, parent: -1))
                    fill(box, [.text(parts.letter, style: add(own.inherited))])
                    new.append(.anchor(box: box))
                } else {
                    let inline = InlineContents.InlineBox(
                        id: addInline(InlineElement(element: node, pseudo: "first-letter", style: add(style))),
                        style: result.styles.count - 1, isStart: true, isEnd: true)
                    new += [.open(inline), .text(parts.letter, style: add(style.inherited)), .close(inline)]
                }
                if !parts.after.isEmpty { new.append(.text(parts.after, style: number)) }
                pieces.replaceSubrange(index...index, with: new)
                return
            }
        }
    }

    /// A text in three parts: spaces, the first letter with the punctuation around it, and the rest.
    private static func firstLetter(_ text: String) -> (before: String, letter: String, after: String) {
        func isPunctuation(_ character: Character) -> Bool {
            switch character.unicodeScalars.first?.properties.generalCategory {
            case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: true
            default: false
            }
        }
        var rest = text[...]
        let before = rest.prefix { $0.isWhitespace }
        rest = rest.dropFirst(before.count)
        var count = rest.prefix(while: isPunctuation).count
        if count < rest.count { count += 1 }
        count += rest.dropFirst(count).prefix(while: isPunctuation).count
        return (String(before), String(rest.prefix(count)), String(rest.dropFirst(count)))
    }
}
