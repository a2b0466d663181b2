/// Heights and margins of old documents: the Quirks Mode standard, as Chromium draws it.
extension BoxBuilder {
    /// Lets the root element and the body fill the page.
    func fillPage(_ node: Int, _ style: inout HTMLStyle) {
        guard tree.mode == .quirks, let element = tree.nodes[node].element, element.isHTML,
            element.name == "html" || (element.name == "body" && tree.nodes[node].parent == 0),
            style.box.height == .auto, style.box.minHeight == .auto, style.box.display == .block, style.box.float == .none,
            !style.box.isOutOfFlow
        else { return }
        (style.box.height, style.box.minHeight) = (.stretch, .maxContent)
    }

    /// Removes the margins that elements have by default where they touch the edges of the body or of a cell.
    ///
    /// A margin that a style sheet sets to the same length counts as the default.
    mutating func removeQuirkyMargins(of index: Int, _ node: Int) {
        guard tree.mode == .quirks, let element = tree.nodes[node].element, element.isHTML else { return }
        let isCell = element.name == "td" || element.name == "th"
        guard isCell || element.name == "body" else { return }
        removeMargins(of: index, \.top)
        guard isCell else { return }
        removeMargins(of: index, \.bottom)
        // Heights of cells include the padding and the border.
        let box = result.boxes[index].style.box
        if !box.isBorderBox, case .amount(let points, let fraction) = box.height, fraction == 0 {
            let (padding, line) = (box.padding, box.border)
            let extra = line.top + line.bottom + (padding.top.resolved(0) ?? 0) + (padding.bottom.resolved(0) ?? 0)
            result.boxes[index].style.box.height = .points(max(0, points - extra))
        }
    }

    private mutating func removeMargins(of index: Int, _ side: WritableKeyPath<StyleSides<StyleLength>, StyleLength>) {
        var here = index
        while case .blocks = result.boxes[here].content {
            func isInFlow(_ child: Int) -> Bool {
                let box = result.boxes[child].style.box
                return !box.isOutOfFlow && box.float == .none
            }
            let children = result.boxes[here].children
            guard let child = side == \.top ? children.first(where: isInFlow) : children.last(where: isInFlow) else { return }
            if hasQuirkyMargin(child, isTop: side == \.top) { result.boxes[child].style.box.margin[keyPath: side] = .zero }
            let box = result.boxes[child].style.box
            let edge = side == \.top ? (box.border.top, box.padding.top) : (box.border.bottom, box.padding.bottom)
            guard edge == (0, .zero), box.display == .block, !box.establishesFlow, !box.isScrollContainer else { return }
            here = child
        }
    }

    /// Whether a margin has the length that the browser's style sheet gives to the element.
    private func hasQuirkyMargin(_ index: Int, isTop: Bool) -> Bool {
        let box = result.boxes[index]
        let margins = box.style.box.margin
        guard let element = box.element.flatMap({ tree.nodes[$0].element }), element.isHTML, box.pseudo == nil,
            isTop || element.name == "p", let factor = Self.quirkyMargins[element.name],
            let margin = (isTop ? margins.top : margins.bottom).resolved(0)
        else { return false }
        return abs(margin - factor * box.style.text.fontSize) < 0.01
    }

    /// The upper margins of elements in font sizes. Lower margins vanish below paragraphs alone.
    private static let quirkyMargins: [String: Double] = [
        "p": 1, "dl": 1, "pre": 1, "listing": 1, "plaintext": 1, "xmp": 1, "blockquote": 1, "ol": 1, "ul": 1,
        "menu": 1, "dir": 1, "h1": 0.67, "h2": 0.83, "h3": 1, "h4": 1.33, "h5": 1.67, "h6": 2.33,
    ]
}

extension PageBox {
    /// Whether the box's own lines are as high in quirks mode as elsewhere, as Chromium makes those of list items.
    var hasStruts: Bool { element != nil && style.box.display == .listItem }

    /// Whether percentages of heights inside look beyond the box.
    var passesHeight: Bool {
        guard element != nil, pseudo == nil, style.box.height == .auto, style.box.display == .block,
            !style.box.isOutOfFlow
        else { return false }
        switch content {
        case .blocks, .lines: return true
        case .flex, .grid, .table, .tableRowGroup, .tableRow, .replaced, .columns: return false
        }
    }
}
