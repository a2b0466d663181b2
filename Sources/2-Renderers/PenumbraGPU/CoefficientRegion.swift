import PenumbraBitmap
import PenumbraCodecs

/// The part of a JPEG that a picture shows, and the dispatches that make the part's pixels from coefficients. The coefficients
/// come from the host, or the device reads the file's codes.
struct CoefficientRegion {
    /// What the host copies to the device.
    enum Source {
        case coefficients(JPEGCoefficients)
        case codes(JPEGStream, JPEGCodeWords)
    }

    typealias Blocks = JPEGCodeWords.Blocks

    private let shape: JPEGShape
    private let source: Source
    private let blocks: [Blocks]
    private let blockCount: Int
    /// The dispatches, in order.
    let pass: RecordedPass

    /// The words before the blocks, which `jpeg.glsl` lists.
    static let headerWords = 144
    private static let factsOfComponent = 8
    private static let tableWords = 32
    private static let placesAt = 128
    /// The blocks that one work group transforms.
    private static let blocksInGroup = ShaderConstants.groupSize / 8
    /// The most work groups along x that every device allows.
    private static let mostGroups = 65535
    /// The dispatches in which readers of codes agree. Each one may bring the state over one more border of work groups.
    private static let mostTurns = 3

    /// True if the device reads the codes, so that it may leave the picture to the host.
    var readsCodes: Bool { if case .codes = source { true } else { false } }
    /// The bytes of the coefficients and of the words before them.
    var coefficientBytes: Int { 4 * Self.headerWords + blockCount * JPEGCoefficients.blockBytes }
    /// The bytes of the samples.
    var sampleBytes: Int { Self.sampleBytes(blockCount) }
    /// The bytes of the codes, and of the states of their readers. 0 if the host reads the codes.
    var codeBytes: Int { if case .codes(_, let words) = source { 4 * words.wordCount } else { 0 } }
    var stateBytes: Int { if case .codes(_, let words) = source { Self.stateBytes(words) } else { 0 } }
    /// The bytes that are copied to the start of the coefficients' memory. The codes follow, for their own memory.
    var headBytes: Int { readsCodes ? 4 * Self.headerWords : coefficientBytes }
    /// All bytes that are copied to the device.
    var byteCount: Int { headBytes + codeBytes }

    private static func stateBytes(_ words: JPEGCodeWords) -> Int {
        4 * (6 * words.subsequenceCount + 2 * groups(words))
    }

    private static func groups(_ words: JPEGCodeWords) -> Int {
        (words.subsequenceCount + ShaderConstants.groupSize - 1) / ShaderConstants.groupSize
    }

    private static func sampleBytes(_ blocks: Int) -> Int { blocks * JPEGCoefficients.valuesInBlock }

    /// - Parameters:
    ///   - columns: the columns of the upright picture; `rows` are its rows.
    ///   - layout: the layout of the part's pixels.
    /// - Returns: nil if the part is beyond what a shader of this device can access at once.
    init?(
        _ source: Source, _ shape: JPEGShape, columns: Range<Int>, rows: Range<Int>, layout: SurfaceLayout, limits: GPULimits
    ) {
        let place = shape.orientation.storedPlace(width: shape.width, height: shape.height)
        let first = (
            x: place.x + columns.lowerBound * place.xx + rows.lowerBound * place.xy,
            y: place.y + columns.lowerBound * place.yx + rows.lowerBound * place.yy
        )
        let last = (
            x: first.x + (columns.count - 1) * place.xx + (rows.count - 1) * place.xy,
            y: first.y + (columns.count - 1) * place.yx + (rows.count - 1) * place.yy
        )
        let (storedX, storedY) = (
            min(first.x, last.x)..<max(first.x, last.x) + 1, min(first.y, last.y)..<max(first.y, last.y) + 1
        )
        var count = 0
        var blocks: [Blocks] = []
        for component in shape.components {
            let part = Blocks(
                columns: component.blockColumns(for: storedX), rows: component.blockRows(for: storedY), first: count)
            blocks.append(part)
            count += part.columns.count * part.rows.count
        }
        let codedBytes = 4 * Self.headerWords + count * JPEGCoefficients.blockBytes
        let groups = (count + Self.blocksInGroup - 1) / Self.blocksInGroup
        guard max(codedBytes, layout.byteCount) <= limits.storageBlockBytes, groups <= Self.mostGroups,
            max(columns.count, rows.count) <= GPULimits.longestSide
        else { return nil }
        if case .codes(_, let words) = source {
            guard max(4 * words.wordCount, Self.stateBytes(words)) <= limits.storageBlockBytes else { return nil }
        }

        let commands = DispatchRecorder(limits: limits)
        let statusBytes = Self.statusBytes
        if case .codes(let stream, let words) = source {
            Self.recordCodes(stream.codes, words, codedBytes: codedBytes, commands)
        }
        commands.announce(reading: [.coefficients], writing: [.samples, .status])
        commands.bind(0, .samples, offset: 0, byteCount: Self.sampleBytes(count))
        commands.bind(1, .coefficients, offset: 0, byteCount: codedBytes)
        commands.bind(2, .status, offset: 0, byteCount: statusBytes)
        commands.dispatchGroups(JPEGBlocksParameters(blockCount: Int32(count)), x: groups, y: 1)
        commands.announce(reading: [.coefficients, .samples], writing: [.decoded])
        commands.bind(0, .decoded, offset: 0, byteCount: layout.byteCount)
        commands.bind(1, .samples, offset: 0, byteCount: Self.sampleBytes(count))
        commands.bind(2, .coefficients, offset: 0, byteCount: 4 * Self.headerWords)
        commands.dispatch(
            JPEGPixelsParameters(
                targetWidth: Int32(columns.count), targetStride: layout.stride, rowCount: Int32(rows.count),
                space: shape.space.rawValue, storedX: Int32(first.x), storedXAcross: Int32(place.xx),
                storedXDown: Int32(place.xy), storedY: Int32(first.y), storedYAcross: Int32(place.yx),
                storedYDown: Int32(place.yy)), width: columns.count, height: rows.count)
        pass = commands.finishPass()
        self.shape = shape
        self.source = source
        self.blocks = blocks
        blockCount = count
    }

