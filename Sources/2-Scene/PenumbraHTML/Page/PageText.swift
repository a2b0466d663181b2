import PenumbraCSS
import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// The lines of a page's texts, for its layout and for painting.
final class PageText: InlineMeasuring {
    let tree: BoxTree
    let page: PageLayout
    let options: HTMLOptions
    var paragraphs: [Int: InlineParagraph] = [:]
    /// The paragraphs with the styles of first lines.
    private var firstParagraphs: [Int: InlineParagraph] = [:]
    /// Whether absolute boxes may refer to an inline element of the page.
    private(set) lazy var hasInlineContainers = tree.inlineElements.contains {
        tree.styles[$0.style].holdsPositionedBoxesInline
    }
    /// The distances by which relative inline elements move what is inside them.
    var inlineShifts: [Int: InlineShift] = [:]
    /// Whether a block of the page trims its lines.
    private(set) lazy var hasTrimmedBlocks = tree.boxes.contains { $0.style.box.textBoxTrim != "none" }
    /// The widths for which the paragraphs with percentages were made.
    private var relativeWidths: [Int: Double] = [:]
    /// The paragraphs without percentages.
    var plain: Set<Int> = []
    /// The number of the line that starts at a place, of boxes whose lines are counted.
    var lineNumbers: [Int: [Int: Int]] = [:]
    /// The blocks whose lines are counted together, and the block with `line-clamp` of each.
    var counted: [Int: CountedBlocks] = [:]
    var countingBlocks: [Int: Int?] = [:]
    private(set) lazy var hasCountedLines = tree.boxes.contains {
        $0.style.box.isWebKitBox && $0.style.box.lineClamp != nil
    }
    /// Deviations from the fonts that were asked for, and shapes that aren't known, by node.
    var notices: [(node: Int, message: Message)] = []
    /// The edges of the shapes of floats so far.
    var shapeEdges = 0
    var noted: Set<String> = []
    /// The units of the lengths in shapes.
    var context = StyleContext()
    /// Whether a font of the page is a file, which may change.
    private(set) var hasFontFiles = false
    /// The texts of a page before, of which some differ.
    let known: Known?
    /// Whether the contents of paragraphs and the widths of blocks are kept for other pages.
    private let isKept: Bool
    var contents: [Int: InlineContent] = [:]
    var widths: [Int: Widths] = [:]

    init(_ tree: BoxTree, _ page: PageLayout, _ options: HTMLOptions, known: Known? = nil, isKept: Bool = false) {
        (self.tree, self.page, self.options, self.known, self.isKept) = (tree, page, options, known, isKept)
    }

    func widths(ofText node: Int) -> TextWidths { TextWidths(minimum: 0, maximum: 0) }
    func lines(ofText node: Int, width: Double) -> TextLines { TextLines(height: 0, firstBaseline: nil) }

    // MARK: - Lines

    func widths(ofInline node: Int, atoms: [Int: TextWidths], floats: [Int: InlineFloat]) throws -> TextWidths {
        guard let paragraph = try paragraph(node, width: 0) else {
            let widths = atoms.values.map(\.maximum) + floats.values.map(\.widths.maximum)
            return TextWidths(minimum: widths.max() ?? 0, maximum: widths.reduce(0, +))
        }
        if plain.contains(node), let known = known?.kept(node)?.widths[node], known.atoms == atoms, known.floats == floats {
            return known.result
        }
        let widths = paragraph.widths(
            atoms: { atom in
                let width = atoms[atom] ?? TextWidths(minimum: 0, maximum: 0)
                return InlineWidths(least: width.minimum, full: width.maximum)
            },
            anchors: { anchor in
                guard let float = floats[anchor] else { return nil }
                let widths = InlineWidths(least: float.widths.minimum, full: float.widths.maximum)
                return InlineParagraph.FloatWidths(widths: widths, startsRow: float.startsRow)
            })
        let result = TextWidths(minimum: max(0, widths.least), maximum: max(0, widths.full))
        if isKept, plain.contains(node) { self.widths[node] = Widths(atoms: atoms, floats: floats, result: result) }
        return result
    }

