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

    /// A picture in stored order, turned as it is displayed.
    func upright(_ stored: Bitmap) -> Bitmap {
        if self == .upright { return stored }
        let place = storedPlace(width: stored.width, height: stored.height)
        let (width, height) = (swapsSides ? stored.height : stored.width, swapsSides ? stored.width : stored.height)
        let bytes = stored.depth.bytesPerPixel
        let source = stored.pixels
        return Bitmap(width: width, height: height, depth: stored.depth, isOpaque: stored.isOpaque) { target in
            for y in 0..<height {
                for x in 0..<width {
                    let (u, v) = (place.x + place.xx * x + place.xy * y, place.y + place.yx * x + place.yy * y)
                    let (to, from) = (bytes * (y * width + x), bytes * (v * stored.width + u))
                    for byte in 0..<bytes { target[to + byte] = source[from + byte] }
                }
            }
        }
    }

    /// Returns the places of displayed pixels in a stored `width × height` picture.
    package func storedPlace(width: Int, height: Int) -> StoredPlace {
        let (right, bottom) = (width - 1, height - 1)
        switch self {
        case .upright: return StoredPlace(x: 0, xx: 1, xy: 0, y: 0, yx: 0, yy: 1)
        case .mirroredHorizontally: return StoredPlace(x: right, xx: -1, xy: 0, y: 0, yx: 0, yy: 1)
        case .rotatedHalfTurn: return StoredPlace(x: right, xx: -1, xy: 0, y: bottom, yx: 0, yy: -1)
        case .mirroredVertically: return StoredPlace(x: 0, xx: 1, xy: 0, y: bottom, yx: 0, yy: -1)
        case .transposed: return StoredPlace(x: 0, xx: 0, xy: 1, y: 0, yx: 1, yy: 0)
        case .rotatedClockwise: return StoredPlace(x: 0, xx: 0, xy: 1, y: bottom, yx: -1, yy: 0)
        case .transversed: return StoredPlace(x: right, xx: 0, xy: -1, y: bottom, yx: -1, yy: 0)
        case .rotatedCounterclockwise: return StoredPlace(x: right, xx: 0, xy: -1, y: 0, yx: 1, yy: 0)
        }
    }

    /// Copies the pixels of a stored `width × height` picture to their displayed positions.
    private func turn(
        _ stored: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int, into displayed: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let from = UnsafeRawPointer(stored.baseAddress)?.assumingMemoryBound(to: UInt32.self),
            let to = UnsafeMutableRawPointer(displayed.baseAddress)?.assumingMemoryBound(to: UInt32.self)
        else { return }
        // The stored index of the displayed pixel (x, y) is origin + x·stepX + y·stepY.
        let place = storedPlace(width: width, height: height)
        let (origin, stepX, stepY) = (
            place.y * width + place.x, place.yx * width + place.xx, place.yy * width + place.xy
        )
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

/// The column x + X·xx + Y·xy and the row y + X·yx + Y·yy of a stored picture, for a displayed pixel (X, Y).
package struct StoredPlace: Sendable {
    package let x: Int
    package let xx: Int
    package let xy: Int
    package let y: Int
    package let yx: Int
    package let yy: Int
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
