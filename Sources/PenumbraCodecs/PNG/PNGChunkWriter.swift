import CPenumbraDeflate

/// Puts the chunks of a PNG one behind the other.
struct PNGChunkWriter {
    private(set) var bytes: [UInt8]

    /// The longest IDAT written. The format allows 2³¹−1 bytes; a power of two below that leaves readers room for sums.
    static let longestData = 1 << 30

    init(expectedBytes: Int) {
        bytes = []
        bytes.reserveCapacity(expectedBytes)
        bytes += [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    }

    /// IHDR for 8 bits a sample, not interlaced; sides of 1…2³¹−1.
    mutating func writeHeader(width: Int, height: Int, hasAlpha: Bool) {
        writeChunk("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, hasAlpha ? 6 : 2, 0, 0, 0])
    }

    /// pHYs for `scale` × 72 dots an inch: 2835 pixels a metre at scale 1.
    mutating func writePixelDensity(scale: Double) {
        let density = Int(min(max((scale * 2835).rounded(), 1), 0x7FFF_FFFF))
        writeChunk("pHYs", Self.bigEndian(density) + Self.bigEndian(density) + [1])
    }

    /// The compressed picture, in as many IDAT chunks as it needs.
    mutating func writeData(_ data: UnsafeRawBufferPointer) {
        var start = 0
        repeat {
            let end = min(start + Self.longestData, data.count)
            writeChunk("IDAT", UnsafeRawBufferPointer(rebasing: data[start..<end]))
            start = end
        } while start < data.count
    }

    mutating func writeChunk(_ name: StaticString, _ body: some Collection<UInt8>) {
        bytes += Self.bigEndian(body.count)
        let start = bytes.count
        bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        bytes += body
        let checksum = bytes.withUnsafeBytes { all in
            let checked = UnsafeRawBufferPointer(rebasing: all[start...])
            return libdeflate_crc32(0, checked.baseAddress, checked.count)
        }
        bytes += Self.bigEndian(Int(checksum))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [
            UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
            UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
        ]
    }
}
