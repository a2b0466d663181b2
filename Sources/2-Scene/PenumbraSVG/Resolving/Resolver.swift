import PenumbraCSS
import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// Turns the elements of a document into layers.
///
/// Layers paint in the coordinates of the nearest group. An element becomes a group only where opacity, clips, masks or
/// effects need one.
final class Resolver {
    let document: XMLDocument
    let options: SVGOptions
    var cascade: Cascade
    var warnings: [SVGError] = []
    /// The elements whose contents are being resolved for a reference, so that none refers to itself.
    var references: [Int] = []
    /// Draws parts that aren't SVG. Nil leaves them out.
    let foreignContent: ForeignContent?
    /// The nesting of documents in images.
    let imageDepth: Int
    /// The size of the picture in points. Empty before it is known.
    var size = Size(width: 0, height: 0)
    /// The size that the root element asks for.
    var natural = SVGDocument.NaturalSize()
    /// The colour behind the drawing.
    var background: Color?
    /// The work of this document and of those inside it.
    let work: SVGEffort
    /// The `foreignObject` elements that were drawn.
    var drawnForeign = 0
    private var countedStyles = 0
    private var layerCount = 0
    private var segments = 0
    /// The bytes of paths and shadows.
    private var contentBytes = 0
    /// The bytes of the texts being placed.
    var textBytes = 0
    /// The features and fonts, and whether the fonts have glyphs for them.
    var fontsWithCapitals: [String: Bool] = [:]

    /// The place that an element is drawn at.
    struct Context {
        /// The size that percentages refer to.
        var viewport: Size
        /// The map from the element's coordinates to those of the nearest group.
        var ctm = AffineTransform.identity
        /// The scale and rotation from the nearest group to the picture's points.
        var outer = AffineTransform.identity
        /// The parent's style.
        var style = Style()
        /// The paints of the nearest `use`, or of the element that a marker belongs to.
        var contextFill = ContextPaint()
        var contextStroke = ContextPaint()
        var depth = 0
        /// Whether the contents show at several places.
        var isRepeated = false

        /// The map from the element's coordinates to the picture's.
        var whole: AffineTransform { ctm.concatenating(outer) }

        /// The context inside of a group with the map of the element.
        var inside: Context {
            var result = self
            (result.ctm, result.outer) = (.identity, whole)
            return result
        }
    }

    /// - Parameters:
    ///   - bytes: the document's file.
    ///   - work: the work of the outer document. Nil for a document that isn't inside of another.
    init(
        _ document: XMLDocument, _ bytes: [UInt8], _ options: SVGOptions, imageDepth: Int = 0, work: SVGEffort? = nil,
        foreign: ForeignContent? = nil
    ) throws(SVGError) {
        foreignContent = foreign
        self.document = document
        self.options = options
        self.imageDepth = imageDepth
        let own = document.nodes.reduce(0) { $0 + SVGEffort.of($1) }
        self.work = work ?? SVGEffort(SVGLimits.repeatedEffort)
        self.work.allow(SVGLimits.ownReadings * own, for: bytes)
        // SVG 2 reads a document in an image in secure mode, which loads nothing.
        cascade = try Cascade(document, options, viewport: document.viewport, readsFiles: imageDepth == 0)
        // A document in an image may be read many times.
        if work != nil { try spend(own, at: 0) }
    }

    // MARK: Limits

    func visit(_ node: Int, depth: Int) throws(SVGError) {
        try spend(SVGEffort.of(document.nodes[node]), at: node)
        guard depth <= SVGLimits.depth else {
            throw error(
                node,
                "more than \(SVGLimits.depth) elements inside each other, with those that are referred to; use fewer groups")
        }
    }

    /// Counts work, and that of the styles that were computed since the last call.
    func spend(_ effort: Int, at node: Int) throws(SVGError) {
        let styles = cascade.effort - countedStyles
        countedStyles = cascade.effort
        guard !cascade.isExhausted else {
            throw error(
                node,
                """
                all elements together have more than \(SVGLimits.valueBytes >> 20) MiB of long values, with those that var() \
                stands for; use shorter values, or fewer elements
                """)
        }
        guard work.spend(effort + styles) else {
            throw error(node, "references repeat too many elements and attributes; reuse fewer or simpler elements")
        }
    }

    /// Counts layers that stand for an element's layers, which are drawn several times.
    func count(_ layers: [Layer], times: Int, at node: Int) throws(SVGError) {
        let most = options.limits.layerCount
        let (copies, isTooMuch) = layers.count(upTo: most + 1).multipliedReportingOverflow(by: max(0, times))
        try count(layers: isTooMuch ? most + 1 : copies, at: node)
    }

    func count(layers: Int, at node: Int) throws(SVGError) {
        layerCount += min(layers, options.limits.layerCount + 1)
        try checkMemory(at: node)
        guard layerCount <= options.limits.layerCount else {
            throw error(node, "more than \(options.limits.layerCount) layers; raise \(limit: .layers)")
        }
    }

