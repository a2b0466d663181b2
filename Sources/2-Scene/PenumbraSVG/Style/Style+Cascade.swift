import PenumbraScene

/// Computes the styles of elements from attributes, style sheets and parents.
struct Cascade {
    let document: XMLDocument
    let sheet: StyleSheet
    var rootFontSize = 16.0
    /// The declarations of nodes that were already asked for.
    private var known: [Int: [Declaration]] = [:]

    init(_ document: XMLDocument, _ sheet: StyleSheet) {
        (self.document, self.sheet) = (document, sheet)
    }

    /// The declarations of a node in the order in which they count, the strongest last.
    mutating func declarations(_ index: Int) -> [Declaration] {
        if let result = known[index] { return result }
        let node = document.nodes[index]
        var result: [Declaration] = []
        for attribute in node.attributes where Style.isPresentation(attribute.name, of: node.name) {
            result.append(Declaration(name: attribute.name, value: CSSText.trimmed(ArraySlice(attribute.value.utf8))))
        }
        var rules: [Declaration] = []
        for rule in sheet.rules where rule.selector.matches(index, in: document) { rules += rule.declarations }
        let own = node["style"].map { CSSText.declarations(CSSText.withoutComments($0)) } ?? []
        result += rules.filter { !$0.isImportant }
        result += own.filter { !$0.isImportant }
        result += rules.filter(\.isImportant)
        result += own.filter(\.isImportant)
        known[index] = result
        return result
    }

    mutating func style(of index: Int, parent: Style) -> Style {
        var style = parent.inherited
        let node = document.nodes[index]
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
        return style
    }
}

extension Style {
    private static let presentation: Set<String> = [
        "baseline-shift", "clip-path", "clip-rule", "color", "color-interpolation", "color-interpolation-filters", "direction",
        "display", "dominant-baseline", "alignment-baseline", "fill", "fill-opacity", "fill-rule", "filter", "flood-color",
        "flood-opacity", "font", "font-family", "font-size", "font-stretch", "font-style", "font-variant", "font-weight",
        "font-kerning", "image-rendering", "isolation", "kerning", "letter-spacing", "marker-end", "marker-mid", "marker-start",
        "mask", "mask-type", "mix-blend-mode", "opacity", "overflow", "paint-order", "stop-color", "stop-opacity", "stroke",
        "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity",
        "stroke-width", "text-anchor", "text-decoration", "transform-origin", "transform-box", "unicode-bidi", "vector-effect",
        "visibility", "white-space", "word-spacing", "writing-mode",
    ]

    /// Whether an attribute is a property. `font` and `transform-box` are only properties of CSS, but harmless.
    static func isPresentation(_ name: String, of element: String) -> Bool {
        // `mask` on a font element and others don't matter here.
        presentation.contains(name) && name != "font"
    }
}
