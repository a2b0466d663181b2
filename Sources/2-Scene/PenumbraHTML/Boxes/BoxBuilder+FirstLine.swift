import PenumbraCSS

/// First lines with styles of their own: CSS Pseudo-Elements 4, section 2.1.
extension BoxBuilder {
    /// Gives the first line of a block container its style.
    mutating func styleFirstLine(_ node: Int, _ index: Int) {
        guard cascade.hasRules(of: node, pseudo: "first-line") else { return }
        let owner = result.boxes[index].style
        guard let style = cascade.style(of: node, pseudo: "first-line", parent: owner),
            let lines = firstLines(in: index), result.inline[lines].firstLine.isEmpty
        else { return }
        if style.hasBackground { result.inline[lines].firstLineBackground = add(style) }
        var numbers = Set([result.inline[lines].rootStyle])
        for item in result.inline[lines].items {
            switch item {
            case .text(_, let style), .atom(_, let style), .lineBreak(let style): numbers.insert(style)
            case .open(let box), .close(let box): numbers.insert(box.style)
            case .anchor, .wordBreak: break
            }
        }
        for number in numbers.sorted() {
            var own = result.styles[number]
            own.text.take(style.text, insteadOf: owner.text)
            result.inline[lines].firstLine[number] = add(own)
        }
    }

    /// The lines with the first line of a box: its own, or those of the first block inside.
    private func firstLines(in index: Int) -> Int? {
        var here = index
        while true {
            let box = result.boxes[here]
            switch box.content {
            case .lines(let lines): return lines
            case .blocks:
                let first = box.children.first { child in
                    let style = result.boxes[child].style.box
                    return !style.isOutOfFlow && style.float == .none
                }
                guard let first else { return nil }
                here = first
            default: return nil
            }
        }
    }
}

extension TextValues {
    /// Takes those values of the first line's style that an element inside has from its block.
    fileprivate mutating func take(_ line: TextValues, insteadOf block: TextValues) {
        func take<Value: Equatable>(_ part: WritableKeyPath<TextValues, Value>, _ values: inout TextValues) {
            if values[keyPath: part] == block[keyPath: part] { values[keyPath: part] = line[keyPath: part] }
        }
        take(\.color, &self)
        take(\.fontSize, &self)
        take(\.isSizeAbsolute, &self)
        take(\.families, &self)
        take(\.weight, &self)
        take(\.slant, &self)
        take(\.stretch, &self)
        take(\.features, &self)
        take(\.variations, &self)
        take(\.variants, &self)
        take(\.kerns, &self)
        take(\.isOpticallySized, &self)
        take(\.lineHeight, &self)
        take(\.letterSpacing, &self)
        take(\.wordSpacing, &self)
        take(\.transform, &self)
        take(\.shadow, &self)
        take(\.strokeWidth, &self)
        take(\.strokeColor, &self)
        take(\.fillColor, &self)
        take(\.decorations, &self)
        take(\.underlineOffset, &self)
        font = fontStack
    }
}
