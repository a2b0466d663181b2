/// The Adler-32 checksum (RFC 1950, section 8) of bytes that were summed in parts.
package enum Adler32 {
    private static let modulus: UInt64 = 65521

    /// Combines the checksums of two consecutive parts, each begun with 1. The second part has `count` bytes.
    package static func combine(_ first: UInt32, _ second: UInt32, count: Int) -> UInt32 {
        // The upper half is the sum of all values of the lower half. Each of the second part's values is larger by the first
        // part's last value without the 1 it begins with.
        let (a, b) = (UInt64(first & 0xFFFF), UInt64(first >> 16))
        let (c, d) = (UInt64(second & 0xFFFF), UInt64(second >> 16))
        let low = (a + c + modulus - 1) % modulus
        let high = (b + d + UInt64(count) % modulus * ((a + modulus - 1) % modulus)) % modulus
        return UInt32(high << 16 | low)
    }
}
