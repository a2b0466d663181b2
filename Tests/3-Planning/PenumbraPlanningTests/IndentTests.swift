import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests shapes pressed into the page. The shapes themselves aren't drawn, only an inner shadow and a knocked-out outer shadow.
@Suite(.timed) struct IndentTests {
    private let frame = Rect(x: 8, y: 6, width: 30, height: 22)

    /// The defaults: outside white 0.4, (0, 1), blur 2; inside black 0.75, (0, 2), blur 2. The label's: blurs 1 and 6, inside
    /// (0, 4).
    private func indent(_ layer: inout Layer, asLabel: Bool = false) {
        layer.drawsContents = false
        layer.clipForAnyAlpha = asLabel
        layer.shadows = [
            Shadow(
                color: .white, opacity: 0.4, offset: Point(0, 1), radius: Sigma(contextBlur: asLabel ? 1 : 2), knockout: true)
        ]
        layer.innerShadows = [
            Shadow(
                color: .black, opacity: 0.75, offset: Point(0, asLabel ? 4 : 2), radius: Sigma(contextBlur: asLabel ? 6 : 2))
        ]
    }

    @Test(arguments: scales, [false, true])
    func indentedSoftAlphaMatchesItsFormula(scale: Double, asLabel: Bool) throws {
        var (layer, images) = softImage(frame: frame, scale: scale)
        indent(&layer, asLabel: asLabel)
        try expectPicture(of: [layer], images: images, scale: scale)
    }

    @Test(arguments: scales, [false, true])
    func indentedPathMatchesItsFormula(scale: Double, asLabel: Bool) throws {
        var layer = Layer(kind: .shape(Shape(path: cloud(Rect(x: -6, y: -6, width: 42.5, height: 34)))), frame: frame)
        indent(&layer, asLabel: asLabel)
        try expectPicture(of: [layer], scale: scale)
    }

    @Test(arguments: scales)
    func indentedGroupMatchesItsFormula(scale: Double) throws {
        var (image, images) = softImage(frame: Rect(x: 2, y: 2, width: 16, height: 16), scale: scale)
        image.shadows = [Shadow(offset: Point(2, 3), radius: Sigma(1))]
        // The sublayer is painted and its shadow is cast outside, but it isn't part of the layer's own alpha, which is shaded
        // inside.
        var layer = Layer(
            kind: .shape(Shape(path: Path(circleAt: Point(17, 11), radius: 9.2))), frame: frame, borderWidth: 1,
            borderColor: Color(red: 0, green: 0.3, blue: 0), sublayers: [image])
        indent(&layer)
        try expectPicture(of: [layer], images: images, scale: scale)
    }

    @Test(arguments: scales)
    func indentWithoutShadowsLeavesThePageUnchanged(scale: Double) throws {
        for asLabel in [false, true] {
            var (layer, images) = softImage(frame: frame, scale: scale)
            indent(&layer, asLabel: asLabel)
            layer.shadows[0].opacity = 0
            layer.innerShadows[0].opacity = 0
            #expect(try drawn(page([layer], scale: scale), images: images) == drawn(page([], scale: scale)))
        }
    }

    /// On a white page, white light is invisible, and the inner shadow is A·B with B the blurred inverted mask.
    @Test(arguments: scales, [false, true])
    func indentedPixelsAreNoDarkerThanTheInnerShadow(scale: Double, asLabel: Bool) throws {
        var (layer, images) = softImage(frame: frame, scale: scale)
        indent(&layer, asLabel: asLabel)
        let bitmap = try drawn(page([layer], scale: scale, background: .white), images: images)
        let source = try #require(images[sampleSource])
        let pixels = PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
        var alpha = Field(pixels)
        for y in 0..<source.height {
            for x in 0..<source.width {
                alpha[x + Int(frame.minX * scale), y + Int(frame.minY * scale)] = Double(source[x, y].w) / 255
            }
        }
        let mask = asLabel ? alpha.map { $0 * 255 > 1.5 ? 1 : 0 } : alpha
        let shadow = layer.innerShadows[0]
        let blurred = mask.blurred(sigma: shadow.radius.value * scale, movedBy: shadow.offset * scale)
        var shaded = 0
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let darkest = 255 * (1 - 0.75 * alpha[x, y] * (1 - blurred[x, y]))
                #expect(Double(bitmap[x, y].x) >= darkest - Tolerance.picture, "(\(x), \(y))")
                if alpha[x, y] == 0 { #expect(bitmap[x, y] == SIMD4(255, 255, 255, 255), "(\(x), \(y))") }
                if bitmap[x, y].x < 200 { shaded += 1 }
            }
        }
        #expect(shaded > 10)
    }
}
