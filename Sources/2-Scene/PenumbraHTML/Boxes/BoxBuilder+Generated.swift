import PenumbraCSS
import PenumbraScene
import PenumbraSystem

/// Generated content: CSS Generated Content 3.
extension BoxBuilder {
    /// Adds the content that a rule generates before or after an element.
    mutating func addGenerated(
        _ pseudo: String, _ node: Int, _ style: HTMLStyle, into pieces: inout [Piece]
    ) throws(HTMLError) {
        guard let own = cascade.style(of: node, pseudo: pseudo, parent: style), own.box.content != nil,
            own.box.content != "none", own.box.display != .none
        else { return }
        if own.box.isOutOfFlow || own.box.float != .none {
            if let box = try generatedBox(pseudo, node, own, isAtom: false) { pieces.append(.anchor(box: box)) }
        } else if own.box.display == .inline || own.box.display == .contents {
            try counters.enter(own.box, nil, at: tree.nodes[node].place)
            defer { counters.leave() }
            let inline = InlineContents.InlineBox(
                id: addInline(InlineElement(element: node, pseudo: pseudo, style: add(own))),
                style: result.styles.count - 1, isStart: true, isEnd: true)
            pieces.append(.open(inline))
            try addContent(own, node, into: &pieces)
            pieces.append(.close(inline))
        } else if let box = try generatedBox(pseudo, node, own, isAtom: own.box.display.isInlineLevel) {
            pieces.append(own.box.display.isInlineLevel ? .atom(box: box, style: add(own)) : .block(box: box))
        }
    }

    /// The box of generated content that isn't part of a text.
    mutating func generatedBox(
        _ pseudo: String, _ node: Int, _ style: HTMLStyle, isAtom: Bool
    ) throws(HTMLError) -> Int? {
        let index = add(PageBox(element: node, pseudo: pseudo, style: style, parent: -1, isAtom: isAtom))
        try counters.enter(style.box, nil, at: tree.nodes[node].place)
        defer { counters.leave() }
        var pieces: [Piece] = []
        try addContent(style, node, into: &pieces)
        switch style.box.display {
        case .flex, .inlineFlex, .grid, .inlineGrid:
            let isFlex = style.box.display == .flex || style.box.display == .inlineFlex
            result.boxes[index].content = isFlex ? .flex : .grid
            adopt(anonymous(pieces, in: index), by: index)
        default: fill(index, pieces)
        }
        return index
    }

    /// An empty block between lines.
    mutating func spacer(_ parent: HTMLStyle, _ change: (inout BoxValues) -> Void) -> Int {
        var style = parent.anonymous(.block)
        change(&style.box)
        return add(PageBox(element: nil, style: style, parent: -1))
    }

    /// Adds the parts of `content`.
    mutating func addContent(_ style: HTMLStyle, _ node: Int, into pieces: inout [Piece]) throws(HTMLError) {
        let value = style.box.content ?? ""
        let tokens = CSSTokenizer.tokens(value)
        var text = ""
        var index = 0
        let bytes = Array(value.utf8)
        func endText(_ builder: inout BoxBuilder) {
            if !text.isEmpty { pieces.append(.text(text, style: builder.add(style.inherited))) }
            text = ""
        }
        while index < tokens.count {
            let token = tokens[index]
            switch token.kind {
            case .string:
                try take(token.text.utf8.count, node)
                text += token.text
            case .url:
                endText(&self)
                addPicture(token.text, style, node, into: &pieces)
            case .function where token.text.isEqualIgnoringCase(to: "url"):
                endText(&self)
                if index + 1 < tokens.count, tokens[index + 1].kind == .string {
                    addPicture(tokens[index + 1].text, style, node, into: &pieces)
                }
                index = CSSTokenizer.end(of: index, in: tokens) - 1
            case .ident:
                switch token.text.asciiLowercased {
                case "open-quote":
                    text += quote(style.text, node, isOpening: true)
                    counters.quoteDepth += 1
                case "close-quote":
                    counters.quoteDepth = max(0, counters.quoteDepth - 1)
                    text += quote(style.text, node, isOpening: false)
                case "no-open-quote": counters.quoteDepth += 1
                case "no-close-quote": counters.quoteDepth = max(0, counters.quoteDepth - 1)
                default: break
                }
            case .function:
                let end = CSSTokenizer.end(of: index, in: tokens)
                let arguments = CSSTokenizer.split(Array(tokens[(index + 1)..<max(index + 1, end - 1)]), at: .comma)
                try addGenerated(token.text.asciiLowercased, arguments, in: bytes, node, to: &text)
                index = end - 1
            // Text behind a slash is read aloud.
            case .delimiter where token.isDelimiter("/"): index = tokens.count
            default: break
            }
            index += 1
        }
        endText(&self)
    }

