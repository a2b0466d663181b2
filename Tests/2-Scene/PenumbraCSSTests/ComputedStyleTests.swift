import PenumbraCSS
import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

/// Compares the cascade with what Chromium computed for the same documents and style sheets.
@Suite(.timed) struct ComputedStyleTests {
    /// The kinds whose values are custom properties, which no document reads.
    private static let ofProperties: Set = ["inheritance", "all", "font-size", "variables in properties", "colors"]

    @Test(arguments: ["cases", "random"]) func customPropertiesHaveChromiumsValues(file: String) throws {
        var differences: [String] = []
        let cases = try ComputedCase.read(file).filter { !Self.ofProperties.contains($0.kind) }
        #expect(cases.count >= 700)
        for item in cases {
            let found = try customProperties(item)
            for (element, (own, expected)) in zip(item.elements, zip(found, item.computed)) {
                guard let name = item.properties.first, let wanted = expected.first else { continue }
                if !Self.areEqual(own, wanted) {
                    differences.append("\(item.kind): \(item.css) gives #\(element) \(name): \(own), not \(wanted)")
                    break
                }
            }
        }
        expectKnown(differences)
    }

    @Test func propertiesOfSVGHaveChromiumsValues() throws {
        var differences: [String] = []
        let cases = try ComputedCase.read("cases").filter { Self.ofProperties.contains($0.kind) }
        #expect(cases.count >= 400)
        for item in cases {
            let found = try styles(item)
            for (element, expected) in zip(item.elements, item.computed) {
                guard let style = found[element], let name = item.properties.first, let wanted = expected.first else {
                    continue
                }
                let own = text(name, style)
                if !Self.areEqual(own, wanted) {
                    differences.append("\(item.kind): \(item.css) gives #\(element) \(name): \(own), not \(wanted)")
                    break
                }
            }
        }
        expectKnown(differences)
    }

    /// Expects the differences that are known, each with its reason in a file, and no others.
    private func expectKnown(_ differences: [String]) {
        let file = Repository.bytes(of: "Tests/2-Scene/PenumbraCSSTests/Computed/differences.tsv") ?? []
        let known = String(decoding: file, as: UTF8.self).split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        let unknown = differences.filter { difference in !known.contains { difference.contains($0) } }
        #expect(unknown.isEmpty, "\(unknown.count) differences:\n\(unknown.prefix(400).joined(separator: "\n"))")
    }

    // MARK: - Custom properties

    private func customProperties(_ item: ComputedCase) throws -> [String] {
        var options = CSSStyleSheets.Options()
        options.media = CSSMedia(width: 800, height: 600)
        var sheets = CSSStyleSheets(options)
        sheets.add(item.css)
        var tree = CSSTree()
        var numbers: [String: Int] = [:]
        func add(_ node: ComputedCase.Node, _ parent: Int?) {
            guard case .element(let name, let attributes, let children) = node else {
                if let parent { tree.addText(to: parent) }
                return
            }
            let index = tree.add(name, attributes: attributes, parent: parent, isHTML: true)
            for attribute in attributes where attribute.name == "id" { numbers[attribute.value] = index }
            for child in children { add(child, index) }
        }
        add(item.tree, nil)
        let cascade = try #require(CSSCascade(tree, sheets, mostWork: 1_000_000, mostMatches: 1_000_000))
        var computed: [CSSVariables] = []
        var sizes: [Double] = []
        var budget = 1 << 20
        for index in tree.elements.indices {
            let parent = Int(tree.elements[index].parent)
            var size = parent < 0 ? 16 : sizes[parent]
            let entries = cascade.entries(index, hints: [], style: [])
            for entry in entries where entry.declaration.name == "font-size" && entry.declaration.value == "20px" { size = 20 }
            let units = CSSUnits(fontSize: size, rootFontSize: 16, viewport: Size(width: 800, height: 600))
            let values = cascade.values(
                entries, of: index, inheriting: parent < 0 ? .none : computed[parent], units: units, budget: &budget)
            computed.append(values.variables)
            sizes.append(size)
        }
        return item.elements.map { id in
            guard let index = numbers[id], let name = item.properties.first else { return "" }
            return computed[index][name] ?? sheets.registered[name]?.initial ?? ""
        }
    }

