/// A TIFF structure with one directory, for EXIF in either byte order.
func tiff(orientation: Int, bigEndian: Bool, type: Int = 3, entriesBefore: Int = 2) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        let big = (0..<bytes).map { UInt8(value >> (8 * (bytes - 1 - $0)) & 255) }
        return bigEndian ? big : big.reversed()
    }
    var out: [UInt8] = bigEndian ? Array("MM".utf8) : Array("II".utf8)
    out += number(42, 2) + number(8, 4) + number(entriesBefore + 1, 2)
    for entry in 0..<entriesBefore { out += number(0x0100 + entry, 2) + number(3, 2) + number(1, 4) + number(7, 2) + [0, 0] }
    out += number(0x0112, 2) + number(type, 2) + number(1, 4)
    switch type {
    case 1: out += [UInt8(orientation), 0, 0, 0]
    case 3, 8: out += number(orientation, 2) + [0, 0]
    default: out += number(orientation, 4)
    }
    return out + number(0, 4)
}

/// A JPEG marker segment.
func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
}

/// A JPEG with segments inserted after its first two bytes.
func jpeg(_ file: [UInt8], adding segments: [UInt8]) -> [UInt8] {
    Array(file[..<2]) + segments + Array(file[2...])
}

/// APP2 segments that carry a profile in pieces of `pieceSize` bytes, in reverse order.
func profileSegments(_ profile: [UInt8], pieceSize: Int) -> [UInt8] {
    let pieces = stride(from: 0, to: profile.count, by: pieceSize).map {
        Array(profile[$0..<min($0 + pieceSize, profile.count)])
    }
    return pieces.enumerated().reversed().flatMap { index, piece in
        segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(pieces.count)] + piece)
    }
}

func exifSegment(orientation: Int, bigEndian: Bool = true) -> [UInt8] {
    segment(0xE1, Array("Exif\0\0".utf8) + tiff(orientation: orientation, bigEndian: bigEndian))
}
