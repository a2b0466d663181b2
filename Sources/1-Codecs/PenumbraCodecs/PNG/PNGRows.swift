import Glibc
import PenumbraBitmap

/// Some rows of a picture without gaps, and the row before them: straight RGBA, or the numbers of a palette's colours.
package struct PNGPixels: @unchecked Sendable {
    package let width: Int
    /// The bytes of a pixel: 4, 8 for 16 bits per channel, or 1 for the number of a colour.
    var bytesPerPixel = 4
    /// The number of the first row.
    let firstRow: Int
    let rows: UnsafePointer<UInt8>
    /// Row `firstRow − 1`; nil if `firstRow` is 0.
    let rowBefore: UnsafePointer<UInt8>?
    /// Digests of the rows that are known.
    private(set) var rowDigests: RowDigests?

    package init(
        width: Int, bytesPerPixel: Int = 4, firstRow: Int, rows: UnsafePointer<UInt8>, rowBefore: UnsafePointer<UInt8>?
    ) {
        self.width = width
        self.bytesPerPixel = bytesPerPixel
        self.firstRow = firstRow
        self.rows = rows
        self.rowBefore = rowBefore
    }

    package func row(_ y: Int) -> UnsafePointer<UInt8> {
        if y < firstRow, let rowBefore { return rowBefore }
        return rows + (y - firstRow) * width * bytesPerPixel
    }
}

extension PNGPixels {
    /// All rows of a bitmap, which must outlive this value.
    package init?(_ bitmap: Bitmap) {
        guard let first = bitmap.pixels.baseAddress else { return nil }
        self.init(
            width: bitmap.width, bytesPerPixel: bitmap.depth.bytesPerPixel, firstRow: 0, rows: first, rowBefore: nil)
        rowDigests = bitmap.rowDigests
    }
}

