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
    /// The nesting of documents in images.
    let imageDepth: Int
    /// The colour behind the drawing.
    var background: Color?
    private var visits = 0
    private var layerCount = 0
    private var segments = 0

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
        /// The paints of the element that a marker belongs to.
        var contextFill = PaintValue.none
        var contextStroke = PaintValue.none
        var depth = 0
    }

    init(_ document: XMLDocument, _ options: SVGOptions, imageDepth: Int = 0) throws(SVGError) {
        self.document = document
        self.options = options
        self.imageDepth = imageDepth
        cascade = Cascade(document, try StyleSheet(document))
    }

    // MARK: Limits

    func visit(_ node: Int, depth: Int) throws(SVGError) {
        visits += 1
        guard visits <= SVGLimits.visits else {
            throw error(node, "references repeat more than \(SVGLimits.visits) elements")
        }
        guard depth <= SVGLimits.depth else {
            throw error(node, "more than \(SVGLimits.depth) elements inside each other, with those that are referred to")
        }
    }

    func count(layers: Int, at node: Int) throws(SVGError) {
        layerCount += layers
        guard layerCount <= options.limits.layerCount else {
            throw error(node, "more than \(options.limits.layerCount) layers; raise \(limit: .layers)")
        }
    }

    func count(_ path: Path, at node: Int) throws(SVGError) {
        segments += path.elements.count
        guard segments <= options.limits.pathSegments else {
            throw error(node, "more than \(options.limits.pathSegments) path segments; raise \(limit: .pathSegments)")
        }
    }

    /// Resolves what an element refers to. Refuses a reference to an element that is already being resolved, or to one that
    /// contains the reference.
    func following<Value>(
        _ target: Int, from node: Int, orElse fallback: Value, _ body: () throws(SVGError) -> Value
    ) throws(SVGError) -> Value {
        guard !references.contains(target), !isInside(node, target) else {
            let id = oneLine(String((document.nodes[target]["id"] ?? "").prefix(80)))
            try refuse(node, "<\(name(node))> refers to itself through \"#\(id)\"")
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

    /// Refuses a feature, or leaves it out with a warning.
    func refuse(_ node: Int, _ message: Message) throws(SVGError) {
        let error = SVGError(.unsupported, at: document.nodes[node].place, message)
        guard options.isLenient else { throw error }
        if warnings.count < 1000 { warnings.append(error) }
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
        length.resolved(
            axis.length(of: (viewport.width, viewport.height)), fontSize: style.font.size, rootFontSize: cascade.rootFontSize)
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
