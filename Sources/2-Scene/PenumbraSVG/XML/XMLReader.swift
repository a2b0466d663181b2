import CPenumbraExpat
import PenumbraCodecs
import PenumbraSystem

extension XMLDocument {
    /// Parses a document with Expat.
    ///
    /// External entities and parameter entities are refused, and so are entities that contain other entities.
    /// Nothing outside the document is ever opened.
    package static func read(_ bytes: [UInt8], limits: SVGLimits) throws(SVGError) -> XMLDocument {
        let start = SVGPlace(line: 1, column: 1)
        guard bytes.count <= limits.documentBytes else {
            throw SVGError(at: start, "the document has more bytes than allowed; raise \(limit: .sceneSize)")
        }
        if bytes.starts(with: Gzip.signature) {
            switch Gzip.unpacked(bytes, upTo: min(limits.documentBytes, limits.memory)) {
            case .bytes(let plain): return try read(unpacked: plain, limits, held: plain.count)
            case .tooLong:
                throw SVGError(at: start, "the unpacked document has more bytes than allowed; raise \(limit: .sceneSize)")
            case .damaged: throw SVGError(at: start, "the compressed document (.svgz) is damaged")
            case .outOfMemory: throw SVGError(at: start, "there is no memory to unpack the document")
            }
        }
        return try read(unpacked: bytes, limits)
    }

    private static func read(unpacked bytes: [UInt8], _ limits: SVGLimits, held: Int = 0) throws(SVGError) -> XMLDocument {
        let start = SVGPlace(line: 1, column: 1)
        guard let parser = XML_ParserCreate(nil) else { throw SVGError(at: start, "there is no memory for the parser") }
        defer { XML_ParserFree(parser) }
        let reader = XMLReader(parser, mostTextBytes: max(limits.documentBytes, 1 << 20), memory: limits.memory)
        (reader.document.source, reader.document.byteCount) = (bytes, held)
        XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
        reader.setHandlers()
        let status = withExtendedLifetime(reader) {
            bytes.withUnsafeBytes { buffer -> XML_Status in
                var status = XML_STATUS_OK
                var offset = 0
                // Expat counts bytes in a C int.
                repeat {
                    let count = min(1 << 24, buffer.count - offset)
                    let isLast = offset + count == buffer.count
                    let base = buffer.baseAddress.map { $0.advanced(by: offset).assumingMemoryBound(to: CChar.self) }
                    status = XML_Parse(parser, base, Int32(count), isLast ? 1 : 0)
                    offset += count
                } while status == XML_STATUS_OK && offset < buffer.count
                return status
            }
        }
        if let failure = reader.failure { throw failure }
        guard status == XML_STATUS_OK else {
            let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
            throw SVGError(at: reader.place, "the document isn't well-formed XML: \(words)")
        }
        guard !reader.document.nodes.isEmpty else { throw SVGError(at: start, "the document has no elements") }
        return reader.document
    }
}

/// Collects what Expat reports.
private final class XMLReader {
    let parser: XML_Parser
    var document = XMLDocument()
    var failure: SVGError?
    private var open: [Int] = []
    /// The namespaces of prefixes, one dictionary per open element. Nil where an element declares none.
    private var namespaces: [[String: String]] = [[:]]
    private var textBytes = 0
    private let mostTextBytes: Int
    private let memory: Int

    init(_ parser: XML_Parser, mostTextBytes: Int, memory: Int) {
        self.parser = parser
        self.mostTextBytes = mostTextBytes
        self.memory = memory
    }

    var place: SVGPlace {
        SVGPlace(
            line: max(1, Int(clamping: XML_GetCurrentLineNumber(parser))),
            column: Int(clamping: XML_GetCurrentColumnNumber(parser)) + 1)
    }

    private var offset: Int { Int(clamping: XML_GetCurrentByteIndex(parser)) }

    func fail(_ message: Message) {
        if failure == nil { failure = SVGError(at: place, message) }
        XML_StopParser(parser, 0)
    }

