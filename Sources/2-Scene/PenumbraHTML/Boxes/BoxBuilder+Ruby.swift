/// Ruby: CSS Ruby 1.
extension BoxBuilder {
    /// Collects the content of a `ruby` element: each annotation belongs to the content before it.
    mutating func collectRuby(_ node: Int, _ style: HTMLStyle, into pieces: inout [Piece]) throws(HTMLError) {
        try addGenerated("before", node, style, into: &pieces)
        var base: [Piece] = []
        for child in tree.nodes[node].children {
            guard let element = tree.nodes[child].element, element.isHTML, element.name == "rt" else {
                try collectChild(child, style, into: &base)
                continue
            }
            var own = try cascade.style(of: child, parent: style)
            guard own.box.display != .none, !own.box.isOutOfFlow, own.box.float == .none else { continue }
            own.blockify()
            (own.text.isWrapped, own.text.spaceCollapse, own.text.indent) = (false, "collapse", TextIndent())
            let box = try box(child, own, isAtom: false)
            let annotation = RubyText(
                box: box, inline: addInline(InlineElement(element: child, pseudo: nil, style: add(own))))
            let inline = InlineContents.InlineBox(
                id: addInline(
                    InlineElement(element: nil, pseudo: nil, style: add(style.inherited), annotation: annotation)),
                style: result.styles.count - 1, isStart: true, isEnd: true)
            pieces.append(.open(inline))
            pieces += base
            pieces.append(.close(inline))
            base = []
        }
        pieces += base
        try addGenerated("after", node, style, into: &pieces)
    }
}
