import PenumbraCSS
import PenumbraScene
import PenumbraSystem

/// Computes the styles of elements from attributes, style sheets and parents.
package struct Cascade {
    let document: XMLDocument
    package var context: StyleContext
    /// The work of all styles that were computed, in units of `SVGEffort`.
    private(set) var effort = 0
    let sheets: CSSStyleSheets
    /// The elements of the sheets.
    let sheetNodes: [Int]
    private let css: CSSCascade
    /// The index of each node among the elements.
    private let elements: [Int]
    /// The declarations of nodes that were already asked for, and the work of applying them.
    private var known: [Int: (list: [CSSCascade.Entry], effort: Int)] = [:]
    /// The bytes that long values and those that replace references may still have.
    private var budget = SVGLimits.valueBytes
    /// Whether values are longer than those of a document may be. Further references have no value.
    var isExhausted: Bool { budget <= 0 }
    /// The time in seconds after which no animation changes anything.
    private(set) var duration = 0.0
    /// The declarations of attributes, and the font rules, without effect.
    private(set) var notices: [Notice] = []

    /// - Parameter readsFiles: whether sheets may import files.
    package init(
        _ document: XMLDocument, _ options: SVGOptions, viewport: Size, readsFiles: Bool = true
    ) throws(SVGError) {
        self.document = document
        context = StyleContext(viewport: viewport, isDark: options.isDark, time: options.time)
        var reading = CSSStyleSheets.Options()
        reading.media = CSSMedia(
            width: viewport.width, height: viewport.height, resolution: options.resolution, isDark: options.isDark)
        reading.mostRules = SVGLimits.rules
        reading.wholes = ["mask", "background", "text-decoration", "overflow"]
        reading.review = { name, value in Style.review(name, value) }
        let files = ImportedFiles(readsFiles ? options.readFile : nil, baseFolder: options.baseFolder)
        reading.imported = { address in files.text(address) }
        var sheets = CSSStyleSheets(reading)
        var sheetNodes: [Int] = []
        for (index, node) in document.nodes.enumerated() where node.isStyleSheet {
            let type = node["type"]?.asciiLowercased ?? ""
            guard type.isEmpty || type == "text/css" else { continue }
            sheetNodes.append(index)
            sheets.add(node.children.map { document.nodes[$0].text }.joined(), media: node["media"])
            guard !sheets.isTooLarge else {
                throw SVGError(at: node.place, "more than \(SVGLimits.rules) rules in style sheets; use fewer")
            }
        }
        var tree = CSSTree()
        var elements = [Int](repeating: 0, count: document.nodes.count)
        for (index, node) in document.nodes.enumerated() {
            if node.isText {
                if let parent = node.parent { tree.addText(to: elements[parent]) }
            } else {
                elements[index] = tree.add(
                    node.name, attributes: node.attributes.map { ($0.name, $0.value) }, parent: node.parent.map { elements[$0] }
                )
            }
        }
        guard let css = CSSCascade(tree, sheets, mostWork: SVGLimits.comparisons, mostMatches: SVGLimits.matches) else {
            let place = document.nodes.first?.place ?? SVGPlace(line: 1, column: 1)
            let found: Message = "\(tree.elements.count) elements and \(sheets.rules.count) rules in style sheets"
            throw SVGError(at: place, "\(found) are more than can be compared; use fewer or narrower rules")
        }
        (self.sheets, self.sheetNodes, self.css, self.elements) = (sheets, sheetNodes, css, elements)
        var left: [Notice] = []
        fonts = EmbeddedFonts.read(
            sheets.fontFaces, most: SVGLimits.fonts, options.addFont, installed: options.installedFont
        ) { rule, message in
            left.append(Notice(source: .sheet(rule.sheet), offset: rule.offset, message: message))
        }
        fonts = fonts ?? options.fonts
        notices = left
    }

    /// The fonts of the document's own.
    private var fonts: EmbeddedFonts?

    /// Sets the properties that animations change.
    private mutating func animate(_ style: inout Style, _ values: CSSCascade.Values, _ parent: Style) {
        for animation in CSSAnimation.list(style.own.animation) {
            guard var keyframes = sheets.keyframes[animation.name] else { continue }
            duration = max(duration, animation.end)
            guard let time = context.time, let place = animation.place(at: time) else { continue }
            effort += keyframes.frames.reduce(0) { $0 + SVGEffort.ofDeclaration * (1 + $1.declarations.count) }
            for frame in keyframes.frames.indices {
                keyframes.frames[frame].declarations = keyframes.frames[frame].declarations.compactMap { declaration in
                    guard declaration.hasReferences else { return declaration }
                    let value = values.variables.replaced(declaration.value, registered: sheets.registered, budget: &budget)
                    return value.map { CSSDeclaration(name: declaration.name, value: $0) }
                }
            }
            let found = keyframes.values(at: place, timing: animation.timing, context.units(style)) { name in
                values.list.last { $0.name == name }?.value ?? style.text(of: name)
            }
            for (name, value) in found { style.apply(name, value, parent: parent, context) }
        }
    }

    /// The declarations of a node in the order in which they count, the strongest last.
    private mutating func entries(_ index: Int) -> [CSSCascade.Entry] {
        if let known = known[index] {
            effort += known.effort
            return known.list
        }
        let node = document.nodes[index]
        var hints: [CSSDeclaration] = []
        for attribute in node.attributes {
            let isFunction = attribute.value.utf8.contains(UInt8(ascii: "("))
            guard Style.isPresentation(attribute.name) || isFunction && StyleProperty.geometryNames.contains(attribute.name)
            else {
                continue
            }
            var parser = CSSParser("\(attribute.name):\(attribute.value)")
            let parsed = parser.declarations()
            guard let first = parsed.first, !first.isImportant else { continue }
            if first.hasReferences {
                hints.append(first)
                continue
            }
            switch sheets.options.split(first) {
            case .success(let longhands): hints += longhands
            case .failure(let refusal):
                guard let message = refusal.message else { continue }
                let place = Notice.Source.attribute(attribute.name, node: index)
                notices.append(Notice(source: place, message: "\(attribute.name): \(message)"))
            }
        }
        var own: [CSSDeclaration] = []
        if let text = node["style"] {
            var parser = CSSParser(text)
            let (declarations, messages) = sheets.options.reviewed(parser.declarations())
            own = declarations
            let faults = parser.faults.map { ($0.offset, $0.message) }
            for (offset, message) in faults + messages {
                notices.append(Notice(source: .attribute("style", node: index), offset: offset, message: message))
            }
        }
        let result = css.entries(elements[index], hints: hints, style: own)
        let work = result.reduce(0) { $0 + SVGEffort.ofDeclaration + SVGEffort.of(bytes: $1.declaration.value.utf8.count) }
        known[index] = (result, work)
        effort += work
        return result
    }

    package mutating func style(of index: Int, parent: Style) -> Style {
        var style = parent.inherited
        let node = document.nodes[index]
        let entries = entries(index)
        let values = css.values(
            entries, of: elements[index], inheriting: parent.variables, units: context.units(parent), budget: &budget)
        if let everything = values.everything { style = Style.all(everything, parent) }
        style.variables = values.variables
        style.font.embedded = fonts
        style.own.clipsOverflow = index != 0 && Style.clipped.contains(node.name)
        if let space = node["xml:space"] { style.font.keepsSpace = space == "preserve" }
        if let language = node["xml:lang"] ?? node["lang"] { style.font.language = language }
        // Lengths in em and currentColor depend on these.
        for first in ["color-scheme", "font-size", "color"] {
            for (name, value) in values.list where name == first { style.apply(name, value, parent: parent, context) }
        }
        // The strongest comes last: a property may set what another one sets too, as `background` does.
        for (name, value) in values.list.reversed() where !["color-scheme", "font-size", "color"].contains(name) {
            style.apply(name, value, parent: parent, context)
        }
        if !style.own.animation.isEmpty { animate(&style, values, parent) }
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
        "mask", "mask-type", "opacity", "overflow", "paint-order", "shape-rendering", "stop-color", "stop-opacity", "stroke",
        "stroke-dasharray",
        "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width",
        "text-anchor", "text-decoration", "transform-origin", "unicode-bidi", "vector-effect", "visibility", "white-space",
        "word-spacing", "writing-mode",
    ]

    /// The elements that cut what overflows their viewport, unless a style says otherwise.
    fileprivate static let clipped: Set<String> = ["svg", "symbol", "image", "marker", "pattern", "foreignObject"]

    /// Whether an attribute is a property.
    static func isPresentation(_ name: String) -> Bool { presentation.contains(name) }

    /// Sets a property. A malformed value changes nothing, as in CSS.
    fileprivate mutating func apply(_ name: String, _ value: String, parent: Style, _ context: StyleContext) {
        guard let property = StyleProperty.all[name] else { return }
        switch value.asciiLowercased {
        case "inherit": property.copy(&self, parent)
        case "initial": property.copy(&self, Style())
        case "unset", "revert", "revert-layer": property.copy(&self, CSSProperty.inherited.contains(name) ? parent : Style())
        default: _ = property.set(&self, StyleReader(value, self, parent: parent, context))
        }
    }

    /// The value of a property that animations change, as far as its text is known.
    fileprivate func text(of name: String) -> String? {
        func text(_ paint: PaintValue) -> String? {
            switch paint {
            case .none: "none"
            case .color(let color): color.css
            case .currentColor: color.css
            case .server, .contextFill, .contextStroke: nil
            }
        }
        switch name {
        case "fill": return text(fill)
        case "stroke": return text(stroke)
        case "color": return color.css
        case "stop-color": return text(own.stopColor)
        case "opacity": return "\(own.opacity)"
        case "fill-opacity": return "\(fillOpacity)"
        case "stroke-opacity": return "\(strokeOpacity)"
        case "stop-opacity": return "\(own.stopOpacity)"
        case "stroke-dashoffset": return dashOffset.unit == .number ? "\(dashOffset.value)px" : nil
        case "stroke-width": return strokeWidth.unit == .number ? "\(strokeWidth.value)px" : nil
        case "font-size": return "\(font.size)px"
        case "letter-spacing": return "\(font.letterSpacing)px"
        case "transform", "translate", "rotate", "scale", "filter", "clip-path": return "none"
        case "visibility": return isVisible ? "visible" : "hidden"
        default: return nil
        }
    }

    /// The style with a keyword for all properties.
    fileprivate static func all(_ keyword: String, _ parent: Style) -> Style {
        var result = keyword == "initial" ? Style() : keyword == "inherit" ? parent : parent.inherited
        if keyword == "initial" {
            // `all` sets neither directions nor languages.
            (result.font.isRightToLeft, result.font.language) = (parent.font.isRightToLeft, parent.font.language)
        }
        return result
    }

    /// Whether SVG documents have use for a property with a value.
    fileprivate static func review(_ name: String, _ value: String) -> CSSVerdict {
        guard let property = StyleProperty.all[name] else {
            let word = value.asciiLowercased
            if CSSProperty.hasNoEffect(name, word) || name.hasPrefix("-") { return .ignored(nil) }
            guard CSSProperty.isKnown(name) else {
                return .ignored(
                    CSSProperty.nearest(to: name).map { "it is no property; did you mean \"\($0)\"?" } ?? "it is no property")
            }
            return .ignored("it has no effect in SVG here")
        }
        var style = Style()
        let reader = StyleReader(value, style, parent: Style(), StyleContext())
        return property.set(&style, reader) ? .accepted : .refused("\"\(oneLine(String(value.prefix(60))))\" is no value of it")
    }
}

/// The files and `data:` URLs that the style sheets of a document import.
private final class ImportedFiles: @unchecked Sendable {
    private let read: ((_ path: String) -> [UInt8]?)?
    private let baseFolder: String

    init(_ read: ((_ path: String) -> [UInt8]?)?, baseFolder: String) { (self.read, self.baseFolder) = (read, baseFolder) }

    /// The text of a sheet. Nil if it can't be read, or lies in a network.
    func text(_ address: String) -> String? {
        let bytes: [UInt8]?
        if DataURL.isDataURL(address) {
            bytes = try? DataURL.bytes(of: address)
        } else {
            bytes = address.contains("://") ? nil : read?(FilePath.join(baseFolder, address))
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
