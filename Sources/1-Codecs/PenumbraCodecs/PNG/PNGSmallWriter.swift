import CPenumbraDeflate
import PenumbraBitmap

/// The thorough PNG writer: all filtered rows in one libdeflate stream, on one thread.
///
/// Each form that can hold the pixels, with each way to choose filters, is compressed quickly. The smallest is then compressed
/// thoroughly.
package enum PNGSmallWriter {
    /// libdeflate's level, 1…12. From level 10 on, libdeflate looks for the cheapest matches. Level 12 takes twice the time of
    /// level 11, for cards that are smaller by 0.2 % and icons that are smaller by 3 %.
    private static let level: Int32 = 11

    /// The level that ways are compared with. Comparing with level 7 takes twice the time and makes files smaller by 0.1 %.
    private static let trialLevel: Int32 = 4

    /// The longest IDAT chunk written. The format allows 2³¹−1 bytes; a power of two below that leaves readers room for
    /// sums.
    private static let longestData = 1 << 30

    /// Pixels in a form that can hold them.
    private struct Candidate {
        let pixels: PNGPixels
        let height: Int
        let form: PNGForm
        /// The bytes before the first IDAT chunk.
        let head: [UInt8]

        var size: Int { (1 + form.rowBytes(pixels.width)) * height }
    }

    /// Encodes a picture as a complete PNG file: in grey, with a palette, or as it is.
    ///
    /// - Parameter form: RGB or RGBA.
    package static func write(
        _ bitmap: Bitmap, form: PNGForm, _ options: PNGOptions, kernels: PackingKernels
    ) throws(ImageError) -> [UInt8] {
        let form = PNGForm.gray(of: bitmap, options.colorSpace) ?? form
        let plain = try candidate(
            bitmap, form: form, head: PNGEncoder.head(width: bitmap.width, height: bitmap.height, form: form, options))
        guard bitmap.depth == .eight, let picture = PalettePicture(exactly: bitmap) else {
            return try smallest(of: [plain], kernels)
        }
        return try picture.numbers.withUnsafeBufferPointer { numbers throws(ImageError) in
            try smallest(of: [plain, candidate(picture, numbers, options)], kernels)
        }
    }

    /// Encodes a picture in the given form.
    ///
    /// - Parameters:
    ///   - form: RGB or RGBA.
    ///   - head: the bytes before the first IDAT chunk.
    package static func write(
        _ bitmap: Bitmap, form: PNGForm, head: [UInt8], kernels: PackingKernels
    ) throws(ImageError) -> [UInt8] {
        try smallest(of: [candidate(bitmap, form: form, head: head)], kernels)
    }

    /// Encodes a picture with a palette as a complete PNG file.
    package static func write(_ picture: PalettePicture, _ options: PNGOptions) throws(ImageError) -> [UInt8] {
        try picture.numbers.withUnsafeBufferPointer { numbers throws(ImageError) in
            try smallest(of: [candidate(picture, numbers, options)], .best)
        }
    }

    private static func candidate(_ bitmap: Bitmap, form: PNGForm, head: [UInt8]) throws(ImageError) -> Candidate {
        guard let pixels = PNGPixels(bitmap) else { throw .outOfMemory(bytes: bitmap.pixels.count) }
        return Candidate(pixels: pixels, height: bitmap.height, form: form, head: head)
    }

    /// - Parameter numbers: those of the picture.
    private static func candidate(
        _ picture: PalettePicture, _ numbers: UnsafeBufferPointer<UInt8>, _ options: PNGOptions
    ) throws(ImageError) -> Candidate {
        guard let first = numbers.baseAddress else { throw .outOfMemory(bytes: numbers.count) }
        let form = PNGForm.palette(of: picture.palette.count)
        let head = PNGEncoder.head(of: picture, options)
        let pixels = PNGPixels(width: picture.width, bytesPerPixel: 1, firstRow: 0, rows: first, rowBefore: nil)
        return Candidate(pixels: pixels, height: picture.height, form: form, head: head)
    }

    private static func smallest(of candidates: [Candidate], _ kernels: PackingKernels) throws(ImageError) -> [UInt8] {
        let room = candidates.map(\.size).max() ?? 0
        let filtered = try ScratchBuffer(byteCount: room + PNGRows.slack)
        guard let target = filtered.bytes.baseAddress else { throw .outOfMemory(bytes: room) }
        func filter(_ candidate: Candidate, _ choice: PNGRows.Choice) throws(ImageError) -> UnsafeBufferPointer<UInt8> {
            var rows = try PNGRows(candidate.pixels, form: candidate.form, step: 1, kernels: kernels)
            rows.filter(0..<candidate.height, by: choice, into: target)
            return UnsafeBufferPointer(start: target, count: candidate.size)
        }

        var best: (candidate: Candidate, choice: PNGRows.Choice, count: Int)?
        let trial = try Compressor(level: trialLevel, room: room)
        for candidate in candidates {
            for choice in PNGRows.Choice.allCases {
                let count = candidate.head.count + trial.compress(try filter(candidate, choice)).count
                if count < best?.count ?? .max { best = (candidate, choice, count) }
            }
        }
        guard let best else { return [] }
        let compressor = try Compressor(level: level, room: room)
        return try file(best.candidate.head, compressor.compress(try filter(best.candidate, best.choice)))
    }

    /// A complete file.
    private static func file(_ head: [UInt8], _ data: UnsafeBufferPointer<UInt8>) throws(ImageError) -> [UInt8] {
        // An array cannot report a failed allocation.
        _ = try ScratchBuffer(byteCount: data.count + head.count + 1024)
        var file = head
        file.reserveCapacity(head.count + data.count + 12 * (data.count / longestData + 2))
        var start = 0
        repeat {
            let end = min(start + longestData, data.count)
            file += PNGChunk.bytes("IDAT", Array(data[start..<end]))
            start = end
        } while start < data.count
        file += PNGChunk.end
        return file
    }
}

/// libdeflate's compressor for one level, and room for one zlib stream.
private struct Compressor: ~Copyable {
    private let compressor: OpaquePointer
    private let stream: ScratchBuffer

    /// - Parameter room: the most bytes that are compressed together.
    init(level: Int32, room: Int) throws(ImageError) {
        // Without a compressor, the bound holds for all levels.
        let stream = try ScratchBuffer(byteCount: libdeflate_zlib_compress_bound(nil, room))
        guard let compressor = libdeflate_alloc_compressor(level) else { throw .outOfMemory(bytes: 1 << 20) }
        self.compressor = compressor
        self.stream = stream
    }

    deinit { libdeflate_free_compressor(compressor) }

    /// - Returns: the stream, which is valid until the next call.
    func compress(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let count = libdeflate_zlib_compress(
            compressor, bytes.baseAddress, bytes.count, stream.bytes.baseAddress, stream.bytes.count)
        return UnsafeBufferPointer(rebasing: stream.bytes[..<count])
    }
}