    func line(ofInline node: Int, _ request: LineRequest) throws -> InlineLine? {
        guard let box = box(node) else { return nil }
        guard let paragraph = try paragraph(node, width: request.containerWidth) else {
            return Self.line(ofAtoms: page.nodes[node].children, request)
        }
        let key = LineKey(node: node, start: request.start)
        // Lines that are counted depend on those before them.
        let isAlone = plain.contains(node) && countingBlock(node) == nil
        if isAlone, let known = knownLine(key, request) { return known }
        var (line, isEnd) = line(
            request.isFirst ? firstParagraphs[node] ?? paragraph : paragraph, node, box, request)
        // As in browsers, lines of a block that doesn't wrap stay beside floats.
        if request.mustFit, paragraph.styles[0].wraps, line.overflows || line.width > request.width + 0.01 { return nil }
        if request.isFirst, !line.isEmpty { line.makeRoom(above: markerHeight(box) ?? 0) }
        if let index = page.boxes[node] { trim(&line, index, paragraph, isFirst: request.isFirst, isLast: isEnd) }
        move(&line, in: box.style, width: request.containerWidth, height: request.containerHeight)
        var result = placed(line, in: box.style, request, isEnd: isEnd)
        if let number = number(node, start: request.start) {
            result.clamp = number.number > number.most ? .beyond : number.isCut(isEnd) ? .last : .none
        }
        if request.isTrial { return result }
        let entry = MadeLine(request: request, result: result, line: line)
        if isAlone || !made[key, default: []].contains(where: { $0.result == result && $0.request.width == request.width }) {
            made[key, default: []].append(entry)
        }
        return result
    }

    /// The height above the baseline of the marker that lies outside of a list item's first line.
    private func markerHeight(_ box: PageBox) -> Double? {
        let item = box.element == nil && box.parent >= 0 ? tree.boxes[box.parent] : box
        guard let marker = item.marker,
            let paragraph = marker == box.marker || isFirst(box, in: item) ? self.marker(marker) : nil
        else { return nil }
        switch tree.boxes[marker].markerKind {
        case .picture, .image: return measures(ofMarker: marker)?.above
        case .text, .symbol, nil: break
        }
        let line = paragraph.line(InlineParagraph.Request(width: 1e6), atoms: { _ in InlineAtom(width: 0, height: 0) })
        return line.baseline
    }

    /// Whether an anonymous block is the first box in the flow of another one.
    private func isFirst(_ box: PageBox, in item: PageBox) -> Bool {
        let first = item.children.first { !tree.boxes[$0].style.box.isOutOfFlow && tree.boxes[$0].style.box.float == .none }
        guard let first, case .lines(let own) = box.content, case .lines(let other) = tree.boxes[first].content else {
            return false
        }
        return own == other
    }

    /// Whether the lines of an anonymous block aren't the first ones of the block around it, which `text-indent` moves.
    private func isContinued(_ box: PageBox) -> Bool {
        guard box.element == nil, box.parent >= 0, case .blocks = tree.boxes[box.parent].content else { return false }
        return !isFirst(box, in: tree.boxes[box.parent])
    }

    /// The lines that layout asked for.
    var made: [LineKey: [MadeLine]] = [:]

    /// A placed line with everything that painting needs.
    func line(_ node: Int, _ placed: PlacedLine) -> InlineParagraph.Line? {
        let all = made[LineKey(node: node, start: placed.start)] ?? []
        return
            (all.first { $0.result == placed.line && $0.request.width == placed.frame.width }
            ?? all.first { $0.result == placed.line })?.line
    }

    /// The style of a number in the paragraph of a node.
    func style(_ index: Int, _ node: Int) -> HTMLStyle? {
        guard let list = styleNumbers[node], list.indices.contains(index) else { return nil }
        return tree.styles[list[index]]
    }

