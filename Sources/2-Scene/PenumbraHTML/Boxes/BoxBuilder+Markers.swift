import PenumbraCSS
import PenumbraGeometry
import PenumbraSystem

/// Markers of list items: CSS Lists 3.
extension BoxBuilder {
    /// Gives a list item the marker that lies outside of its box.
    mutating func addMarker(to index: Int, _ node: Int, _ style: HTMLStyle) throws(HTMLError) {
        guard style.text.listPosition == .outside else { return }
        result.boxes[index].marker = try marker(node, style, parent: index)
    }

    /// Adds the marker that begins the first line of a list item.
    mutating func addInsideMarker(_ node: Int, _ style: HTMLStyle, into pieces: inout [Piece]) throws(HTMLError) {
        guard style.box.display == .listItem, style.text.listPosition == .inside,
            let marker = try marker(node, style, parent: -1)
        else { return }
        let own = result.boxes[marker].style
        let isText = if case .text? = result.boxes[marker].markerKind { true } else { false }
        let inline = InlineContents.InlineBox(
            id: addInline(
                InlineElement(
                    element: node, pseudo: "marker", style: add(own.inherited), marker: isText ? nil : marker)),
            style: result.styles.count - 1, isStart: true, isEnd: true)
        pieces.append(.open(inline))
        var endsInSpace = false
        if isText, case .lines(let lines) = result.boxes[marker].content,
            case .text(let text, let number)? = result.inline[lines].items.first
        {
            endsInSpace = text.hasSuffix(" ")
            pieces.append(.text(text, style: number))
        }
        pieces.append(.close(inline))
        // As in Chromium, the line may end behind a symbol, a picture or the space of a number.
        if style.text.isWrapped, !isText || endsInSpace { pieces.append(.wordBreak) }
    }

    /// Adds the box of a marker. Nil for an item without one.
    private mutating func marker(_ node: Int, _ style: HTMLStyle, parent: Int) throws(HTMLError) -> Int? {
        var own = cascade.style(of: node, pseudo: "marker", parent: style) ?? style.inherited
        var text: String?
        var kind = MarkerKind.text
        if let content = own.box.content, content != "normal" {
            var pieces: [Piece] = []
            try addContent(own, node, into: &pieces)
            text =
                content == "none" ? nil : pieces.compactMap { if case .text(let text, _) = $0 { text } else { nil } }.joined()
        } else if let image = markerImage(own, node) {
            // The font of the text decides the place.
            (text, kind) = ("\u{2022}", image)
        } else {
            let type = style.text.listStyleType
            noteUnknown(type, node)
            text = counters.styles.marker(ordinals[node] ?? 0, type)
            try take(text?.utf8.count ?? 0, node)
            if CounterScopes.isSymbol(type), !type.hasPrefix("\""), !type.hasPrefix("'") { kind = .symbol }
        }
        guard let text else { return nil }
        own.box.display = .block
        own.text.spaceCollapse = "preserve"
        own.text.isWrapped = false
        own.text.transform = .none
        own.text.indent = TextIndent()
        own.text.align = "start"
        let marker = add(PageBox(element: node, pseudo: "marker", style: own, parent: parent))
        result.boxes[marker].content = .lines(result.inline.count)
        result.boxes[marker].markerKind = kind
        result.inline.append(
            InlineContents(items: [.text(text, style: add(own.inherited))], rootStyle: add(own)))
        return marker
    }

    /// The picture of `list-style-image`. Nil without one, and for one that can't be read.
    private mutating func markerImage(_ style: HTMLStyle, _ node: Int) -> MarkerKind? {
        let value = style.text.listStyleImage.trimmingSpaces
        guard value.asciiLowercased != "none" else { return nil }
        guard let address = PaintText.address(value) else { return .image }
        guard let asset = picture(address) else {
            cascade.note(
                tree.nodes[node].place, "cannot read the picture \"\(oneLine(String(address.prefix(100))))\"")
            return nil
        }
        guard let width = asset.width, let height = asset.height else { return .image }
        return .picture(Size(width: width, height: height))
    }
}
