import PenumbraSystem

/// The rules of all `style` elements of a document, in the order in which they count.
struct StyleSheet: Sendable {
    struct Rule: Sendable {
        var selector: Selector
        var declarations: [Declaration]
    }

    private(set) var rules: [Rule] = []

    init() {}

    /// Reads the `style` elements of a document.
    init(_ document: XMLDocument) throws(SVGError) {
        for node in document.nodes where node.isSVG && node.name == "style" {
            let type = node["type"]?.lowercased() ?? ""
            guard type.isEmpty || type == "text/css" else { continue }
            add(node.children.map { document.nodes[$0].text }.joined())
            guard rules.count <= SVGLimits.rules else {
                throw SVGError(at: node.place, "more than \(SVGLimits.rules) rules in style sheets; use fewer")
            }
        }
        // Rules that count more come later. The sort is stable, so equal rules keep their order.
        rules = rules.map { ($0, $0.selector.specificity) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private mutating func add(_ text: String) {
        let bytes = CSSText.withoutComments(text)
        let (open, close, semicolon) = (UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"))
        var index = 0
        while index < bytes.count, rules.count <= SVGLimits.rules {
            let start = index
            let end = CSSText.next([open, semicolon, close], in: bytes, from: index)
            index = end + 1
            guard end < bytes.count, bytes[end] == open else { continue }
            let prelude = CSSText.trimmed(bytes[start..<end])
            let body = Self.block(bytes, &index)
            // Rules for media, fonts and animations don't apply to a picture.
            if prelude.hasPrefix("@") { continue }
            let declarations = CSSText.declarations(body)
            let list = Array(prelude.utf8)
            var (part, selectors) = (0, [Selector]())
            var isValid = true
            while part <= list.count, isValid {
                let comma = CSSText.next([UInt8(ascii: ",")], in: list, from: part)
                var parser = SelectorParser(CSSText.trimmed(list[part..<comma]))
                if let selector = parser.parse() { selectors.append(selector) } else { isValid = false }
                part = comma + 1
            }
            guard isValid else { continue }
            for selector in selectors { rules.append(Rule(selector: selector, declarations: declarations)) }
        }
    }

    /// The bytes up to the brace that closes a block, which is skipped.
    private static func block(_ bytes: [UInt8], _ index: inout Int) -> [UInt8] {
        let start = index
        var depth = 1
        while index < bytes.count {
            index = CSSText.next([UInt8(ascii: "{"), UInt8(ascii: "}")], in: bytes, from: index)
            guard index < bytes.count else { break }
            depth += bytes[index] == UInt8(ascii: "{") ? 1 : -1
            index += 1
            if depth == 0 { return Array(bytes[start..<(index - 1)]) }
        }
        return Array(bytes[start..<min(start.advanced(by: max(0, index - start)), bytes.count)])
    }
}
