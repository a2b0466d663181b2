import PenumbraBitmap
import PenumbraSystem

/// Writes a PNG from rows that arrive one run after another, for pictures too large to be in memory as a whole.
///
/// The file is identical, byte for byte, to the output of `PNGEncoder` with `effort: .fast` for the whole picture.
public struct PNGRowEncoder {
    private let strips: PNGStrips
    private let width: Int
    private let pixelBytes: Int
    private let depth: PixelDepth
    private let threads: Int
    private let head: [UInt8]
    private var nextRow = 0
    private var adler: UInt32 = 1
    private var rowBefore: [UInt8] = []
    private var output: Output?

    /// Makes an encoder for a picture of the given size in pixels.
    ///
    /// - Parameters:
    ///   - isOpaque: true if every alpha is 255; the file then has no alpha.
    /// - Throws: `ImageError.sideBeyondFormat`.
    public init(
        width: Int, height: Int, depth: PixelDepth = .eight, isOpaque: Bool, options: PNGOptions = .default
    ) throws(ImageError) {
        let sides = 1...PictureFormat.png.maximumSide
        let pixelBytes = PNGEncoder.pixelBytes(isOpaque: isOpaque, depth)
        guard sides.contains(width), sides.contains(height), width * pixelBytes < PNGStripWriter.longestRow else {
            throw .sideBeyondFormat(
                .png, width: width, height: height,
                allowed: min(PictureFormat.png.maximumSide, PNGStripWriter.longestRow / pixelBytes))
        }
        strips = PNGStrips(width: width, height: height, pixelBytes: pixelBytes)
        self.width = width
        self.pixelBytes = pixelBytes
        self.depth = depth
        threads = max(1, options.threads ?? processorCount())
        head = PNGEncoder.head(width: width, height: height, form: .color(pixelBytes: pixelBytes), options)
    }

    /// The number of rows of which every run but the last must be a multiple.
    public var rowMultiple: Int { strips.rowsAStrip }

    /// Encodes the next rows and emits the next bytes of the file.
    ///
    /// - Parameters:
    ///   - rows: the number of rows, a multiple of `rowMultiple` except at the picture's end. They follow the rows of the
    ///     previous call.
    ///   - pixels: the straight RGBA bytes of these rows.
    ///   - emit: called with bytes that are valid during the call.
    /// - Throws: `ImageError.outOfMemory`, or the error that `emit` throws.
    public mutating func append<Failure: Error>(
        rows: Int, _ pixels: UnsafeBufferPointer<UInt8>, emit: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(RowFailure<Failure>) {
        let end = nextRow + rows
        precondition(
            rows > 0 && end <= strips.height && (end == strips.height || rows % rowMultiple == 0)
                && pixels.count >= rows * width * depth.bytesPerPixel, "rows that no strips can be made of")
        guard let base = pixels.baseAddress else { return }
        let range = nextRow / rowMultiple..<(end + rowMultiple - 1) / rowMultiple
        let capacity = range.reduce(nextRow == 0 ? head.count : 0) { $0 + strips.bound($1) } + PNGChunk.end.count
        let known = output.flatMap { $0.memory.bytes.count >= capacity ? $0 : nil }
        let (room, count): (Output, Int)
        do throws(ImageError) {
            let made: Output
            if let known { made = known } else { made = try Output(byteCount: capacity) }
            output = made
            (room, count) = (made, try encode(rows: nextRow..<end, range, base, into: made.memory.bytes))
        } catch {
            throw .encoding(error)
        }
        nextRow = end
        let rowBytes = width * depth.bytesPerPixel
        rowBefore = Array(UnsafeBufferPointer(start: base + (rows - 1) * rowBytes, count: rowBytes))
        do {
            try emit(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room.memory.bytes)[..<count]))
        } catch {
            throw .emitting(error)
        }
    }

    /// Memory for chunks. The part they do not need is never touched.
    private final class Output {
        let memory: ScratchBuffer

        init(byteCount: Int) throws(ImageError) { memory = try ScratchBuffer(byteCount: byteCount) }
    }

    /// Makes the chunks of some strips, and also the bytes before the first strip and after the last.
    ///
    /// - Returns: the number of bytes.
    private mutating func encode(
        rows: Range<Int>, _ range: Range<Int>, _ base: UnsafePointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) throws(ImageError) -> Int {
        guard let start = output.baseAddress else { return 0 }
        var target = start
        if rows.lowerBound == 0 {
            target.update(from: head, count: head.count)
            target += head.count
        }
        let first = target
        let result = try rowBefore.withUnsafeBufferPointer { before in
            let pixels = PNGPixels(
                width: width, bytesPerPixel: depth.bytesPerPixel, firstRow: rows.lowerBound, rows: base,
                rowBefore: before.baseAddress)
            return Result { () throws(ImageError) in
                try PNGStripWriter.write(
                    pixels, strips, range, form: .color(pixelBytes: pixelBytes), effort: .fast, threads: threads,
                    kernels: .best, adler: adler, to: first)
            }
        }.get()
        adler = result.adler
        target = result.end
        if rows.upperBound == strips.height {
            target.update(from: PNGChunk.end, count: PNGChunk.end.count)
            target += PNGChunk.end.count
        }
        return target - start
    }
}

/// The reason why rows were not written.
public enum RowFailure<Failure: Error>: Error {
    case encoding(ImageError)
    /// The receiver of the bytes threw this error.
    case emitting(Failure)
}
