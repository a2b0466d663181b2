import CPenumbraDeflate

/// PNG chunks as bytes (W3C PNG, section 5.3): length, name, data, and a checksum of name and data.
enum PNGChunk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let end = bytes("IEND", [])

    static func bytes(_ name: StaticString, _ data: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: data.count + 12) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            (base + 8).update(from: data, count: data.count)
            finish(base, name: name, length: data.count)
            count = data.count + 12
        }
    }

    /// Writes the length, name and checksum around `length` bytes of data that are already in place at `chunk + 8`.
    static func finish(_ chunk: UnsafeMutablePointer<UInt8>, name: StaticString, length: Int) {
        store(UInt32(truncatingIfNeeded: length), chunk)
        (chunk + 4).update(from: name.utf8Start, count: 4)
        store(libdeflate_crc32(0, chunk + 4, length + 4), chunk + 8 + length)
    }

    /// Puts four bytes behind the data of a finished chunk and returns its new end.
    static func append(
        _ value: UInt32, toChunk chunk: UnsafeMutablePointer<UInt8>, endingAt end: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let length = end - chunk - 12
        let checksum = load(end - 4)
        store(UInt32(truncatingIfNeeded: length + 4), chunk)
        store(value, end - 4)
        store(libdeflate_crc32(checksum, end - 4, 4), end)
        return end + 4
    }

    static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func store(_ value: UInt32, _ target: UnsafeMutablePointer<UInt8>) {
        for i in 0..<4 { target[i] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * i)) }
    }

    private static func load(_ source: UnsafePointer<UInt8>) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(source[$1]) }
    }
}
