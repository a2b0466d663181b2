import PenumbraCSS
import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// Turns the boxes of a page, at their places, into layers. A class isn't copied for each box.
final class PagePainter {
    let tree: HTMLTree
    let boxes: BoxTree
    let page: PageLayout
    let layout: LayoutResult
    let text: PageText
    let files: PageFiles
    let context: StyleContext
    /// The painting of an earlier page that differs in its texts alone.
    let kept: Kept?
    let state = State()

    /// What painting collects. A class keeps it off the stack of nested boxes.
    final class State {
        var notices: [HTMLError] = []
        var known: Set<String> = []
        /// The corners of the nodes in the page: those from which they are painted, and those without any rounding.
        var (origins, places): ([Point], [Point]) = ([], [])
        /// The places of inline elements, by the number of the inline element.
        var inlineFrames: [Int: Rect] = [:]
        /// The inline elements that have the places of their children.
        var culledInlines: Set<Int> = []
        /// The nodes of inline blocks and pictures that an ellipsis hides.
        var hiddenAtoms: Set<Int> = []
        /// The inline elements that blocks are painted as parts of, by the innermost one around a block.
        var kindsAround: [Int: [(inline: Int, kind: InlineKind)]] = [:]
        /// Whether the boxes of inline elements paint anything, by style.
        var paintedInlines: [Int: Bool] = [:]
        /// Whether the background of each inline element has pictures that go on from line to line.
        var inlinePictures: [Bool] = []
        var (layerCount, mostLayers) = (0, 0)
        /// The bytes of what layers hold: outlines, shadows, texts.
        var (contentBytes, mostContentBytes) = (0, 0)
        /// The time when painting must end, on the thread's clock. Long values are read for each box.
        var until = Int.max
        var isLate = false
        /// How often layers were counted.
        var counts = 0
        /// Whether the layers are too many, too large or too slow, so that no more are made.
        var isFull: Bool { layerCount > mostLayers || contentBytes > mostContentBytes || isLate }
        /// The size of the page.
        var size = Size.zero
        /// Whether the page is a canvas of its own, not a part of another document.
        var isWhole = false
        /// Whether layers are kept for other pages, and those that are.
        var isKept = false
        var kept = Kept()
        /// How often files were read, or other elements of the page, or something had no effect.
        var reads = 0
    }

    struct Result {
        var layers: [Layer]
        var background: Paint?
        var boxes: [HTMLDocument.Box]
        var notices: [HTMLError]
    }

    init(
        tree: HTMLTree, boxes: BoxTree, page: PageLayout, layout: LayoutResult, text: PageText, files: PageFiles,
        context: StyleContext, kept: Kept? = nil
    ) {
        self.kept = kept
        (self.tree, self.boxes, self.page, self.layout) = (tree, boxes, page, layout)
        (self.text, self.files, self.context) = (text, files, context)
        var origins = [Point](repeating: .zero, count: page.nodes.count)
        // Each node has a greater number than its parent.
        for node in origins.indices.dropFirst() { origins[node] = origins[page.parents[node]] + layout.frames[node].origin }
        (state.origins, state.places) = (origins, origins)
        let transformed = kept?.transformed ?? page.nodes.indices.filter(mayBeDistorted)
        state.kept.transformed = transformed
        if transformed.contains(where: isDistorted) {
            for node in origins.indices.dropFirst() {
                let origin = state.origins[page.parents[node]] + layout.frames[node].origin
                state.origins[node] =
                    isDistorted(node) ? BoxGeometry.snapped(origin, scale: files.options.resolution) : origin
            }
        }
        state.inlinePictures = Self.inlinePictures(boxes)
    }