/// Filters the rows of a picture one after another. Each filtered row follows the number of its filter.
///
/// It holds memory for a few rows. Only one thread at a time may use it.
package struct PNGRows: ~Copyable {
    /// How each row's filter is chosen.
    package enum Choice: CaseIterable {
        /// No row is filtered. Suits drawings with few colours.
        case none
        /// Each row has the differences from the left neighbours.
        case left
        /// Each row gets the filter whose differences have the least sum of absolute values.
        case leastSum
        /// Each row gets the filter that leaves the fewest different pairs of neighbouring bytes.
        case fewestPairs
    }

    /// Bytes before a row, the last of which represent the pixel left of the first. The number is a multiple of every
    /// vector's size, so rows stay aligned.
    private static let margin = 64

    /// The number of bytes that kernels may write behind the end of a row.
    package static let slack = 64

    private let kernels: PackingKernels
    private let pixels: PNGPixels
    private let form: PNGForm
    private let step: Int
    /// A row's bytes without the number of its filter.
    private let length: Int
    private let memory: ScratchBuffer
    private var row: UnsafeMutablePointer<UInt8>
    private var above: UnsafeMutablePointer<UInt8>
    private var pairs: PNGPairs?

    /// - Parameters:
    ///   - form: what is written. Numbers of colours need pixels of one byte; grey takes the red of each pixel.
    ///   - step: in a long row, one of this many blocks is examined when the filter is chosen; 1 or more.
    package init(_ pixels: PNGPixels, form: PNGForm, step: Int, kernels: PackingKernels) throws(ImageError) {
        self.kernels = kernels
        self.pixels = pixels
        self.form = form
        self.step = step
        length = form.rowBytes(pixels.width)
        let slot = Self.margin + (length + Self.slack) / 64 * 64 + 64
        let scratch = try ScratchBuffer(byteCount: 2 * slot)
        scratch.bytes.initialize(repeating: 0)
        guard let base = scratch.bytes.baseAddress else { throw .outOfMemory(bytes: 2 * slot) }
        memory = scratch
        row = base + Self.margin
        above = base + slot + Self.margin
    }

    /// Filters rows. The filter's number precedes the bytes of a row.
    ///
    /// - Parameter output: room for `rows.count × (1 + form.rowBytes(width))` bytes, which are all written, and `slack` more.
    package mutating func filter(_ rows: Range<Int>, by choice: Choice, into output: UnsafeMutablePointer<UInt8>) {
        if choice == .none {
            var target = output
            for y in rows {
                target[0] = 0
                load(y, into: target + 1)
                target += length + 1
            }
            return
        }
        if rows.lowerBound == 0 { above.update(repeating: 0, count: length) } else { load(rows.lowerBound - 1, into: above) }
        var target = output
        for y in rows {
            load(y, into: row)
            let filter = bestFilter(choice, scratch: target + 1)
            target[0] = UInt8(truncatingIfNeeded: filter)
            kernels.filterRow(filter, row, above, length, form.pixelBytes, target + 1)
            target += length + 1
            swap(&row, &above)
        }
    }

    /// Counts the pixels of rows that are novel: different from the pixel to the left and from the three nearest above. Nil if
    /// pixels have not four bytes.
    func novelPixels(in rows: Range<Int>) -> Int? {
        guard pixels.bytesPerPixel == 4 else { return nil }
        return rows.reduce(0) { count, y in
            y == 0 ? count : count + kernels.countNovelPixels(pixels.row(y), pixels.row(y - 1), pixels.width)
        }
    }

    /// - Parameter scratch: where the filtered row will be.
    private mutating func bestFilter(_ choice: Choice, scratch: UnsafeMutablePointer<UInt8>) -> Int {
        switch choice {
        case .none: return 0
        case .left: return 1
        case .leastSum: return kernels.bestFilter(row, above, length, form.pixelBytes, step)
        case .fewestPairs:
            var counter = pairs.take() ?? PNGPairs()
            var (best, least) = (0, Int.max)
            for filter in 0..<5 {
                kernels.filterRow(filter, row, above, length, form.pixelBytes, scratch)
                let count = counter.count(scratch, length)
                if count < least { (best, least) = (filter, count) }
            }
            pairs = consume counter
            return best
        }
    }

    private func load(_ y: Int, into row: UnsafeMutablePointer<UInt8>) {
        let source = pixels.row(y)
        switch (form.colorType, form.depth) {
        case (0, _): for x in 0..<pixels.width { row[x] = source[4 * x] }
        case (2, 8): kernels.packOpaqueRow(source, row, pixels.width)
        case (2, _): for x in 0..<pixels.width { (row + 6 * x).update(from: source + 8 * x, count: 6) }
        case (3, let bits) where bits < 8: packNumbers(source, bits, into: row)
        case (4, _): for x in 0..<pixels.width { (row[2 * x], row[2 * x + 1]) = (source[4 * x], source[4 * x + 3]) }
        default: row.update(from: source, count: length)
        }
    }

    /// The first pixel has a byte's highest bits.
    private func packNumbers(_ source: UnsafePointer<UInt8>, _ bits: Int, into row: UnsafeMutablePointer<UInt8>) {
        row.update(repeating: 0, count: length)
        for x in 0..<pixels.width { row[x * bits / 8] |= source[x] << UInt8(8 - bits - x * bits % 8) }
    }
}

/// Counts the different pairs of neighbouring bytes in a row.
private struct PNGPairs {
    /// For each pair, the last count that met it.
    private var met = [UInt32](repeating: 0, count: 1 << 16)
    private var number: UInt32 = 0

    mutating func count(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int {
        number += 1
        let number = number
        return met.withUnsafeMutableBufferPointer { met in
            var count = 0
            var pair = 0
            for index in 0..<length {
                pair = (pair << 8 | Int(bytes[index])) & 0xFFFF
                guard index > 0, met[pair] != number else { continue }
                met[pair] = number
                count += 1
            }
            return count
        }
    }
}