    /// The styles of each paragraph, by their numbers in it.
    var styleNumbers: [Int: [Int]] = [:]

    private func line(
        _ paragraph: InlineParagraph, _ node: Int, _ box: PageBox, _ request: LineRequest
    ) -> (line: InlineParagraph.Line, isEnd: Bool) {
        var asked = InlineParagraph.Request(
            start: request.start, width: request.width, blockWidth: request.containerWidth, isFirst: request.isFirst)
        let startsUnder = WritingMode(box.style.text.writingMode).startsUnder
        func atom(_ number: Int) -> InlineAtom {
            guard let metrics = request.atoms[number] else { return InlineAtom(width: 0, height: 0) }
            let baseline = metrics.baseline.map { startsUnder ? metrics.size.height - $0 : $0 }
            return InlineAtom(width: metrics.size.width, height: metrics.size.height, baseline: baseline)
        }
        let owner = lineOwner(box)
        // As in Chromium, lines beside floats of their block aren't balanced.
        let isChosen = paragraph.block.balance != .none && !hasFloats(node)
        if isChosen {
            asked.end = paragraph.chosenEnds(within: request.width, atoms: atom)?.first { $0 > request.start }
        }
        if let end = request.end { asked.end = end }
        asked.cutsOverflow = owner.box.textOverflow != "clip" && owner.box.overflowX != .visible
        var line = paragraph.line(asked, atoms: atom)
        if number(node, start: request.start)?.isCut(line.isLast) == true {
            // As in Chromium, lines go on below the ellipsis.
            let (end, isLast) = (line.end, line.isLast)
            asked.isClamped = true
            line = paragraph.line(asked, atoms: atom)
            (line.end, line.isLast) = (end, isLast)
        }
        count(node, start: request.start, end: line.end, isEmpty: line.isEmpty)
        return (line, line.isLast || line.end <= request.start)
    }

    private func box(_ node: Int) -> PageBox? { page.boxes[node].map { tree.boxes[$0] } }

    /// The style of the block whose lines a box holds: an anonymous block's is that of its parent.
    func lineOwner(_ box: PageBox) -> HTMLStyle {
        box.element == nil && box.parent >= 0 ? tree.boxes[box.parent].style : box.style
    }

    /// The parts of a fragment's glyphs that a line of decoration crosses, from the left edge of its line.
    func ink(_ fragment: InlineParagraph.TextFragment, _ node: Int, band: Int) -> [ClosedRange<Double>] {
        paragraph(of: fragment, node)?.ink(of: fragment, band: band) ?? []
    }

    /// The paragraph of a fragment: that of the first line has styles of its own.
    func paragraph(of fragment: InlineParagraph.TextFragment, _ node: Int) -> InlineParagraph? {
        let isFirst = fragment.style >= (paragraphs[node]?.styles.count ?? 0)
        return isFirst ? firstParagraphs[node] : paragraphs[node]
    }

    /// The place of the annotation at a box with a style.
    func annotationPlace(ofStyle style: Int, _ node: Int) -> InlineAnnotation? {
        paragraphs[node]?.annotation(ofStyle: style) ?? firstParagraphs[node]?.annotation(ofStyle: style)
    }

    /// The distance of letters' baselines below the baseline of a box with a style.
    func drop(ofStyle style: Int, _ node: Int) -> Double? {
        let count = paragraphs[node]?.styles.count ?? 0
        return (style >= count ? firstParagraphs[node] : paragraphs[node])?.drop(ofStyle: style)
    }

    /// The width of the block's content, of a block whose lines have percentages.
    func lineLength(_ node: Int) -> Double { relativeWidths[node] ?? 0 }

    /// The heights of the block's font on the first line.
    func firstLineHeights(_ node: Int) -> (ascent: Double, descent: Double) {
        (firstParagraphs[node] ?? paragraphs[node])?.rootHeights ?? (0, 0)
    }