    func paint(root: Int?, size: Size, limits: HTMLLimits) throws(HTMLError) -> Result {
        (state.size, state.mostLayers, state.mostContentBytes) = (size, limits.layerCount, limits.memory / 4)
        state.until = ThreadClock.nanoseconds.addingReportingOverflow(limits.work / 2).partialValue
        var layers: [Layer] = []
        var background: Paint?
        if let root, let node = page.nodeOfBox[root] {
            let canvas = keptCanvasBackground(root, node, size: size)
            let order = PaintOrder()
            background = canvas.color.map(Paint.color)
            paint(node, [Frame(order: order, node: 0, isContext: true, clips: true, origin: .zero)])
            layers = canvas.layers + order.take()
        }
        guard state.layerCount <= limits.layerCount else {
            throw .tooManyLayers(limits.layerCount, at: HTMLPlace())
        }
        guard !state.isLate else {
            throw HTMLError(at: HTMLPlace(), "the boxes of the document take too long to paint; raise \(limit: .work)")
        }
        guard !state.isFull else {
            throw HTMLError(
                at: HTMLPlace(),
                "the shapes and shadows of the document take more memory than allowed; raise \(limit: .memory)")
        }
        return Result(layers: layers, background: background, boxes: elementBoxes(), notices: state.notices)
    }

    // MARK: - Stacking

    /// A list of layers that boxes are painted into, and the box that it belongs to.
    struct Frame {
        var order: PaintOrder
        var node: Int
        /// Whether it's a stacking context, beyond which no box is painted.
        var isContext: Bool
        /// Whether it cuts the boxes inside.
        var clips: Bool
        /// The corner of the box in the page, which layers in the list are placed from.
        var origin: Point
        /// Whether the list belongs to an inline element in the box, which may have effects.
        var isOfInline = false
    }

    /// A list that a positioned box belongs to, and whether the box escapes the cut of the list's own box.
    typealias Target = (frame: Frame, escapes: Bool)

    func box(_ node: Int) -> PageBox? { page.boxes[node].map { boxes.boxes[$0] } }

    /// Paints a box that stands in the flow into the innermost list.
    func paintBox(_ node: Int, _ frames: [Frame]) {
        guard !state.isFull, let box = box(node) else { return }
        let parent = frames[frames.count - 1]
        let (traits, made) = traits(node, box)
        lazy var painter = made ?? self.painter(box, node)
        let isItem = isItem(node)
        let isContext = traits.isStackingContext || traits.zIndex != nil && (traits.isPositioned || isItem)
        let isAtomic = isContext || traits.isPositioned || traits.isFloat || box.isAtom || isItem
        guard isAtomic || traits.clips else {
            let outline = paintOwn(node, box, traits, painter, into: parent.order, at: parent.origin)
            paintContent(node, box, frames)
            // Outlines lie above those inside.
            parent.order.add(outline: outline)
            return
        }
        let inner = Frame(order: PaintOrder(), node: node, isContext: isContext, clips: traits.clips, origin: corner(node))
        let target = isContext || traits.isPositioned ? target(node, frames) : nil
        let rank = target?.frame.order.reserve() ?? 0
        paintContent(node, box, frames + [inner])
        let own = PaintOrder()
        let place = corner(node) - parent.origin
        // As in Chromium, positioned boxes in an atom behind an ellipsis are visible.
        let isHidden = state.hiddenAtoms.contains(node)
        if isHidden {
            inner.order.removeUnpositioned()
        } else {
            let outline = paintOwn(node, box, traits, painter, into: own, at: inner.origin)
            // No overflow cuts the outline.
            if isAtomic {
                inner.order.add(outline: outline, escapes: true)
            } else {
                parent.order.add(outline: outline.map { $0.offset(by: place) })
            }
        }
        var content: [Layer]
        if traits.clipsOverflow {
            let visible = visibleArea(node, frames)
            content = inner.order.takeRuns().flatMap { run in
                run.escapes ? run.layers : painter.overflowClipped(run.layers, visible: visible)
            }
        } else {
            content = inner.order.take()
        }
        if isHidden, content.isEmpty { return }
        let behind = own.take()
        if traits.needsGroup || isContext && (behind.contains(where: \.blends) || content.contains(where: \.blends)) {
            content = painter.layers(own: behind, content: content, at: place)
        } else {
            content.insert(contentsOf: behind, at: 0)
            content.move(by: place)
        }
        state.layerCount += content.count
        if let target {
            content.move(by: parent.origin - target.frame.origin)
            target.frame.order.add(
                content, z: traits.isPositioned || isItem ? traits.zIndex ?? 0 : 0, rank: rank, escapes: target.escapes)
        } else if traits.isFloat {
            parent.order.floats.add(content)
        } else if box.isAtom || isItem {
            parent.order.add(content, atom: node)
        } else {
            parent.order.blocks.add(content)
        }
    }

