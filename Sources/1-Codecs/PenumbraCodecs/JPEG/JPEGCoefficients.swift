import CPenumbraCoefficients
import Glibc
import PenumbraBitmap
import PenumbraSystem

/// The quantised coefficients of a JPEG: everything that Huffman or arithmetic codes hold. Its pixels follow without any
/// further choice, so a device can make them.
///
/// Pictures that need more steps than a device takes have no such value: CMYK, pictures whose colour profile must be
/// converted, and files with any fault.
package final class JPEGCoefficients: PixelSource, @unchecked Sendable {
    package enum Space: Int32, Sendable {
        case gray, ycc, rgb
    }

    /// The samples of one component.
    package struct Component: Sendable {
        /// The number of pixels per sample, along rows and columns.
        package let across: Int
        package let down: Int
        /// The number of samples that belong to the picture. Blocks hold more.
        package let columns: Int
        package let rows: Int
        /// True if samples are interpolated, false if they are repeated.
        package let isSmoothAcross: Bool
        package let isSmoothDown: Bool
        /// The number of blocks of 8×8 samples.
        package let blocksAcross: Int
        package let blocksDown: Int
        /// The quantisation table, row by row.
        package let quantisation: [UInt16]
        /// The position of its first block among the blocks of all components.
        package let firstBlock: Int
        /// The number of blocks from one row to the next.
        package let rowBlocks: Int
    }

    /// The size of the picture as it is stored.
    package let width: Int
    package let height: Int
    package let orientation: ExifOrientation
    package let space: Space
    package let components: [Component]
    /// 64 values for each block, row by row. Blocks at the right and at the bottom may show nothing of the picture.
    package let values: UnsafePointer<Int16>
    /// The number of blocks.
    package let blockCount: Int

    package static let valuesInBlock = 64
    package static let blockBytes = 2 * valuesInBlock
    /// The most bytes of coefficients: as many as a shader can access at once on every device.
    private static let mostBytes = 128 << 20

    package var byteCount: Int { blockCount * Self.blockBytes }

    /// The bytes of the coefficients of a picture; 0 if it cannot be kept as coefficients.
    static func byteCount(of structure: JPEGStructure) -> Int {
        let bytes = structure.blocks * blockBytes
        return [1, 3].contains(structure.components.count) && bytes <= mostBytes ? bytes : 0
    }

    /// Reads the coefficients of a complete file.
    ///
    /// - Returns: nil if the picture is not for a device, has any fault, or takes too much memory.
    init?(_ bytes: ByteView, _ structure: JPEGStructure, scans: Int, limits: ImageLimits) {
        guard structure.hasSeveralScans || scans == 1, let needed = structure.information.bytesWithCoefficients,
            needed <= limits.maximumBytes, needed < AddressSpace.leastAsked || AddressSpace.hasRoom(for: needed)
        else { return nil }
        let spaces: [ColorProfile.Space] = structure.components.count == 1 ? [.gray, .rgb] : [.rgb]
        let isConverted = structure.profile.withUnsafeBytes { profile in
            ColorTransform.converts(ByteView(profile), layout: .rgba8, in: spaces)
        }
        guard !isConverted else { return nil }

        var frame = penumbra_jpeg_frame()
        let start = bytes.base.bindMemory(to: UInt8.self).baseAddress
        guard let values = penumbra_jpeg_read(start, bytes.count, Int32(ImageLimits.mostScans), &frame) else { return nil }
        guard Int(frame.width) == structure.width, Int(frame.height) == structure.height,
            let components = Self.components(of: frame)
        else {
            free(values)
            return nil
        }
        width = structure.width
        height = structure.height
        orientation = structure.orientation
        space = frame.component_count == 1 ? .gray : frame.is_rgb ? .rgb : .ycc
        self.components = components
        self.values = UnsafePointer(values)
        blockCount = structure.blocks
    }

    deinit { free(UnsafeMutableRawPointer(mutating: values)) }

    /// The upright bitmap. Its pixels are made when they are first read.
    var bitmap: Bitmap {
        Bitmap(
            width: orientation.swapsSides ? height : width, height: orientation.swapsSides ? width : height, isOpaque: true,
            source: self)
    }

    /// Chooses how each component becomes as large as the picture (libjpeg-turbo, jdsample.c). Nil if libjpeg refuses the
    /// sampling factors.
    private static func components(of frame: penumbra_jpeg_frame) -> [Component]? {
        let all = withUnsafeBytes(of: frame.components) { bytes in
            Array(bytes.bindMemory(to: penumbra_jpeg_component.self).prefix(Int(frame.component_count)))
        }
        let (width, height) = (Int(frame.width), Int(frame.height))
        let most = (
            across: all.map { Int($0.horizontal) }.max() ?? 1, down: all.map { Int($0.vertical) }.max() ?? 1
        )
        var result: [Component] = []
        for component in all {
            let (horizontal, vertical) = (Int(component.horizontal), Int(component.vertical))
            guard (1...4).contains(horizontal), (1...4).contains(vertical), most.across % horizontal == 0,
                most.down % vertical == 0
            else { return nil }
            let (across, down) = (most.across / horizontal, most.down / vertical)
            let columns = (width * horizontal + most.across - 1) / most.across
            let rows = (height * vertical + most.down - 1) / most.down
            let isSmoothAcross = across == 2 && down <= 2 && columns > 2
            let (blocksAcross, blocksDown) = (Int(component.blocks_across), Int(component.blocks_down))
            guard blocksAcross == (columns + 7) / 8, blocksDown == (rows + 7) / 8 else { return nil }
            let quantisation = withUnsafeBytes(of: component.quantisation) { Array($0.bindMemory(to: UInt16.self)) }
            result.append(
                Component(
                    across: across, down: down, columns: columns, rows: rows, isSmoothAcross: isSmoothAcross,
                    isSmoothDown: down == 2 && (across == 1 || isSmoothAcross), blocksAcross: blocksAcross,
                    blocksDown: blocksDown, quantisation: quantisation, firstBlock: Int(component.first_block),
                    rowBlocks: Int(component.row_blocks)))
        }
        return result
    }
}

extension JPEGCoefficients.Component {
    /// Returns the columns of blocks that are read for columns of stored pixels.
    package func blockColumns(for pixels: Range<Int>) -> Range<Int> {
        Self.blocks(for: pixels, pixelsPerSample: across, samples: columns, isSmooth: isSmoothAcross)
    }

    /// Returns the rows of blocks that are read for rows of stored pixels.
    package func blockRows(for pixels: Range<Int>) -> Range<Int> {
        Self.blocks(for: pixels, pixelsPerSample: down, samples: rows, isSmooth: isSmoothDown)
    }

    private static func blocks(
        for pixels: Range<Int>, pixelsPerSample: Int, samples: Int, isSmooth: Bool
    ) -> Range<Int> {
        let reach = isSmooth ? 1 : 0
        let first = max(0, pixels.lowerBound / pixelsPerSample - reach)
        let last = min(samples - 1, (pixels.upperBound - 1) / pixelsPerSample + reach)
        return first / 8..<last / 8 + 1
    }
}
