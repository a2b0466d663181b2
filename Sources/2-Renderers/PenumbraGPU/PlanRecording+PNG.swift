import PenumbraCodecs

/// The places of a picture's coded strips in its finished bytes.
///
/// Four words describe each strip (`png_strips.comp`); the strips' bytes follow, each in a part of the same size.
struct PNGLayout: FileLayout {
    let width: Int
    let height: Int
    let options: PNGOptions
    /// The most strips that the picture can have; it has fewer if it is opaque.
    let stripCount: Int
    /// The words of a strip's filtered rows, and of its coded bytes.
    let slotWords: Int
    let codedWords: Int
    let opaque: PNGStrips
    let alpha: PNGStrips

    /// Nil if the picture is too large to be coded on the device.
    init?(width: Int, height: Int, options: PNGOptions, limits: GPULimits) {
        (self.width, self.height, self.options) = (width, height, options)
        opaque = PNGStrips(width: width, height: height, pixelBytes: 3)
        alpha = PNGStrips(width: width, height: height, pixelBytes: 4)
        stripCount = max(opaque.count, alpha.count)
        let bytes = max(opaque.rowBytes * opaque.rowsAStrip, alpha.rowBytes * alpha.rowsAStrip)
        // Words of eight bytes are read whole, and one of them behind the last.
        slotWords = (bytes + 7) / 8 * 2 + 2
        // Stored blocks take five bytes each. A longer block is given up, so its last bytes need no room.
        codedWords = slotWords + bytes / 65535 * 2 + 8
        // A strip has at most 256 KiB, also if it is one row of `GPULimits.longestSide` pixels, so its counts and the sums of
        // its checksum stay in 32 bits.
        guard byteCount <= limits.storageBlockBytes, limits.sharedBytes >= Self.sharedBytes else { return nil }
    }

    var tableBytes: Int { 16 * stripCount }
    var byteCount: Int { tableBytes + 4 * codedWords * stripCount }

    /// The shared memory that `png_strips.comp` takes with `NarrowStrips`, at most. Every GLES 3.1 device has it.
    private static let sharedBytes = 16 << 10

    /// Whether a device has room for `WideStrips`.
    static func isWide(_ limits: GPULimits) -> Bool {
        limits.groupInvocations >= WideStrips.lanes && limits.sharedBytes >= WideStrips.sharedBytes
    }

    func strips(_ words: UnsafePointer<UInt32>) -> [CodedStrip] {
        let count = words[3] == 3 ? opaque.count : alpha.count
        return (0..<count).map { index in
            let start = tableBytes + 4 * codedWords * index
            let bits = min(Int(words[4 * index]), 32 * codedWords)
            let others = SIMD4(words[4 * index], words[4 * index + 1], words[4 * index + 2], words[3])
            return CodedStrip(bits: bits, words: others, bytes: start..<start + (bits + 7) / 8)
        }
    }

    func file(_ strips: [CodedStrip], at start: UnsafeRawPointer) throws(ImageError) -> [UInt8] {
        let coded = strips.map { strip in
            PNGCodedStrip(
                bits: strip.bits, adler: strip.words.y, kind: PNGCodedStrip.Kind(rawValue: strip.words.z) ?? .block,
                bytes: (start + strip.bytes.lowerBound).assumingMemoryBound(to: UInt8.self))
        }
        return try PNGEncoder.file(
            width: width, height: height, pixelBytes: strips.first?.words.w == 3 ? 3 : 4, options: options, strips: coded)
    }

    func record(_ recording: PlanRecording, from source: Resource, _ layout: SurfaceLayout) {
        recording.recordPNG(self, from: source, layout)
    }
}

extension PlanRecording {
    /// Records the dispatches that make the strips of a PNG from the canvas.
    ///
    /// - Parameter source: memory for the whole picture as bytes, which a dispatch before wrote.
    func recordPNG(_ png: PNGLayout, from source: Resource, _ layout: SurfaceLayout) {
        let opaque = commands.temporary(byteCount: 4 * plan.height)
        let filters = commands.temporary(byteCount: 4 * plan.height)
        let rows = commands.temporary(byteCount: 4 * png.slotWords * png.stripCount)
        let picture = PNGPicture(
            width: Int32(plan.width), height: Int32(plan.height), slotWords: Int32(png.slotWords),
            opaqueRows: Int32(png.opaque.rowsAStrip), alphaRows: Int32(png.alpha.rowsAStrip))
        func bind(_ binding: UInt32, _ resource: Resource, _ byteCount: Int) {
            commands.bind(binding, resource, offset: 0, byteCount: byteCount)
        }

        commands.announce(reading: [source], writing: [opaque])
        bind(0, opaque, 4 * plan.height)
        bind(1, source, layout.byteCount)
        commands.dispatchGroups(PNGOpaqueParameters(picture: picture, sourceStride: layout.stride), x: plan.height, y: 1)

        commands.announce(reading: [source, opaque], writing: [filters])
        bind(0, filters, 4 * plan.height)
        bind(1, source, layout.byteCount)
        bind(2, opaque, 4 * plan.height)
        commands.dispatchGroups(
            PNGFiltersParameters(
                picture: picture, sourceStride: layout.stride, blockStep: Int32(PNGStrips.filterStep),
                pixelsPerNovelOne: Int32(PNGStrips.pixelsPerNovelOne)),
            x: plan.height, y: 1)

        commands.announce(reading: [source, filters], writing: [rows])
        bind(0, rows, 4 * png.slotWords * png.stripCount)
        bind(1, source, layout.byteCount)
        bind(2, filters, 4 * plan.height)
        let group = ShaderConstants.groupSize
        commands.dispatchGroups(
            PNGRowsParameters(picture: picture, sourceStride: layout.stride), x: (png.slotWords + group - 1) / group,
            y: png.stripCount)

        commands.announce(reading: [rows, filters], writing: [.finished])
        bind(0, .finished, png.byteCount)
        bind(1, rows, 4 * png.slotWords * png.stripCount)
        bind(2, filters, 4 * plan.height)
        func code<Lanes: ShaderVariant>(_: Lanes.Type) {
            commands.dispatchGroups(
                PNGStripsParameters<Lanes>(
                    picture: picture, stripCount: Int32(png.stripCount), codedWords: Int32(png.codedWords),
                    sampled: Int32(PNGStrips.sampled), period: Int32(PNGStrips.period)), x: png.stripCount, y: 1)
        }
        if PNGLayout.isWide(commands.limits) { code(WideStrips.self) } else { code(NarrowStrips.self) }
    }
}