    var parents: [Int] { page.parents }

    private func isItem(_ node: Int) -> Bool {
        guard node > 0, let index = page.boxes[parents[node]] else { return false }
        switch boxes.boxes[index].content {
        case .flex, .grid: return true
        default: return false
        }
    }

    // MARK: - Boxes

    /// - Parameter size: the size of a part of the box, or of the box before columns cut it. Nil is that of its frame.
    func painter(_ box: PageBox, _ node: Int, size part: Size? = nil) -> BoxPainter {
        var painter = painter(box.style, geometry(box, node, size: part), box.element)
        painter.canvas = Rect(origin: Point.zero - corner(node), size: state.size)
        return painter
    }

    func geometry(_ box: PageBox, _ node: Int, size part: Size? = nil) -> BoxGeometry {
        var frame = layout.frames[node]
        if let part { frame.size = part }
        var line = box.style.box.border.list
        if let table = layout.tables[node] { frame.size = table.grid.size }
        if isCollapsed(box, node) { line = [0, 0, 0, 0] }
        let base = node > 0 ? contentWidth(parents[node]) : 0
        let padding = box.style.box.padding.list.map { max(0, $0.resolved(base) ?? 0) }
        let size = BoxGeometry.snapped(Rect(origin: state.origins[node], size: frame.size), scale: files.options.resolution)
            .size
        return BoxGeometry(size: size, border: line, padding: padding)
    }

    /// The corner of a node in the page, on whole pixels as Chromium paints it.
    func corner(_ node: Int) -> Point {
        BoxGeometry.snapped(state.origins[node], scale: files.options.resolution)
    }

    func painter(_ style: HTMLStyle, _ geometry: BoxGeometry, _ element: Int?) -> BoxPainter {
        let values = PaintValues(style.paintValues, units: context.units(style.text))
        let place = element.map { tree.nodes[$0].place } ?? HTMLPlace()
        let (files, state) = (files, state)
        var painter = BoxPainter(
            values, geometry,
            images: { address in
                state.reads += 1
                if let asset = files.picture(address) { return asset.zoomed(by: values.units.zoom) }
                files.note(place, "cannot read the picture \"\(oneLine(String(address.prefix(100))))\"")
                return nil
            },
            warn: { property, reason in
                state.reads += 1
                let message: Message = "\(property): \(reason)"
                guard state.notices.count < HTMLLimits.warnings, state.known.insert("\(place) \(oneLine(message))").inserted
                else { return }
                state.notices.append(HTMLError(.unsupported, at: place, message))
            })
        let (document, declarations) = (tree, boxes.vectorStyles)
        painter.scale = files.options.resolution
        painter.countMask = { state.count([$0]) }
        painter.stencils = { attribute, name, size in
            state.reads += 1
            return files.stencil(attribute, name, document, declarations, size)
        }
        return painter
    }

    /// The width inside the padding of a node.
    func contentWidth(_ node: Int) -> Double {
        let frame = layout.frames[node]
        guard let box = box(node) else { return frame.width }
        let line = box.style.box.border
        let base = node > 0 ? layout.frames[parents[node]].width : frame.width
        let padding = [box.style.box.padding.left, box.style.box.padding.right].map { max(0, $0.resolved(base) ?? 0) }
        return max(0, frame.width - line.left - line.right - padding[0] - padding[1])
    }

