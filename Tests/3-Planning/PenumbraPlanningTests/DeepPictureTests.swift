import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests pictures of 16 bits per channel on a canvas of 16 bits.
@Suite(.timed) struct DeepPictureTests {
    private func value(_ bitmap: Bitmap, _ x: Int, _ channel: Int) -> Int {
        let at = 2 * (4 * x + channel)
        return Int(bitmap.pixels[at]) << 8 | Int(bitmap.pixels[at + 1])
    }

    @Test func pictureOfSixteenBitsKeepsThem() throws {
        for isOpaque in [true, false] {
            let picture = Bitmap(width: 256, height: 1, depth: .sixteen) { bytes in
                for x in 0..<256 {
                    for channel in 0..<4 {
                        let value = channel < 3 ? 16000 + 5 * x + 9000 * channel : isOpaque ? 65535 : 60000
                        let at = 2 * (4 * x + channel)
                        (bytes[at], bytes[at + 1]) = (UInt8(value >> 8), UInt8(value & 255))
                    }
                }
            }
            var scene = Scene(
                canvas: Canvas(size: Size(width: 256, height: 1)),
                layers: [Layer(kind: .image(ImageContents(source: sampleSource)))])
            scene.canvas.depth = .sixteen
            let found = try drawn(scene, images: [sampleSource: picture])
            for channel in 0..<4 {
                for x in 0..<256 {
                    #expect(abs(value(found, x, channel) - value(picture, x, channel)) <= 5, "\(isOpaque) \(x) \(channel)")
                }
            }
            #expect(Set((0..<256).map { value(found, $0, 0) }).count == 256)
        }
    }
}
