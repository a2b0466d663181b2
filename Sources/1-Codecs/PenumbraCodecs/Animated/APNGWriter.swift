import PenumbraBitmap
import PenumbraSystem

/// Writes animated PNGs (W3C PNG, third edition, sections 4.9 and 11.3.6).
///
/// A frame replaces the smallest area that holds all changed pixels. The number of frames precedes the first frame, so it is
/// patched in at the end.
struct APNGWriter: TimedWriter {
    let ticks = FrameSchedule.Ticks.frames
    private let width: Int
    private let height: Int
    private let pixelBytes: Int
    private let options: AnimatedOptions
    private let head: [UInt8]
    private var delays: APNGDelays
    private var previous: Bitmap?
    private var frames = 0
    /// The number of the next fcTL or fdAT chunk.
    private var sequence = 0

    init(width: Int, height: Int, isOpaque: Bool, rate: AnimatedRate, options: AnimatedOptions) {
        self.width = width
        self.height = height
        pixelBytes = isOpaque ? 3 : 4
        self.options = options
        var png = options.png
        png.colorSpace = options.colorSpace
        head = PNGEncoder.head(width: width, height: height, form: .color(pixelBytes: pixelBytes), png)
        delays = APNGDelays(rate: rate)
    }

    mutating func begin() -> [UInt8] { head + control(frames: 0) }

    mutating func write(_ frame: FrameSchedule.Shown) throws(AnimatedError) -> [UInt8] {
        guard let delay = delays.next(frames: frame.ticks) else {
            throw .frameTooLong(.apng, frame: frame.number, seconds: delays.seconds(frames: frame.ticks))
        }
        var area = PixelArea(x: 0, y: 0, width: width, height: height)
        // Equal frames are merged, but a frame may equal the one before a frame that was dropped.
        if let previous { area = frame.bitmap.changedArea(from: previous) ?? .onePixel }
        let chunks: [UInt8]
        do throws(ImageError) {
            chunks = try PNGEncoder.write(
                frame.bitmap.cropped(to: area), pixelBytes: pixelBytes, head: [], options.png,
                threads: max(1, options.png.threads ?? processorCount()), kernels: .best)
        } catch {
            throw .picture(frame: frame.number, error)
        }
        let place = [area.width, area.height, area.x, area.y].flatMap { PNGChunk.bigEndian($0) }
        let time = [delay.numerator, delay.denominator].flatMap { PNGChunk.bigEndian($0)[2...] }
        // Dispose operation NONE, blend operation SOURCE.
        var bytes = PNGChunk.bytes("fcTL", number() + place + time + [0, 0])
        if previous == nil {
            bytes += chunks.dropLast(PNGChunk.end.count)
        } else {
            appendFrameData(of: chunks, to: &bytes)
        }
        guard sequence <= 0x7FFF_FFFF else { throw .fileTooLong(.apng) }
        previous = frame.bitmap
        frames += 1
        return bytes
    }

    mutating func finish() throws(AnimatedError) -> (bytes: [UInt8], patches: [FilePatch]) {
        (PNGChunk.end, [FilePatch(offset: head.count, bytes: control(frames: frames))])
    }

    private func control(frames: Int) -> [UInt8] {
        PNGChunk.bytes("acTL", PNGChunk.bigEndian(frames) + PNGChunk.bigEndian(options.plays))
    }

    private mutating func number() -> [UInt8] {
        defer { sequence += 1 }
        return PNGChunk.bigEndian(sequence)
    }

    /// Turns the IDAT chunks before an IEND chunk into fdAT chunks.
    private mutating func appendFrameData(of chunks: [UInt8], to bytes: inout [UInt8]) {
        let end = chunks.count - PNGChunk.end.count
        var start = 0
        while start < end {
            let length = chunks[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            bytes += PNGChunk.bytes("fdAT", number() + chunks[(start + 8)..<(start + 8 + length)])
            start += 12 + length
        }
    }
}

/// Turns durations into fractions of 16-bit numbers.
///
/// A duration is exact if its fraction fits. Otherwise it is rounded to milliseconds, or to longer units if it is longer than
/// 65 seconds. The error is passed on to the next rounded duration, so errors don't add up.
struct APNGDelays {
    private let rate: AnimatedRate
    /// The exact time that has not been written, in units of 1 / (1000 × numerator) seconds.
    private var owed: Int128 = 0

    init(rate: AnimatedRate) { self.rate = rate }

    /// Returns the duration of some frames, in seconds; nil if it is longer than 65,535 seconds.
    mutating func next(frames: Int) -> (numerator: Int, denominator: Int)? {
        let (product, overflow) = frames.multipliedReportingOverflow(by: rate.denominator)
        guard !overflow else { return nil }
        let divisor = greatestCommonDivisor(product, rate.numerator)
        let exact = (numerator: product / divisor, denominator: rate.numerator / divisor)
        if exact.numerator <= 65535, exact.denominator <= 65535 { return exact }
        let second = 1000 * Int128(rate.numerator)
        let due = owed + 1000 * Int128(product)
        for denominator in [1000, 100, 10, 1] {
            let unit = second / Int128(denominator)
            let units = max(1, (2 * due + unit) / (2 * unit))
            if units <= 65535 {
                owed = due - units * unit
                return (Int(units), denominator)
            }
        }
        return nil
    }

    func seconds(frames: Int) -> Int { rate.ticks(toFrame: frames, perSecond: 1) }
}
