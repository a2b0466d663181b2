import PenumbraBitmap
import PenumbraSystem

/// The bytes of a strip's chunk around its Deflate block.
enum PNGStripChunk {
    /// Writes the bytes before the block of strip `index` and returns the block's place.
    static func begin(_ index: Int, _ output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let data = output + 8
        guard index == 0 else { return data }
        // A Deflate window of 32 KiB, level "fastest".
        (data[0], data[1]) = (0x78, 0x01)
        return data + 2
    }

    /// Pads a block, of which `bits` bits lie at `start`, to a whole byte.
    static func close(_ start: UnsafeMutablePointer<UInt8>, bits: Int, isLast: Bool) -> UnsafeMutablePointer<UInt8> {
        var end = start + (bits + 7) / 8
        if !isLast {
            // An empty stored block fills the last byte: three bits of 0, padding to the next byte, and a length of 0.
            if bits % 8 == 0 || bits % 8 > 5 {
                end[0] = 0
                end += 1
            }
            (end[0], end[1], end[2], end[3]) = (0, 0, 0xFF, 0xFF)
            end += 4
        }
        return end
    }

    /// The bytes of stored blocks for a number of bytes.
    static func storedBytes(_ count: Int) -> Int { count + (count / 65535 + 1) * 5 }

    /// Stores the bytes uncompressed, in as many stored blocks as needed.
    static func store(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, isLast: Bool, into output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var target = output
        var start = 0
        while start < count {
            let length = min(count - start, 65535)
            target[0] = isLast && start + length == count ? 1 : 0
            target[1] = UInt8(truncatingIfNeeded: length)
            target[2] = UInt8(truncatingIfNeeded: length >> 8)
            target[3] = ~target[1]
            target[4] = ~target[2]
            (target + 5).update(from: bytes + start, count: length)
            target += 5 + length
            start += length
        }
        return target
    }
}

/// A strip that was coded elsewhere: the bits of its block, or its rows.
package struct PNGCodedStrip {
    package enum Kind: UInt32 {
        /// A Deflate block.
        case block
        /// Rows to be stored uncompressed, because their block would be longer.
        case stored
        /// Unfiltered rows of a drawn strip, whose matches are searched for when the file is made.
        case drawn
    }

    /// The block's bits, or the bits of the rows.
    package var bits: Int
    /// The checksum of the filtered rows.
    package var adler: UInt32
    package var kind: Kind
    package var bytes: UnsafePointer<UInt8>

    package init(bits: Int, adler: UInt32, kind: Kind, bytes: UnsafePointer<UInt8>) {
        self.bits = bits
        self.adler = adler
        self.kind = kind
        self.bytes = bytes
    }
}

extension PNGEncoder {
    /// Makes a fast file of all its strips.
    ///
    /// - Throws: `ImageError.outOfMemory` only.
    package static func file(
        width: Int, height: Int, pixelBytes: Int, options: PNGOptions, strips coded: [PNGCodedStrip]
    ) throws(ImageError) -> [UInt8] {
        let strips = PNGStrips(width: width, height: height, pixelBytes: pixelBytes)
        let head = head(width: width, height: height, form: .color(pixelBytes: pixelBytes), options)
        let search = try DeflateSearch(.quick, kernels: .best)
        let longestDrawn = coded.reduce(0) { $1.kind == .drawn ? max($0, $1.bits / 8) : $0 }
        let drawn = try ScratchBuffer(byteCount: longestDrawn + PNGRows.slack)
        let capacity = coded.reduce(head.count + PNGChunk.end.count) {
            $0 + ($1.bits + 7) / 8 + $1.bits / 524280 * 5 + ($1.kind == .drawn ? 1024 : 32)
        }
        // An array cannot report a failed allocation.
        _ = try ScratchBuffer(byteCount: capacity)
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            base.update(from: head, count: head.count)
            var (last, end) = (base, base + head.count)
            var adler: UInt32 = 1
            for (index, strip) in coded.enumerated() {
                let isLast = index == coded.count - 1
                let data = PNGStripChunk.begin(index, end)
                let byteCount = (strip.bits + 7) / 8
                let stop: UnsafeMutablePointer<UInt8>
                switch strip.kind {
                case .block:
                    data.update(from: strip.bytes, count: byteCount)
                    stop = PNGStripChunk.close(data, bits: strip.bits, isLast: isLast)
                case .stored:
                    stop = PNGStripChunk.store(strip.bytes, byteCount, isLast: isLast, into: data)
                case .drawn:
                    // The search reads behind the last byte, and the memory of devices is slow to read twice.
                    guard let rows = drawn.bytes.baseAddress else { return }
                    rows.update(from: strip.bytes, count: byteCount)
                    let blocks = search.compress(
                        .quick, rows, byteCount, pixelBytes: pixelBytes, rowBytes: strips.rowBytes, isLast: isLast, into: data)
                    stop = blocks ?? PNGStripChunk.store(strip.bytes, byteCount, isLast: isLast, into: data)
                }
                PNGChunk.finish(end, name: "IDAT", length: stop - end - 8)
                adler = Adler32.combine(adler, strip.adler, count: strips.rows(index).count * strips.rowBytes)
                (last, end) = (end, stop + 4)
            }
            end = PNGChunk.append(adler, toChunk: last, endingAt: end)
            end.update(from: PNGChunk.end, count: PNGChunk.end.count)
            count = end - base + PNGChunk.end.count
        }
    }
}