    /// Whether two values are equal, up to spaces, six digits of numbers, and notations of colours.
    private static func areEqual(_ own: String, _ other: String) -> Bool {
        // Comments don't count, nor does calc() around one value.
        func plain(_ text: String) -> String {
            let tokens = CSSTokenizer.tokens(text)
            let bytes = CSSTokenizer.prepared(text)
            let bare = CSSTokenizer.text(of: tokens.filter { $0.kind != .comment || $0.range.count > 4 }[...], in: bytes)
            let words = bare.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return words.hasPrefix("calc(") && !words.contains(" ") ? String(words.dropFirst(5).dropLast()) : words
        }
        if plain(own) == plain(other) { return true }
        let (first, second) = (CSSTokenizer.tokens(plain(own)), CSSTokenizer.tokens(plain(other)))
        let isOfNumbers =
            first.count == second.count
            && zip(first, second).allSatisfy { a, b in
                a.kind == b.kind && a.text == b.text
                    && (abs(a.number - b.number) <= 2e-5 * max(1, abs(b.number)) || a.number.isNaN && b.number.isNaN)
            }
        if isOfNumbers { return true }
        guard let a = try? Color(css: own), let b = try? Color(css: other) else { return false }
        return zip([a.red, a.green, a.blue, a.alpha], [b.red, b.green, b.blue, b.alpha]).allSatisfy { abs($0 - $1) < 0.6 / 255 }
    }

    // MARK: - Properties of SVG

    private func styles(_ item: ComputedCase) throws -> [String: Style] {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        }
        func markup(_ node: ComputedCase.Node, _ start: String = "") -> String {
            guard case .element(let name, let attributes, let children) = node else { return "t" }
            let list = attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
            return "<\(name)\(list)\(start)>" + children.map { markup($0) }.joined() + "</\(name)>"
        }
        let sheet = "<s:style xmlns:s=\"http://www.w3.org/2000/svg\">\(escaped(item.css))</s:style>"
        let text = markup(item.tree)
        // The sheet stands at the end of the root, where it changes no place among siblings that is tested here.
        let end = text.range(of: "</div>", lastOccurrence: true) ?? text.endIndex..<text.endIndex
        let document = try XMLDocument.read(
            Array((text[..<end.lowerBound] + sheet + text[end.lowerBound...]).utf8), limits: SVGLimits())
        var cascade = try Cascade(document, SVGOptions(), viewport: Size(width: 800, height: 600))
        var found: [Int: Style] = [:]
        var result: [String: Style] = [:]
        for (index, node) in document.nodes.enumerated() where !node.name.isEmpty {
            let style = cascade.style(of: index, parent: node.parent.flatMap { found[$0] } ?? Style())
            found[index] = style
            if let id = node["id"] { result[id] = style }
        }
        return result
    }

    private func text(_ name: String, _ style: Style) -> String {
        switch name {
        case "color": return style.color.css
        case "fill":
            if case .color(let color) = style.fill { return color.css }
            return style.fill == .currentColor ? style.color.css : "none"
        case "opacity": return "\(style.own.opacity)"
        case "stop-opacity": return "\(style.own.stopOpacity)"
        case "stroke-width": return "\(style.strokeWidth.resolved(100, CSSUnits.any))px"
        case "font-size": return "\(style.font.size)px"
        case "letter-spacing": return style.font.letterSpacing == 0 ? "normal" : "\(style.font.letterSpacing)px"
        case "word-spacing": return "\(style.font.wordSpacing)px"
        case "visibility": return style.isVisible ? "visible" : "hidden"
        case "font-weight": return "\(style.font.weight)"
        case "font-style": return style.font.slant == .italic ? "italic" : "normal"
        case "text-anchor": return style.font.anchor
        case "stroke-linecap": return style.lineCap.rawValue
        case "clip-rule": return style.clipRule.rawValue
        case "mix-blend-mode": return style.own.blendMode.rawValue
        case "direction": return style.font.isRightToLeft ? "rtl" : "ltr"
        default: return "?"
        }
    }
}

extension String {
    /// The place of a text, from the end on.
    fileprivate func range(of wanted: String, lastOccurrence: Bool) -> Range<Index>? {
        indices.reversed().first { self[$0...].hasPrefix(wanted) }.map { $0..<index($0, offsetBy: wanted.count) }
    }
}
