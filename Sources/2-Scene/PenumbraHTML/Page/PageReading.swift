import PenumbraCSS
import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Reads a document step by step: tree, styles, boxes, layout, layers.
struct PageReading {
    let options: HTMLOptions
    let tree: HTMLTree
    private var sheets: HTMLStyleSheets
    private let cascade: HTMLCascade
    private let viewport: Size
    private let files: PageFiles
    private let counterStyles: CounterStyles

    init(_ tree: HTMLTree, _ options: HTMLOptions) throws(HTMLError) {
        (self.options, self.tree) = (options, tree)
        let asked = ViewportElement.size(tree)
        viewport = Size(
            width: options.width ?? asked?.width ?? 1200, height: options.height ?? asked?.height ?? 630)
        let files = PageFiles(options, viewport: viewport)
        self.files = files
        sheets = try HTMLStyleSheets(tree, Self.media(options, viewport), fonts: options.fonts) { path in files.text(path) }
        counterStyles = CounterStyles(sheets.sheets.counterStyles)
        var context = StyleContext()
        context.viewport = viewport
        context.prefersDark = options.isDark
        context.time = options.time
        if let measuring = FontMeasuring(tree, sheets, options) {
            (context.fontMeasures, context.textWidth) = (measuring.measures, measuring.width)
            context.textInk = measuring.ink
        }
        let places = sheets
        var left: [HTMLError] = []
        let fonts = EmbeddedFonts.read(
            sheets.sheets.fontFaces, most: HTMLLimits.fonts, options.addFont,
            installed: options.installedFont, file: files.font,
            note: { rule, message in
                guard left.count < HTMLLimits.warnings else { return }
                left.append(places.notice(sheet: rule.sheet, offset: rule.offset, message))
            })
        files.fonts = fonts
        for (name, rule) in counterStyles.malformed {
            left.append(
                places.notice(
                    sheet: rule.sheet, offset: rule.offset,
                    """
                    @counter-style \(oneLine(String(name.prefix(40)))) is malformed; its system lacks symbols, or has more than \
                    \(CounterStyles.mostSymbols)
                    """
                ))
        }
        var cascade = try HTMLCascade(tree, sheets, context, fonts: fonts)
        for error in left { cascade.note(error.place, error.message) }
        self.cascade = cascade
        if let missing = sheets.missing.first, !options.allowsMissingFiles { throw missing }
    }

    static func media(_ options: HTMLOptions, _ viewport: Size) -> CSSMedia {
        CSSMedia(width: viewport.width, height: viewport.height, resolution: options.resolution, isDark: options.isDark)
    }

    /// - Parameter request: the page among those that its template keeps. Nil keeps nothing.
    func document(keeping request: KeptPage.Request? = nil) throws(HTMLError) -> HTMLDocument {
        let files = files
        let (tree, options) = (tree, options)
        let height = options.fitsHeight ? nil : viewport.height
        var cascade = cascade
        let placed = try settled(&cascade) { cascade throws(HTMLError) in
            var builder = builder(cascade)
            let root = try builder.build()
            cascade = builder.cascade
            return try self.placed(builder, root, width: viewport.width, height: height, isKept: request != nil)
        }
        let around = cascade
        files.foreign = { [self] node, root, style, size in foreign(node, root, style, size, around, depth: 0) }
        defer { files.foreign = nil }
        let painter = PagePainter(
            tree: tree, boxes: placed.boxes, page: placed.page, layout: placed.layout, text: placed.text, files: files,
            context: cascade.context)
        painter.state.isKept = request != nil
        let document = try Self.document(
            painter, placed, viewport: viewport, notices: sheets.notices + cascade.notices, duration: cascade.duration)
        if let request, canBeKept(placed, cascade) {
            let bytes = KeptPage.bytes(placed, tree, painter.state.kept) + PageForm.bytes(request.filled, tree)
            if bytes < KeptPage.mostBytes {
                request.pages.keep(bytes: bytes, for: request.key) {
                    KeptPage(
                        placed, tree, cascade, viewport: viewport, hasSheetNotices: !sheets.notices.isEmpty,
                        paint: painter.state.kept, form: request.form(tree, options.limits))
                }
            }
        }
        return document
    }

    /// Paints boxes at their places.
    static func document(
        _ painter: PagePainter, _ placed: PlacedBoxes, viewport: Size, notices: [HTMLError], duration: Double
    ) throws(HTMLError) -> HTMLDocument {
        let (files, text) = (painter.files, placed.text)
        let height = files.options.fitsHeight ? max(1, placed.layout.frames.first?.height ?? 1) : viewport.height
        let size = Size(width: viewport.width, height: height)
        painter.state.isWhole = files.options.isWhole
        let painted = try painter.paint(root: placed.root, size: size, limits: files.options.limits)
        var warnings = notices + files.notices + painted.notices
        for (node, message) in text.notices {
            let place = place(ofNode: node, placed.page, placed.boxes, painter.tree)
            warnings.append(HTMLError(.unsupported, at: place, message))
        }
        warnings += ElementNotices.notices(painter.tree)
        return HTMLDocument(
            size: size, layers: painted.layers, background: painted.background,
            warnings: Array(warnings.prefix(HTMLLimits.warnings)), boxes: painted.boxes, duration: duration)
    }

