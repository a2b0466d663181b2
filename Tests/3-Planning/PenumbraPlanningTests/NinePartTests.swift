import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests pictures with a `contentsCenter`: the parts don't bleed into each other.
@Suite(.timed) struct NinePartTests {
    private let red = SIMD4<UInt8>(255, 0, 0, 255)
    private let gray = SIMD4<UInt8>(200, 200, 200, 255)

    private var bitmap: Bitmap {
        Bitmap(width: 9, height: 9, isOpaque: true) { bytes in
            for y in 0..<9 {
                for x in 0..<9 {
                    let color = (3..<6).contains(x) || (3..<6).contains(y) ? gray : red
                    for channel in 0..<4 { bytes[4 * (9 * y + x) + channel] = color[channel] }
                }
            }
        }
    }

    @Test(arguments: [1.0, 2, 2.5])
    func enlargedPartsInterpolateWithinThemselves(scale: Double) throws {
        let third = 1.0 / 3
        for interpolation in [ImageInterpolation.area, .nearest] {
            let contents = ImageContents(
                source: sampleSource, contentsCenter: Rect(x: third, y: third, width: third, height: third),
                interpolation: interpolation)
            let scene = Scene(
                canvas: Canvas(size: Size(width: 40, height: 30), scale: scale), layers: [Layer(kind: .image(contents))])
            let picture = try drawn(scene, images: [sampleSource: bitmap])
            let cut = Int((3 * scale).rounded(.down))
            let middle = Int(15 * scale)
            for x in Int((3 * scale).rounded(.up))..<picture.width - Int((3 * scale).rounded(.up)) {
                #expect(picture[x, 1] == gray, "\(x)")
                #expect(picture[x, middle] == gray, "\(x)")
            }
            for x in 0..<cut { #expect(picture[x, 1] == red, "\(x)") }
        }
    }
}
