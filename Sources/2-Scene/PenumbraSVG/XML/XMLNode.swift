import PenumbraGeometry

/// An element of a document, or a text in it. Nodes refer to each other by their index.
package struct XMLNode: Sendable {
    /// The element's name without prefix. Empty for texts.
    package var name: String
    /// Whether the element belongs to SVG's namespace.
    var isSVG: Bool
    var attributes: [XMLAttribute]
    var text: String
    package var parent: Int?
    package var children: [Int] = []
    var place: SVGPlace
    /// The first byte of the element in the document's source.
    var offset: Int

    var isText: Bool { name.isEmpty }

    var isStyleSheet: Bool { isSVG && name == "style" }

    /// The approximate memory of the node. Growing arrays take up to twice their size, and strings have a header.
    var byteCount: Int {
        attributes.reduce(2 * MemoryLayout<XMLNode>.stride + 48 + text.utf8.count) {
            $0 + 2 * MemoryLayout<XMLAttribute>.stride + 32 + $1.value.utf8.count
        }
    }

    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

struct XMLAttribute: Sendable {
    /// The local name. Attributes of XLink and of XML have the prefixes `xlink:` and `xml:`.
    var name: String
    var value: String
}

/// A parsed document: its nodes in document order. The first node is the root.
package struct XMLDocument: Sendable {
    package var nodes: [XMLNode] = []
    /// The elements by their `id`. The first of equal identifiers counts.
    var identifiers: [String: Int] = [:]
    /// The approximate memory of the nodes, with their attributes and texts.
    var byteCount = 0
    /// The document's bytes, unpacked.
    var source: [UInt8] = []
    /// The places of the texts of style sheets, by their nodes.
    var textPlaces: [Int: XMLTextPlaces] = [:]

    static let svgNamespace = "http://www.w3.org/2000/svg"
}

extension XMLDocument {
    /// The size of the picture as far as the root's attributes tell, for media queries and units of the viewport.
    var viewport: Size {
        guard let root = nodes.first else { return Size(width: 100, height: 100) }
        let box = Rect(viewBox: root["viewBox"])
        func side(_ name: String, _ other: Double?) -> Double {
            if let length = root[name].flatMap({ Length($0) }), length.unit == .number, length.value > 0 { return length.value }
            return other.flatMap { $0 > 0 ? $0 : nil } ?? 100
        }
        return Size(width: side("width", box?.width), height: side("height", box?.height))
    }
}
