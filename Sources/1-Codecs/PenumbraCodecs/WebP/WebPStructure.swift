import CPenumbraWebP

/// The chunks of a WebP, found by libwebp's demultiplexer. The file's bytes must outlive this value.
struct WebPStructure: ~Copyable {
    private let demuxer: OpaquePointer
    /// The width of the canvas: the picture, or the area on which an animation's frames are placed. `height` is the canvas's
    /// height.
    let width: Int
    let height: Int

    /// Parses a WebP file, which may be cut off anywhere after its header.
    ///
    /// - Throws: `ImageError.truncated` if the file ends before the picture's size, `.damaged` if the chunks contradict each
    ///   other.
    init(_ bytes: ByteView) throws(ImageError) {
        var data = WebPData(bytes: bytes.base.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
        var state = WEBP_DEMUX_PARSE_ERROR
        let demuxer = WebPDemuxPartial(&data, &state)
        guard let demuxer, state.rawValue >= WEBP_DEMUX_PARSED_HEADER.rawValue else {
            // There may be a demultiplexer that has seen too little data.
            WebPDemuxDelete(demuxer)
            if state == WEBP_DEMUX_PARSING_HEADER {
                throw .truncated(.webp, "it ends after \(bytes.count) bytes, before a header with its size")
            }
            throw .damaged(.webp, "libwebp finds no valid sequence of chunks in it")
        }
        self.demuxer = demuxer
        width = Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH))
        height = Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT))
    }

    deinit { WebPDemuxDelete(demuxer) }

    var information: ImageInformation {
        ImageInformation(format: .webp, storedWidth: width, storedHeight: height, orientation: orientation)
    }

    /// The orientation in the EXIF chunk; upright without the chunk.
    var orientation: ExifOrientation {
        withChunk("EXIF") { body in
            // The chunk is a TIFF structure. Some writers put the six bytes before it that JPEG requires.
            let start = body.starts(with: "Exif\0\0") ? 6 : 0
            return body.part(start, body.count - start).map(ExifOrientation.init(tiff:))
        } ?? .upright
    }

    /// Calls `body` with the contents of the first chunk of the given name; returns nil if there is none.
    func withChunk<Result>(_ name: String, _ body: (ByteView) -> Result?) -> Result? {
        var iterator = WebPChunkIterator()
        guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return nil }
        defer { WebPDemuxReleaseChunkIterator(&iterator) }
        return body(ByteView(UnsafeRawBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size)))
    }

    /// Returns the picture itself, or the first frame of an animation.
    func firstFrame() throws(ImageError) -> Frame {
        var iterator = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, 1, &iterator) != 0 else { throw .damaged(.webp, "it holds no picture") }
        defer { WebPDemuxReleaseIterator(&iterator) }
        var features = WebPBitstreamFeatures()
        try check(WebPGetFeatures(iterator.fragment.bytes, iterator.fragment.size, &features))
        let frame = Frame(
            data: iterator.fragment, left: Int(iterator.x_offset), top: Int(iterator.y_offset), width: Int(iterator.width),
            height: Int(iterator.height), hasAlpha: features.has_alpha != 0, isLossless: features.format == 2)
        guard Int(features.width) == frame.width, Int(features.height) == frame.height, frame.left >= 0, frame.top >= 0,
            frame.width > 0, frame.height > 0, frame.left <= width - frame.width, frame.top <= height - frame.height
        else {
            throw .damaged(.webp, "a frame of \(features.width)×\(features.height) pixels is not at the place in its header")
        }
        return frame
    }

    struct Frame {
        /// The bytes of one picture, in the form that `WebPDecode` reads.
        let data: WebPData
        let left: Int
        let top: Int
        let width: Int
        let height: Int
        let hasAlpha: Bool
        let isLossless: Bool

        /// The bytes that libwebp holds besides the result: 32 bits per pixel for a lossless picture, or 8-bit alpha with
        /// its filtered rows.
        var workBytes: Int { width * height * (isLossless ? 4 : hasAlpha ? 2 : 0) }
    }
}

/// Throws the error for a status of libwebp's decoder, unless the status is success.
func check(_ status: VP8StatusCode) throws(ImageError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory(bytes: 1 << 20)
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
        throw .truncated(.webp, "the data end before the picture does")
    case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupportedVariant(.webp, "libwebp does not know its bitstream")
    default: throw .damaged(.webp, "libwebp cannot read its bitstream (status \(status.rawValue))")
    }
}
