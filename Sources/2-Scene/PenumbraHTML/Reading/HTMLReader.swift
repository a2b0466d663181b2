import CPenumbraGumbo
import CPenumbraHTML
import PenumbraCSS
import PenumbraSystem

extension HTMLTree {
    /// Parses a document as browsers do: every text is a document, and nothing is an error but its size.
    static func read(_ bytes: [UInt8], _ limits: HTMLLimits) throws(HTMLError) -> HTMLTree {
        guard bytes.count <= limits.documentBytes else {
            throw HTMLError(at: HTMLPlace(), "the document has more bytes than allowed; raise \(limit: .sceneSize)")
        }
        // Gumbo reads UTF-8 alone. A byte order mark isn't part of the document.
        let text = String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
        guard HTMLNesting.isBounded(text.utf8) else {
            throw HTMLError(at: HTMLPlace(), "more than \(HTMLNesting.mostOpen) elements are open at once; close them")
        }
        var copy = text
        var ends: FormEnds?
        while true {
            let parsed = try copy.withUTF8 { buffer in
                Result { () throws(HTMLError) in try parse(buffer, limits, ends: ends) }
            }.get()
            switch parsed {
            case .tree(let tree): return tree
            case .marked(let text, let added): (copy, ends) = (String(decoding: text, as: UTF8.self), added)
            }
        }
    }

    private enum Parsed {
        case tree(HTMLTree)
        /// The text with comments before the end tags of forms, which has another tree.
        case marked([UInt8], FormEnds)
    }

    /// - Parameter ends: the comments in the text. Nil for a text that may need some.
    private static func parse(
        _ buffer: UnsafeBufferPointer<UInt8>, _ limits: HTMLLimits, ends: FormEnds?
    ) throws(HTMLError) -> Parsed {
        var parsed: OpaquePointer?
        let memory = limits.memory
        let start = UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
        let empty: [CChar] = [0]
        let status = empty.withUnsafeBufferPointer { empty in
            penumbra_html_parse(
                start ?? empty.baseAddress, buffer.count, max(1 << 20, memory), UInt64(clamping: limits.work), &parsed)
        }
        defer { penumbra_html_free(parsed) }
        switch status {
        case PENUMBRA_HTML_PARSED: break
        case PENUMBRA_HTML_MEMORY:
            throw HTMLMemory.excess(at: HTMLPlace())
        default: throw HTMLError(at: HTMLPlace(), "the document takes too long to parse; nest its elements less deeply")
        }
        guard let parsed, let root = penumbra_html_root(parsed)?.assumingMemoryBound(to: GumboNode.self) else {
            throw HTMLError(at: HTMLPlace(), "there is no memory to parse the document")
        }
        if ends == nil, FormEnds.occur(in: buffer) {
            var ends = FormEnds()
            if let text = ends.added(to: buffer, root) { return .marked(text, ends) }
        }
        var reader = GumboReader(limits, bytes: penumbra_html_memory(parsed), ends ?? FormEnds())
        try reader.read(root)
        return .tree(reader.tree)
    }
}

/// The nesting of tags, before a document is parsed. Parsers of HTML take time by the depth of the tree for each element.
private enum HTMLNesting {
    static let mostOpen = 20_000
    /// Elements whose end tag is usually left out.
    private static let openEnded: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr", "p",
        "li", "dt", "dd", "tr", "td", "th", "option", "optgroup", "tbody", "thead", "tfoot", "rt", "rp", "colgroup",
    ]

    static func isBounded(_ bytes: String.UTF8View) -> Bool {
        // Documents with fewer tags than that have no deeper tree.
        var tags = 0
        for byte in bytes where byte == UInt8(ascii: "<") { tags += 1 }
        guard tags > mostOpen else { return true }
        var open = 0
        var iterator = bytes.makeIterator()
        var next = iterator.next()
        while let byte = next {
            next = iterator.next()
            guard byte == UInt8(ascii: "<") else { continue }
            if next == UInt8(ascii: "/") {
                open = max(0, open - 1)
                continue
            }
            var name: [UInt8] = []
            while let letter = next, letter | 0x20 >= UInt8(ascii: "a"), letter | 0x20 <= UInt8(ascii: "z"), name.count < 16 {
                name.append(letter | 0x20)
                next = iterator.next()
            }
            if !name.isEmpty, !openEnded.contains(String(decoding: name, as: UTF8.self)) { open += 1 }
            if open > mostOpen { return false }
        }
        return true
    }
}

/// Copies Gumbo's tree. The walk isn't recursive.
struct GumboReader {
    var tree = HTMLTree()
    private let limits: HTMLLimits
    private let ends: FormEnds
    /// The memory that the document takes up to here, about.
    private var memory: Int

    /// - Parameters:
    ///   - bytes: the bytes of Gumbo's tree.
    ///   - ends: the comments in the text.
    init(_ limits: HTMLLimits, bytes: Int, _ ends: FormEnds) {
        (self.limits, memory, self.ends) = (limits, bytes, ends)
        tree.bytes = bytes
    }

