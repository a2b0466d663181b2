import PenumbraCodecs

/// The layout of a JPEG's coded blocks: four words, the first of which is the number of bits, and then the bits.
struct JPEGLayout: FileLayout {
    private let frame: JPEGFrame
    private let matte: UInt32
    private let picture: JPEGPicture
    private let blockCount: Int
    /// The words behind the first four.
    private let codedWords: Int

    /// Nil if the options mean another kind of file, or if the picture is too large to be coded on the device.
    init?(width: Int, height: Int, options: JPEGOptions, limits: GPULimits) {
        guard let frame = JPEGFrame(width: width, height: height, options: options) else { return nil }
        let side = 8 * frame.chromaStep
        let (across, down) = ((width + side - 1) / side, (height + side - 1) / side)
        let lumaInUnit = frame.chromaStep * frame.chromaStep
        let units = across * down
        self.frame = frame
        matte = UInt32(options.matte.x) | UInt32(options.matte.y) << 8 | UInt32(options.matte.z) << 16
        blockCount = units * (lumaInUnit + 2)
        codedWords = (units * (lumaInUnit * frame.mostBits(0) + 2 * frame.mostBits(1)) + 31) / 32
        picture = JPEGPicture(
            width: Int32(width), height: Int32(height), blockCount: Int32(blockCount), blocksInUnit: Int32(lumaInUnit + 2),
            unitsAcross: Int32(across))
        guard max(byteCount, blockBytes) <= limits.storageBlockBytes, blockGroups <= Self.mostGroups else { return nil }
    }

    var tableBytes: Int { 16 }
    var byteCount: Int { tableBytes + 4 * codedWords }

    private var blockBytes: Int { 128 * blockCount }
    /// The work groups that transform blocks, and those that code them.
    private var blockGroups: Int { (8 * blockCount + ShaderConstants.groupSize - 1) / ShaderConstants.groupSize }
    private var codeGroups: Int { (blockCount + ShaderConstants.groupSize - 1) / ShaderConstants.groupSize }
    /// The most work groups along x that every device allows.
    private static let mostGroups = 65535

    func strips(_ words: UnsafePointer<UInt32>) -> [CodedStrip] {
        let bits = min(Int(words[0]), 32 * codedWords)
        return [CodedStrip(bits: bits, words: .zero, bytes: tableBytes..<tableBytes + (bits + 7) / 8)]
    }

    func file(_ strips: [CodedStrip], at start: UnsafeRawPointer) throws(ImageError) -> [UInt8] {
        guard let strip = strips.first else { return [] }
        return try frame.file(
            bits: strip.bits, bytes: (start + strip.bytes.lowerBound).assumingMemoryBound(to: UInt8.self))
    }

    func record(_ recording: PlanRecording, from source: Resource, _ layout: SurfaceLayout) {
        let commands = recording.commands
        let blocks = commands.temporary(byteCount: blockBytes)
        let sizeBytes = 4 * (blockCount + codeGroups)
        let sizes = commands.temporary(byteCount: sizeBytes)
        let tables = recording.tables.add(tableWords)
        func bind(_ binding: UInt32, _ resource: Resource, _ byteCount: Int) {
            commands.bind(binding, resource, offset: 0, byteCount: byteCount)
        }

        commands.announce(reading: [source, .tables], writing: [blocks, .finished])
        bind(0, blocks, blockBytes)
        bind(1, source, layout.byteCount)
        recording.bindTable(2, tables)
        bind(3, .finished, byteCount)
        commands.dispatchGroups(
            JPEGFileBlocksParameters(
                picture: picture, sourceStride: layout.stride, matte: matte, codeWords: Int32(byteCount / 4)),
            x: blockGroups, y: 1)

        commands.announce(reading: [blocks, .tables], writing: [sizes])
        bind(0, sizes, sizeBytes)
        bind(1, blocks, blockBytes)
        recording.bindTable(2, tables)
        commands.dispatchGroups(JPEGFileSizesParameters(picture: picture), x: codeGroups, y: 1)

        commands.announce(reading: [blocks, .tables, sizes, .finished], writing: [.finished])
        bind(0, .finished, byteCount)
        bind(1, blocks, blockBytes)
        recording.bindTable(2, tables)
        bind(3, sizes, sizeBytes)
        commands.dispatchGroups(
            JPEGFileCodesParameters(picture: picture, codedWords: Int32(codedWords)), x: codeGroups, y: 1)
    }

    /// The words of `jpeg_file.glsl`.
    private var tableWords: [UInt32] {
        func words(_ codes: [JPEGFrame.Code]) -> [UInt32] { codes.map { $0.bits << 5 | $0.count } }
        let steps = frame.tables.flatMap { table in
            JPEGFrame.places.map { table.steps[$0] | UInt32($0) << 16 }
        }
        return steps + frame.tables.flatMap { words($0.dc) } + frame.tables.flatMap { words($0.ac) }
    }
}
