import PenumbraBitmap
import PenumbraCodecs

/// Checks reading pictures. Sizes match the header, limits hold, the same bytes give the same picture, also by way of a
/// JPEG's coefficients, and written pictures read back unchanged.
enum PictureChecks {
    static let limits = ImageLimits(maximumSide: 4096, maximumPixels: 1 << 20, maximumBytes: 32 << 20)
    /// Larger pictures aren't written: the time isn't worth it.
    private static let mostPixelsWritten = 1 << 14

    static func check(_ bytes: [UInt8]) throws {
        let information: ImageInformation?
        do throws(ImageError) {
            information = try ImageDecoder.information(of: bytes)
        } catch {
            try requireOneLine(error)
            information = nil
        }
        let bitmap: Bitmap
        let coded = Result { () throws(ImageError) in
            try ImageDecoder.decode(bytes, limits: limits, keepsCoefficients: true)
        }
        do throws(ImageError) {
            bitmap = try ImageDecoder.decode(bytes, limits: limits)
        } catch {
            try requireOneLine(error)
            guard case .failure(error) = coded else { throw FuzzFinding("a refused picture has coefficients: \(error)") }
            return
        }
        try require(try coded.get() == bitmap, "the pixels of its coefficients differ")
        guard let information else { throw FuzzFinding("a picture was decoded whose header cannot be read") }
        try require(
            information.width == bitmap.width && information.height == bitmap.height,
            "the header says \(information.width)×\(information.height), the picture is \(bitmap.width)×\(bitmap.height)")
        try requireWithinLimits(bitmap)
        try requireHonestOpacity(bitmap)
        try require(try ImageDecoder.decode(bytes, limits: limits) == bitmap, "decoding twice gives two pictures")
        try checkFrames(bytes, bitmap)
        guard bitmap.width * bitmap.height <= mostPixelsWritten else { return }
        for effort in PNGOptions.Effort.allCases {
            let file = try PNGEncoder.encode(bitmap, options: PNGOptions(effort: effort, threads: 1))
            try require(try ImageDecoder.decode(file) == bitmap, "written as \(effort) PNG and read again it differs")
        }
    }

    /// Checks some frames of a GIF: they have the size of the first one, and frames that are there already change nothing.
    private static func checkFrames(_ bytes: [UInt8], _ first: Bitmap) throws {
        let timeline = ImageDecoder.timeline(of: bytes)
        guard timeline.moves else { return }
        var shown = [0: first]
        for tenth in [1, 2, 5, 40] {
            let frame: Int
            let pictures: [Bitmap?]
            do throws(ImageError) {
                frame = try timeline.frame(at: tenth, 10)
                pictures = [
                    try ImageDecoder.decode(bytes, frame: frame, limits: limits),
                    try ImageDecoder.decode(bytes, frame: frame, limits: limits, known: { shown[$0] }),
                ]
            } catch {
                try requireOneLine(error)
                continue
            }
            guard let picture = pictures[0] else { throw FuzzFinding("frame \(frame) wasn't drawn") }
            try require(pictures[1] == picture, "frame \(frame) depends on the frames that were drawn before")
            try require(frame > 0 || picture == first, "frame 0 differs from the still picture")
            try require(
                picture.width == first.width && picture.height == first.height,
                "frame \(frame) is \(picture.width)×\(picture.height), the first \(first.width)×\(first.height)")
            shown[frame] = picture
        }
    }

    /// Checks the file unchanged and with repaired checksums. Otherwise almost no change would get past the checksums.
    static func checkPNG(_ bytes: [UInt8]) throws {
        try check(bytes)
        let repaired = PNGChecksums.repaired(bytes)
        if repaired != bytes { try check(repaired) }
    }

    private static func requireWithinLimits(_ bitmap: Bitmap) throws {
        try require(
            bitmap.width >= 1 && bitmap.height >= 1 && max(bitmap.width, bitmap.height) <= limits.maximumSide
                && bitmap.width * bitmap.height <= limits.maximumPixels, "\(bitmap.width)×\(bitmap.height) is above the limits")
    }

    private static func requireHonestOpacity(_ bitmap: Bitmap) throws {
        let pixels = bitmap.pixels
        let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
        try require(isOpaque == bitmap.isOpaque, "the picture calls itself \(bitmap.isOpaque ? "opaque" : "transparent")")
    }
}

/// Repairs the checksums of a PNG's chunks.
enum PNGChecksums {
    /// The same chunks, each with the correct checksum. Bytes after the last complete chunk are unchanged.
    static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        var place = 8
        while place + 12 <= result.count {
            let length = result[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= result.count - place - 12 else { break }
            let end = place + 8 + length
            let checksum = CRC32.checksum(of: Array(result[place + 4..<end]))
            for index in 0..<4 { result[end + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * index)) }
            place = end + 4
        }
        return result
    }
}
