/// The elements and texts of an HTML document, in the order of the document. The first node is the root element.
struct HTMLTree {
    struct Node {
        enum Content {
            case element(HTMLElement)
            case text(String)
        }

        var content: Content
        var parent: Int
        var children: [Int] = []
        var place: HTMLPlace

        var element: HTMLElement? {
            if case .element(let element) = content { element } else { nil }
        }

        var text: String? {
            if case .text(let text) = content { text } else { nil }
        }
    }

    /// The modes of the Quirks Mode standard.
    enum Mode {
        case standard
        /// Lines are as high as in old documents; everything else is as in standard mode.
        case limitedQuirks
        case quirks
    }

    var nodes: [Node] = []
    /// How old the document is, by its document type.
    var mode = Mode.standard
    /// The bytes that the parser took for the tree.
    var bytes = 0

    /// The text inside a node.
    func text(of node: Int) -> String {
        switch nodes[node].content {
        case .text(let text): text
        case .element: nodes[node].children.map { nodes[$0].text ?? "" }.joined()
        }
    }

    /// The first element of a name inside a node.
    func first(_ name: String) -> Int? { nodes.indices.first { nodes[$0].element?.name == name } }
}

/// An element of HTML, SVG or MathML.
struct HTMLElement {
    enum Namespace {
        case html, svg, math
    }

    /// The name, in lower case for elements of HTML.
    var name: String
    var namespace = Namespace.html
    var attributes: [(name: String, value: String)]
    /// Where the text of the attribute `style` begins. Nil without that attribute, or if the text is written with escapes.
    var stylePlace: HTMLPlace?

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    var isHTML: Bool { namespace == .html }
}