    /// Whether other pages with the same elements and attributes have the same styles and boxes, whatever their texts are.
    private func canBeKept(_ placed: PlacedBoxes, _ cascade: HTMLCascade) -> Bool {
        !files.decideStyles && files.fonts == nil && cascade.context.fontMeasures == nil && !placed.usesContainers
            && !placed.text.hasFontFiles && placed.text.notices.isEmpty
            && cascade.notices.count == cascade.attributeNotices.count
            && sheets.missing.isEmpty && !["first-letter", "first-line"].contains(where: cascade.names)
            && !placed.boxes.styles.contains { $0.text.variants["font-variant-caps"] != nil }
            && !tree.nodes.contains { ["ruby", "foreignObject"].contains($0.element?.name) }
    }

    /// Boxes whose styles follow from the sizes of containers, and those from the sizes of containers around them.
    ///
    /// - Parameter place: makes the boxes by the sizes that are known.
    private func settled(
        _ cascade: inout HTMLCascade, _ place: (inout HTMLCascade) throws(HTMLError) -> PlacedBoxes
    ) throws(HTMLError) -> PlacedBoxes {
        let initial = cascade
        var placed = try place(&cascade)
        guard placed.usesContainers else { return placed }
        var sizes: [Int: Size] = [:]
        for _ in 0..<HTMLLimits.containerRounds(tree.nodes.count) {
            let found = placed.containerSizes
            if found == sizes { return placed }
            sizes = found
            cascade = initial
            cascade.containerSizes.merge(sizes) { $1 }
            placed = try place(&cascade)
        }
        if placed.containerSizes != sizes {
            cascade.note(HTMLPlace(), "more containers inside each other than are laid out; the sizes of some are wrong")
        }
        return placed
    }

    private func builder(_ cascade: HTMLCascade) -> BoxBuilder {
        let (tree, files) = (tree, files)
        return BoxBuilder(
            tree: tree, cascade: cascade, counters: CounterScopes(counterStyles),
            letters: HTMLMemory.letters(options.limits), parts: HTMLMemory.parts(options.limits),
            mostLayers: options.limits.layerCount,
            picture: { address in
                files.decideStyles = true
                return files.picture(address)
            },
            replaced: { node, style throws(HTMLError) in try files.replaced(node, tree, style)?.zoomed(by: style.text.zoom) })
    }

    private func placed(
        _ builder: BoxBuilder, _ root: Int?, width: Double, height: Double?, isKept: Bool = false
    ) throws(HTMLError) -> PlacedBoxes {
        var boxes = builder.result
        SmallCapitals.make(in: &boxes, options.paragraph)
        let page = PageLayout(boxes, root: root)
        let text = PageText(boxes, page, options, isKept: isKept)
        text.context = builder.cascade.context
        return try Self.placed(
            boxes, page, text, root: root, width: width, height: height, tree,
            usesContainers: builder.cascade.hasContainers)
    }

    /// Lays out boxes.
    static func placed(
        _ boxes: BoxTree, _ page: PageLayout, _ text: PageText, root: Int?, width: Double, height: Double?, _ tree: HTMLTree,
        usesContainers: Bool
    ) throws(HTMLError) -> PlacedBoxes {
        do throws(LayoutError) {
            let limits = LayoutLimits(nodeCount: .max, depth: HTMLLimits.depth * 3)
            let layout = try Layout.result(page.nodes, width: width, height: height, text: text, limits: limits)
            return PlacedBoxes(
                boxes: boxes, page: page, text: text, layout: layout, root: root,
                usesContainers: usesContainers)
        } catch {
            throw Self.error(error, page, boxes, tree)
        }
    }

    /// The layers of the HTML inside a `foreignObject` element. Nil if it can't be drawn.
    private func foreign(
        _ node: Int, _ root: Int, _ style: HTMLStyle, _ size: Size, _ cascade: HTMLCascade, depth: Int
    ) -> [Layer]? {
        guard depth < HTMLLimits.foreignDepth else {
            files.note(tree.nodes[node].place, "more than \(HTMLLimits.foreignDepth) <foreignObject> inside each other")
            return nil
        }
        var (path, here): ([Int], Int) = ([], node)
        while here != root, here >= 0 {
            path.append(here)
            here = tree.nodes[here].parent
        }
        let outer = files.foreign
        files.foreign = { [self] node, root, style, size in foreign(node, root, style, size, cascade, depth: depth + 1) }
        defer { files.foreign = outer }
        do throws(HTMLError) {
            var own = cascade
            let placed = try settled(&own) { own throws(HTMLError) in
                var builder = builder(own)
                let box = try builder.buildForeign(path.reversed(), in: style, size)
                own = builder.cascade
                return try self.placed(builder, box, width: size.width, height: size.height)
            }
            // The others belong to the page.
            for notice in own.notices.dropFirst(cascade.notices.count) { files.note(notice.place, notice.message) }
            guard let box = placed.root else { return [] }
            let painter = PagePainter(
                tree: tree, boxes: placed.boxes, page: placed.page, layout: placed.layout, text: placed.text, files: files,
                context: own.context)
            let painted = try painter.paint(root: box, size: size, limits: options.limits)
            for notice in painted.notices { files.note(notice.place, notice.message) }
            return painted.layers
        } catch {
            files.note(tree.nodes[node].place, "the <foreignObject> isn't drawn: \(error.message)")
            return nil
        }
    }