    func setHandlers() {
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let data, let name, let attributes else { return }
                XMLReader.of(data).start(String(cString: name), attributes)
            },
            { data, _ in
                guard let data else { return }
                XMLReader.of(data).end()
            })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let data, let text, count > 0 else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            XMLReader.of(data).add(text: String(decoding: bytes, as: UTF8.self))
        }
        XML_SetEntityDeclHandler(parser) { data, name, isParameter, value, count, _, _, _, notation in
            guard let data, let name else { return }
            let bytes = value.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(max(0, count)))) }
            XMLReader.of(data).declare(entity: String(cString: name), isParameter: isParameter != 0, bytes)
        }
        XML_SetExternalEntityRefHandler(parser) { _, _, _, _, _ in 0 }
        XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER)
    }

    static func of(_ data: UnsafeMutableRawPointer) -> XMLReader {
        Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
    }

    /// Editors declare entities for the addresses of namespaces. Short texts and elements are allowed.
    private func declare(entity name: String, isParameter: Bool, _ value: [UInt8]?) {
        let quoted = "\"\(oneLine(String(name.prefix(40))))\""
        guard !isParameter else { return fail("the parameter entity \(quoted) isn't allowed") }
        guard let value else {
            return fail("the external entity \(quoted) isn't allowed; nothing outside the document is read")
        }
        guard value.count <= SVGLimits.entityBytes, !value.contains(UInt8(ascii: "&")) else {
            let most: Message = "at most \(SVGLimits.entityBytes) bytes"
            return fail("the entity \(quoted) isn't allowed; entities have \(most), and contain no other entities")
        }
    }

    private func count(_ bytes: Int) -> Bool {
        textBytes += bytes
        if textBytes > mostTextBytes { fail("the document's texts and attributes are too long; shorten them") }
        return textBytes <= mostTextBytes
    }

    /// Counts memory of the document.
    private func hold(_ bytes: Int) -> Bool {
        document.byteCount += bytes
        guard document.byteCount > memory else { return true }
        let size: Message = "\(document.byteCount >> 20) MiB of memory"
        fail("up to here the document takes \(size); raise \(limit: .memory)")
        return false
    }

    private func start(_ name: String, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
        guard failure == nil else { return }
        guard open.count < SVGLimits.depth else {
            return fail("more than \(SVGLimits.depth) elements inside each other; use fewer groups")
        }
        guard document.nodes.count < SVGLimits.nodes else {
            return fail("more than \(SVGLimits.nodes) elements; simplify the document")
        }
        var pairs: [(name: String, value: String)] = []
        var index = 0
        while let name = list[index], let value = list[index + 1] {
            pairs.append((String(cString: name), String(cString: value)))
            index += 2
        }
        guard count(pairs.reduce(name.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }) else { return }
        var scope = namespaces.last ?? [:]
        for pair in pairs {
            if pair.name == "xmlns" { scope[""] = pair.value }
            if pair.name.hasPrefix("xmlns:") { scope[String(pair.name.dropFirst(6))] = pair.value }
        }
        let (prefix, local) = Self.split(name)
        // A document without any namespace is taken as SVG.
        let namespace = scope[prefix] ?? (prefix.isEmpty || prefix == "svg" ? XMLDocument.svgNamespace : "")
        var node = XMLNode(
            name: local, isSVG: namespace == XMLDocument.svgNamespace, attributes: [], text: "", parent: open.last,
            place: place, offset: offset)
        for pair in pairs where !pair.name.hasPrefix("xmlns") {
            let (prefix, local) = Self.split(pair.name)
            switch prefix {
            case "", "xml": node.attributes.append(XMLAttribute(name: pair.name, value: pair.value))
            case _ where (scope[prefix] ?? prefix).hasSuffix("xlink"):
                node.attributes.append(XMLAttribute(name: "xlink:\(local)", value: pair.value))
            case _ where scope[prefix] == XMLDocument.svgNamespace:
                node.attributes.append(XMLAttribute(name: local, value: pair.value))
            default: break
            }
        }
        guard hold(node.byteCount) else { return }
        let own = document.nodes.count
        if let id = node["id"], node.isSVG, document.identifiers[id] == nil { document.identifiers[id] = own }
        document.nodes.append(node)
        if let parent = open.last { document.nodes[parent].children.append(own) }
        open.append(own)
        namespaces.append(scope)
    }

    private static func split(_ name: String) -> (prefix: String, local: String) {
        guard let colon = name.firstIndex(of: ":") else { return ("", name) }
        return (String(name[..<colon]), String(name[name.index(after: colon)...]))
    }

    private func end() {
        guard !open.isEmpty else { return }
        open.removeLast()
        namespaces.removeLast()
    }

    private func add(text: String) {
        guard failure == nil, let parent = open.last, count(text.utf8.count) else { return }
        if let last = document.nodes[parent].children.last, document.nodes[last].isText {
            guard hold(2 * text.utf8.count), addPlace(of: text, to: last) else { return }
            document.nodes[last].text += text
            return
        }
        guard document.nodes.count < SVGLimits.nodes else { return fail("more than \(SVGLimits.nodes) elements and texts") }
        let node = XMLNode(name: "", isSVG: false, attributes: [], text: text, parent: parent, place: place, offset: offset)
        guard hold(node.byteCount) else { return }
        document.nodes[parent].children.append(document.nodes.count)
        document.nodes.append(node)
        _ = addPlace(of: text, to: document.nodes.count - 1)
    }

    /// Keeps the place of a part of a style sheet. Returns false if there is no memory for it.
    private func addPlace(of text: String, to node: Int) -> Bool {
        guard let parent = document.nodes[node].parent, document.nodes[parent].isStyleSheet else { return true }
        // The text of an entity is longer or shorter than the reference in the source.
        let isReference = text != "\n" && text.utf8.count != Int(XML_GetCurrentByteCount(parser))
        let isNew = document.textPlaces[node, default: XMLTextPlaces()].add(
            text.utf8, at: place, isReference: isReference)
        return !isNew || hold(XMLTextPlaces.bytesOfPart)
    }
}