    /// Adds a picture of `content`.
    private mutating func addPicture(_ address: String, _ style: HTMLStyle, _ node: Int, into pieces: inout [Piece]) {
        guard let asset = picture(address) else {
            cascade.note(
                tree.nodes[node].place, "cannot read the picture \"\(oneLine(String(address.prefix(100))))\"")
            return
        }
        var own = style.inherited
        own.box.display = .inlineBlock
        let box = add(PageBox(element: nil, style: own, parent: -1, isAtom: true))
        result.boxes[box].content = .replaced(asset.content)
        pieces.append(.atom(box: box, style: add(own)))
    }

    /// The address of the picture that `content` puts in an element's place. Nil for other values.
    mutating func contentAddress(_ node: Int, _ style: HTMLStyle) -> String? {
        guard let value = style.box.content, value != "none" else { return nil }
        let tokens = CSSTokenizer.tokens(value).filter { !$0.isSpace }
        switch tokens.first?.kind {
        case .url: return tokens[0].text
        case .function where tokens[0].text.isEqualIgnoringCase(to: "url") && tokens.count > 1: return tokens[1].text
        default:
            cascade.note(tree.nodes[node].place, "the content of an element has no effect, unless it is a picture")
            return nil
        }
    }

    /// The picture that `content` puts in an element's place. Nil without one.
    mutating func contentPicture(_ node: Int, _ style: HTMLStyle) -> ReplacedContent? {
        guard let address = contentAddress(node, style) else { return nil }
        guard let asset = picture(address) else {
            cascade.note(
                tree.nodes[node].place, "cannot read the picture \"\(oneLine(String(address.prefix(100))))\"")
            return nil
        }
        return asset.content
    }

    /// Counts bytes of generated text.
    ///
    /// - Throws: `HTMLError` if there is no memory for them.
    mutating func take(_ bytes: Int, _ node: Int) throws(HTMLError) {
        letters -= bytes
        guard letters >= 0 else {
            throw HTMLError(
                at: tree.nodes[node].place, "generated content takes more memory than allowed; raise \(limit: .memory)")
        }
    }

    /// Adds the text of a function in `content`.
    ///
    /// - Parameter bytes: the source of the arguments.
    private mutating func addGenerated(
        _ function: String, _ arguments: [ArraySlice<CSSToken>], in bytes: [UInt8], _ node: Int, to text: inout String
    ) throws(HTMLError) {
        func word(_ index: Int) -> String? {
            arguments.count > index ? arguments[index].first { !$0.isSpace }?.text : nil
        }
        func style(_ index: Int) -> String {
            guard arguments.count > index else { return "decimal" }
            return CSSTokenizer.text(of: arguments[index], in: bytes).trimmingSpaces
        }
        var added = ""
        switch function {
        case "attr":
            added = tree.nodes[node].element?[word(0) ?? ""] ?? ""
            if tree.nodes[node].element?[word(0) ?? ""] == nil, let other = word(1) { added = other }
        case "counter":
            noteUnknown(style(1), node)
            added = counters.styles.text(counters.value(word(0) ?? ""), style(1)) ?? ""
        case "counters":
            noteUnknown(style(2), node)
            let values = counters.values(word(0) ?? "")
            let separator = word(1) ?? "."
            try take((values.count - 1) * separator.utf8.count, node)
            added = values.compactMap { counters.styles.text($0, style(2)) }.joined(separator: separator)
        default:
            cascade.note(tree.nodes[node].place, "content can't have \(oneLine(String(function.prefix(40))))()")
        }
        try take(added.utf8.count, node)
        text += added
    }

    /// Notes a counter style that is neither a browser's nor a rule's.
    mutating func noteUnknown(_ style: String, _ node: Int) {
        guard !counters.styles.isKnown(style), unknownStyles.insert(style).inserted else { return }
        cascade.note(
            tree.nodes[node].place,
            "there is no counter style \"\(oneLine(String(style.prefix(40))))\"; its numbers are decimal")
    }

    /// The language of the element around an element, which decides its quotation marks.
    private func languageAround(_ node: Int) -> String? {
        var here = tree.nodes[node].parent
        while here >= 0 {
            if let language = tree.nodes[here].element.flatMap({ $0["lang"] ?? $0["xml:lang"] }) { return language }
            here = tree.nodes[here].parent
        }
        return nil
    }

    private func quote(_ text: TextValues, _ node: Int, isOpening: Bool) -> String {
        if text.quotes.asciiLowercased == "none" { return "" }
        let own = CSSTokenizer.tokens(text.quotes).filter { $0.kind == .string }.map(\.text)
        let marks =
            own.count >= 2 ? Array(own.prefix(own.count / 2 * 2)) : QuotationMarks.marks(of: languageAround(node))
        let level = min(counters.quoteDepth, marks.count / 2 - 1)
        return marks[level * 2 + (isOpening ? 0 : 1)]
    }
}

extension ImageAsset {
    /// The picture as the content of a box.
    fileprivate var content: ReplacedContent {
        ReplacedContent(drawing: .picture(source), width: width, height: height, ratio: ratio, keepsRatio: keepsRatio)
    }
}
