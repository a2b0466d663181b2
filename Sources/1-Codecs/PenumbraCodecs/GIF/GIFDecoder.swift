import CPenumbraGIF
import Glibc
import PenumbraBitmap

/// Decodes the first frame of a GIF to RGBA in a colour space.
///
/// The frame lies on transparent pixels, whatever background colour the file proposes, as in browsers. A frame that reaches
/// beyond the screen widens it. A frame without a palette draws nothing, as in browsers: it is a common placeholder.
enum GIFDecoder {
    static func decode(_ bytes: ByteView, limits: ImageLimits, to space: ColorSpace) throws(ImageError) -> Bitmap {
        try GIFReader.read(bytes) { reader throws(ImageError) in
            let (width, height) = (reader.width, reader.height)
            try limits.check(.gif, width: width, height: height, bytesPerPixel: 4)
            let frame = reader.frame
            let coversScreen =
                frame.width == width && frame.height == height && reader.transparentIndex == nil && reader.hasPalette
            return try Bitmap(
                width: width, height: height, isOpaque: coversScreen ? true : nil
            ) { pixels throws(ImageError) in
                guard let target = pixels.baseAddress else { return }
                if !coversScreen { memset(target, 0, pixels.count) }
                try reader.readFrame(
                    into: target, width: width, height: height, transparentIndex: reader.transparentIndex, to: space)
            }
        }
    }

    static func information(of bytes: ByteView) throws(ImageError) -> ImageInformation {
        try GIFReader.read(bytes) { reader throws(ImageError) in
            ImageInformation(format: .gif, storedWidth: reader.width, storedHeight: reader.height, orientation: .upright)
        }
    }
}

/// A GIF that giflib has read up to the pixels of its first frame.
struct GIFReader: ~Copyable {
    private let file: UnsafeMutablePointer<GifFileType>
    /// The width of the screen, widened to hold the frame. `height` is the screen's height.
    let width: Int
    let height: Int
    let frame: (left: Int, top: Int, width: Int, height: Int)
    /// The index of the palette that means no colour.
    let transparentIndex: Int?
    /// Whether the frame has colours, of its own or of the whole file.
    let hasPalette: Bool

    /// The parts of a file that giflib has yet to read.
    private struct Source {
        var rest: UnsafeRawBufferPointer
        var next: UnsafeRawBufferPointer

        /// Copies the next bytes, up to a number of them.
        mutating func copy(_ count: Int, to target: UnsafeMutablePointer<GifByteType>) -> Int {
            var copied = 0
            while copied < count {
                if rest.isEmpty { (rest, next) = (next, UnsafeRawBufferPointer(start: nil, count: 0)) }
                let taken = min(count - copied, rest.count)
                guard taken > 0, let base = rest.baseAddress else { break }
                memcpy(target + copied, base, taken)
                rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
                copied += taken
            }
            return copied
        }
    }

    /// Calls `body` with the reader of a file.
    ///
    /// - Parameter next: bytes that follow in the place of the file's own, such as those of another frame.
    static func read<Result>(
        _ bytes: ByteView, then next: ByteView? = nil, _ body: (borrowing GIFReader) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        var source = Source(rest: bytes.base, next: next?.base ?? UnsafeRawBufferPointer(start: nil, count: 0))
        return try withUnsafeMutablePointer(to: &source) { source throws(ImageError) in
            try body(try GIFReader(source))
        }
    }

    private init(_ source: UnsafeMutablePointer<Source>) throws(ImageError) {
        var code: Int32 = 0
        let opened = DGifOpen(
            source,
            { file, target, count in
                guard let file, let target, count > 0, let source = file.pointee.UserData else { return 0 }
                return Int32(source.assumingMemoryBound(to: Source.self).pointee.copy(Int(count), to: target))
            }, &code)
        guard let opened else { throw Self.error(code) }
        let transparentIndex: Int?
        do throws(ImageError) {
            transparentIndex = try Self.findFrame(opened)
        } catch {
            DGifCloseFile(opened, nil)
            throw error
        }
        self.transparentIndex = transparentIndex
        file = opened
        let image = opened.pointee.Image
        hasPalette = image.ColorMap != nil || opened.pointee.SColorMap != nil
        frame = (Int(image.Left), Int(image.Top), Int(image.Width), Int(image.Height))
        width = max(Int(opened.pointee.SWidth), frame.left + frame.width)
        height = max(Int(opened.pointee.SHeight), frame.top + frame.height)
    }

    deinit { DGifCloseFile(file, nil) }

