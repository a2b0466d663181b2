import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// The HTML of a `foreignObject` element as layers.
package struct ForeignDrawing {
    package var layers: [Layer]
    /// The parts without effect.
    package var notices: [Message]

    package init(layers: [Layer], notices: [Message]) { (self.layers, self.notices) = (layers, notices) }
}

extension Resolver {
    /// The HTML document that stands for a `foreignObject` element: its content with the style sheets of the document.
    ///
    /// Elements around it become boxes without a place, so that selectors with their names match.
    func foreignDocument(_ node: Int, _ style: Style) -> String {
        var result = "<!doctype html><style>html,body{margin:0}</style><style>"
        for element in document.nodes where element.isStyleSheet {
            result += element.children.map { document.nodes[$0].text }.joined().replacing("</", with: "<\\/")
        }
        result += "</style><body style=\"\(Self.inherited(style).escapedForMarkup)\">"
        var (path, here): ([Int], Int?) = ([], node)
        while let element = here {
            path.append(element)
            here = document.nodes[element].parent
        }
        for element in path.reversed() {
            let names = ["id", "class"].compactMap { name in
                document.nodes[element][name].map { " \(name)=\"\($0.escapedForMarkup)\"" }
            }
            result += "<div\(names.joined()) style=\"display:contents!important\">"
        }
        write(document.nodes[node].children, into: &result)
        return result
    }

    /// Writes elements and texts as HTML.
    private func write(_ children: [Int], into result: inout String) {
        var open: [(node: Int, isEnd: Bool)] = children.reversed().map { ($0, false) }
        while let (index, isEnd) = open.popLast() {
            let element = document.nodes[index]
            if element.isText {
                result += element.text.escapedForMarkup
            } else if isEnd {
                result += "</\(Self.tag(element))>"
            } else {
                result += "<\(Self.tag(element))"
                for attribute in element.attributes where Self.isName(attribute.name) {
                    result += " \(attribute.name)=\"\(attribute.value.escapedForMarkup)\""
                }
                result += ">"
                guard !Self.emptyElements.contains(element.name) else { continue }
                open.append((index, true))
                open += element.children.reversed().map { ($0, false) }
            }
        }
    }

    /// The name of an element in HTML, which has a single body.
    private static func tag(_ element: XMLNode) -> String { ["html", "body"].contains(element.name) ? "div" : element.name }

    /// The elements of HTML without an end tag.
    private static let emptyElements: Set = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && !"\"'<>/=".utf8.contains($0) }
    }

    /// The properties that the content inherits.
    private static func inherited(_ style: Style) -> String {
        let font = style.font
        return "color:\(style.color.cssText);font-size:\(font.size)px;font-weight:\(font.weight);"
            + (font.slant == .none ? "" : "font-style:italic;") + (font.families.isEmpty ? "" : "font-family:\(font.families);")
    }
}

extension Color {
    fileprivate var cssText: String { "color(srgb \(red) \(green) \(blue)/\(alpha))" }
}
