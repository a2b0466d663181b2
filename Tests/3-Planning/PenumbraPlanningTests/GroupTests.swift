import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests layers that are composited as a group first: blur and opacity of the whole.
@Suite(.timed) struct GroupTests {
    private let frame = Rect(x: 10, y: 7, width: 27, height: 20)

    private var group: Layer {
        Layer(
            frame: frame, backgroundColor: .rgb(0.2, 0.5, 0.9, alpha: 0.8), cornerRadii: CornerRadii(6), borderWidth: 1.5,
            borderColor: .white, shadows: [Shadow(opacity: 0.7, offset: Point(3.5, 4.25), radius: Sigma(2))],
            innerShadows: [Shadow(color: .white, opacity: 0.8, offset: Point(1, 2), radius: Sigma(1))],
            sublayers: [
                Layer(frame: Rect(x: 14, y: -4, width: 18, height: 12.5), backgroundColor: .rgb(0.9, 0.2, 0.1, alpha: 0.9))
            ])
    }

    @Test(arguments: [0.5, 3, 8], scales)
    func layerBlurIsTransparentBeyondTheLayer(sigma: Double, scale: Double) throws {
        // Content further out than about four σ isn't visible.
        let margin = min(90, Int(scale * (4.2 * sigma + 14)))
        var layer = group
        layer.blur = Sigma(sigma)
        try expectPicture(of: [layer], scale: scale, margin: margin)
        layer.opacity = 0.4
        layer.frame = Rect(x: -9, y: 21, width: 27, height: 20)
        try expectPicture(of: [layer], scale: scale, "crossing the canvas", margin: margin)
    }

    @Test(arguments: scales)
    func layerBlurTurnsAndScalesWithTheLayer(scale: Double) throws {
        var layer = group
        layer.transform = AffineTransform.rotation(degrees: 40).concatenating(.scale(0.9, 0.6))
        layer.blur = Sigma(2)
        try expectPicture(of: [layer], scale: scale, margin: 60)
    }

    @Test(arguments: scales)
    func opacityActsOnLayerAndShadowAsOne(scale: Double) throws {
        for knockout in [false, true] {
            var layer = group
            layer.opacity = 0.35
            layer.shadows[0].knockout = knockout
            try expectPicture(of: [layer], scale: scale)
        }
        // The shadow of an opaque layer isn't visible beneath it, whatever the opacity.
        let opaque = Layer(
            frame: frame, opacity: 0.5, backgroundColor: .rgb(1, 0, 0),
            shadows: [Shadow(opacity: 1, offset: .zero, radius: Sigma(3))])
        let bitmap = try drawn(page([opaque], scale: scale, background: .white))
        #expect(bitmap[bitmap.width / 2, bitmap.height / 2] == SIMD4(255, 128, 128, 255))
    }

    /// Shadow opacity 0.4 in a layer of opacity 0.9: 0.36 at the peak, over white 255·(1 − 0.36).
    @Test(arguments: [1.0, 2])
    func cloudShadowPeaksAtTheProductOfItsOpacities(scale: Double) throws {
        let (width, height) = (90.0, 90.0)
        let layer = Layer(
            kind: .shape(Shape(path: cloud(Rect(x: 0, y: 0, width: width, height: height)), fillColor: .rgb(0.6, 0.8, 1))),
            frame: Rect(x: 10, y: -80, width: width, height: height), opacity: 0.9,
            shadows: [
                Shadow(
                    opacity: 0.4, offset: Point(0, 90), radius: Sigma(3),
                    path: cloud(Rect(x: 0, y: 0, width: width, height: height / 2)))
            ])
        let size = Size(width: 110, height: 60)
        let bitmap = try drawn(Scene(canvas: Canvas(size: size, scale: scale, background: .white), layers: [layer]))
        let darkest = bitmap.pixels.indices.filter { $0 % 4 != 3 }.map { bitmap.pixels[$0] }.min()
        #expect(darkest == 163)
    }

    /// A picture at scale 2 is the picture at scale 1 enlarged. The mean of four pixels equals the one pixel, except for the
    /// blur's kernel and the gradient's position inside a pixel.
    @Test(arguments: [
        ("areas", Tolerance.closerAreas), ("blurs", Tolerance.closerBlurs), ("gradients", Tolerance.closerGradients),
    ])
    func pictureAtScale2IsTheEnlargedPictureAtScale1(name: String, tolerance: Double) throws {
        let layers: [Layer] =
            switch name {
            case "areas":
                [
                    Layer(
                        frame: Rect(x: 4.3, y: 3.7, width: 20.4, height: 17.1), backgroundColor: .rgb(0.1, 0.5, 0.9),
                        cornerRadii: CornerRadii(6)),
                    Layer(kind: .shape(Shape(path: cloud(Rect(x: 20, y: 4, width: 30, height: 34))))),
                    Layer(
                        shadows: [
                            Shadow(
                                opacity: 0.8, offset: Point(0.3, 20.4), radius: .zero,
                                path: Path(circleAt: Point(12, 7), radius: 6.3))
                        ]),
                ]
            case "blurs":
                [
                    Layer(
                        frame: Rect(x: 6, y: 5, width: 20, height: 17), backgroundColor: .white,
                        shadows: [Shadow(opacity: 0.8, offset: Point(3.3, 4.6), radius: Sigma(3))],
                        innerShadows: [Shadow(opacity: 0.7, offset: Point(0, 2), radius: Sigma(2))]),
                    Layer(frame: Rect(x: 30, y: 10, width: 12, height: 16), backgroundColor: .rgb(0.8, 0, 0.2), blur: Sigma(2)),
                    Layer(frame: Rect(x: 16, y: 14, width: 18, height: 16), backdropBlur: BackdropBlur(radius: Sigma(3))),
                ]
            default:
                [
                    Layer(kind: .gradient(Gradient(colors: [.white, .black])), frame: Rect(x: 3, y: 3, width: 20, height: 30)),
                    Layer(
                        kind: .gradient(
                            Gradient(
                                .circles(center: Point(35, 18), startRadius: 3, endRadius: 14), colors: [.black, .transparent],
                                falloff: .gaussian))),
                ]
            }
        let (near, far) = (try drawn(page(layers, scale: 2)), try drawn(page(layers, scale: 1)))
        var worst = 0.0
        for y in 0..<far.height {
            for x in 0..<far.width {
                for channel in 0..<3 {
                    var sum = 0
                    for (u, v) in [(0, 0), (1, 0), (0, 1), (1, 1)] { sum += Int(near[2 * x + u, 2 * y + v][channel]) }
                    worst = max(worst, abs(Double(sum) / 4 - Double(far[x, y][channel])))
                }
            }
        }
        #expect(worst <= tolerance)
    }
}