    private static func place(ofNode node: Int, _ page: PageLayout, _ boxes: BoxTree, _ tree: HTMLTree) -> HTMLPlace {
        var box = page.boxes.indices.contains(node) ? page.boxes[node] : nil
        while let here = box {
            if let element = boxes.boxes[here].element { return tree.nodes[element].place }
            box = boxes.boxes[here].parent >= 0 ? boxes.boxes[here].parent : nil
        }
        return HTMLPlace()
    }

    private static func error(_ error: LayoutError, _ page: PageLayout, _ boxes: BoxTree, _ tree: HTMLTree) -> HTMLError {
        func at(_ node: Int, _ message: Message) -> HTMLError {
            HTMLError(at: place(ofNode: node, page, boxes, tree), message)
        }
        switch error {
        case .text(let node, let error):
            // Warnings and errors of pages reach people who don't know the host.
            let words = (error as? TextError)?.hidingFolders(except: []).words ?? "the text can't be laid out"
            return at(node, words)
        case .tooManyNodes(let count, let limit): return at(0, "found \(count) boxes, at most \(limit) are laid out")
        case .tooDeep(let node, let limit): return at(node, "more than \(limit) boxes inside each other; nest fewer elements")
        case .tooComplex(let node, _):
            return at(node, "boxes inside each other depend on each other too much; give some of them a width or a height")
        case .tooManyFloats(let node):
            return at(node, "there are too many floats, and lines beside them, up to here; use fewer floats")
        case .tooManyTracks(let node, let limit):
            return at(node, "the grids up to here have more than \(limit) tracks; repeat fewer")
        case .notATree(let node): return at(node, "the box has no place in the page")
        case .invalidValue(let node, let key, let value):
            return at(node, "the size of the element, or its \(key.rawValue), is \("\(value)"), which no layout can use")
        case .invalidCanvas: return at(0, "the size of the page is not a number of 0 or more")
        case .invalidText(let node): return at(node, "the text has no size that layout can use")
        case .overflow(let node): return at(node, "the layout gives the element a place beyond the range of numbers")
        }
    }
}

/// The size that `<meta name="viewport">` asks for.
enum ViewportElement {
    static func size(_ tree: HTMLTree) -> (width: Double?, height: Double?)? {
        for node in tree.nodes {
            guard let element = node.element, element.name == "meta", element.isHTML,
                element["name"]?.asciiLowercased == "viewport", let content = element["content"]
            else { continue }
            var result: (width: Double?, height: Double?) = (nil, nil)
            for part in content.split(whereSeparator: { $0 == "," || $0 == ";" }) {
                let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmingSpaces.asciiLowercased }
                guard pair.count == 2, let number = Double(pair[1]), number >= 1, number <= 100_000 else { continue }
                if pair[0] == "width" { result.width = number }
                if pair[0] == "height" { result.height = number }
            }
            return result
        }
        return nil
    }
}

/// Elements that are left out.
enum ElementNotices {
    static func notices(_ tree: HTMLTree) -> [HTMLError] {
        var result: [HTMLError] = []
        var hasScript = false
        for node in tree.nodes {
            guard let element = node.element, element.isHTML else { continue }
            switch element.name {
            case "script":
                let type = element["type"]?.asciiLowercased ?? ""
                guard !hasScript, type.isEmpty || type.contains("javascript") || type == "module" else { continue }
                hasScript = true
                result.append(
                    HTMLError(.unsupported, at: node.place, "scripts don't run; the picture is the document without them"))
            case "iframe" where element.hasFrame: continue
            case "object" where element["data"] == nil || element.objectKind != .page: continue
            case "embed" where element["src"] == nil && element["type"] == nil: continue
            case "iframe", "video", "audio", "canvas", "object", "embed", "frame", "frameset":
                result.append(HTMLError(.unsupported, at: node.place, "<\(element.name)> is drawn as an empty box"))
            case "progress" where element["value"] == nil:
                result.append(HTMLError(.unsupported, at: node.place, "a <progress> without a value is drawn empty"))
            default: continue
            }
        }
        return result
    }
}
