import PenumbraBitmap

/// Writes animated WebPs (RFC 9649, section 2.7): the container around frames that libwebp encodes.
///
/// A frame replaces the smallest area that holds all changed pixels and starts at an even column and row. The length of the
/// file and the flag for alpha precede the frames, so they are patched in at the end.
struct AnimatedWebPWriter: TimedWriter {
    let ticks = FrameSchedule.Ticks.perSecond(1000)
    private let width: Int
    private let height: Int
    private let options: AnimatedOptions
    private var previous: Bitmap?
    private var hasAlpha = false
    /// The bytes of the file so far.
    private var byteCount = 0

    /// The longest duration of a frame in milliseconds, 24 bits. Longer frames are followed by frames of one pixel.
    static let longestFrame = 0xFF_FFFF

    init(width: Int, height: Int, options: AnimatedOptions) {
        self.width = width
        self.height = height
        self.options = options
    }

    mutating func begin() -> [UInt8] {
        var bytes = Array("RIFF".utf8) + WebPTagging.little(0, 4) + "WEBP".utf8
        bytes += WebPTagging.chunk("VP8X", header)
        bytes += WebPTagging.chunk("ICCP", ICCProfile.bytes(of: options.colorSpace))
        // A transparent background, and the number of plays.
        bytes += WebPTagging.chunk("ANIM", [0, 0, 0, 0] + WebPTagging.little(options.plays, 2))
        byteCount = bytes.count
        return bytes
    }

    /// The flags (0x20 profile, 0x10 alpha, 0x02 animation) and the size.
    private var header: [UInt8] {
        [hasAlpha ? 0x32 : 0x22, 0, 0, 0] + WebPTagging.little(width - 1, 3) + WebPTagging.little(height - 1, 3)
    }

    mutating func write(_ frame: FrameSchedule.Shown) throws(AnimatedError) -> [UInt8] {
        var area = PixelArea(x: 0, y: 0, width: width, height: height)
        if let previous { area = (frame.bitmap.changedArea(from: previous) ?? .onePixel).fromEvenPlace }
        var bytes: [UInt8] = []
        var rest = frame.ticks
        repeat {
            let duration = min(rest, Self.longestFrame)
            bytes += try encode(frame, area, milliseconds: duration)
            rest -= duration
            area = .onePixel
        } while rest > 0
        previous = frame.bitmap
        byteCount += bytes.count
        // The length in the header leaves out eight bytes; the format allows 2³² − 10.
        guard byteCount - 8 <= 0xFFFF_FFF6 else { throw .fileTooLong(.webp) }
        return bytes
    }

    private mutating func encode(
        _ frame: FrameSchedule.Shown, _ area: PixelArea, milliseconds: Int
    ) throws(AnimatedError) -> [UInt8] {
        let bitmap = frame.bitmap.cropped(to: area)
        hasAlpha = hasAlpha || !bitmap.isOpaque
        var place = WebPTagging.little(area.x / 2, 3) + WebPTagging.little(area.y / 2, 3)
        place += WebPTagging.little(area.width - 1, 3) + WebPTagging.little(area.height - 1, 3)
        // Flag 0x02: the frame replaces pixels, instead of being laid over them.
        place += WebPTagging.little(milliseconds, 3) + [2]
        do throws(ImageError) {
            return try WebPEncoder.encode(bitmap, options: options.webp) { file in
                // A file with lossy colours and alpha has a header of its own, which frames don't have.
                let isExtended = file.count >= 30 && file[12..<16].elementsEqual("VP8X".utf8)
                return WebPTagging.chunk("ANMF", place + file[(isExtended ? 30 : 12)...])
            }
        } catch {
            throw .picture(frame: frame.number, error)
        }
    }

    mutating func finish() throws(AnimatedError) -> (bytes: [UInt8], patches: [FilePatch]) {
        let patches = [
            FilePatch(offset: 4, bytes: WebPTagging.little(byteCount - 8, 4)), FilePatch(offset: 20, bytes: header),
        ]
        return ([], patches)
    }
}