    /// The heights of the block's own font.
    func rootHeights(_ node: Int) -> (ascent: Double, descent: Double) { paragraphs[node]?.rootHeights ?? (0, 0) }

    // MARK: - Content

    /// - Parameter width: the width of the block's content, to which percentages of inline boxes refer. Nil is any.
    func paragraph(_ node: Int, width: Double? = nil) throws -> InlineParagraph? {
        if let known = paragraphs[node], width == nil || relativeWidths[node] == width || plain.contains(node) {
            return known
        }
        guard let index = page.boxes[node], case .lines(let lines) = tree.boxes[index].content,
            let shape = options.paragraph
        else { return nil }
        let (contents, owner) = (tree.inline[lines], lineOwner(tree.boxes[index]))
        if !isRelative(contents, owner: owner) {
            plain.insert(node)
        } else if let width, relativeWidths[node] != width {
            // The width for intrinsic sizes is zero.
            relativeWidths[node] = width
            (paragraphs[node], firstParagraphs[node]) = (nil, nil)
        }
        return try paragraph(key: node, contents, owner: owner, width: relativeWidths[node] ?? 0, shape)
    }

    /// The marker of a list item in one line.
    func marker(_ box: Int) -> InlineParagraph? {
        guard case .lines(let lines) = tree.boxes[box].content, let shape = options.paragraph else { return nil }
        return try? paragraph(key: -1 - box, tree.inline[lines], owner: tree.boxes[box].style, width: 0, shape)
    }

    private func paragraph(
        key: Int, _ contents: InlineContents, owner: HTMLStyle, width: Double,
        _ shape: (InlineContent) throws(TextError) -> InlineParagraph
    ) throws(TextError) -> InlineParagraph {
        if let known = paragraphs[key] { return known }
        if let kept = known?.kept(key), let paragraph = kept.paragraphs[key] {
            (paragraphs[key], styleNumbers[key]) = (paragraph, kept.styleNumbers[key])
            note(paragraph, key)
            return paragraph
        }
        let paragraph = try shape(content(contents, owner: owner, key: key, width: width))
        paragraphs[key] = paragraph
        if !contents.firstLine.isEmpty {
            let normal = styleNumbers[key] ?? []
            let first = try shape(content(contents, owner: owner, key: key, width: width, isFirst: true))
            // Lines continue where the first one ends, so that their text must have as many characters.
            if first.unitCount == paragraph.unitCount {
                firstParagraphs[key] = first
            } else {
                styleNumbers[key] = normal
            }
        }
        note(paragraph, key)
        return paragraph
    }

