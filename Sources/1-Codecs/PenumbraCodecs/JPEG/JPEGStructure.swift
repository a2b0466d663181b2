import Glibc

/// The contents of a JPEG's marker segments, read up to the first scan.
struct JPEGStructure {
    struct Component {
        var horizontalSampling: Int
        var verticalSampling: Int
    }

    let width: Int
    let height: Int
    /// Bits per sample.
    let precision: Int
    /// The second byte of the start-of-frame marker, 0xC0…0xCF, which determines the coding process.
    let frameMarker: UInt8
    let components: [Component]
    let orientation: ExifOrientation
    /// True if Adobe's APP14 segment is there; its CMYK is stored inverted.
    let hasAdobeMarker: Bool
    /// The ICC profile, joined from its segments. It is empty if there is none or if a piece is missing.
    let profile: [UInt8]
    /// The offset of the first start-of-scan marker; nil if the data end before it.
    private let firstScan: Int?
    /// The number of components in the first scan; 0 without a scan.
    private let firstScanComponents: Int

    var information: ImageInformation {
        ImageInformation(
            format: .jpeg, storedWidth: width, storedHeight: height, orientation: orientation,
            coefficientBytes: JPEGCoefficients.byteCount(of: self))
    }

    var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(frameMarker) }

    /// The bytes that libjpeg holds for the coefficients of a picture with several scans; 0 for other pictures. Progressive
    /// pictures have several scans, and so do pictures whose components come one after another.
    ///
    /// The sides must be within 65535. libjpeg itself refuses sampling factors outside 1…4.
    var coefficientBytes: Int { hasSeveralScans ? blocks * 64 * 2 : 0 }

    /// True if libjpeg reads all scans before it makes pixels. Otherwise it reads only the first scan.
    var hasSeveralScans: Bool { isProgressive || firstScanComponents < components.count }

    /// The number of blocks of 8×8 samples, over all components.
    var blocks: Int {
        let horizontal = max(1, components.map(\.horizontalSampling).max() ?? 1)
        let vertical = max(1, components.map(\.verticalSampling).max() ?? 1)
        let unitsAcross = (width + 8 * horizontal - 1) / (8 * horizontal)
        let unitsDown = (height + 8 * vertical - 1) / (8 * vertical)
        return unitsAcross * unitsDown * components.reduce(0) { $0 + $1.horizontalSampling * $1.verticalSampling }
    }

    init(_ bytes: ByteView) throws(ImageError) {
        var frame: (marker: UInt8, body: ByteView)?
        var orientation: ExifOrientation?
        var hasAdobeMarker = false
        var pieces: [Int: ByteView] = [:]
        var pieceCount: Int?
        var firstScan: Int?
        var firstScanComponents = 0

        var at = 2
        walk: while let marker = Self.nextMarker(bytes, from: &at) {
            switch marker {
            case 0x00, 0x01, 0xD0...0xD7: continue
            case 0xD8: throw .damaged(.jpeg, "a second picture begins inside its header")
            case 0xD9: break walk
            default: break
            }
            guard let length = bytes.bigEndian16(at) else { break }
            guard length >= 2 else {
                throw .damaged(.jpeg, "the segment at byte \(at - 2) has an impossible length, \(length)")
            }
            guard let body = bytes.part(at + 2, length - 2) else { break }
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard frame == nil else { throw .damaged(.jpeg, "it has two frame headers") }
                frame = (marker, body)
            case 0xDA:
                firstScan = at - 2
                firstScanComponents = body.byte(0).map(Int.init) ?? 0
                break walk
            case 0xE1 where orientation == nil && body.starts(with: "Exif\0\0"):
                orientation = body.part(6, body.count - 6).map(ExifOrientation.init(tiff:))
            case 0xE2 where body.starts(with: "ICC_PROFILE\0") && body.count > 14:
                pieceCount = pieceCount ?? Int(body[13])
                pieces[Int(body[12])] = body.part(14, body.count - 14)
            case 0xEE where body.starts(with: "Adobe") && body.count >= 12:
                hasAdobeMarker = true
            default:
                break
            }
            at += length
        }

        guard let frame else {
            throw .truncated(.jpeg, "it ends after \(bytes.count) bytes, before a frame header with its size")
        }
        let body = frame.body
        guard body.count >= 6, let height = body.bigEndian16(1), let width = body.bigEndian16(3),
            body.count == 6 + 3 * Int(body[5])
        else { throw .damaged(.jpeg, "its frame header has a wrong length") }
        guard width > 0, height > 0 else { throw .damaged(.jpeg, "its frame header has \(width)×\(height) pixels") }
        self.width = width
        self.height = height
        precision = Int(body[0])
        frameMarker = frame.marker
        components = (0..<Int(body[5])).map { index in
            let sampling = Int(body[7 + 3 * index])
            return Component(horizontalSampling: sampling >> 4, verticalSampling: sampling & 15)
        }
        self.orientation = orientation ?? .upright
        self.hasAdobeMarker = hasAdobeMarker
        self.firstScan = firstScan
        self.firstScanComponents = firstScanComponents
        profile = Self.joined(pieces, count: pieceCount ?? 0)
    }

    /// Counts the scans up to the end-of-image marker, and reports whether that marker exists.
    func scans(in bytes: ByteView) -> (count: Int, isComplete: Bool) {
        guard var at = firstScan else { return (0, false) }
        var count = 0
        while let marker = Self.nextMarker(bytes, from: &at) {
            switch marker {
            case 0x00, 0x01, 0xD0...0xD7: continue
            case 0xD9: return (count, true)
            default:
                if marker == 0xDA { count += 1 }
                guard let length = bytes.bigEndian16(at) else { return (count, false) }
                at += max(length, 2)
            }
        }
        return (count, false)
    }

    /// True if libjpeg notices missing data of the first scan: for a picture in Huffman codes that lies entirely in that
    /// scan. An arithmetic decoder continues with zeros, and a picture of several scans is drawn from the scans that exist.
    func showsMissingData(in bytes: ByteView) -> Bool {
        guard let firstScan, let count = bytes.byte(firstScan + 4) else { return false }
        return [0xC0, 0xC1].contains(frameMarker) && Int(count) == components.count
    }

    /// Returns the second byte of the next marker and moves `at` behind it. Bytes before the marker are skipped, as libjpeg
    /// does.
    private static func nextMarker(_ bytes: ByteView, from at: inout Int) -> UInt8? {
        guard at < bytes.count, let base = bytes.base.baseAddress, let found = memchr(base + at, 0xFF, bytes.count - at) else {
            return nil
        }
        at = UnsafeRawPointer(found) - base
        while let byte = bytes.byte(at), byte == 0xFF { at += 1 }
        guard let marker = bytes.byte(at) else { return nil }
        at += 1
        return marker
    }

    /// Joins the numbered pieces of a profile (ICC.1:2022, B.4). The result is empty if a piece is missing or the whole is
    /// absurdly large.
    private static func joined(_ pieces: [Int: ByteView], count: Int) -> [UInt8] {
        guard count > 0, pieces.values.reduce(0, { $0 + $1.count }) <= ColorProfile.maximumBytes else { return [] }
        var profile: [UInt8] = []
        for number in 1...count {
            guard let piece = pieces[number] else { return [] }
            profile += piece.base
        }
        return profile
    }
}