    /// Paints the background and the borders of a box.
    ///
    /// - Returns: the outline of the box.
    private func paintOwn(
        _ node: Int, _ box: PageBox, _ traits: Traits, _ painter: @autoclosure () -> BoxPainter, into order: PaintOrder,
        at origin: Point
    ) -> [Layer] {
        guard !state.isFull, traits.isVisible, !isRootOfCanvas(box) else { return [] }
        defer { paintColumns(node, box, into: order, at: origin) }
        if let element = box.element.flatMap({ tree.nodes[$0].element }), element.name == "select", box.pseudo == nil,
            !FormControl.isListBox(element), let arrow = arrow(of: box.style, layout.frames[node].size)
        {
            order.lines.append(arrow.offset(by: corner(node) - origin))
        }
        if box.style.box.isResizable, box.style.box.isScrollContainer {
            order.lines.append(Self.grip(of: box.style, layout.frames[node].size).offset(by: corner(node) - origin))
        }
        guard traits.paintsBox, !(box.style.text.hidesEmptyCells && isHiddenCell(node)) else { return [] }
        var place = corner(node) - origin
        if let table = layout.tables[node] { place = place + table.grid.origin }
        let layers =
            if let fragments = layout.fragments[node] {
                self.layers(of: fragments, node, box)
            } else if traits.cutsToText {
                painter().shadowsAndBackgrounds(text: textLayers(node)) + painter().borders()
            } else {
                keptLayers(node, box, painter())
            }
        state.count(layers)
        var all = cutToCells(layers, node, box)
        all += backgroundBelow(node, box)
        all.move(by: place)
        order.blocks.add(all)
        guard traits.hasOutline else { return [] }
        let outline = painter().outline()
        state.count(outline)
        return outline.map { $0.offset(by: place) }
    }

    /// Paints what is inside a box.
    private func paintContent(_ node: Int, _ box: PageBox, _ frames: [Frame]) {
        let frame = frames[frames.count - 1]
        if box.style.box.contentVisibility == "hidden" { return }
        if case .replaced(let content) = box.content {
            if box.style.text.isVisible { paint(content, node, box, frame) }
            return
        }
        var groups: InlineGroups?
        if case .lines(let lines) = box.content {
            groups = inlineGroups(boxes.inline[lines], node, frames)
            paintLines(node, box, frames, groups)
        }
        if let rows = layout.columns[node] { paintRules(rows, node, box, frame) }
        if let marker = box.marker, box.style.text.isVisible { paintMarker(marker, of: node, frame) }
        var children = page.nodes[page.contentNode(node)].children
        if case .flex = box.content, children.contains(where: { page.nodes[$0].style.order != 0 }) {
            // Items are painted by their order.
            children = children.enumerated().sorted { a, b in
                let (first, second) = (page.nodes[a.element].style.order, page.nodes[b.element].style.order)
                return (first, a.offset) < (second, b.offset)
            }.map(\.element)
        }
        for child in children {
            if let groups, let box = page.boxes[child] { groups.reserveRanks(before: box) }
            if let groups {
                paintBox(child, self.frames(frames, groups, of: groups.nodes[child]))
            } else {
                paint(child, frames)
            }
        }
        if let groups { finish(groups) }
        if let table = layout.tables[node] { paintEdges(table, node, frame) }
    }

    private func paint(_ content: ReplacedContent, _ node: Int, _ box: PageBox, _ frame: Frame) {
        lazy var painter = painter(box, node)
        let place = corner(node) - frame.origin
        var layers: [Layer] = []
        switch content.drawing {
        case .nothing: return
        case .control(let element):
            guard let element = tree.nodes[element].element, box.style.box.appearance != "none" else { return }
            layers = control(element, box.style, isDisabled: box.isDisabled, in: painter.contentBox)
        case .picture(let source):
            layers = painter.content(
                ImageAsset(
                    source: source, width: content.width, height: content.height, ratio: content.ratio,
                    keepsRatio: content.keepsRatio))
        case .frame(let element): layers = frameLayers(element, painter)
        case .vector(let element):
            let area = painter.contentBox
            guard area.width > 0, area.height > 0 else { return }
            let drawing = files.layers(ofVector: element, tree, box.style, boxes.vectorStyles, in: area.size)
            layers = [Layer(frame: area, masksToBounds: box.style.box.clips, sublayers: drawing)]
        }
        frame.order.lines += layers.map { $0.offset(by: place) }
        state.count(layers)
    }
}
