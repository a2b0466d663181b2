import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests masks. A layer's mask multiplies background, contents, border and sublayers, and the result casts the shadows.
@Suite(.timed) struct MaskTests {
    private let frame = Rect(x: 8, y: 4, width: 32, height: 24)
    private let fade = Gradient(
        .axial(startPoint: Point(0, 0), endPoint: Point(1, 0.6)), colors: [Color(white: 1), Color(white: 0, alpha: 0)],
        locations: [0.1, 0.8])

    /// A layer with everything that a mask affects.
    private func masked(by mask: Layer, shadows: [Shadow] = []) -> Layer {
        Layer(
            kind: .shape(Shape(path: cloud(Rect(x: -3, y: -5, width: 38, height: 34)), fillColor: .rgb(1, 0.9, 0.3))),
            frame: frame,
            backgroundColor: .rgb(0.2, 0.4, 0.9, alpha: 0.7), cornerRadii: CornerRadii(5), borderWidth: 2,
            borderColor: Color(red: 0.7, green: 0, blue: 0), mask: mask, shadows: shadows,
            sublayers: [Layer(frame: Rect(x: 12.5, y: 9, width: 24, height: 6.5), backgroundColor: .rgb(0, 0.6, 0.2))])
    }

    private func masks(scale: Double) -> (masks: [(String, Layer)], images: [ImageSource: Bitmap]) {
        let (image, images) = softImage(frame: Rect(x: 4, y: 2, width: 22, height: 20), scale: scale)
        let masks = [
            ("gradient", Layer(kind: .gradient(fade))),
            (
                "radial gradient",
                Layer(
                    kind: .gradient(
                        Gradient(
                            .circles(center: Point(15, 11), startRadius: 3, endRadius: 14), colors: [.black, .transparent])))
            ),
            ("shape", Layer(kind: .shape(Shape(path: Path(circleAt: Point(15.3, 12.4), radius: 10.7))))),
            ("image", image),
            (
                "half transparent and turned",
                Layer(
                    frame: Rect(x: 3, y: 4, width: 24, height: 15), transform: .rotation(degrees: 20), opacity: 0.6,
                    backgroundColor: .black,
                    cornerRadii: CornerRadii(4))
            ),
            (
                "with a shadow of its own",
                Layer(
                    frame: Rect(x: 6, y: 4, width: 12, height: 12), backgroundColor: .white,
                    shadows: [Shadow(opacity: 0.7, offset: Point(4.5, 2), radius: Sigma(1.5))])
            ),
            (
                "masked itself",
                Layer(kind: .shape(Shape(path: Path(circleAt: Point(15, 12), radius: 11))), mask: Layer(kind: .gradient(fade)))
            ),
            ("blurred", Layer(kind: .shape(Shape(path: Path(circleAt: Point(15, 12), radius: 8))), blur: Sigma(2))),
        ]
        return (masks, images)
    }

    @Test(arguments: scales)
    func maskMultipliesEverythingExceptShadows(scale: Double) throws {
        let (masks, images) = masks(scale: scale)
        for (name, mask) in masks { try expectPicture(of: [masked(by: mask)], images: images, scale: scale, name) }
    }

    /// The shadow of the masked layer is visible outside the mask too.
    @Test(arguments: [0, 3], scales)
    func shadowsAreCastByTheMaskedResult(sigma: Double, scale: Double) throws {
        let (masks, images) = masks(scale: scale)
        for (name, mask) in masks {
            for knockout in [false, true] {
                let shadow = Shadow(opacity: 0.9, offset: Point(5.3, 3.75), radius: Sigma(sigma), knockout: knockout)
                try expectPicture(
                    of: [masked(by: mask, shadows: [shadow])], images: images, scale: scale, "\(name), knock-out \(knockout)")
            }
        }
    }

    @Test(arguments: scales)
    func maskBoundsAndOpacityMultiply(scale: Double) throws {
        var layer = masked(
            by: Layer(kind: .gradient(fade)), shadows: [Shadow(opacity: 0.8, offset: Point(3, 2), radius: Sigma(2))])
        layer.masksToBounds = true
        layer.opacity = 0.7
        layer.innerShadows = [Shadow(opacity: 0.6, offset: Point(0, 3), radius: Sigma(2))]
        try expectPicture(of: [layer], scale: scale)
        layer.transform = .rotation(degrees: -15)
        try expectPicture(of: [layer], scale: scale)
    }

    @Test func hiddenMaskCountsAsNoMask() throws {
        let with = masked(by: Layer(kind: .gradient(fade), isHidden: true))
        var without = with
        without.mask = nil
        #expect(try drawn(page([with])) == drawn(page([without])))
    }

    @Test func transparentMaskHidesTheLayerAndItsShadow() throws {
        let layer = masked(by: Layer(), shadows: [Shadow(radius: Sigma(2))])
        #expect(try drawn(page([layer])) == drawn(page([])))
    }
}
