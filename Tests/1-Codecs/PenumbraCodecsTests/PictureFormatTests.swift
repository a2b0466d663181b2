import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct PictureFormatTests {
    @Test(
        arguments: [
            ("a.png", PictureFormat.png), ("a.JPG", .jpeg), ("b/c.d/e.jpeg", .jpeg), ("a.png.webp", .webp), ("..a.WebP", .webp),
            ("a.gif", nil), ("a", nil), ("a.", nil), (".png", nil), ("png", nil), ("b.png/a", nil), ("-", nil), ("", nil),
            (".", nil),
            ("..", nil), ("..png", nil), ("a.png/", nil),
        ] as [(String, PictureFormat?)]) func fileEndingNamesThePictureFormat(path: String, format: PictureFormat?)
    {
        #expect(PictureFormat(path: path) == format)
    }

    /// The errors of the lossy formats were measured at quality 95.
    @Test(arguments: [(PictureFormat.png, 0), (.jpeg, 1.05), (.webp, 2.52)])
    func writtenPicturesAreReadInTheirFormat(format: PictureFormat, largestError: Double) throws {
        let picture = bitmap(20, 11) { x, y in [UInt8(x * 12), UInt8(y * 23), 80, 255] }
        var options = PictureOptions.default
        options.setQuality(95)
        options.setScale(2)
        let file = try PictureEncoder.encode(picture, as: format, options: options)
        let information = try ImageDecoder.information(of: file)
        #expect(information.format == format && information.width == 20 && information.height == 11)
        let error = try rootMeanSquareError(picture, ImageDecoder.decode(file))
        #expect(error <= largestError)
        for ending in format.endings { #expect(PictureFormat(path: "x.\(ending)") == format) }
    }

    @Test(arguments: PictureFormat.written) func pictureWithoutPixelsIsRefused(format: PictureFormat) {
        let empty = Bitmap(width: 0, height: 3) { (_: UnsafeMutableBufferPointer<UInt8>) in }
        #expect(throws: ImageError.sideBeyondFormat(format, width: 0, height: 3, allowed: format.maximumSide)) {
            try PictureEncoder.encode(empty, as: format)
        }
    }
}
