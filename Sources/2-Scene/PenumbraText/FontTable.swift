import CPenumbraHarfBuzz

/// A table of a font file. Reads outside the table give zero.
final class FontTable {
    private let blob: OpaquePointer
    private let bytes: UnsafeRawBufferPointer

    /// Opens a table. Nil if the font doesn't have it.
    init?(_ tag: String, of face: OpaquePointer?) {
        guard let blob = hb_face_reference_table(face, hb_tag_from_string(tag, -1)) else { return nil }
        var length: UInt32 = 0
        let data = hb_blob_get_data(blob, &length)
        guard let data, length > 0 else {
            hb_blob_destroy(blob)
            return nil
        }
        self.blob = blob
        bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
    }

    deinit { hb_blob_destroy(blob) }

    /// Whether `count` bytes from an offset lie inside the table.
    func has(_ count: Int, at offset: Int) -> Bool { offset >= 0 && count >= 0 && offset <= bytes.count - count }

    private func number(_ offset: Int, bytes count: Int) -> Int {
        guard has(count, at: offset) else { return 0 }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func uint8(_ offset: Int) -> Int { number(offset, bytes: 1) }
    func uint16(_ offset: Int) -> Int { number(offset, bytes: 2) }
    func uint24(_ offset: Int) -> Int { number(offset, bytes: 3) }
    func uint32(_ offset: Int) -> Int { number(offset, bytes: 4) }
    func int16(_ offset: Int) -> Double { Double(Int16(truncatingIfNeeded: uint16(offset))) }
    /// A number with 14 binary places.
    func f2dot14(_ offset: Int) -> Double { int16(offset) / 16384 }
    /// A number with 16 binary places.
    func fixed(_ offset: Int) -> Double { Double(Int32(truncatingIfNeeded: uint32(offset))) / 65536 }

    /// Finds a glyph among records that are sorted by a glyph of two bytes at their start.
    ///
    /// - Returns: the offset of the glyph's record.
    func record(of glyph: Int, from offset: Int, count: Int, stride: Int) -> Int? {
        var (low, high) = (0, max(0, min(count, (bytes.count - offset) / stride)))
        while low < high {
            let middle = (low + high) / 2
            let found = uint16(offset + middle * stride)
            if found == glyph { return offset + middle * stride }
            if found < glyph { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
