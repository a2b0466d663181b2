/// What the boxes of an AVIF or HEIC say of its samples (ISO/IEC 14496-12 and 23008-12), which libheif 1.15 doesn't tell.
package enum HEIFBoxes {
    /// Chroma at half resolution, with the numbers of `chroma_format_idc` (ITU-T H.265, section 6.2).
    package enum Chroma: Int {
        case halfInBothDirections = 1
        case halfColumns = 2
    }

    /// The chroma of the main picture, if it has half the resolution of luma.
    ///
    /// - Parameters:
    ///   - stored: the columns and rows of the picture before crops and turns.
    ///   - displayed: those afterwards.
    /// - Returns: nil also if the main picture is neither coded nor a grid, if the file's pictures differ in chroma, and where
    ///   a turn or a crop moves chroma against luma.
    package static func chroma(
        of file: ByteView, stored: (width: Int, height: Int), displayed: (width: Int, height: Int)
    ) -> Chroma? {
        guard let meta = contents(of: "meta", in: file)?.part(from: 4),
            let type = mainType(meta), ["av01", "hvc1", "hev1", "grid"].contains(where: { type.starts(with: $0.utf8) }),
            let properties = contents(of: "iprp", in: meta).flatMap({ contents(of: "ipco", in: $0) })
        else { return nil }
        var formats: Set<Int> = []
        var (isTurned, isMoved) = (false, false)
        forEachBox(in: properties) { name, contents in
            let format: Int?
            if name.starts(with: "av1C") {
                format = contents.byte(2).map(chromaFormat)
            } else if name.starts(with: "hvcC") {
                format = contents.byte(16).map { Int($0 & 3) }
            } else {
                format = nil
                isTurned = isTurned || name.starts(with: "irot") || name.starts(with: "imir")
                isMoved = isMoved || name.starts(with: "clap") && !cutsWholeSamples(contents, of: stored)
            }
            // Pictures without chroma are alpha or depth.
            if let format, format > 0 { formats.insert(format) }
        }
        guard formats.count == 1, let chroma = formats.first.flatMap(Chroma.init(rawValue:)) else { return nil }
        // A turn begins at the other edge, where an odd side has half a sample.
        let isEven = displayed.width % 2 == 0 && displayed.height % 2 == 0
        switch chroma {
        case .halfColumns: return isTurned || isMoved ? nil : chroma
        case .halfInBothDirections: return isTurned && !isEven || isMoved ? nil : chroma
        }
    }

    /// Whether a crop begins at even columns and rows (ISO/IEC 14496-12, section 12.1.4).
    private static func cutsWholeSamples(_ crop: ByteView, of stored: (width: Int, height: Int)) -> Bool {
        func isEven(_ at: Int, _ offset: Int, _ side: Int) -> Bool {
            guard let size = crop.bigEndian32(at), crop.bigEndian32(at + 4) == 1, let unit = crop.bigEndian32(offset + 4),
                unit == 1 || unit == 2, let middle = crop.bigEndian32(offset)
            else { return false }
            // Twice the first column: the middles of both pictures are so far apart.
            let start = 2 / unit * Int(Int32(truncatingIfNeeded: middle)) + side - size
            return start % 4 == 0
        }
        return isEven(0, 16, stored.width) && isEven(8, 24, stored.height)
    }

    /// The chroma format of a byte of AV1's configuration ("AV1 Codec ISO Media File Format Binding", section 2.3).
    private static func chromaFormat(_ flags: UInt8) -> Int {
        let (isGray, isHalfWide, isHalfHigh) = (flags & 16 != 0, flags & 8 != 0, flags & 4 != 0)
        return isGray ? 0 : isHalfHigh ? 1 : isHalfWide ? 2 : 3
    }

    /// The type of the main item.
    private static func mainType(_ meta: ByteView) -> ByteView? {
        guard let main = contents(of: "pitm", in: meta), let isLong = main.byte(0).map({ $0 > 0 }),
            let number = isLong ? main.bigEndian32(4) : main.bigEndian16(4),
            let items = contents(of: "iinf", in: meta), let version = items.byte(0),
            let entries = items.part(from: version > 0 ? 8 : 6)
        else { return nil }
        var type: ByteView?
        forEachBox(in: entries) { name, contents in
            guard name.starts(with: "infe"), let version = contents.byte(0), version >= 2 else { return }
            let found = version == 2 ? contents.bigEndian16(4) : contents.bigEndian32(4)
            if found == number { type = contents.part(version == 2 ? 8 : 10, 4) }
        }
        return type
    }

    private static func contents(of name: StaticString, in boxes: ByteView) -> ByteView? {
        var found: ByteView?
        forEachBox(in: boxes) { if found == nil, $0.starts(with: name) { found = $1 } }
        return found
    }

    /// Calls `body` with the name and the contents of each box. Ends at a box that isn't whole.
    private static func forEachBox(in boxes: ByteView, _ body: (_ name: ByteView, _ contents: ByteView) -> Void) {
        var at = 0
        while let length = boxes.bigEndian32(at), let name = boxes.part(at + 4, 4) {
            // 0 means until the end. 1 means that 64 bits follow; only box data can be that long.
            let size = length == 0 ? boxes.count - at : length == 1 ? longLength(boxes, at) : length
            let head = length == 1 ? 16 : 8
            guard size >= head, let contents = boxes.part(at + head, size - head) else { return }
            body(name, contents)
            at += size
        }
    }

    private static func longLength(_ boxes: ByteView, _ at: Int) -> Int {
        guard let high = boxes.bigEndian32(at + 8), high < 1 << 30, let low = boxes.bigEndian32(at + 12) else { return 0 }
        return high << 32 | low
    }
}

extension ByteView {
    fileprivate func part(from start: Int) -> ByteView? { part(start, count - start) }
}
