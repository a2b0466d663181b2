import PenumbraScene
import PenumbraSystem

/// Computes the styles of elements from attributes, style sheets and parents.
struct Cascade {
    let document: XMLDocument
    let sheet: StyleSheet
    var rootFontSize = 16.0
    /// The work of all styles that were computed, in units of `SVGEffort`.
    private(set) var effort = 0
    /// The rules that each element matches, in the order in which they count.
    private let rules: [Int: [Int32]]
    /// The declarations of nodes that were already asked for, and the work of applying them.
    private var known: [Int: (list: [Declaration], effort: Int)] = [:]

    init(_ document: XMLDocument, _ sheet: StyleSheet) throws(SVGError) {
        (self.document, self.sheet) = (document, sheet)
        let (comparisons, isTooMuch) = sheet.rules.reduce(0) { $0 + $1.selector.compounds.count }
            .multipliedReportingOverflow(by: document.nodes.count)
        guard !isTooMuch, comparisons <= SVGLimits.comparisons, let first = document.nodes.first else {
            let place = document.nodes.first?.place ?? SVGPlace(line: 1, column: 1)
            let found: Message = "\(document.nodes.count) elements and \(sheet.rules.count) rules in style sheets"
            throw SVGError(at: place, "\(found) are more than can be compared; use fewer rules")
        }
        let siblings = XMLSiblings(document)
        var rules: [Int: [Int32]] = [:]
        var matches = 0
        for (index, rule) in sheet.rules.enumerated() {
            let nodes = rule.selector.matches(in: document, siblings)
            matches += nodes.count * max(1, rule.declarations.count)
            guard matches <= SVGLimits.matches else {
                throw SVGError(
                    at: first.place,
                    "the style sheets set more than \(SVGLimits.matches) properties of elements; use fewer or narrower rules")
            }
            for node in nodes { rules[node, default: []].append(Int32(index)) }
        }
        self.rules = rules
    }

    /// The declarations of a node in the order in which they count, the strongest last.
    private mutating func declarations(_ index: Int) -> [Declaration] {
        if let known = known[index] {
            effort += known.effort
            return known.list
        }
        let node = document.nodes[index]
        var result: [Declaration] = []
        for attribute in node.attributes where Style.isPresentation(attribute.name, of: node.name) {
            result.append(Declaration(name: attribute.name, value: CSSText.trimmed(ArraySlice(attribute.value.utf8))))
        }
        let rules = (self.rules[index] ?? []).flatMap { sheet.rules[Int($0)].declarations }
        let own = node["style"].map { CSSText.declarations(CSSText.withoutComments($0)) } ?? []
        result += rules.filter { !$0.isImportant }
        result += own.filter { !$0.isImportant }
        result += rules.filter(\.isImportant)
        result += own.filter(\.isImportant)
        let work = result.reduce(0) { $0 + SVGEffort.ofDeclaration + SVGEffort.of(bytes: $1.value.utf8.count) }
        known[index] = (result, work)
        effort += work
        return result
    }

    mutating func style(of index: Int, parent: Style) -> Style {
        var style = parent.inherited
        let node = document.nodes[index]
        style.own.clipsOverflow = index != 0 && Style.clipped.contains(node.name)
        if let space = node["xml:space"] { style.font.keepsSpace = space == "preserve" }
        if let language = node["xml:lang"] ?? node["lang"] { style.font.language = language }
        let declarations = declarations(index)
        // Lengths in em and currentColor depend on these two.
        for name in ["font", "font-size", "color"] {
            for declaration in declarations where declaration.name == name {
                style.apply(declaration, parent: parent, rootFontSize: rootFontSize)
            }
        }
        for declaration in declarations where !["font-size", "color"].contains(declaration.name) {
            if declaration.name == "font" {
                // The size was already read.
                let size = style.font.size
                style.apply(declaration, parent: parent, rootFontSize: rootFontSize)
                style.font.size = size
            } else {
                style.apply(declaration, parent: parent, rootFontSize: rootFontSize)
            }
        }
        if !style.own.lines.isEmpty { style.decorations.append(TextDecoration(index, style)) }
        return style
    }
}

extension Style {
    /// The presentation attributes of SVG 2. Other properties belong in a style.
    private static let presentation: Set<String> = [
        "alignment-baseline", "baseline-shift", "clip-path", "clip-rule", "color", "color-interpolation",
        "color-interpolation-filters", "direction", "display", "dominant-baseline", "fill", "fill-opacity", "fill-rule",
        "filter", "flood-color", "flood-opacity", "font-family", "font-size", "font-stretch", "font-style", "font-variant",
        "font-weight", "image-rendering", "letter-spacing", "lighting-color", "marker-end", "marker-mid", "marker-start",
        "mask", "mask-type", "opacity", "overflow", "paint-order", "stop-color", "stop-opacity", "stroke", "stroke-dasharray",
        "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width",
        "text-anchor", "text-decoration", "transform-origin", "unicode-bidi", "vector-effect", "visibility", "white-space",
        "word-spacing", "writing-mode",
    ]

    /// The elements that cut what overflows their viewport, unless a style says otherwise.
    fileprivate static let clipped: Set<String> = ["svg", "symbol", "image", "marker", "pattern", "foreignObject"]

    /// Whether an attribute is a property.
    static func isPresentation(_ name: String, of element: String) -> Bool { presentation.contains(name) }
}
