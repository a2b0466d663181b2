import PenumbraCSS
import PenumbraScene
import PenumbraSystem

/// The SVG element of a page as a document of its own.
enum VectorSource {
    /// The most elements of other parts of the page that a document borrows.
    private static let mostBorrowed = 256

    static func text(
        _ node: Int, _ tree: HTMLTree, _ style: HTMLStyle, _ declarations: [Int: String], _ size: Size
    ) -> String {
        var (result, names) = ("", Set<String>())
        let own = subtree(node, tree)
        write(node, tree, declarations, &result, &names) { _ in
            " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
                + " width=\"\(size.width)\" height=\"\(size.height)\"" + zoomedViewBox(tree.nodes[node].element, style, size)
                + " style=\"\((inherited(style) + (declarations[node] ?? "")).escapedForMarkup)\""
        }
        let borrowed = borrowed(&names, by: node, own, tree, declarations)
        guard !borrowed.isEmpty, result.hasSuffix("</svg>") else { return result }
        return result.dropLast("</svg>".count) + "<defs>\(borrowed)</defs></svg>"
    }

    /// The viewBox of a zoomed element that has none.
    private static func zoomedViewBox(_ element: HTMLElement?, _ style: HTMLStyle, _ size: Size) -> String {
        let zoom = style.text.zoom
        guard zoom != 1, element?["viewBox"] == nil else { return "" }
        return " viewBox=\"0 0 \(size.width / zoom) \(size.height / zoom)\""
    }

    /// A rectangle that an element clips, masks or filters. Nil if the page has no SVG element of that name.
    ///
    /// - Parameter name: the name of the element, or a whole filter.
    static func stencil(
        _ attribute: String, _ name: String, _ tree: HTMLTree, _ declarations: [Int: String], _ size: Size
    ) -> String? {
        let kind = attribute == "mask" ? "mask" : attribute == "filter" ? "filter" : "clipPath"
        // A filter may consist of several functions.
        let asked = attribute == "filter" ? Set(targets(name)) : [name]
        let known = tree.nodes.contains { node in
            node.element?.namespace == .svg && node.element?.name == kind && node.element?["id"].map(asked.contains) == true
        }
        guard known else { return nil }
        var names = asked
        let value = attribute == "filter" ? name : "url(#\(name))"
        let defs = borrowed(&names, by: nil, [], tree, declarations)
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
            + " width=\"\(size.width)\" height=\"\(size.height)\"><defs>\(defs)</defs>"
            + "<rect width=\"\(size.width)\" height=\"\(size.height)\" \(attribute)=\"\(value.escapedForMarkup)\"/></svg>"
    }

    /// The elements of other SVG documents in the page that an element refers to.
    private static func borrowed(
        _ names: inout Set<String>, by node: Int?, _ own: Set<Int>, _ tree: HTMLTree, _ declarations: [Int: String]
    ) -> String {
        var borrowed = ""
        var known: Set<String> = []
        while known.count < mostBorrowed, let name = names.subtracting(known).min() {
            known.insert(name)
            guard let target = tree.nodes.firstIndex(where: { $0.element?["id"] == name }), !own.contains(target),
                tree.nodes[target].element?.namespace == .svg, node.map({ !subtree(target, tree).contains($0) }) ?? true
            else { continue }
            write(target, tree, declarations, &borrowed, &names) { _ in declarations[target].map(attribute) ?? "" }
        }
        return borrowed
    }

    private static func attribute(_ style: String) -> String { " style=\"\(style.escapedForMarkup)\"" }

    private static func subtree(_ node: Int, _ tree: HTMLTree) -> Set<Int> {
        var (result, open): (Set<Int>, [Int]) = ([], [node])
        while let here = open.popLast() {
            result.insert(here)
            open += tree.nodes[here].children
        }
        return result
    }

    /// Writes an element with everything inside it, and collects the names that it refers to.
    private static func write(
        _ node: Int, _ tree: HTMLTree, _ declarations: [Int: String], _ result: inout String, _ references: inout Set<String>,
        root: (Int) -> String
    ) {
        var open: [(node: Int, isEnd: Bool)] = [(node, false)]
        while let (index, isEnd) = open.popLast() {
            switch tree.nodes[index].content {
            case .text(let text): result += text.escapedForMarkup
            case .element(let element):
                if isEnd {
                    result += "</\(element.name)>"
                    continue
                }
                result += "<\(element.name)"
                var names: Set<String> = []
                for (name, value) in element.attributes where isName(name) && names.insert(name).inserted {
                    if index == node, element.name == "svg", ["width", "height", "x", "y", "transform"].contains(name) {
                        continue
                    }
                    if name == "data-number" || name == "xmlns" || name.hasPrefix("xmlns:") || name == "style" { continue }
                    result += " \(name)=\"\(value.escapedForMarkup)\""
                    if name == "href" || name == "xlink:href", value.hasPrefix("#") {
                        references.insert(String(value.dropFirst()))
                    }
                    references.formUnion(targets(value))
                }
                if let own = declarations[index] { references.formUnion(targets(own)) }
                result += index == node ? root(index) : declarations[index].map(attribute) ?? ""
                let isForeign = element.namespace == .svg && element.name == "foreignObject"
                if isForeign { result += " data-number=\"\(index)\"" }
                result += ">"
                open.append((index, true))
                // What isn't SVG is drawn as a part of the page.
                if isForeign { continue }
                for child in tree.nodes[index].children.reversed() { open.append((child, false)) }
            }
        }
    }

    /// The names in `url(#name)`.
    private static func targets(_ value: String) -> [String] {
        guard value.contains("url(") else { return [] }
        return CSSTokenizer.tokens(value).compactMap { token in
            token.kind == .url || token.kind == .string ? token.text : nil
        }.filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
    }

    /// The properties that the element inherits from the page, before those of its own.
    private static func inherited(_ style: HTMLStyle) -> String {
        let text = style.text
        return "color:\(text.color);" + (text.families.isEmpty ? "" : "font-family:\(text.families);")
            + "font-size:\(text.fontSize / text.zoom)px;font-weight:\(text.weight);"
            + "letter-spacing:\(text.letterSpacing / text.zoom)px;"
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" || $0 == ":" || $0 == "."
        }
    }
}
