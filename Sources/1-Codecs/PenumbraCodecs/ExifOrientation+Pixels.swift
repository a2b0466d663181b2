import Glibc
import PenumbraBitmap

extension ExifOrientation {
    /// Makes the displayed bitmap of a picture that `decode` writes in stored order: `width × height` RGBA pixels.
    ///
    /// - Parameter isOpaque: true if `decode` writes 255 for every alpha; nil scans the pixels to find out.
    func uprightBitmap(
        width: Int, height: Int, isOpaque: Bool?,
        decode: (UnsafeMutableBufferPointer<UInt8>) throws(ImageError) -> Void
    ) throws(ImageError) -> Bitmap {
        if self == .upright {
            return try Bitmap(width: width, height: height, isOpaque: isOpaque, initializingWith: decode)
        }
        let stored = try ScratchBuffer(byteCount: width * height * 4)
        try decode(stored.bytes)
        return Bitmap(
            width: swapsSides ? height : width, height: swapsSides ? width : height, isOpaque: isOpaque
        ) { displayed in
            turn(stored.bytes, width: width, height: height, into: displayed)
        }
    }

    /// Copies the pixels of a stored `width × height` picture to their displayed positions.
    private func turn(
        _ stored: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int, into displayed: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let from = UnsafeRawPointer(stored.baseAddress)?.assumingMemoryBound(to: UInt32.self),
            let to = UnsafeMutableRawPointer(displayed.baseAddress)?.assumingMemoryBound(to: UInt32.self)
        else { return }
        let last = width * height - 1
        // The stored index of the displayed pixel (x, y) is origin + x·stepX + y·stepY.
        let (origin, stepX, stepY): (Int, Int, Int)
        switch self {
        case .upright: (origin, stepX, stepY) = (0, 1, width)
        case .mirroredHorizontally: (origin, stepX, stepY) = (width - 1, -1, width)
        case .rotatedHalfTurn: (origin, stepX, stepY) = (last, -1, -width)
        case .mirroredVertically: (origin, stepX, stepY) = (last - (width - 1), 1, -width)
        case .transposed: (origin, stepX, stepY) = (0, width, 1)
        case .rotatedClockwise: (origin, stepX, stepY) = (last - (width - 1), -width, 1)
        case .transversed: (origin, stepX, stepY) = (last, -width, -1)
        case .rotatedCounterclockwise: (origin, stepX, stepY) = (width - 1, width, -1)
        }
        let columns = swapsSides ? height : width
        let rows = swapsSides ? width : height
        // Tiles of 32 × 32 pixels keep both pictures' cache lines in use when rows become columns.
        let tile = 32
        for top in stride(from: 0, to: rows, by: tile) {
            for left in stride(from: 0, to: columns, by: tile) {
                for y in top..<min(top + tile, rows) {
                    for x in left..<min(left + tile, columns) {
                        to[y * columns + x] = from[origin + x * stepX + y * stepY]
                    }
                }
            }
        }
    }
}

/// Memory for a whole intermediate picture, freed when it goes out of scope. Unlike with an array, a failed allocation is an
/// error.
struct ScratchBuffer: ~Copyable {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(byteCount: Int) throws(ImageError) {
        guard byteCount >= 0, let raw = malloc(max(byteCount, 1)) else { throw .outOfMemory(bytes: byteCount) }
        bytes = UnsafeMutableBufferPointer(start: raw.bindMemory(to: UInt8.self, capacity: byteCount), count: byteCount)
    }

    deinit { free(bytes.baseAddress) }
}
