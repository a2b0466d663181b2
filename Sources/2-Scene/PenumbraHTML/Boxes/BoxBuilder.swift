import PenumbraCSS
import PenumbraScene

/// Makes the boxes of a document: CSS 2.2, section 9.2, and CSS Display 3.
struct BoxBuilder {
    let tree: HTMLTree
    var cascade: HTMLCascade
    var result = BoxTree()
    var counters: CounterScopes
    /// The bytes of texts that may still be generated.
    var letters: Int
    /// The number of parts into which blocks may still cut the inline elements around them.
    var parts: Int
    /// The box in which `parts` were used up. Nil while some are left.
    var partsExcess: Int?
    /// The most layers that the document may become, and those of date fields so far.
    let mostLayers: Int
    var fieldLayers = 0
    /// The unknown counter styles that were noted.
    var unknownStyles: Set<String> = []
    /// The number of each list item, and that of the latest item of each list.
    var ordinals: [Int: Int] = [:]
    var latestOrdinals: [Int: Int] = [:]
    /// The number of items of each list that counts down to one.
    var itemCounts: [Int: Int] = [:]
    /// The inline elements that are open in the lines in progress.
    var openInlines: [Int] = []
    /// A picture with its natural size. Nil if it can't be read.
    let picture: (_ address: String) -> ImageAsset?
    /// The content of a replaced element. Nil for other elements.
    let replaced: (_ node: Int, _ style: HTMLStyle) throws(HTMLError) -> ReplacedContent?

    /// A part of the content of a box, before it is sorted into lines and blocks.
    enum Piece {
        case text(String, style: Int)
        case open(InlineContents.InlineBox)
        case close(InlineContents.InlineBox)
        case atom(box: Int, style: Int)
        /// A box out of the flow.
        case anchor(box: Int)
        case block(box: Int)
        case lineBreak(style: Int)
        case wordBreak

        /// Whether the piece is a text of spaces alone.
        var isSpace: Bool {
            if case .text(let text, _) = self { text.utf8.allSatisfy { CSSText.spaces.contains($0) } } else { false }
        }
    }

    /// The index of the root element's box. Nil if the document shows nothing.
    mutating func build() throws(HTMLError) -> Int? {
        result.ignoresStruts = tree.mode != .standard
        result.passesHeights = tree.mode == .quirks
        var style = try cascade.style(of: 0, parent: cascade.root)
        cascade.context.rootFontSize = style.text.fontSize / style.text.zoom
        let measures = cascade.context.fontMeasures?(style.text)
        cascade.context.rootMeasures = measures.map { (font: $0, zoom: style.text.zoom) }
        let lineHeight = style.text.lineHeightInPoints ?? measures?.lineHeight
        cascade.context.rootLineHeight = lineHeight.map { $0 / style.text.zoom }
        guard style.box.display != .none else { return nil }
        if style.box.display == .contents { style.box.display = .block }
        style.blockify()
        let root = try box(0, style, isAtom: false)
        if let box = partsExcess {
            throw HTMLError(
                at: result.boxes[box].element.map { tree.nodes[$0].place } ?? HTMLPlace(),
                "blocks cut the inline elements around them into too many parts; nest fewer, or raise \(limit: .memory)")
        }
        try cascade.checkValues(0)
        return root
    }

    /// The index of the box with the HTML inside a `foreignObject` element.
    ///
    /// - Parameter path: the SVG elements around it, from the outermost inside `style` to itself.
    mutating func buildForeign(_ path: [Int], in style: HTMLStyle, _ size: Size) throws(HTMLError) -> Int? {
        guard let node = path.last else { return nil }
        var style = style
        for element in path { style = try cascade.style(of: element, parent: style) }
        guard style.box.display != .none else { return nil }
        var own = style.inherited
        own.box.display = .flowRoot
        (own.box.width, own.box.height) = (.points(size.width), .points(size.height))
        return try box(node, own, isAtom: false)
    }

    mutating func add(_ box: PageBox) -> Int {
        result.boxes.append(box)
        return result.boxes.count - 1
    }

