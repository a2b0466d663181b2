import CPenumbraDeflate

/// Files that gzip compressed: RFC 1952.
package enum Gzip {
    package static let signature: [UInt8] = [0x1F, 0x8B]

    package enum Result {
        case bytes([UInt8])
        case tooLong, damaged, outOfMemory
    }

    /// Deflate makes at most 1032 bytes of one.
    private static let mostGrowth = 1032

    /// Unpacks a file with all its members.
    ///
    /// - Parameter most: the most bytes of the result.
    package static func unpacked(_ bytes: [UInt8], upTo most: Int) -> Result {
        guard let decompressor = libdeflate_alloc_decompressor() else { return .outOfMemory }
        defer { libdeflate_free_decompressor(decompressor) }
        // The file ends with the length of its last member.
        let claimed = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        let (possible, isHuge) = bytes.count.multipliedReportingOverflow(by: mostGrowth)
        let ceiling = max(1, isHuge ? most : min(most, possible))
        var room = min(max(claimed, 1 << 12), ceiling)
        var (result, start): ([UInt8], Int) = ([], 0)
        while start < bytes.count {
            var plain = [UInt8](repeating: 0, count: room)
            var (read, written) = (0, 0)
            let status = bytes.withUnsafeBytes { source in
                libdeflate_gzip_decompress_ex(
                    decompressor, source.baseAddress.map { $0 + start }, source.count - start, &plain, room, &read, &written)
            }
            if status == LIBDEFLATE_INSUFFICIENT_SPACE {
                guard room < ceiling else { return .tooLong }
                room = min(2 * room, ceiling)
                continue
            }
            guard status == LIBDEFLATE_SUCCESS, read > 0 else { return .damaged }
            guard result.count + written <= most else { return .tooLong }
            result += plain[..<written]
            start += read
        }
        return .bytes(result)
    }
}
