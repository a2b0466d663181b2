/// The marker segments before the only scan of a baseline JPEG, read more strictly than libjpeg reads them.
struct JPEGScanHeader {
    struct Component {
        var number: UInt8
        var horizontal: Int
        var vertical: Int
        var quantisation: Int
        /// The tables of first coefficients and of all others.
        var first = 0
        var others = 0
    }

    private(set) var width = 0
    private(set) var height = 0
    private(set) var components: [Component] = []
    /// The quantisation tables, row by row.
    private(set) var quantisations = [[UInt16]?](repeating: nil, count: 4)
    /// The tables of first coefficients and of all others.
    private(set) var firsts = [HuffmanLookup?](repeating: nil, count: 4)
    private(set) var others = [HuffmanLookup?](repeating: nil, count: 4)
    /// The units between restart markers; 0 if there are none.
    private(set) var unitsInSegment = 0
    /// The first byte of the codes.
    private(set) var end = 0
    private var isJFIF = false
    /// The colour transform that Adobe's segment names.
    private var transform: UInt8?

    /// The longest side that libjpeg allows.
    private static let longestSide = 65500

    /// Nil if libjpeg would warn or fail, or if the file is no baseline JPEG in one scan of all its components.
    init?(_ bytes: ByteView) {
        var at = 2
        while end == 0 {
            guard bytes.byte(at) == 0xFF, let marker = bytes.byte(at + 1), let length = bytes.bigEndian16(at + 2), length >= 2,
                let body = bytes.part(at + 4, length - 2)
            else { return nil }
            at += 2 + length
            guard read(marker, body) else { return nil }
            if marker == 0xDA { end = at }
        }
    }

    /// The colours of the components, as libjpeg finds them (jdapimin.c).
    var space: JPEGShape.Space {
        if components.count == 1 { return .gray }
        if isJFIF { return .ycc }
        if let transform { return transform == 0 ? .rgb : .ycc }
        return components.map(\.number).elementsEqual("RGB".utf8) ? .rgb : .ycc
    }

    var factors: [JPEGShape.Factors]? {
        var result: [JPEGShape.Factors] = []
        for component in components {
            guard let table = quantisations[component.quantisation] else { return nil }
            result.append(
                JPEGShape.Factors(horizontal: component.horizontal, vertical: component.vertical, quantisation: table))
        }
        return result
    }

    private mutating func read(_ marker: UInt8, _ body: ByteView) -> Bool {
        switch marker {
        case 0xC0, 0xC1: return readFrame(body)
        case 0xC4: return readCodes(body)
        case 0xDA: return readScan(body)
        case 0xDB: return readQuantisation(body)
        case 0xDD:
            guard body.count == 2, let units = body.bigEndian16(0) else { return false }
            unitsInSegment = units
            return true
        case 0xE0:
            guard body.count >= 14, body.starts(with: "JFIF\0") else { return true }
            isJFIF = true
            return body[5] == 1
        case 0xEE:
            guard body.count >= 12, body.starts(with: "Adobe") else { return true }
            transform = body[11]
            return body[11] <= 1
        case 0xE1...0xEF, 0xFE: return true
        default: return false
        }
    }

    private mutating func readFrame(_ body: ByteView) -> Bool {
        guard components.isEmpty, body.count >= 6, body[0] == 8, let height = body.bigEndian16(1),
            let width = body.bigEndian16(3), [1, 3].contains(body[5]), body.count == 6 + 3 * Int(body[5]),
            (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height)
        else { return false }
        (self.width, self.height) = (width, height)
        for place in stride(from: 6, to: body.count, by: 3) {
            let component = Component(
                number: body[place], horizontal: Int(body[place + 1] >> 4), vertical: Int(body[place + 1] & 15),
                quantisation: Int(body[place + 2]))
            guard component.quantisation < 4, !components.contains(where: { $0.number == component.number }) else {
                return false
            }
            components.append(component)
        }
        return true
    }

    private mutating func readCodes(_ body: ByteView) -> Bool {
        var at = 0
        repeat {
            guard let kind = body.byte(at), kind & 0xEF < 4, let lengths = body.part(at + 1, 16) else { return false }
            let counts = Array(lengths.base)
            guard let symbols = body.part(at + 17, counts.reduce(0) { $0 + Int($1) }) else { return false }
            let isFirst = kind < 4
            let table = HuffmanLookup(counts: counts[...], symbols: Array(symbols.base)[...], largest: isFirst ? 15 : 255)
            guard let table else { return false }
            if isFirst { firsts[Int(kind)] = table } else { others[Int(kind & 3)] = table }
            at += 17 + symbols.count
        } while at < body.count
        return true
    }

    private mutating func readQuantisation(_ body: ByteView) -> Bool {
        var at = 0
        repeat {
            guard let kind = body.byte(at), kind & 15 < 4, kind >> 4 < 2 else { return false }
            let bytes = 1 + Int(kind >> 4)
            guard let values = body.part(at + 1, 64 * bytes) else { return false }
            quantisations[Int(kind & 15)] = JPEGFrame.places.map { place in
                bytes == 1 ? UInt16(values[place]) : UInt16(values[2 * place]) << 8 | UInt16(values[2 * place + 1])
            }
            at += 1 + 64 * bytes
        } while at < body.count
        return true
    }

    /// Reads the components and the bounds of the scan. It must have all components of the frame, and all coefficients.
    private mutating func readScan(_ body: ByteView) -> Bool {
        let count = components.count
        guard count > 0, body.count == 4 + 2 * count, Int(body[0]) == count, body[1 + 2 * count] == 0,
            body[2 + 2 * count] == 63, body[3 + 2 * count] == 0
        else { return false }
        for index in components.indices {
            let tables = body[2 + 2 * index]
            guard body[1 + 2 * index] == components[index].number, tables >> 4 < 4, tables & 15 < 4 else { return false }
            (components[index].first, components[index].others) = (Int(tables >> 4), Int(tables & 15))
        }
        return true
    }
}
