import PenumbraCoreGraphics
import TestSupport
import Testing

/// Tests of images, patterns, layers and glyphs in contexts.
@Suite(.timed) struct CGContextContentTests {
    /// Two by two pixels: red and green above blue and white.
    private func image() throws -> CGImage {
        let bytes: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]
        let provider = try #require(CGDataProvider(data: Data(bytes)))
        return try #require(
            CGImage(
                width: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(alpha: .premultipliedLast),
                provider: provider, decode: nil, shouldInterpolate: true,
                intent: .defaultIntent))
    }

    @Test func variationsOfFontsAreKeptByTags() throws {
        let font = try #require(CGFont("DejaVu Sans"))
        let bold = try #require(font.copy(withVariations: ["Weight": 650.0, "wdth": 90]))
        #expect(font.variations == nil && bold != font && bold.variations?["wght"] as? Double == 650)
        #expect(bold.variations?["wdth"] as? Double == 90)
        let bolder = try #require(bold.copy(withVariations: ["wght": 700]))
        #expect(bolder == font.copy(withVariations: ["wdth": 90, "Weight": 700]) && bolder.variations?.count == 2)
        #expect(font.copy(withVariations: nil) == font)
        #expect(font.copy(withVariations: ["Weight": "bold"]) == nil && font.copy(withVariations: ["a:b": 1]) == nil)
    }

    @Test func imageStandsUpright() throws {
        let context = try makeContext(4, 4)
        context.draw(try image(), in: rect(1, 1, 2, 2))
        #expect(try pixel(context, 1, 1) == [255, 0, 0, 255] && pixel(context, 2, 2) == [255, 255, 255, 255])
        #expect(try pixel(context, 0, 0) == [0, 0, 0, 0])
        context.clear(rect(0, 0, 4, 4))
        // A transform that turns y downward turns images upside down.
        context.translateBy(x: 0, y: 4)
        context.scaleBy(x: 1, y: -1)
        context.draw(try image(), in: rect(0, 0, 2, 2))
        #expect(try pixel(context, 0, 0) == [0, 0, 255, 255] && pixel(context, 0, 1) == [255, 0, 0, 255])
    }

    @Test func tilesStartInTheRectangle() throws {
        let context = try makeContext(5, 5)
        context.draw(try image(), in: rect(1, 1, 2, 2), byTiling: true)
        // The tile's red pixel lies at x = 1 in the third row, and again two pixels on.
        #expect(try pixel(context, 1, 2) == [255, 0, 0, 255] && pixel(context, 3, 2) == [255, 0, 0, 255])
        #expect(try pixel(context, 0, 2) == [0, 255, 0, 255] && pixel(context, 1, 0) == [255, 0, 0, 255])
    }

    @Test func partsOfAnImageCountFromTheTop() throws {
        let part = try #require(try image().cropping(to: rect(0, 0, 2, 1)))
        #expect(part.width == 2 && part.height == 1 && part.bitmap[1, 0] == SIMD4(0, 255, 0, 255))
        #expect(try image().cropping(to: rect(5, 5, 1, 1)) == nil)
        #expect(try image().cropping(to: rect(-3, 1, 4, 9))?.bitmap[0, 0] == SIMD4(0, 0, 255, 255))
        let provider = try #require(CGDataProvider(data: Data([0b0100_0000])))
        let mask = try #require(
            CGImage(
                maskWidth: 2, height: 1, bitsPerComponent: 1, bitsPerPixel: 1, bytesPerRow: 1,
                provider: provider, decode: nil, shouldInterpolate: false))
        let masked = try #require(try image().masking(mask))
        #expect(masked.bitmap[0, 0].w == 255 && masked.bitmap[1, 1].w == 0)
        let keyed = try #require(try image().copy(maskingColorComponents: [200, 255, 0, 50, 0, 50]))
        #expect(keyed.bitmap[0, 0].w == 0 && keyed.bitmap[1, 0].w == 255)
    }

    @Test func bytesAndFilesOfAnImageReturnIt() throws {
        let image = try image()
        let again = try CGImage(decoding: try image.pngData())
        #expect(again.bitmap == image.bitmap && again.width == 2)
        let bytes = try #require(image.dataProvider?.data)
        #expect(bytes.count == 16 && Array(bytes[8..<12]) == [0, 0, 255, 255])
        let target = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(target, "public.png", 1, nil))
        CGImageDestinationAddImage(destination, image, nil)
        #expect(CGImageDestinationFinalize(destination))
        let source = try #require(CGImageSourceCreateWithData(target as Data, nil))
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.bitmap == image.bitmap)
        #expect(throws: DrawingError.self) { try CGImage(decoding: Data([1, 2, 3])) }
    }

    private func pattern(isColored: Bool, step: CGFloat) throws -> CGPattern {
        var callbacks = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, cell in
                if isColored { cell.setFillColor(color(1, 0, 0)) }
                cell.fill(rect(0, 0, 1, 1))
            }, releaseInfo: nil)
        return try #require(
            CGPattern(
                info: nil, bounds: rect(0, 0, step, step), matrix: .identity, xStep: step, yStep: step,
                tiling: .constantSpacing,
                isColored: isColored, callbacks: &callbacks))
    }

    @Test func patternRepeatsFromTheOriginOfBaseSpace() throws {
        let context = try makeContext(6, 6)
        context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
        context.setFillPattern(try pattern(isColored: true, step: 3), colorComponents: [1])
        context.translateBy(x: 1, y: 0)
        context.fill(rect(-1, 0, 6, 6))
        // The transform moves the filled area, but not the cells.
        #expect(try pixel(context, 0, 5) == [255, 0, 0, 255] && pixel(context, 3, 2) == [255, 0, 0, 255])
        #expect(try pixel(context, 1, 5)[3] == 0 && pixel(context, 0, 4)[3] == 0)
    }

    @Test func patternWithoutColorsTakesTheColorOfTheFill() throws {
        let context = try makeContext(4, 4)
        context.setPatternPhase(CGSize(width: 1, height: 0))
        context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB())))
        context.setFillPattern(try pattern(isColored: false, step: 2), colorComponents: [0, 0, 1, 1])
        context.fill(rect(0, 0, 4, 4))
        #expect(try pixel(context, 1, 3) == [0, 0, 255, 255] && pixel(context, 0, 3)[3] == 0)
    }

    @Test func patternOfTooManyTilesNamesItsCall() throws {
        let context = try makeContext(400, 400)
        context.setFillColorSpace(try #require(CGColorSpace(patternBaseSpace: nil)))
        context.setFillPattern(try pattern(isColored: true, step: 1), colorComponents: [1])
        context.fill(rect(0, 0, 400, 400))
        #expect(context.makeImage() == nil)
        let error = #expect(throws: DrawingError.self) { try context.drawnImage() }
        #expect("\(try #require(error))".hasPrefix("setFillPattern: "))
    }

    @Test func layerIsDrawnInItsRectangle() throws {
        let context = try makeContext(8, 8)
        let layer = try #require(CGLayer(context, size: CGSize(width: 2, height: 2), auxiliaryInfo: nil))
        layer.context?.setFillColor(color(0, 1, 0))
        layer.context?.fill(rect(0, 0, 1, 1))
        context.draw(layer, at: point(1, 1))
        context.draw(layer, in: rect(4, 4, 4, 4))
        #expect(try pixel(context, 1, 6) == [0, 255, 0, 255] && pixel(context, 2, 5)[3] == 0)
        #expect(try pixel(context, 5, 2) == [0, 255, 0, 255] && pixel(context, 5, 1)[3] == 0)
    }

    @Test func glyphsStandOnTheTextPosition() throws {
        let font = try #require(CGFont("DejaVu Sans"))
        #expect(font.unitsPerEm == 2048 && font.numberOfGlyphs > 1000 && font.fullName == "DejaVu Sans")
        let letter = font.getGlyphWithGlyphName(name: "H")
        #expect(font.name(for: letter) == "H")
        let context = try makeContext(40, 40)
        context.setFont(font)
        context.setFontSize(20.48)
        context.textPosition = point(5, 10)
        context.showGlyphs([letter, letter])
        // The advance of H is 1540 units.
        #expect(isNear(context.textPosition, point(5 + 2 * 15.4, 10), 1e-9))
        // H is 1493 units high, and its left stem reaches from 201 to 403 units.
        #expect(try pixel(context, 8, 28)[3] == 255 && pixel(context, 8, 31)[3] == 0)
        #expect(try pixel(context, 8, 16)[3] == 255 && pixel(context, 8, 13)[3] == 0)
    }

    @Test func glyphsClip() throws {
        let font = try #require(CGFont("DejaVu Sans"))
        let context = try makeContext(40, 40)
        context.setFont(font)
        context.setFontSize(40)
        context.setTextDrawingMode(.clip)
        context.showGlyphs([font.getGlyphWithGlyphName(name: "I")], at: [point(10, 5)])
        context.fill(rect(0, 0, 40, 40))
        // The stem of I reaches from 201 to 403 units.
        #expect(try pixel(context, 15, 20)[3] == 255 && pixel(context, 20, 20)[3] == 0)
    }

    @Test func lineIsMeasuredAndDrawn() throws {
        let string = NSAttributedString(
            string: "HH",
            attributes: [
                .font: CTFontCreateWithName("DejaVu Sans", 20.48, nil),
                NSAttributedString.Key(kCTForegroundColorAttributeName): color(1, 0, 0),
            ])
        let line = CTLineCreateWithAttributedString(string)
        var (ascent, descent): (CGFloat, CGFloat) = (0, 0)
        #expect(isNear(CGFloat(CTLineGetTypographicBounds(line, &ascent, &descent, nil)), 30.8, 1e-6))
        // Lines have whole heights above and below the baseline: 19.01 and 4.83 are rounded.
        #expect(isNear(ascent, 19, 1e-6) && isNear(descent, 5, 1e-6))
        let context = try makeContext(40, 40)
        context.textPosition = point(5, 10)
        CTLineDraw(line, context)
        #expect(try pixel(context, 8, 28) == [255, 0, 0, 255] && pixel(context, 8, 31)[3] == 0)
    }
}