    /// The bytes behind the pixels that hold the status of a picture: a word that is 0 if the device could make the pixels.
    static let statusBytes = 16

    /// Records the dispatches that make blocks from codes.
    private static func recordCodes(
        _ codes: JPEGCodes, _ words: JPEGCodeWords, codedBytes: Int, _ commands: DispatchRecorder
    ) {
        let picture = JPEGCodesPicture(
            subsequenceCount: Int32(words.subsequenceCount), segmentCount: Int32(codes.segments.count),
            blocksInUnit: Int32(codes.blocksInUnit), segmentsAt: Int32(words.segmentsAt), bitsAt: Int32(words.bitsAt),
            lastWord: Int32(words.wordCount - words.bitsAt - 1))
        let groups = groups(words)
        for turn in 0..<(groups > 1 ? mostTurns : 1) {
            commands.announce(reading: [.codes, .states], writing: [.states, .status])
            commands.bind(0, .states, offset: 0, byteCount: stateBytes(words))
            commands.bind(1, .codes, offset: 0, byteCount: 4 * words.wordCount)
            commands.bind(2, .status, offset: 0, byteCount: statusBytes)
            commands.dispatchGroups(
                JPEGSyncParameters(picture: picture, groupCount: Int32(groups), turn: Int32(turn)), x: groups, y: 1)
        }
        commands.announce(reading: [.codes, .states], writing: [.coefficients, .status])
        commands.bind(0, .coefficients, offset: 0, byteCount: codedBytes)
        commands.bind(1, .codes, offset: 0, byteCount: 4 * words.wordCount)
        commands.bind(2, .states, offset: 0, byteCount: stateBytes(words))
        commands.bind(3, .status, offset: 0, byteCount: statusBytes)
        commands.dispatchGroups(
            JPEGCoefficientsParameters(
                picture: picture, unitsAcross: Int32(codes.unitsAcross), unitsInSegment: Int32(codes.unitsInSegment),
                unitCount: Int32(codes.units)), x: groups, y: 1)
    }

    /// Writes the words of `jpeg.glsl`, and then the blocks or the codes: `byteCount` bytes.
    func write(to memory: UnsafeMutableRawPointer) {
        writeHeader(memory.bindMemory(to: UInt32.self, capacity: Self.headerWords))
        let behind = memory + 4 * Self.headerWords
        switch source {
        case .coefficients(let coefficients): write(coefficients, to: behind)
        case .codes(let stream, let words):
            words.write(
                blocks, to: behind.bindMemory(to: UInt32.self, capacity: words.wordCount), bits: stream.writeCodes)
        }
    }

    private func writeHeader(_ words: UnsafeMutablePointer<UInt32>) {
        words.update(repeating: 0, count: Self.headerWords)
        for index in 0..<3 {
            let facts = words + 3 * Self.tableWords + index * Self.factsOfComponent
            guard shape.components.indices.contains(index) else {
                // No block belongs to a component behind the last.
                facts[0] = UInt32(blockCount)
                continue
            }
            let (component, part) = (shape.components[index], blocks[index])
            for word in 0..<Self.tableWords {
                let values = (component.quantisation[2 * word], component.quantisation[2 * word + 1])
                words[index * Self.tableWords + word] = UInt32(values.0) | UInt32(values.1) << 16
            }
            let numbers = [
                part.first, part.columns.count, 8 * part.columns.lowerBound, 8 * part.rows.lowerBound, component.columns - 1,
                component.rows - 1, component.across | component.down << 8,
                (component.isSmoothAcross ? 1 : 0) | (component.isSmoothDown ? 2 : 0),
            ]
            for (i, number) in numbers.enumerated() { facts[i] = UInt32(number) }
        }
        for index in 0..<JPEGCoefficients.valuesInBlock {
            // Codes come along the diagonals of a block.
            let place = readsCodes ? JPEGFrame.places[index] : index
            words[Self.placesAt + index / 4] |= UInt32(place) << UInt32(8 * (index % 4))
        }
    }

    private func write(_ coefficients: JPEGCoefficients, to memory: UnsafeMutableRawPointer) {
        var place = memory
        for (plane, part) in zip(coefficients.planes, blocks) {
            for row in part.rows {
                let first = plane.firstBlock + row * plane.rowBlocks + part.columns.lowerBound
                let bytes = part.columns.count * JPEGCoefficients.blockBytes
                place.copyMemory(from: coefficients.values + first * JPEGCoefficients.valuesInBlock, byteCount: bytes)
                place += bytes
            }
        }
    }
}
