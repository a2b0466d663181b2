import PenumbraCoreGraphics
import PenumbraElementary
import TestSupport
import Testing

/// Tests of clips, gradients, shadows, transparency layers and operators.
@Suite(.timed) struct CGContextPaintTests {
    private let gradient = CGGradient(colorsSpace: nil, colors: [CGColor.black, CGColor.white] as CFArray, locations: [0, 1])

    @Test func clipsIntersect() throws {
        let context = try makeContext(8, 8)
        context.clip(to: rect(0, 0, 6, 8))
        context.addRect(rect(1, 1, 6, 6))
        context.addRect(rect(3, 3, 2, 2))
        context.clip(using: .evenOdd)
        context.fill(rect(0, 0, 8, 8))
        for (x, y, alpha) in [(0, 4, 0), (1, 4, 255), (3, 4, 0), (5, 4, 255), (6, 4, 0)] {
            #expect(try pixel(context, x, y)[3] == alpha)
        }
        context.resetClip()
        context.fill(rect(0, 0, 8, 8))
        #expect(try pixel(context, 0, 4)[3] == 255)
    }

    @Test func emptyClipHidesEverything() throws {
        let context = try makeContext(2, 2)
        context.clip(to: rect(5, 5, 1, 1))
        context.clip(to: rect(0, 0, 2, 2))
        context.fill(rect(0, 0, 2, 2))
        #expect(try pixel(context, 0, 0)[3] == 0 && context.boundingBoxOfClipPath.isNull)
    }