    mutating func read(_ document: UnsafePointer<GumboNode>) throws(HTMLError) {
        let type = document.pointee.v.document
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        tree.mode =
            type.doc_type_quirks_mode == GUMBO_DOCTYPE_QUIRKS
            ? .quirks : HTMLTree.Mode(publicName: text(type.public_identifier), systemName: text(type.system_identifier))
        // The root is the document's only element.
        var open: [(node: UnsafePointer<GumboNode>, parent: Int, depth: Int)] = []
        for child in Self.children(document.pointee.v.document.children).reversed() { open.append((child, -1, 1)) }
        while let (pointer, parent, depth) = open.popLast() {
            let node = pointer.pointee
            switch node.type {
            case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
                guard parent >= 0 || tree.nodes.isEmpty else { continue }
                let element = node.v.element
                let place = ends.place(element.start_pos)
                guard depth <= HTMLLimits.depth else {
                    throw HTMLError(at: place, "more than \(HTMLLimits.depth) elements inside each other; nest fewer")
                }
                let index = try add(.element(self.element(element)), parent, place)
                // A template's content is not part of the document.
                guard node.type == GUMBO_NODE_ELEMENT else { continue }
                for child in Self.children(element.children).reversed() { open.append((child, index, depth + 1)) }
            case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
                guard parent >= 0, let text = node.v.text.text else { continue }
                _ = try add(.text(String(cString: text)), parent, ends.place(node.v.text.start_pos))
            default: continue
            }
        }
        if tree.nodes.isEmpty { _ = try add(.element(HTMLElement(name: "html", attributes: [])), -1, HTMLPlace()) }
    }

    private mutating func add(_ content: HTMLTree.Node.Content, _ parent: Int, _ place: HTMLPlace) throws(HTMLError) -> Int {
        guard tree.nodes.count < HTMLLimits.nodes else {
            throw HTMLError(at: place, "more than \(HTMLLimits.nodes) elements and texts; use fewer")
        }
        let index = tree.nodes.count
        let node = HTMLTree.Node(content: content, parent: parent, place: place)
        memory += HTMLMemory.bytes(of: node, tree)
        guard memory <= limits.memory else { throw HTMLMemory.excess(at: place) }
        tree.nodes.append(node)
        if parent >= 0 { tree.nodes[parent].children.append(index) }
        return index
    }

    /// Where the text of an attribute begins, inside its quotation marks.
    private func place(ofText attribute: GumboAttribute) -> HTMLPlace? {
        let written = attribute.original_value
        guard let start = UnsafeRawPointer(written.data), written.length > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(written.length))
        guard let first = bytes.first, !bytes.contains(UInt8(ascii: "&")) else { return nil }
        var result = ends.place(attribute.value_start)
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { result.column += 1 }
        return result
    }

    static func children(_ vector: GumboVector) -> [UnsafePointer<GumboNode>] {
        (0..<Int(vector.length)).compactMap { index in
            vector.data[index].map { UnsafePointer($0.assumingMemoryBound(to: GumboNode.self)) }
        }
    }

    private func element(_ element: GumboElement) -> HTMLElement {
        let namespace: HTMLElement.Namespace =
            element.tag_namespace == GUMBO_NAMESPACE_SVG
            ? .svg : element.tag_namespace == GUMBO_NAMESPACE_MATHML ? .math : .html
        var piece = element.original_tag
        gumbo_tag_from_original_text(&piece)
        let written = UnsafeRawPointer(piece.data).map {
            String(decoding: UnsafeRawBufferPointer(start: $0, count: Int(piece.length)), as: UTF8.self)
        }
        var name = gumbo_normalized_tagname(element.tag).map { String(cString: $0) } ?? ""
        if name.isEmpty { name = (written ?? "").asciiLowercased }
        if namespace == .svg, let normalized = piece.data.flatMap({ _ in gumbo_normalize_svg_tagname(&piece) }) {
            name = String(cString: normalized)
        } else if namespace == .svg, name == "fedropshadow" {
            // The element is younger than the parser's list.
            name = "feDropShadow"
        }
        var stylePlace: HTMLPlace?
        let attributes = (0..<Int(element.attributes.length)).compactMap { index -> (name: String, value: String)? in
            guard let pointer = element.attributes.data[index] else { return nil }
            let attribute = pointer.assumingMemoryBound(to: GumboAttribute.self).pointee
            let prefix =
                switch attribute.attr_namespace {
                case GUMBO_ATTR_NAMESPACE_XLINK: "xlink:"
                case GUMBO_ATTR_NAMESPACE_XML: "xml:"
                default: ""
                }
            let name = String(cString: attribute.name)
            if name == "style" { stylePlace = place(ofText: attribute) }
            return (prefix + name, String(cString: attribute.value))
        }
        return HTMLElement(name: name, namespace: namespace, attributes: attributes, stylePlace: stylePlace)
    }
}
