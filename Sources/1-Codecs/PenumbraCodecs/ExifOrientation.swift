/// The turn or mirroring by which a stored picture is displayed: the values of EXIF tag 0x0112 (CIPA DC-008, 4.6.5.1.4).
public enum ExifOrientation: Int, Sendable, Hashable, CaseIterable {
    case upright = 1
    case mirroredHorizontally = 2
    case rotatedHalfTurn = 3
    case mirroredVertically = 4
    /// Rows and columns are exchanged for display.
    case transposed = 5
    /// The picture is turned a quarter turn clockwise for display.
    case rotatedClockwise = 6
    /// Rows and columns are exchanged about the other diagonal for display.
    case transversed = 7
    /// The picture is turned a quarter turn counterclockwise for display.
    case rotatedCounterclockwise = 8

    /// True if the displayed width is the stored height.
    public var swapsSides: Bool { rawValue >= 5 }
}

extension ExifOrientation {
    /// Reads the orientation from a TIFF structure: the contents of a PNG eXIf chunk, or of a JPEG APP1 segment behind
    /// `Exif\0\0`. A missing or malformed orientation means upright.
    init(tiff: ByteView) {
        self = Self.read(tiff) ?? .upright
    }

    private static func read(_ tiff: ByteView) -> ExifOrientation? {
        let isBig: Bool
        if tiff.starts(with: "MM\0*") { isBig = true } else if tiff.starts(with: "II*\0") { isBig = false } else { return nil }
        func number16(_ at: Int) -> Int? {
            tiff.bigEndian16(at).map { isBig ? $0 : Int(UInt16($0).byteSwapped) }
        }
        func number32(_ at: Int) -> Int? {
            tiff.bigEndian32(at).map { isBig ? $0 : Int(UInt32($0).byteSwapped) }
        }
        guard let directory = number32(4), let entries = number16(directory) else { return nil }
        for entry in 0..<entries {
            let at = directory + 2 + 12 * entry
            guard let tag = number16(at), let type = number16(at + 2), let count = number32(at + 4) else { return nil }
            guard tag == 0x0112 else { continue }
            guard count == 1 else { return nil }
            // 3 is SHORT, as the standard requires; some writers use BYTE, LONG, SSHORT or SLONG.
            let value: Int?
            switch type {
            case 1: value = tiff.byte(at + 8).map { Int($0) }
            case 3, 8: value = number16(at + 8)
            case 4, 9: value = number32(at + 8)
            default: value = nil
            }
            return value.flatMap(ExifOrientation.init(rawValue:))
        }
        return nil
    }
}
