import CPenumbraDeflate

/// The CRC-32 checksum of zlib and PNG.
package enum CRC32 {
    package static func checksum(of bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}
