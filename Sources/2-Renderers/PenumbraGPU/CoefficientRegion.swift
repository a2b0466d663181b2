import PenumbraBitmap
import PenumbraCodecs

/// The coefficients of a JPEG that part of its picture shows, and the dispatches that make the part's pixels from them.
struct CoefficientRegion {
    /// Blocks of one component.
    private struct Blocks {
        var columns: Range<Int>
        var rows: Range<Int>
        /// The position of the first block on the device.
        var first: Int
    }

    private let coefficients: JPEGCoefficients
    private let blocks: [Blocks]
    private let blockCount: Int
    /// The dispatches, in order.
    let pass: RecordedPass

    /// The words before the blocks, which `jpeg.glsl` lists.
    static let headerWords = 128
    private static let factsOfComponent = 8
    private static let tableWords = 32
    /// The blocks that one work group transforms.
    private static let blocksInGroup = ShaderConstants.groupSize / 8
    /// The most work groups along x that every device allows.
    private static let mostGroups = 65535

    /// The bytes of the coefficients and of the words before them.
    var byteCount: Int { 4 * Self.headerWords + blockCount * JPEGCoefficients.blockBytes }
    /// The bytes of the samples.
    var sampleBytes: Int { Self.sampleBytes(blockCount) }

    private static func sampleBytes(_ blocks: Int) -> Int { blocks * JPEGCoefficients.valuesInBlock }

    /// - Parameters:
    ///   - columns: the columns of the upright picture; `rows` are its rows.
    ///   - layout: the layout of the part's pixels.
    /// - Returns: nil if the part is beyond what a shader of this device can access at once.
    init?(_ coefficients: JPEGCoefficients, columns: Range<Int>, rows: Range<Int>, layout: SurfaceLayout, limits: GPULimits) {
        let place = coefficients.orientation.storedPlace(width: coefficients.width, height: coefficients.height)
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
        for component in coefficients.components {
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

        let commands = DispatchRecorder(limits: limits)
        commands.announce(reading: [.coefficients], writing: [.samples])
        commands.bind(0, .samples, offset: 0, byteCount: Self.sampleBytes(count))
        commands.bind(1, .coefficients, offset: 0, byteCount: codedBytes)
        commands.dispatchGroups(JPEGBlocksParameters(blockCount: Int32(count)), x: groups, y: 1)
        commands.announce(reading: [.coefficients, .samples], writing: [.decoded])
        commands.bind(0, .decoded, offset: 0, byteCount: layout.byteCount)
        commands.bind(1, .samples, offset: 0, byteCount: Self.sampleBytes(count))
        commands.bind(2, .coefficients, offset: 0, byteCount: 4 * Self.headerWords)
        commands.dispatch(
            JPEGPixelsParameters(
                targetWidth: Int32(columns.count), targetStride: layout.stride, rowCount: Int32(rows.count),
                space: coefficients.space.rawValue, storedX: Int32(first.x), storedXAcross: Int32(place.xx),
                storedXDown: Int32(place.xy), storedY: Int32(first.y), storedYAcross: Int32(place.yx),
                storedYDown: Int32(place.yy)), width: columns.count, height: rows.count)
        pass = commands.finishPass()
        self.coefficients = coefficients
        self.blocks = blocks
        blockCount = count
    }

    /// Writes the words of `jpeg.glsl` and the blocks: `byteCount` bytes.
    func write(to memory: UnsafeMutableRawPointer) {
        let words = memory.bindMemory(to: UInt32.self, capacity: Self.headerWords)
        words.update(repeating: 0, count: Self.headerWords)
        var place = memory + 4 * Self.headerWords
        for index in 0..<3 {
            let facts = words + 3 * Self.tableWords + index * Self.factsOfComponent
            guard coefficients.components.indices.contains(index) else {
                // No block belongs to a component behind the last.
                facts[0] = UInt32(blockCount)
                continue
            }
            let (component, part) = (coefficients.components[index], blocks[index])
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
            for row in part.rows {
                let first = component.firstBlock + row * component.rowBlocks + part.columns.lowerBound
                let bytes = part.columns.count * JPEGCoefficients.blockBytes
                place.copyMemory(from: coefficients.values + first * JPEGCoefficients.valuesInBlock, byteCount: bytes)
                place += bytes
            }
        }
    }
}
