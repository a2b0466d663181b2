import Glibc

/// The Huffman codes of a baseline JPEG, and the facts that are needed to read them.
///
/// Only files in one scan without any peculiarity have such a value, so that libjpeg has nothing to warn of before the codes.
package struct JPEGCodes: Sendable {
    /// A component of the frame, as its blocks are stored.
    package struct Component: Sendable {
        /// The blocks of a unit, along rows and columns.
        package var across: Int
        package var down: Int
        /// The tables of its first coefficients and of all others, as indices of `tables`.
        package var first: Int
        package var others: Int
    }

    /// The codes between two restart markers.
    package struct Segment: Sendable {
        /// The bytes of the file, with a zero behind each byte 0xFF.
        var stored: Range<Int>
        /// The bytes without these zeros.
        package var byteCount: Int
    }

    package let components: [Component]
    package let tables: [HuffmanLookup]
    package let segments: [Segment]
    /// The units in a row, in the picture, and in each segment but the last, which may have fewer.
    package let unitsAcross: Int
    package let units: Int
    package let unitsInSegment: Int

    package var blocksInUnit: Int { components.reduce(0) { $0 + $1.across * $1.down } }
    package var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }

    /// libjpeg allows no more.
    private static let mostBlocksInUnit = 10
    /// The most bytes of codes. Larger files are rare.
    private static let mostBytes = 16 << 20

    /// - Returns: nil if the file, whose structure is known and whose end is there, has any peculiarity.
    init?(_ bytes: ByteView, _ header: JPEGScanHeader) {
        let (width, height) = (header.width, header.height)
        var tables: [HuffmanLookup] = []
        func index(_ table: HuffmanLookup?) -> Int? {
            guard let table else { return nil }
            if let known = tables.firstIndex(of: table) { return known }
            tables.append(table)
            return tables.count - 1
        }
        let isAlone = header.components.count == 1
        var components: [Component] = []
        for component in header.components {
            guard let first = index(header.firsts[component.first]), let others = index(header.others[component.others]) else {
                return nil
            }
            // A scan of one component has units of one block.
            components.append(
                Component(
                    across: isAlone ? 1 : component.horizontal, down: isAlone ? 1 : component.vertical, first: first,
                    others: others))
        }
        // Readers that begin anywhere find the place in a unit by the tables of its components.
        guard isAlone || components.contains(where: { $0.first != components[0].first || $0.others != components[0].others })
        else { return nil }
        let across = 8 * (isAlone ? 1 : header.components.map(\.horizontal).max() ?? 1)
        let down = 8 * (isAlone ? 1 : header.components.map(\.vertical).max() ?? 1)
        self.components = components
        self.tables = tables
        unitsAcross = (width + across - 1) / across
        units = unitsAcross * ((height + down - 1) / down)
        unitsInSegment = header.unitsInSegment > 0 ? min(header.unitsInSegment, units) : units
        let count = (units + unitsInSegment - 1) / unitsInSegment
        guard let segments = Self.segments(bytes, from: header.end, count: count) else { return nil }
        self.segments = segments
        guard blocksInUnit <= Self.mostBlocksInUnit, byteCount <= Self.mostBytes else { return nil }
    }

    /// Finds the restart markers up to the end of the picture. Nil if their number or their order is not as expected, or if
    /// there is any other marker.
    private static func segments(_ bytes: ByteView, from start: Int, count: Int) -> [Segment]? {
        guard let base = bytes.base.baseAddress else { return nil }
        var result: [Segment] = []
        var (first, zeros) = (start, 0)
        var at = start
        while at < bytes.count, let found = memchr(base + at, 0xFF, bytes.count - at) {
            let place = UnsafeRawPointer(found) - base
            guard let marker = bytes.byte(place + 1) else { return nil }
            at = place + 2
            if marker == 0 {
                zeros += 1
                continue
            }
            result.append(Segment(stored: first..<place, byteCount: place - first - zeros))
            (first, zeros) = (at, 0)
            switch marker {
            case 0xD9: return result.count == count ? result : nil
            case 0xD0...0xD7:
                guard result.count < count, Int(marker) & 7 == (result.count - 1) & 7 else { return nil }
            default: return nil
            }
        }
        return nil
    }

    /// Copies the bytes of all segments, one after another: `byteCount` bytes.
    package func write(_ file: UnsafeRawBufferPointer, to memory: UnsafeMutableRawPointer) {
        guard let base = file.baseAddress else { return }
        var target = memory
        for segment in segments {
            let stored = segment.stored.clamped(to: 0..<file.count)
            var at = stored.lowerBound
            while at < stored.upperBound {
                let found = memchr(base + at, 0xFF, stored.upperBound - at).map { UnsafeRawPointer($0) - base }
                let end = found.map { $0 + 1 } ?? stored.upperBound
                target.copyMemory(from: base + at, byteCount: end - at)
                target += end - at
                at = found == nil ? end : end + 1
            }
        }
    }
}