    func count(_ path: Path, at node: Int) throws(SVGError) {
        segments += path.elements.count
        contentBytes += path.elements.capacity * MemoryLayout<Path.Element>.stride
        try checkMemory(at: node)
        guard segments <= options.limits.pathSegments else {
            throw error(node, "more than \(options.limits.pathSegments) path segments; raise \(limit: .pathSegments)")
        }
    }

    /// Counts shadows, with which the next layer may be too much.
    func count(_ shadows: [Shadow]) { contentBytes += shadows.count * MemoryLayout<Shadow>.stride }

    /// The bytes of the layers, paths and shadows.
    var bytes: Int { layerCount * Layer.bytesOfAny + contentBytes }

    /// Counts memory of a text, until the text has become layers.
    func hold(texts bytes: Int, at node: Int) throws(SVGError) {
        textBytes += bytes
        try checkMemory(at: node)
    }

    private func checkMemory(at node: Int) throws(SVGError) {
        let sum = document.byteCount + bytes + textBytes
        guard sum <= options.limits.memory else {
            let size: Message = "\(sum >> 20) MiB of memory"
            throw error(node, "up to here the document with its layers and paths takes \(size); raise \(limit: .memory)")
        }
    }

    /// Resolves the target of a reference. A reference to an element that is already being resolved, or that contains the
    /// reference, is left out with a warning.
    func following<Value>(
        _ target: Int, from node: Int, orElse fallback: Value, _ body: () throws(SVGError) -> Value
    ) throws(SVGError) -> Value {
        guard !references.contains(target), !isInside(node, target) else {
            let id = oneLine(String((document.nodes[target]["id"] ?? "").prefix(80)))
            warn(node, "<\(name(node))> refers to itself through \"#\(id)\"")
            return fallback
        }
        references.append(target)
        defer { references.removeLast() }
        return try body()
    }

    private func isInside(_ node: Int, _ outer: Int) -> Bool {
        var here: Int? = node
        while let index = here {
            if index == outer { return true }
            here = document.nodes[index].parent
        }
        return false
    }

    // MARK: Messages

    func name(_ node: Int) -> String { oneLine(String(document.nodes[node].name.prefix(40))) }

    func error(_ node: Int, _ message: Message) -> SVGError { SVGError(at: document.nodes[node].place, message) }

    /// Refuses a picture or another document that can't be read, or leaves it out with a warning.
    func miss(_ node: Int, _ message: Message) throws(SVGError) {
        guard options.allowsMissing else { throw SVGError(.missing, at: document.nodes[node].place, message) }
        warn(node, message)
    }

    /// Leaves out a feature with a warning.
    func warn(_ node: Int, _ message: Message) {
        guard warnings.count < 1000 else { return }
        warnings.append(SVGError(.unsupported, at: document.nodes[node].place, message))
    }

    /// Warns about what style sheets and attributes say that has no effect: once for equal messages, at the first place.
    func warnAboutStyles() {
        var counts: [String: Int] = [:]
        let notices = cascade.allNotices
        for notice in notices { counts["\(notice.message)", default: 0] += 1 }
        var places = Cascade.NoticePlaces(cascade)
        for notice in notices {
            let message = notice.message
            guard warnings.count < 1000, let count = counts.removeValue(forKey: "\(message)") else { continue }
            let text: Message = count > 1 ? "\(message) (\(count) times)" : message
            warnings.append(SVGError(.unsupported, at: places.place(of: notice), text))
        }
    }

    // MARK: Lengths

    func length(
        _ node: Int, _ name: String, _ axis: Axis, _ style: Style, _ viewport: Size
    ) -> Double? {
        let text = style.own.geometry[name] ?? document.nodes[node][name]
        guard let text, let length = Length(CSSText.trimmed(ArraySlice(text.utf8))) else { return nil }
        return resolved(length, axis, style, viewport)
    }

    func resolved(_ length: Length, _ axis: Axis, _ style: Style, _ viewport: Size) -> Double {
        length.resolved(axis.length(of: (viewport.width, viewport.height)), cascade.context.units(style))
    }

    /// The element that an attribute refers to.
    func target(_ id: String) -> Int? { document.identifiers[id] }

    /// The element that `href` refers to. Nil for a reference to another document.
    func hrefTarget(_ node: Int) -> Int? {
        guard let href = href(node), href.hasPrefix("#") else { return nil }
        return target(String(href.dropFirst()))
    }

    func href(_ node: Int) -> String? {
        (document.nodes[node]["href"] ?? document.nodes[node]["xlink:href"]).map { CSSText.trimmed(ArraySlice($0.utf8)) }
    }
}

extension [Layer] {
    /// The number of layers with all layers inside them, as far as it doesn't exceed a limit.
    ///
    /// Layers that are drawn several times share their memory, so that a small tree may stand for any number of layers.
    func count(upTo most: Int) -> Int {
        var count = 0
        for layer in self {
            guard count < most else { break }
            count += 1 + layer.sublayers.count(upTo: most - count)
            if let mask = layer.mask, count < most { count += [mask].count(upTo: most - count) }
        }
        return Swift.min(count, most)
    }
}