    /// Reads records up to the header of the first frame.
    ///
    /// - Returns: the transparent index.
    private static func findFrame(_ file: UnsafeMutablePointer<GifFileType>) throws(ImageError) -> Int? {
        var transparentIndex: Int?
        while true {
            var record = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(file, &record) == GIF_OK else { throw error(file.pointee.Error) }
            switch record {
            case IMAGE_DESC_RECORD_TYPE:
                guard DGifGetImageDesc(file) == GIF_OK else { throw error(file.pointee.Error) }
                let image = file.pointee.Image
                guard image.Width > 0, image.Height > 0 else { throw .damaged(.gif, "its first frame has no pixels") }
                return transparentIndex
            case EXTENSION_RECORD_TYPE:
                var kind: Int32 = 0
                var block: UnsafeMutablePointer<GifByteType>?
                guard DGifGetExtension(file, &kind, &block) == GIF_OK else { throw error(file.pointee.Error) }
                while let bytes = block {
                    // A graphic control extension: flags, delay, transparent index.
                    if kind == GRAPHICS_EXT_FUNC_CODE, bytes[0] == 4 {
                        transparentIndex = bytes[1] & 1 != 0 ? Int(bytes[4]) : nil
                    }
                    guard DGifGetExtensionNext(file, &block) == GIF_OK else { throw error(file.pointee.Error) }
                }
            default:
                throw .damaged(.gif, "it has no frames")
            }
        }
    }

    /// Draws the frame over a screen of `width × height` RGBA pixels. Pixels beyond the screen are left out.
    ///
    /// A frame without a palette leaves the screen as it is, whatever its data are: many such frames have none.
    ///
    /// - Parameter transparentIndex: the index of the palette that leaves the screen as it is.
    func readFrame(
        into target: UnsafeMutablePointer<UInt8>, width: Int, height: Int, transparentIndex: Int?, to space: ColorSpace
    ) throws(ImageError) {
        guard hasPalette else { return }
        let palette = colors(transparentIndex: transparentIndex, to: space)
        let columns = max(0, min(frame.width, width - frame.left))
        let line = try ScratchBuffer(byteCount: frame.width)
        // Interlaced rows come in four passes.
        let passes = file.pointee.Image.Interlace ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        for (first, step) in passes {
            for row in stride(from: first, to: frame.height, by: step) {
                guard DGifGetLine(file, line.bytes.baseAddress, Int32(frame.width)) == GIF_OK else {
                    throw Self.error(file.pointee.Error)
                }
                guard columns > 0, frame.top + row < height else { continue }
                let start = (frame.top + row) * width + frame.left
                (target + 4 * start).withMemoryRebound(to: UInt32.self, capacity: columns) { pixels in
                    for x in 0..<columns {
                        let color = palette[Int(line.bytes[x])]
                        if color != 0 { pixels[x] = color }
                    }
                }
            }
        }
    }

    /// The RGBA bytes of all 256 indices. Indices beyond the palette are black, and the transparent index is 0.
    private func colors(transparentIndex: Int?, to space: ColorSpace) -> [UInt32] {
        var colors = [UInt32](repeating: UInt32(littleEndian: 0xFF00_0000), count: 256)
        if let map = file.pointee.Image.ColorMap ?? file.pointee.SColorMap, let entries = map.pointee.Colors {
            for i in 0..<min(256, Int(map.pointee.ColorCount)) {
                let (red, green, blue) = (UInt32(entries[i].Red), UInt32(entries[i].Green), UInt32(entries[i].Blue))
                colors[i] = UInt32(littleEndian: red | green << 8 | blue << 16 | 0xFF00_0000)
            }
        }
        if let transform = ColorTransform.make(fromSRGBTo: space, layout: .rgba8) {
            colors.withUnsafeMutableBytes { bytes in
                guard let pixels = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
                transform.convert(pixels, to: pixels, pixels: 256)
            }
        }
        if let transparentIndex { colors[transparentIndex] = 0 }
        return colors
    }

    private static func error(_ code: Int32) -> ImageError {
        switch code {
        case D_GIF_ERR_NOT_ENOUGH_MEM: return .outOfMemory(bytes: 1 << 16)
        case D_GIF_ERR_READ_FAILED, D_GIF_ERR_EOF_TOO_SOON, D_GIF_ERR_NO_SCRN_DSCR:
            return .truncated(.gif, "the data end before the first frame does")
        default:
            return .damaged(.gif, "giflib reports \"\(GifErrorString(code).map { String(cString: $0) } ?? "no reason")\"")
        }
    }
}
