import Glibc
import PenumbraBitmap

/// Some rows of a picture, straight RGBA without gaps, and the row before them.
struct PNGPixels: @unchecked Sendable {
    let width: Int
    /// The bytes of a pixel: 4, or 8 for 16 bits per channel.
    var bytesPerPixel = 4
    /// The number of the first row.
    let firstRow: Int
    let rows: UnsafePointer<UInt8>
    /// Row `firstRow − 1`; nil if `firstRow` is 0.
    let rowBefore: UnsafePointer<UInt8>?

    func row(_ y: Int) -> UnsafePointer<UInt8> {
        if y < firstRow, let rowBefore { return rowBefore }
        return rows + (y - firstRow) * width * bytesPerPixel
    }
}

extension PNGPixels {
    /// All rows of a bitmap, which must outlive this value.
    init?(_ bitmap: Bitmap) {
        guard let first = bitmap.pixels.baseAddress else { return nil }
        self.init(
            width: bitmap.width, bytesPerPixel: bitmap.depth.bytesPerPixel, firstRow: 0, rows: first, rowBefore: nil)
    }
}

/// Filters the rows of a picture one after another. Each filtered row follows the number of its filter.
///
/// It holds memory for two rows. Only one thread at a time may use it.
struct PNGRows: ~Copyable {
    /// Bytes before a row, the last of which represent the pixel left of the first. The number is a multiple of every
    /// vector's size, so rows stay aligned.
    private static let margin = 64

    /// The number of bytes that kernels may write behind the end of a row.
    static let slack = 64

    private let kernels: PackingKernels
    private let pixels: PNGPixels
    private let pixelBytes: Int
    private let step: Int
    /// A row's bytes without the number of its filter.
    private let length: Int
    private let memory: ScratchBuffer
    private var row: UnsafeMutablePointer<UInt8>
    private var above: UnsafeMutablePointer<UInt8>

    /// - Parameters:
    ///   - pixelBytes: the bytes of a written pixel: 4 for RGBA, 3 for RGB without alpha, or twice as many.
    ///   - step: in a long row, one of this many blocks is examined when the filter is chosen; 1 or more.
    init(_ pixels: PNGPixels, pixelBytes: Int, step: Int, kernels: PackingKernels) throws(ImageError) {
        self.kernels = kernels
        self.pixels = pixels
        self.pixelBytes = pixelBytes
        self.step = step
        length = pixels.width * pixelBytes
        let slot = Self.margin + (length + Self.slack) / 64 * 64 + 64
        let scratch = try ScratchBuffer(byteCount: 2 * slot)
        scratch.bytes.initialize(repeating: 0)
        guard let base = scratch.bytes.baseAddress else { throw .outOfMemory(bytes: 2 * slot) }
        memory = scratch
        row = base + Self.margin
        above = base + slot + Self.margin
    }

    /// Filters rows, each with the best filter. The filter's number precedes the bytes of a row.
    ///
    /// - Parameter output: room for `rows.count × (1 + width × pixelBytes)` bytes, which are all written, and `slack` more.
    mutating func filter(_ rows: Range<Int>, into output: UnsafeMutablePointer<UInt8>) {
        if rows.lowerBound == 0 { above.update(repeating: 0, count: length) } else { load(rows.lowerBound - 1, into: above) }
        var target = output
        for y in rows {
            load(y, into: row)
            let filter = kernels.bestFilter(row, above, length, pixelBytes, step)
            target[0] = UInt8(truncatingIfNeeded: filter)
            kernels.filterRow(filter, row, above, length, pixelBytes, target + 1)
            target += length + 1
            swap(&row, &above)
        }
    }

    private func load(_ y: Int, into row: UnsafeMutablePointer<UInt8>) {
        let source = pixels.row(y)
        if pixelBytes == pixels.bytesPerPixel {
            row.update(from: source, count: length)
        } else if pixelBytes == 3 {
            kernels.packOpaqueRow(source, row, pixels.width)
        } else {
            for x in 0..<pixels.width { (row + 6 * x).update(from: source + 8 * x, count: 6) }
        }
    }
}
