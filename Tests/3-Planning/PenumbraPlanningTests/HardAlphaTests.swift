import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests shadows that are cast by the hard alpha, as Figma's are.
@Suite(.timed) struct HardAlphaTests {
    private let frame = Rect(x: 10, y: 6, width: 26, height: 20)
    private let glass = Paint.rgb(1, 1, 1, alpha: 0.3)

    @Test(arguments: [0, 0.5, 3], scales)
    func hardAlphaOfATranslucentBoxCastsAsAnOpaqueOne(sigma: Double, scale: Double) throws {
        for knockout in [false, true] {
            let shadow = Shadow(
                offset: Point(2, 4), radius: Sigma(sigma), hardAlpha: true, knockout: knockout)
            let inner = Shadow(offset: Point(0, 3), radius: Sigma(sigma), hardAlpha: true)
            try expectPicture(
                of: [
                    Layer(
                        frame: frame, backgroundColor: glass, cornerRadii: CornerRadii(5), shadows: [shadow],
                        innerShadows: [inner])
                ], scale: scale)
        }
    }

    @Test func hardAlphaOfAPictureCountsEveryPixel() throws {
        let (image, images) = softImage(frame: frame, scale: 1)
        for map in [AffineTransform.identity, .scale(1, 0.5)] {
            var layer = image
            layer.shadows = [Shadow(offset: Point(3, 4), radius: Sigma(1), hardAlpha: true, knockout: true, transform: map)]
            layer.innerShadows = [Shadow(offset: Point(0, 2), radius: Sigma(1), hardAlpha: true)]
            try expectPicture(of: [layer], images: images, scale: 1)
        }
    }

    /// The middle stays white; below the edge, the shadow is as dark as an opaque layer's; none of it lies inside.
    @Test func figmaShadowsOfATranslucentLayerStayOutsideIt() throws {
        let box = Rect(x: 10, y: 10, width: 80, height: 60)
        func draw(_ kind: FigmaShadow.Kind, sublayers: [Layer] = []) throws -> Bitmap {
            let layer = Layer(
                frame: box, backgroundColor: glass,
                effects: [FigmaShadow(kind, color: .black, offset: Point(0, 4), radius: Sigma(3))], sublayers: sublayers)
            return try drawn(Scene(canvas: Canvas(size: Size(width: 100, height: 80)), layers: [layer]))
        }
        let dot = Layer(frame: Rect(x: 60, y: 5, width: 10, height: 10), backgroundColor: glass)
        for sublayers in [[], [dot]] {
            #expect(try draw(.inner, sublayers: sublayers)[50, 40] == SIMD4(255, 255, 255, 76))
            let drop = try draw(.drop, sublayers: sublayers)
            #expect(drop[50, 40] == SIMD4(255, 255, 255, 76))
            #expect((170...255).contains(drop[50, 70].w))
        }
    }
}