    /// The content of a block as the shaper reads it. Atoms and anchors have the numbers of their nodes.
    func content(_ contents: InlineContents, owner: HTMLStyle, key: Int, width: Double, isFirst: Bool = false)
        -> InlineContent
    {
        if !isFirst, let known = knownContent(contents, key: key) { return known }
        var numbers: [Int: Int] = [:]
        var list: [Int] = []
        var styles: [InlineStyle] = []
        func style(_ index: Int) -> Int {
            let index = isFirst ? contents.firstLine[index] ?? index : index
            if let known = numbers[index] { return known }
            styles.append(InlineStyle(tree.styles[index]))
            numbers[index] = styles.count - 1
            list.append(index)
            return styles.count - 1
        }
        if isFirst {
            // The numbers of the other lines' styles stay, so that painting finds each style by its number.
            for number in styleNumbers[key] ?? [] {
                styles.append(InlineStyle(tree.styles[number]))
                list.append(number)
            }
            if let root = contents.firstLine[contents.rootStyle] { styles[0] = InlineStyle(tree.styles[root]) }
        } else {
            _ = style(contents.rootStyle)
        }
        styles[0].verticalAlign = .baseline
        styles[0].bidi = .normal
        var items: [InlineItem] = []
        var rubyMargins: [Int: Double] = [:]
        for (place, item) in contents.items.enumerated() {
            switch item {
            case .text(let text, let index): items.append(.text(text, style: style(index)))
            case .open(let box) where tree.inlineElements[box.id].annotation != nil:
                let ruby = ruby(box, at: place, in: contents, owner: owner, width: width)
                let (own, text) = (style(box.style), style(ruby.style))
                styles[own].annotation = InlineStyle.Annotation(style: text, isBelow: ruby.isBelow)
                rubyMargins[box.id] = ruby.after
                items.append(.open(box: box.id, style: own, edge: InlineEdge(margin: ruby.before)))
            case .close(let box) where tree.inlineElements[box.id].annotation != nil:
                items.append(.close(edge: InlineEdge(margin: rubyMargins[box.id] ?? 0)))
            case .open(let box):
                if let marker = tree.inlineElements[box.id].marker {
                    let advance = measures(ofMarker: marker)?.advance ?? 0
                    items.append(.open(box: box.id, style: style(box.style), edge: InlineEdge(margin: advance)))
                    continue
                }
                let edge = box.isStart ? edge(tree.styles[box.style], isStart: true, width: width) : .cut
                items.append(.open(box: box.id, style: style(box.style), edge: edge))
            case .close(let box):
                items.append(.close(edge: box.isEnd ? edge(tree.styles[box.style], isStart: false, width: width) : .cut))
            case .atom(let box, let index):
                if let node = page.nodeOfBox[box] { items.append(.atom(node, style: style(index))) }
            case .anchor(let box): if let node = page.nodeOfBox[box] { items.append(.anchor(node)) }
            case .lineBreak: items.append(.forcedBreak)
            case .wordBreak: items.append(.breakOpportunity)
            }
        }
        styleNumbers[key] = list
        var block = InlineBlockStyle(owner, width: width)
        // Lines of list items are as high as in other documents.
        block.ignoresStruts = tree.ignoresStruts && !(key >= 0 && box(key)?.hasStruts == true)
        if key >= 0, let index = page.boxes[key], isContinued(tree.boxes[index]) { block.indent = InlineBlockStyle.Indent() }
        if key >= 0, countingBlock(key) != nil { block.mayCutLines = true }
        let needsRoom = !rubyMargins.isEmpty || styles.contains { $0.emphasis == .over }
        if needsRoom, key >= 0, let index = page.boxes[key] { block.annotationRoom = annotationRoom(index) }
        let content = InlineContent(styles: styles, block: block, items: items)
        if isKept {
            if !content.hasFixedFonts { hasFontFiles = true }
            if items.count == contents.items.count { self.contents[key] = content }
        }
        return content
    }

    /// Whether lines depend on the width of the block by more than the room that they have.
    private func isRelative(_ contents: InlineContents, owner: HTMLStyle) -> Bool {
        if case .calculation = owner.text.indent.length { return true }
        return contents.items.contains { item in
            guard case .open(let inline) = item else { return false }
            let box = tree.styles[inline.style].box
            return box.margin.list.contains(where: \.isRelative) || box.padding.list.contains(where: \.isRelative)
        }
    }

    /// - Parameter width: the width of the block's content, to which percentages refer.
    private func edge(_ style: HTMLStyle, isStart: Bool, width: Double) -> InlineEdge {
        let box = style.box
        let isLeft = isStart != style.text.isRightToLeft
        let border = box.border
        func edge(_ margin: StyleLength, _ border: Double, _ padding: StyleLength) -> InlineEdge {
            InlineEdge(
                margin: margin.resolved(width) ?? 0, border: border, padding: max(0, padding.resolved(width) ?? 0))
        }
        let mode = WritingMode(style.text.writingMode)
        if mode.isVertical {
            return isLeft != (mode == .upwardFromLeft)
                ? edge(box.margin.top, border.top, box.padding.top)
                : edge(box.margin.bottom, border.bottom, box.padding.bottom)
        }
        return isLeft
            ? edge(box.margin.left, border.left, box.padding.left)
            : edge(box.margin.right, border.right, box.padding.right)
    }
}
