import PenumbraCSS
import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// The parts of a page that other pages of its template have too, if they differ in their texts alone.
///
/// A page with the same elements and attributes has the same styles and boxes. Its lines, frames and layers differ only where
/// the texts do. Nothing changes once the page is kept, so threads share it.
final class KeptPage: @unchecked Sendable {
    /// The pages that a template keeps, as long as it is there itself.
    typealias Pages = ContentCache<Key, KeptPage>

    /// The most memory of a template's pages: one for each thread that has a shaper of its own.
    static let mostBytesOfPages = 16 << 20

    /// The options that decide how the pages of a template look.
    struct Key: Hashable, Sendable {
        private let shaper: TextShaper
        private let limits: HTMLLimits
        private let lengths: [Double?]
        private let flags: [Bool]
        private let baseFolder: String

        /// Nil for options whose pages have little in common.
        init?(_ options: HTMLOptions) {
            guard let shaper = options.shaper, options.fonts.isEmpty, options.frameDepth == 0 else { return nil }
            (self.shaper, limits, baseFolder) = (shaper, options.limits, options.baseFolder)
            lengths = [options.width, options.height, options.resolution, options.time]
            flags = [options.fitsHeight, options.isDark, options.allowsMissingFiles, options.readsVectorPictures]
        }

        static func == (a: Key, b: Key) -> Bool {
            a.shaper === b.shaper && a.limits == b.limits && a.lengths == b.lengths && a.flags == b.flags
                && ExactText(a.baseFolder) == ExactText(b.baseFolder)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(shaper))
            hasher.combine(lengths)
        }
    }

    /// A page that is about to be read, among those that its template keeps.
    struct Request {
        let pages: Pages
        let key: Key
        let filled: FilledTemplate
        /// The page that was kept before.
        let before: KeptPage?

        /// Nil for options whose pages have little in common.
        init?(among pages: Pages, _ filled: FilledTemplate, _ options: HTMLOptions) {
            guard let key = Key(options) else { return nil }
            (self.pages, self.key, self.filled, before) = (pages, key, filled, pages[key])
        }

        /// The tree of the page, if the page differs from one before by its values alone.
        func tree(_ limits: HTMLLimits) -> HTMLTree? {
            guard filled.bytes.count <= limits.documentBytes else { return nil }
            return before?.form?.tree(filled)
        }

        /// The form of the template's pages. They share the first one, since forms take time to find.
        func form(_ tree: HTMLTree, _ limits: HTMLLimits) -> PageForm? {
            if let before { before.form } else { PageForm(filled, tree, limits) }
        }
    }

    /// The most memory of one page. Long documents rarely differ in a few texts.
    static let mostBytes = 4 << 20

    let tree: HTMLTree
    let boxes: BoxTree
    let page: PageLayout
    let root: Int?
    let context: StyleContext
    let duration: Double
    let viewport: Size
    let texts: PageText.Kept
    let paint: PagePainter.Kept
    let form: PageForm?
    /// The notices about `style` attributes.
    let notices: [HTMLCascade.AttributeNotice]
    /// Whether style sheets of the page have notices.
    let hasSheetNotices: Bool
    /// The texts that may change, by their nodes.
    private let places: [Int: Place]
    /// The elements whose direction follows from their texts.
    private let directions: [(node: Int, isRightToLeft: Bool)]

    /// The place of a text in lines.
    private struct Place {
        var inline: Int
        var item: Int
        var style: Int
        /// The numbers of the text's paragraph.
        var paragraphs: [Int]
    }

    init(
        _ placed: PlacedBoxes, _ tree: HTMLTree, _ cascade: HTMLCascade, viewport: Size, hasSheetNotices: Bool,
        paint: PagePainter.Kept, form: PageForm?
    ) {
        self.form = form
        (self.tree, boxes, page, root, self.paint) = (tree, placed.boxes, placed.page, placed.root, paint)
        (context, duration, self.viewport) = (cascade.context, cascade.duration, viewport)
        (notices, self.hasSheetNotices) = (cascade.attributeNotices, hasSheetNotices)
        texts = placed.text.kept
        places = Self.places(placed, tree)
        directions = tree.nodes.indices.compactMap { index in
            guard let element = tree.nodes[index].element, AutomaticDirection.follows(element) else { return nil }
            return (index, AutomaticDirection.isRightToLeft(index, tree))
        }
    }

    /// The memory that a page would take, about.
    static func bytes(_ placed: PlacedBoxes, _ tree: HTMLTree, _ paint: PagePainter.Kept) -> Int {
        var letters = 0
        for contents in placed.boxes.inline {
            for case .text(let text, _) in contents.items { letters += text.utf8.count }
        }
        let layers = paint.layers.values.reduce(paint.canvas?.background.layers.count ?? 0) { $0 + count($1.layers) }
        let shadows = paint.looks.values.reduce(paint.looks.count) { $0 + $1.shadows.count }
        let lines = placed.text.made.values.reduce(0) { $0 + $1.count }
        return HTMLMemory.bytes(tree, letters: letters) + (layers + shadows) * Layer.bytesOfAny + lines * bytesOfLine
    }

    private static let bytesOfLine = 2048

    private static func count(_ layers: [Layer]) -> Int { layers.reduce(layers.count) { $0 + count($1.sublayers) } }

    private static func places(_ placed: PlacedBoxes, _ tree: HTMLTree) -> [Int: Place] {
        var paragraphs: [Int: [Int]] = [:]
        for (index, box) in placed.boxes.boxes.enumerated() {
            guard case .lines(let lines) = box.content else { continue }
            let node = placed.page.nodeOfBox[index]
            paragraphs[lines, default: []] += [-1 - index] + (node.map { [$0, placed.page.contentNode($0)] } ?? [])
        }
        var places: [Int: Place] = [:]
        var shared: Set<Int> = []
        for (inline, contents) in placed.boxes.inline.enumerated() {
            for (item, content) in contents.items.enumerated() {
                guard case .text(let text, let style) = content, let node = placed.boxes.textNodes[style] else { continue }
                let isWhole = tree.nodes[node].text.map { ExactText($0) == ExactText(text) } ?? false
                let place = Place(inline: inline, item: item, style: style, paragraphs: paragraphs[inline] ?? [])
                if places.updateValue(place, forKey: node) != nil || !isWhole { shared.insert(node) }
            }
        }
        for node in shared { places[node] = nil }
        return places
    }

    /// The nodes whose texts differ from those of the page. Nil if more differs than texts.
    private func changes(in other: HTMLTree) -> [Int]? {
        guard other.nodes.count == tree.nodes.count, other.mode == tree.mode else { return nil }
        var changed: [Int] = []
        for index in tree.nodes.indices {
            guard tree.nodes[index].parent == other.nodes[index].parent else { return nil }
            switch (tree.nodes[index].content, other.nodes[index].content) {
            case (.element(let old), .element(let new)): guard old.isEqual(to: new) else { return nil }
            case (.text(let old), .text(let new)):
                if ExactText(old) == ExactText(new) { continue }
                // Spaces alone may make no line.
                guard places[index] != nil, !old.isBlank, !new.isBlank else { return nil }
                changed.append(index)
            default: return nil
            }
        }
        guard directions.allSatisfy({ AutomaticDirection.isRightToLeft($0.node, other) == $0.isRightToLeft }) else {
            return nil
        }
        return changed
    }

    /// The document of a tree. Nil if it differs from the page by more than its texts.
    func document(_ tree: HTMLTree, _ options: HTMLOptions) throws(HTMLError) -> HTMLDocument? {
        guard let changes = changes(in: tree) else { return nil }
        let files = PageFiles(options, viewport: viewport)
        var boxes = boxes
        for index in boxes.boxes.indices {
            guard case .replaced(let content) = boxes.boxes[index].content, let node = boxes.boxes[index].element else {
                continue
            }
            let style = boxes.boxes[index].style
            let found = try files.replaced(node, tree, style)?.zoomed(by: style.text.zoom)
            guard let found, found.hasSize(of: content) else { return nil }
            boxes.boxes[index].content = .replaced(found)
        }
        var changed: Set<Int> = []
        for node in changes {
            guard let place = places[node], let text = tree.nodes[node].text else { return nil }
            boxes.inline[place.inline].items[place.item] = .text(text, style: place.style)
            changed.formUnion(place.paragraphs)
        }
        let text = PageText(boxes, page, options, known: PageText.Known(kept: texts, changed: changed))
        text.context = context
        let height = options.fitsHeight ? nil : viewport.height
        let placed = try PageReading.placed(
            boxes, page, text, root: root, width: viewport.width, height: height, tree, usesContainers: false)
        var notices: [HTMLError] = []
        if hasSheetNotices {
            notices = try HTMLStyleSheets(tree, PageReading.media(options, viewport), fonts: []) { _ in nil }.notices
        }
        notices += self.notices.map { $0.error(tree) }
        let painter = PagePainter(
            tree: tree, boxes: boxes, page: page, layout: placed.layout, text: text, files: files, context: context,
            kept: paint)
        return try PageReading.document(
            painter, placed, viewport: viewport, notices: notices, duration: duration)
    }
}

extension HTMLElement {
    /// Whether another element has the same name and attributes.
    fileprivate func isEqual(to other: HTMLElement) -> Bool {
        name == other.name && namespace == other.namespace
            && attributes.elementsEqual(other.attributes) {
                ExactText($0.name) == ExactText($1.name) && ExactText($0.value) == ExactText($1.value)
            }
    }
}

extension String {
    fileprivate var isBlank: Bool { utf8.allSatisfy { CSSText.spaces.contains($0) } }
}

extension ReplacedContent {
    /// Whether the content takes as much room as another.
    fileprivate func hasSize(of other: ReplacedContent) -> Bool {
        (width, height, ratio, keepsRatio) == (other.width, other.height, other.ratio, other.keepsRatio)
    }
}
