import PenumbraSystem

/// Writes a PNG from rows that arrive one run after another, for pictures too large to be held as a whole.
///
/// The file is the same, byte for byte, that `PNGEncoder` with `effort: .fast` makes of the whole picture.
public struct PNGRowEncoder {
    private let strips: PNGStrips
    private let width: Int
    private let channels: Int
    private let threads: Int
    private let head: [UInt8]
    private var nextRow = 0
    private var adler: UInt32 = 1
    private var rowBefore: [UInt8] = []
    private var output: Output?

    /// - Parameters:
    ///   - isOpaque: whether every alpha is 255; the file then has none.
    /// - Throws: `ImageError.sideBeyondFormat`.
    public init(width: Int, height: Int, isOpaque: Bool, options: PNGOptions = .default) throws(ImageError) {
        let sides = 1...PictureFormat.png.maximumSide
        let channels = isOpaque ? 3 : 4
        guard sides.contains(width), sides.contains(height), width * channels < PNGStripWriter.longestRow else {
            throw .sideBeyondFormat(
                .png, width: width, height: height,
                allowed: min(PictureFormat.png.maximumSide, PNGStripWriter.longestRow / channels))
        }
        strips = PNGStrips(width: width, height: height, channels: channels)
        self.width = width
        self.channels = channels
        threads = max(1, options.threads ?? processorCount())
        head = PNGEncoder.head(width: width, height: height, channels: channels, scale: options.scale)
    }

    /// Every run of rows but the last is a multiple of this.
    public var rowMultiple: Int { strips.rowsAStrip }

    /// Takes the next rows and gives the bytes that the file goes on with.
    ///
    /// - Parameters:
    ///   - rows: those after the ones before, as many as `rowMultiple` allows.
    ///   - pixels: their straight RGBA bytes.
    ///   - emit: called with bytes that are valid during the call.
    /// - Throws: `ImageError.outOfMemory`, or what `emit` throws.
    public mutating func append<Failure: Error>(
        rows: Int, _ pixels: UnsafeBufferPointer<UInt8>, emit: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(RowFailure<Failure>) {
        let end = nextRow + rows
        precondition(
            rows > 0 && end <= strips.height && (end == strips.height || rows % rowMultiple == 0)
                && pixels.count >= rows * width * 4, "rows that no strips can be made of")
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
        rowBefore = Array(UnsafeBufferPointer(start: base + (rows - 1) * width * 4, count: width * 4))
        do {
            try emit(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room.memory.bytes)[..<count]))
        } catch {
            throw .emitting(error)
        }
    }

    /// Room for chunks; what they do not take of it is never touched.
    private final class Output {
        let memory: ScratchBuffer

        init(byteCount: Int) throws(ImageError) { memory = try ScratchBuffer(byteCount: byteCount) }
    }

    /// Makes the chunks of some strips, and what comes before the first and after the last.
    ///
    /// - Returns: their bytes.
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
            let pixels = PNGPixels(width: width, firstRow: rows.lowerBound, rows: base, rowBefore: before.baseAddress)
            return Result { () throws(ImageError) in
                try PNGStripWriter.write(
                    pixels, strips, range, channels: channels, threads: threads, kernels: .best, adler: adler, to: first)
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

/// Why rows were not written.
public enum RowFailure<Failure: Error>: Error {
    case encoding(ImageError)
    /// What took the bytes threw.
    case emitting(Failure)
}
