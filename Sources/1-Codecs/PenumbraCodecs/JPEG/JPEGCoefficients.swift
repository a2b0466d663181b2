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
    /// The blocks of a component, row by row.
    package struct Plane: Sendable {
        /// The position of the first block among the blocks of all components.
        package let firstBlock: Int
        /// The number of blocks from one row to the next.
        package let rowBlocks: Int
    }

    package let shape: JPEGShape
    /// The planes of the shape's components.
    package let planes: [Plane]
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
        guard !structure.convertsColors else { return nil }

        var frame = penumbra_jpeg_frame()
        let start = bytes.base.bindMemory(to: UInt8.self).baseAddress
        guard let values = penumbra_jpeg_read(start, bytes.count, Int32(ImageLimits.mostScans), &frame) else { return nil }
        guard Int(frame.width) == structure.width, Int(frame.height) == structure.height,
            let (shape, planes) = Self.described(frame, structure.orientation)
        else {
            free(values)
            return nil
        }
        self.shape = shape
        self.planes = planes
        self.values = UnsafePointer(values)
        blockCount = structure.blocks
    }

    deinit { free(UnsafeMutableRawPointer(mutating: values)) }

    /// The upright bitmap. Its pixels are made when they are first read.
    var bitmap: Bitmap { shape.bitmap(of: self) }

    /// Nil if libjpeg refuses the sampling factors, or counts blocks in another way.
    private static func described(
        _ frame: penumbra_jpeg_frame, _ orientation: ExifOrientation
    ) -> (JPEGShape, [Plane])? {
        let all = withUnsafeBytes(of: frame.components) { bytes in
            Array(bytes.bindMemory(to: penumbra_jpeg_component.self).prefix(Int(frame.component_count)))
        }
        let factors = all.map { component in
            JPEGShape.Factors(
                horizontal: Int(component.horizontal), vertical: Int(component.vertical),
                quantisation: withUnsafeBytes(of: component.quantisation) { Array($0.bindMemory(to: UInt16.self)) })
        }
        let space: JPEGShape.Space = frame.component_count == 1 ? .gray : frame.is_rgb ? .rgb : .ycc
        let made = JPEGShape(
            width: Int(frame.width), height: Int(frame.height), orientation: orientation, space: space, factors: factors)
        guard let shape = made else { return nil }
        for (component, found) in zip(shape.components, all) {
            guard component.blocksAcross == Int(found.blocks_across), component.blocksDown == Int(found.blocks_down) else {
                return nil
            }
        }
        return (shape, all.map { Plane(firstBlock: Int($0.first_block), rowBlocks: Int($0.row_blocks)) })
    }
}

extension JPEGShape {
    /// An upright bitmap whose pixels a source makes.
    func bitmap(of source: any PixelSource) -> Bitmap {
        Bitmap(
            width: orientation.swapsSides ? height : width, height: orientation.swapsSides ? width : height, isOpaque: true,
            source: source)
    }
}

extension JPEGStructure {
    /// Whether the pixels are converted by the file's colour profile.
    var convertsColors: Bool {
        let spaces: [ColorProfile.Space] = components.count == 1 ? [.gray, .rgb] : [.rgb]
        return profile.withUnsafeBytes { profile in
            ColorTransform.converts(ByteView(profile), layout: .rgba8, in: spaces)
        }
    }
}
