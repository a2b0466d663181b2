import PenumbraBitmap
import PenumbraCodecs
import TestSupport

/// Checks the encoders: a picture made from the bytes is written in all formats and read again.
enum EncoderChecks {
    static func check(_ bytes: [UInt8]) throws {
        var random = SeededGenerator(bytes: bytes.prefix(24))
        let bitmap = picture(bytes.dropFirst(24), &random)
        try checkPNG(bitmap, &random)
        try checkJPEG(bitmap, &random)
        try checkWebP(bitmap, &random)
    }

    /// A picture that is usually small, but sometimes has rows wider than one strip or one band.
    private static func picture(_ bytes: ArraySlice<UInt8>, _ random: inout SeededGenerator) -> Bitmap {
        let width = random.chance(0.1) ? random.integer(1...3000) : random.integer(1...70)
        let height = random.chance(0.1) ? random.integer(1...600) : random.integer(1...70)
        let samples = bytes.isEmpty ? [0] : Array(bytes)
        let isOpaque = random.chance(0.5)
        // Runs of equal pixels compress differently from noise.
        let run = random.chance(0.5) ? 1 : random.integer(1...300)
        return Bitmap(width: width, height: height) { pixels in
            for index in 0..<width * height {
                for channel in 0..<4 {
                    pixels[4 * index + channel] =
                        channel == 3 && isOpaque ? 255 : samples[(4 * (index / run) + channel) % samples.count]
                }
            }
        }
    }

    private static func checkPNG(_ bitmap: Bitmap, _ random: inout SeededGenerator) throws {
        let scale = random.chance(0.5) ? nil : random.number(-1...9)
        for effort in PNGOptions.Effort.allCases {
            var options = PNGOptions(effort: effort, scale: scale, threads: 1)
            let file = try PNGEncoder.encode(bitmap, options: options)
            options.threads = random.integer(2...4)
            try require(
                try PNGEncoder.encode(bitmap, options: options) == file,
                "\(effort) PNG: \(options.threads ?? 0) threads write another file")
            try require(try ImageDecoder.decode(file) == bitmap, "a \(effort) PNG reads as another picture")
        }
    }

    private static func checkJPEG(_ bitmap: Bitmap, _ random: inout SeededGenerator) throws {
        let options = JPEGOptions(
            quality: random.integer(-5...105), chromaSampling: JPEGOptions.ChromaSampling.allCases[random.integer(0...2)],
            isProgressive: random.chance(0.3), scale: random.chance(0.5) ? nil : random.number(-1...9))
        let back = try ImageDecoder.decode(try JPEGEncoder.encode(bitmap, options: options))
        try require(
            back.width == bitmap.width && back.height == bitmap.height && back.isOpaque, "a JPEG has another size, or alpha")
    }

    private static func checkWebP(_ bitmap: Bitmap, _ random: inout SeededGenerator) throws {
        let options = WebPOptions(
            quality: random.integer(-5...105), isLossless: random.chance(0.5),
            effort: random.chance(0.9) ? .fast : WebPOptions.Effort.allCases[random.integer(0...2)])
        let back = try ImageDecoder.decode(try WebPEncoder.encode(bitmap, options: options))
        try require(back.width == bitmap.width && back.height == bitmap.height, "a WebP has another size")
        if options.isLossless { try require(back == bitmap, "a lossless WebP reads as another picture") }
        try require(back.isOpaque == bitmap.isOpaque, "a WebP's alpha comes or goes")
    }
}
