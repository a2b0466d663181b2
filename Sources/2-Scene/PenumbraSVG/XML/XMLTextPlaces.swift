/// The places of the bytes of a text, or of an attribute's value, in the document's source.
///
/// Only the parts that don't continue the text before them are kept, so a text without references is one part.
struct XMLTextPlaces: Sendable {
    private struct Part: Sendable {
        var offset: Int
        var place: SVGPlace
        /// Whether all bytes of the part have its place, as those of an entity have the place of the reference.
        var isReference: Bool
    }
    private var parts: [Part] = []
    /// The end of the text so far, and the place of the character after it.
    private var end = 0
    private var next = SVGPlace(line: 1, column: 1)
    /// The place of the attribute's name. Nil for texts.
    private(set) var name: SVGPlace?

    init() {}

    /// The memory of a part.
    static let bytesOfPart = 2 * MemoryLayout<Part>.stride

    /// Adds the next part of the text.
    ///
    /// - Parameter isReference: whether the source has a reference in its place.
    /// - Returns: whether the part doesn't continue the text before it.
    @discardableResult
    mutating func add(_ bytes: some Sequence<UInt8>, at place: SVGPlace, isReference: Bool = false) -> Bool {
        let isNew = isReference || place != next || parts.last?.isReference != false
        if isNew { parts.append(Part(offset: end, place: place, isReference: isReference)) }
        next = place
        for byte in bytes {
            next.pass(byte)
            end += 1
        }
        return isNew
    }

    /// Adds another text after this one.
    mutating func append(_ other: XMLTextPlaces) {
        parts += other.parts.map { Part(offset: end + $0.offset, place: $0.place, isReference: $0.isReference) }
        end += other.end
        next = other.next
    }

    /// Finds places of bytes. Bytes in ascending order cost one pass over the text together.
    struct Walk {
        private let places: XMLTextPlaces
        private let text: [UInt8]
        private var part = 0
        private var offset = 0
        private var place = SVGPlace(line: 1, column: 1)

        init(_ text: String, _ places: XMLTextPlaces) {
            (self.places, self.text) = (places, Array(text.utf8))
        }

        /// The place of a byte. Nil if the text has no places.
        mutating func place(of wanted: Int) -> SVGPlace? {
            let parts = places.parts
            guard let first = parts.first else { return nil }
            if offset == 0 || wanted < offset { (part, offset, place) = (0, first.offset, first.place) }
            while offset < min(wanted, text.count) || part + 1 < parts.count && parts[part + 1].offset <= offset {
                if part + 1 < parts.count, parts[part + 1].offset <= offset {
                    part += 1
                    place = parts[part].place
                    continue
                }
                if !parts[part].isReference { place.pass(text[offset]) }
                offset += 1
            }
            return place
        }
    }
}

extension XMLTextPlaces {
    /// The places of an attribute's value, read again from the source of a tag.
    ///
    /// - Parameters:
    ///   - name: the attribute's name.
    ///   - value: its value as it was read. Where the source has something else, such as a reference to an entity, the rest
    ///     of the value has the place of that.
    ///   - source: the document's bytes.
    ///   - offset: the first byte of the tag.
    ///   - place: the place of the tag.
    init?(attribute name: String, _ value: String, in source: [UInt8], tagAt offset: Int, _ place: SVGPlace) {
        var reader = TagReader(source: source, index: offset, place: place)
        guard let start = reader.find(Array(name.utf8)) else { return nil }
        self.name = start
        let value = Array(value.utf8)
        var index = 0
        while index < value.count, let piece = reader.piece() {
            guard value[index...].starts(with: piece.bytes) else { break }
            add(piece.bytes, at: piece.place, isReference: piece.isReference)
            index += piece.bytes.count
        }
        if index < value.count || value.isEmpty { add(value[index...], at: reader.place, isReference: true) }
    }
}

/// Reads the source of a start tag, which is known to be well-formed.
private struct TagReader {
    let source: [UInt8]
    var index: Int
    var place: SVGPlace
    private var quote: UInt8 = 0

    init(source: [UInt8], index: Int, place: SVGPlace) {
        (self.source, self.index, self.place) = (source, index, place)
    }

    private var byte: UInt8? { source.indices.contains(index) ? source[index] : nil }

    private mutating func pass() {
        guard let byte else { return }
        index += 1
        // A carriage return before a line feed is no end of a line.
        if byte == 0x0D, self.byte != 0x0A { place.pass(0x0A) } else if byte != 0x0D { place.pass(byte) }
    }

    private mutating func skipSpace() {
        while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { pass() }
    }

    /// Goes to the value of an attribute, and returns the place of its name. Nil if the tag has no such attribute, or is no tag.
    mutating func find(_ name: [UInt8]) -> SVGPlace? {
        guard byte == UInt8(ascii: "<") else { return nil }
        let ends: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/")]
        while let byte, !ends.contains(byte) { pass() }
        while true {
            skipSpace()
            let (start, first) = (index, place)
            while let byte, !ends.contains(byte) { pass() }
            guard index > start else { return nil }
            let isWanted = source[start..<index].elementsEqual(name)
            skipSpace()
            guard byte == UInt8(ascii: "=") else { return nil }
            pass()
            skipSpace()
            guard let mark = byte, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else { return nil }
            pass()
            quote = mark
            if isWanted { return first }
            while let byte, byte != quote { pass() }
            pass()
        }
    }

    /// The next bytes of the value, or the character of a reference. Nil at the end, and at a reference to an entity of the
    /// document's own.
    mutating func piece() -> (bytes: ArraySlice<UInt8>, place: SVGPlace, isReference: Bool)? {
        guard let first = byte, first != quote else { return nil }
        let (start, from) = (place, index)
        switch first {
        case 0x09, 0x0A, 0x0D:
            pass()
            if first == 0x0D, byte == 0x0A { pass() }
            return ([0x20], start, false)
        case UInt8(ascii: "&"): break
        default:
            while let byte, byte != quote, byte >= 0x20, byte != UInt8(ascii: "&") { pass() }
            return (source[from..<index], start, false)
        }
        guard let end = source[index...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: source[(index + 1)..<end], as: UTF8.self)
        guard let bytes = Self.reference(name) else { return nil }
        while index <= end { pass() }
        return (bytes[...], start, true)
    }

    private static func reference(_ name: String) -> [UInt8]? {
        switch name {
        case "lt": return Array("<".utf8)
        case "gt": return Array(">".utf8)
        case "amp": return Array("&".utf8)
        case "quot": return Array("\"".utf8)
        case "apos": return Array("'".utf8)
        default:
            let isHexadecimal = name.hasPrefix("#x")
            guard name.hasPrefix("#"),
                let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
                let scalar = Unicode.Scalar(code)
            else { return nil }
            return Array(String(Character(scalar)).utf8)
        }
    }
}

extension SVGPlace {
    /// Goes on to the place after a byte of UTF-8. A character counts at its first byte.
    fileprivate mutating func pass(_ byte: UInt8) {
        if byte == 0x0A {
            (line, column) = (line + 1, 1)
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
}
