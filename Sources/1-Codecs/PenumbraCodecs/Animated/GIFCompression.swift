/// The compression of GIF (GIF89a, appendix F): LZW with codes of up to 12 bits, in blocks of up to 255 bytes.
struct GIFCompression {
    /// The number of codes; the table starts anew when it is full.
    private static let codes = 4096
    /// The slots of the hash table, a power of two.
    private static let slots = 16384

    /// Each slot holds a sequence, that is its code without the last index and the last index, and the sequence's own code.
    private var table = [UInt32](repeating: 0, count: slots)

    /// Appends the data of a picture: the size of the codes, the blocks, and the empty block at the end.
    ///
    /// - Parameters:
    ///   - indices: at least one.
    ///   - bits: the bits of an index, 2…8.
    mutating func append(_ indices: [UInt8], bits: Int, to bytes: inout [UInt8]) {
        var writer = BlockWriter(bytes)
        bytes = []
        writer.bytes.append(UInt8(truncatingIfNeeded: bits))
        let clear = 1 << bits
        let end = clear + 1
        var (next, size) = (end + 1, bits + 1)
        forget()
        writer.begin()
        writer.append(clear, bits: size)
        table.withUnsafeMutableBufferPointer { table in
            var prefix = Int(indices[0])
            for index in indices.dropFirst() {
                // No key is 0 in the table: the lowest codes of sequences are above 0, and a slot holds such a code.
                let key = UInt32(truncatingIfNeeded: prefix << 8 | Int(index))
                var slot = Int((key &* 0x9E37_79B1) >> 18)
                while table[slot] != 0, table[slot] >> 12 != key { slot = (slot + 1) & (Self.slots - 1) }
                if table[slot] != 0 {
                    prefix = Int(table[slot] & 0xFFF)
                    continue
                }
                writer.append(prefix, bits: size)
                if next < Self.codes {
                    table[slot] = key << 12 | UInt32(truncatingIfNeeded: next)
                    // The decoder learns a code one step later, so codes grow after the first longer code is known.
                    if next == 1 << size { size += 1 }
                    next += 1
                } else {
                    writer.append(clear, bits: size)
                    table.update(repeating: 0)
                    (next, size) = (end + 1, bits + 1)
                }
                prefix = Int(index)
            }
            writer.append(prefix, bits: size)
            // The last code makes the decoder learn one more.
            if next == 1 << size, size < 12 { size += 1 }
            writer.append(end, bits: size)
        }
        writer.finish()
        bytes = writer.bytes
    }

    private mutating func forget() { table.withUnsafeMutableBufferPointer { $0.update(repeating: 0) } }
}

/// Packs codes, lowest bit first, into blocks that begin with their length.
private struct BlockWriter {
    var bytes: [UInt8]
    private var pending: UInt32 = 0
    private var pendingBits = 0
    /// The place of the current block's length.
    private var block = 0

    init(_ bytes: consuming [UInt8]) { self.bytes = bytes }

    mutating func begin() {
        block = bytes.count
        bytes.append(0)
    }

    mutating func append(_ code: Int, bits: Int) {
        pending |= UInt32(truncatingIfNeeded: code) << UInt32(truncatingIfNeeded: pendingBits)
        pendingBits += bits
        while pendingBits >= 8 { appendByte() }
    }

    private mutating func appendByte() {
        if bytes.count - block == 256 {
            bytes[block] = 255
            begin()
        }
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        pendingBits -= 8
    }

    mutating func finish() {
        if pendingBits > 0 { appendByte() }
        bytes[block] = UInt8(truncatingIfNeeded: bytes.count - block - 1)
        if bytes.count - block > 1 { bytes.append(0) }
    }
}