    /// Makes the box of an element with everything inside it.
    mutating func box(_ node: Int, _ style: HTMLStyle, isAtom: Bool) throws(HTMLError) -> Int {
        var style = style
        fillPage(node, &style)
        let control = FormControl(node, tree)
        if let element = tree.nodes[node].element, element.isHTML {
            Self.decorate(&style, element, control, isDisabled: cascade.isDisabled(node))
            resize(&style, element, control)
        }
        let index = add(PageBox(element: node, style: style, parent: -1, isAtom: isAtom))
        makeControl(index, node, style)
        let around = openInlines
        openInlines = []
        defer { openInlines = around }
        try enter(node, style)
        defer { counters.leave() }
        var content = contentPicture(node, style)
        if content == nil, fillParts(index, node, style) { return index }
        if content == nil, !isPlainToggle(node, style) { content = try replaced(node, style) }
        if let content {
            result.boxes[index].content = .replaced(content)
            if case .vector = content.drawing { try addVectorStyles(node, style) }
            return index
        }
        if let control {
            try count(control, node, style)
            fill(index, with: control, node, style)
            return index
        }
        if style.box.float != .none, style.box.hasShape, WritingMode(style.text.writingMode).isVertical {
            cascade.note(tree.nodes[node].place, "shape-outside has no effect in vertical text")
        }
        if style.box.display == .listItem {
            number(node, style)
            try addMarker(to: index, node, style)
        }
        switch isClamped(style) ? .block : style.box.display {
        case .flex, .inlineFlex: try fillItems(index, node, .flex)
        case .grid, .inlineGrid: try fillItems(index, node, .grid)
        case .table, .inlineTable: try fillTable(index, node)
        case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: try fillRows(index, node)
        case .tableRow: try fillCells(index, node)
        case .tableColumn, .tableColumnGroup: try addColumns(index, node, style)
        default:
            var pieces: [Piece] = []
            try addInsideMarker(node, style, into: &pieces)
            try collect(node, style, into: &pieces)
            styleFirstLetter(node, &pieces)
            addMarkerLine(of: index, &pieces)
            if style.box.columns.isUsed { fillColumns(index, pieces) } else { fill(index, pieces) }
            styleFirstLine(node, index)
            raiseLegend(of: index, node)
            removeQuirkyMargins(of: index, node)
        }
        return index
    }

    /// Keeps what the style sheets of the page say about the elements of an SVG element.
    private mutating func addVectorStyles(_ root: Int, _ style: HTMLStyle) throws(HTMLError) {
        var open = [root]
        while let node = open.popLast() {
            guard tree.nodes[node].element?.namespace == .svg else { continue }
            let text = try cascade.vectorStyle(of: node, inheriting: style, isRoot: node == root)
            if !text.isEmpty { result.vectorStyles[node] = text }
            open += tree.nodes[node].children
        }
    }

    /// Whether the lines of a `-webkit-box` are counted, which makes it a block.
    private func isClamped(_ style: HTMLStyle) -> Bool {
        style.box.isWebKitBox && style.box.lineClamp != nil && style.box.flexDirection == "column"
    }

    // MARK: - Pieces

    /// Collects the content of an element: its children between its generated contents.
    mutating func collect(_ node: Int, _ style: HTMLStyle, into pieces: inout [Piece]) throws(HTMLError) {
        try addGenerated("before", node, style, into: &pieces)
        if let element = tree.nodes[node].element, element.isHTML, element.name == "option", element["label"]?.isEmpty == false
        {
            pieces.append(piece(FormControl.label(node, tree), node, in: style))
        } else {
            for child in shownChildren(of: node) { try collectChild(child, style, into: &pieces) }
        }
        try addGenerated("after", node, style, into: &pieces)
    }

    mutating func collectChild(_ node: Int, _ parent: HTMLStyle, into pieces: inout [Piece]) throws(HTMLError) {
        guard let element = tree.nodes[node].element else {
            if let text = tree.nodes[node].text, !text.isEmpty { pieces.append(piece(text, node, in: parent)) }
            return
        }
        let style = try cascade.style(of: node, parent: parent)
        if style.box.display == .none { return }
        if element.isHTML, element.name == "br" {
            pieces.append(.lineBreak(style: add(style)))
            // The line after the break begins below floats, and so does the end of the block.
            if style.box.clear != .none { pieces.append(.block(box: spacer(parent) { $0.clear = style.box.clear })) }
            return
        }
        if element.isHTML, element.name == "wbr" {
            pieces.append(.wordBreak)
            return
        }
        try collect(element: node, style, into: &pieces)
    }