    @Test func maskLetsLightPass() throws {
        let mask = try #require(
            CGContext(
                data: nil, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: 0))
        mask.setFillColor(gray: 100.0 / 255, alpha: 1)
        mask.fill(rect(0, 0, 1, 1))
        let context = try makeContext(4, 2)
        context.interpolationQuality = .none
        context.clip(to: rect(0, 0, 4, 2), mask: try mask.drawnImage())
        context.fill(rect(0, 0, 4, 2))
        #expect(try pixel(context, 0, 0)[3] == 100 && pixel(context, 3, 0)[3] == 0)
        // The samples of an image mask hold paint back.
        let data = try #require(CGDataProvider(data: Data([0, 255])))
        let stencil = try #require(
            CGImage(
                maskWidth: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2, provider: data, decode: nil,
                shouldInterpolate: false))
        context.resetClip()
        context.clear(rect(0, 0, 4, 2))
        context.setFillColor(color(1, 0, 0))
        context.draw(stencil, in: rect(0, 0, 4, 2))
        #expect(try pixel(context, 0, 0) == [255, 0, 0, 255] && pixel(context, 3, 0)[3] == 0)
    }

    @Test func gradientGrowsEvenlyAlongItsLine() throws {
        let (gradient, context) = (try #require(gradient), try makeContext(300, 2))
        context.drawLinearGradient(gradient, start: point(20, 0), end: point(276, 0), options: .drawsAfterEndLocation)
        for x in [20, 100, 147, 200, 275] {
            #expect(abs(try pixel(context, x, 0)[0] - Int((Double(x) + 0.5 - 20) / 256 * 255)) <= 1)
        }
        #expect(try pixel(context, 10, 0)[3] == 0 && pixel(context, 290, 0) == [255, 255, 255, 255])
    }

    @Test func circlesOfARadialGradientLieInUserSpace() throws {
        let (gradient, context) = (try #require(gradient), try makeContext(80, 40))
        context.scaleBy(x: 2, y: 1)
        context.drawRadialGradient(
            gradient, startCenter: point(20, 20), startRadius: 0, endCenter: point(20, 20), endRadius: 16, options: [])
        // Half of the radius is eight units: sixteen pixels across and eight pixels down.
        let (across, down) = (try pixel(context, 56, 20)[0], try pixel(context, 40, 28)[0])
        #expect(abs(across - 129) <= 4 && abs(down - 131) <= 6)
        #expect(try pixel(context, 40, 2)[3] == 0 && pixel(context, 75, 20)[3] == 0)
    }

    @Test func blurIsTwiceTheSigmaOfAShadow() throws {
        let context = try makeContext(100, 40)
        // The transform moves neither the offset nor the blur.
        context.scaleBy(x: 0.5, y: 0.5)
        context.setShadow(offset: CGSize(width: 200, height: 0), blur: 16, color: .black)
        context.fill(rect(-1000, -1000, 700, 4000))
        // The caster's edge lies at x = −150 and that of its shadow at x = 50.
        for x in stride(from: 30, to: 70, by: 5) {
            let distance = Double(x) + 0.5 - 50
            let alpha = 255 * 0.5 * (1 - Elementary.erf(distance / (8 * 2.0.squareRoot())))
            #expect(abs(Double(try pixel(context, x, 20)[3]) - alpha) < 2, "at \(x)")
        }
    }

    @Test func shadowOffsetPointsUp() throws {
        let context = try makeContext(10, 10)
        context.setShadow(offset: CGSize(width: 0, height: 3), blur: 0, color: color(1, 0, 0))
        context.setFillColor(.white)
        context.fill(rect(2, 2, 3, 3))
        #expect(try pixel(context, 3, 3) == [255, 0, 0, 255])
        #expect(try pixel(context, 3, 9) == [0, 0, 0, 0])
        context.setShadow(offset: .zero, blur: 5, color: nil)
        context.fill(rect(8, 0, 1, 1))
        #expect(try pixel(context, 7, 9) == [0, 0, 0, 0])
    }

    @Test func transparencyLayerIsOneObject() throws {
        let context = try makeContext(6, 2)
        func draw() {
            context.fill(rect(0, 0, 4, 1))
            context.fill(rect(2, 0, 4, 1))
        }
        context.setAlpha(128.0 / 255)
        draw()
        #expect(try pixel(context, 0, 1)[3] == 128 && pixel(context, 3, 1)[3] > 185)
        context.clear(rect(0, 0, 6, 2))
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        draw()
        context.endTransparencyLayer()
        #expect(try pixel(context, 0, 1)[3] == 128 && pixel(context, 3, 1)[3] == 128)
        // The state is that of the beginning again.
        context.endTransparencyLayer()
        context.fill(rect(0, 1, 1, 1))
        #expect(try pixel(context, 0, 0)[3] == 128)
    }

    @Test func manyClipsAreOneArea() throws {
        let context = try makeContext(60, 60)
        for index in 0..<200 {
            context.addEllipse(in: rect(CGFloat(index % 40), 0, 60, 60))
            context.clip()
        }
        context.fill(rect(0, 0, 60, 60))
        // The circles with the centres (30, 30) and (69, 30) have their lens around x = 49.5.
        #expect(try pixel(context, 49, 30)[3] == 255 && pixel(context, 37, 30)[3] == 0)
        #expect(try pixel(context, 49, 5)[3] == 0)
    }

    @Test func endlessTransparencyLayersNameTheirCall() throws {
        let context = try makeContext(4, 4)
        for _ in 0..<100 { context.beginTransparencyLayer(auxiliaryInfo: nil) }
        context.fill(rect(0, 0, 4, 4))
        for _ in 0..<100 { context.endTransparencyLayer() }
        let error = #expect(throws: DrawingError.self) { try context.drawnImage() }
        #expect("\(try #require(error))".hasPrefix("beginTransparencyLayer: "))
    }

    @Test func operatorsFollowPorterAndDuff() throws {
        let formulas: [(CGBlendMode, (Double, Double) -> (Double, Double))] = [
            (.normal, { a, _ in (1, 1 - a) }), (.clear, { _, _ in (0, 0) }), (.copy, { _, _ in (1, 0) }),
            (.sourceIn, { _, b in (b, 0) }), (.sourceOut, { _, b in (1 - b, 0) }), (.sourceAtop, { a, b in (b, 1 - a) }),
            (.destinationOver, { _, b in (1 - b, 1) }), (.destinationIn, { a, _ in (0, a) }),
            (.destinationOut, { a, _ in (0, 1 - a) }), (.destinationAtop, { a, b in (1 - b, a) }),
            (.xor, { a, b in (1 - b, 1 - a) }), (.plusLighter, { _, _ in (1, 1) }),
        ]
        let (source, below) = ([0.2, 0.4, 0.6, 0.8], [1.0, 0.6, 0.2, 0.6])
        for (mode, factors) in formulas {
            let context = try makeContext(3, 1)
            context.setFillColor(color(below[0], below[1], below[2], below[3]))
            context.fill(rect(0, 0, 2, 1))
            context.setBlendMode(mode)
            context.setFillColor(color(source[0], source[1], source[2], source[3]))
            context.fill(rect(1, 0, 2, 1))
            let image = try context.drawnImage()
            for x in 0..<3 {
                // Where there is no paint, nothing changes.
                let (a, b) = (x > 0 ? source[3] : 0, x < 2 ? below[3] : 0)
                let (fa, fb) = x > 0 ? factors(source[3], b) : (0, 1)
                let alpha = min(1, a * fa + b * fb)
                #expect(abs(Double(image.bitmap[x, 0].w) - 255 * alpha) <= 1.5, "\(mode) at \(x)")
                for i in 0..<3 where alpha > 0 {
                    let value = min(1, source[i] * a * fa + below[i] * b * fb) / alpha
                    #expect(abs(Double(image.bitmap[x, 0][i]) - 255 * value) <= 3, "\(mode) at \(x)")
                }
            }
        }
    }

    @Test func blendModesMixColors() throws {
        let context = try makeContext(1, 1)
        context.setFillColor(color(1, 0.5, 0.2))
        context.fill(rect(0, 0, 1, 1))
        context.setBlendMode(.multiply)
        context.setFillColor(color(0.5, 0.5, 1))
        context.fill(rect(0, 0, 1, 1))
        for (found, expected) in zip(try pixel(context, 0, 0), [127, 64, 51, 255]) { #expect(abs(found - expected) <= 1) }
    }

    @Test func imageUsesOperatorsToo() throws {
        let image = try makeContext(1, 1)
        image.setFillColor(color(0, 0, 0, 0.5))
        image.fill(rect(0, 0, 1, 1))
        let context = try makeContext(2, 1)
        context.setFillColor(color(1, 0, 0))
        context.fill(rect(0, 0, 2, 1))
        context.setBlendMode(.destinationIn)
        context.draw(try image.drawnImage(), in: rect(0, 0, 1, 1))
        #expect(try pixel(context, 0, 0) == [255, 0, 0, 128] && pixel(context, 1, 0) == [255, 0, 0, 255])
    }

    @Test func pathsWithoutAntialiasingPaintWholePixels() throws {
        let context = try makeContext(4, 4)
        context.setShouldAntialias(false)
        context.fill(rect(0.4, 0.6, 2, 2))
        // Rows count from the top of the picture, and coordinates from its bottom.
        let alphas = try (0..<4).map { y in try (0..<4).map { x in try pixel(context, x, y)[3] } }
        #expect(alphas == [[0, 0, 0, 0], [255, 255, 0, 0], [255, 255, 0, 0], [0, 0, 0, 0]])
        context.setAllowsAntialiasing(false)
        context.setShouldAntialias(true)
        context.clear(rect(0, 0, 4, 4))
        context.clip(to: rect(0.4, 0.4, 2, 2))
        context.fill(rect(-1, -1, 9, 9))
        #expect(try pixel(context, 0, 3)[3] == 255 && pixel(context, 2, 3)[3] == 0)
        context.resetClip()
        context.setAllowsAntialiasing(true)
        context.clear(rect(0, 0, 4, 4))
        context.fill(rect(0.5, 0, 2, 4))
        #expect(try pixel(context, 0, 0)[3] == 128)
    }
}