    /// The text of a node.
    private mutating func piece(_ text: String, _ node: Int, in parent: HTMLStyle) -> Piece {
        let style = add(parent.inherited)
        result.textNodes[style] = node
        return .text(text, style: style)
    }

    private mutating func collect(element node: Int, _ style: HTMLStyle, into pieces: inout [Piece]) throws(HTMLError) {
        let display = style.box.display
        if style.box.isOutOfFlow || style.box.float != .none {
            pieces.append(.anchor(box: try box(node, style, isAtom: false)))
        } else if display == .contents {
            try enter(node, style)
            defer { counters.leave() }
            try collect(node, style, into: &pieces)
        } else if display == .inline, try !isReplaced(node, style), FormControl(node, tree) == nil,
            contentAddress(node, style) == nil
        {
            try enter(node, style)
            defer { counters.leave() }
            let inline = InlineContents.InlineBox(
                id: addInline(InlineElement(element: node, pseudo: nil, style: add(style))),
                style: result.styles.count - 1, isStart: true, isEnd: true)
            pieces.append(.open(inline))
            openInlines.append(inline.id)
            if tree.nodes[node].element.map({ $0.isHTML && $0.name == "ruby" }) == true {
                try collectRuby(node, style, into: &pieces)
            } else {
                try collect(node, style, into: &pieces)
            }
            openInlines.removeLast()
            pieces.append(.close(inline))
        } else if display.isInlineLevel {
            pieces.append(.atom(box: try box(node, style, isAtom: true), style: add(style)))
        } else {
            pieces.append(.block(box: try box(node, style, isAtom: false)))
        }
    }

    mutating func addInline(_ element: InlineElement) -> Int {
        var element = element
        element.parent = openInlines.last
        result.inlineElements.append(element)
        return result.inlineElements.count - 1
    }

    /// Whether an element is drawn as a whole. An object is if it has something to show.
    private func isReplaced(_ node: Int, _ style: HTMLStyle) throws(HTMLError) -> Bool {
        guard let element = tree.nodes[node].element, ReplacedElements.isReplaced(element) else { return false }
        guard element.name == "object" else { return true }
        return try replaced(node, style) != nil
    }

    // MARK: - Items

    /// Gives a flexible box or a grid its items: every element is one, and so is every stretch of text.
    private mutating func fillItems(_ index: Int, _ node: Int, _ content: PageBox.Content) throws(HTMLError) {
        var pieces: [Piece] = []
        try collectItems(node, result.boxes[index].style, into: &pieces)
        var (children, run): ([Int], [Piece]) = ([], [])
        func close(_ builder: inout BoxBuilder) {
            // Spaces alone are no item, even where they are preserved.
            if !run.allSatisfy(\.isSpace) { children += builder.anonymous(run, in: index) }
            run = []
        }
        for piece in pieces {
            switch piece {
            case .block(let box), .anchor(let box):
                close(&self)
                children.append(box)
            default: run.append(piece)
            }
        }
        close(&self)
        result.boxes[index].content = content
        adopt(children, by: index)
        wrapItems(of: index, node)
    }

    private mutating func collectItems(_ node: Int, _ style: HTMLStyle, into pieces: inout [Piece]) throws(HTMLError) {
        func generated(_ name: String, _ builder: inout BoxBuilder) throws(HTMLError) {
            guard var inner = builder.cascade.style(of: node, pseudo: name, parent: style), inner.box.content != nil,
                inner.box.content != "none", inner.box.display != .none
            else { return }
            inner.blockify()
            if let box = try builder.generatedBox(name, node, inner, isAtom: false) { pieces.append(.block(box: box)) }
        }
        try generated("before", &self)
        for child in shownChildren(of: node) {
            guard let element = tree.nodes[child].element else {
                if let text = tree.nodes[child].text { pieces.append(piece(text, child, in: style)) }
                continue
            }
            var inner = try cascade.style(of: child, parent: style)
            if inner.box.display == .none { continue }
            if inner.box.display == .contents {
                try enter(child, inner)
                try collectItems(child, inner, into: &pieces)
                counters.leave()
                continue
            }
            // Breaks are part of the text around them.
            if element.isHTML, element.name == "br" || element.name == "wbr" {
                pieces.append(element.name == "br" ? .lineBreak(style: add(inner)) : .wordBreak)
                continue
            }
            inner.blockify()
            pieces.append(.block(box: try box(child, inner, isAtom: false)))
        }
        try generated("after", &self)
    }
}
