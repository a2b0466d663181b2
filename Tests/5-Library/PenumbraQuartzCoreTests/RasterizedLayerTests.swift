import Penumbra
import PenumbraBitmap
import PenumbraQuartzCore
import TestSupport
import Testing

/// Tests of pictures that layers keep, of vignettes, and of copies with depth.
@Suite(.timed) struct RasterizedLayerTests {
    private func layer(_ frame: CGRect, _ color: CGColor? = nil) -> CALayer {
        let layer = CALayer()
        (layer.frame, layer.backgroundColor) = (frame, color)
        return layer
    }

    private func card() -> (root: CALayer, card: CALayer) {
        let root = layer(CGRect(x: 0, y: 0, width: 60, height: 50))
        let card = layer(CGRect(x: 16, y: 14, width: 24, height: 20), CGColor(red: 0.2, green: 0.7, blue: 0.4, alpha: 1))
        (card.cornerRadius, card.shadowOpacity, card.shadowRadius) = (6, 0.6, 2)
        let outside = layer(CGRect(x: 20, y: 15, width: 12, height: 9), CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        card.addSublayer(outside)
        root.addSublayer(card)
        return (root, card)
    }

    /// The largest difference of two pictures of the same size.
    private func difference(_ a: CGImage, _ b: CGImage) -> Int {
        zip(a.bitmap.pixels, b.bitmap.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    @Test func rasterizedLayerLooksTheSameAtTheScaleOfThePicture() throws {
        let (root, card) = card()
        let plain = try root.makeImage(scale: 2)
        (card.shouldRasterize, card.rasterizationScale) = (true, 2)
        #expect(difference(try root.makeImage(scale: 2), plain) <= 1)
        card.opacity = 0.5
        let faded = try root.makeImage(scale: 2)
        card.shouldRasterize = false
        #expect(difference(try root.makeImage(scale: 2), faded) <= 2)
    }

    @Test func rasterizationScaleMakesTheLayerCoarse() throws {
        let (root, card) = card()
        let plain = try root.makeImage(scale: 2)
        (card.shouldRasterize, card.rasterizationScale) = (true, 0.5)
        let coarse = try root.makeImage(scale: 2)
        // The middle has the same colour, and the corner is soft.
        #expect(coarse.bitmap[50, 40] == plain.bitmap[50, 40])
        #expect(difference(coarse, plain) > 60)
    }

    @Test func rasterizedLayerShowsLaterChanges() throws {
        let (root, card) = card()
        card.shouldRasterize = true
        let first = try root.makeImage()
        card.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        let second = try root.makeImage()
        #expect(first.bitmap[20, 30] != second.bitmap[20, 30] && second.bitmap[20, 30].z == 255)
        // The place isn't part of the picture.
        card.position.x += 5
        #expect(try root.makeImage().bitmap[25, 30] == second.bitmap[20, 30])
    }

    @Test func vignetteFollowsTheFourthPowerOfTheCosine() throws {
        let box = layer(CGRect(x: 0, y: 0, width: 80, height: 60), CGColor(gray: 1, alpha: 1))
        box.filters = try [#require(CIFilter(name: "CIVignette", parameters: ["inputIntensity": 0.8, "inputRadius": 1.2]))]
        let image = try box.makeImage()
        for (x, y) in [(40, 30), (60, 30), (40, 58), (75, 55), (1, 1)] {
            let distance = ((Double(x) - 39.5) * (Double(x) - 39.5) + (Double(y) - 29.5) * (Double(y) - 29.5)).squareRoot()
            let tangent = 1.2 * distance / 50
            let light = 1 - 0.8 * (1 - 1 / ((1 + tangent * tangent) * (1 + tangent * tangent)))
            // The transfer function of sRGB.
            let expected = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            #expect(abs(Double(image.bitmap[x, y].x) - 255 * expected) <= 1.6, "\(x), \(y)")
            #expect(image.bitmap[x, y].w == 255)
        }
        box.filters = try [#require(CIFilter(name: "CIVignette"))]
        #expect(try box.makeImage().bitmap[1, 1] == SIMD4(255, 255, 255, 255))
    }

    @Test func negativeVignetteBrightensTheEdge() throws {
        let box = layer(CGRect(x: 0, y: 0, width: 40, height: 40), CGColor(gray: 0.2, alpha: 1))
        box.filters = try [#require(CIFilter(name: "CIVignette", parameters: ["inputIntensity": -1]))]
        let image = try box.makeImage()
        #expect(abs(Int(image.bitmap[20, 20].x) - 51) <= 2 && image.bitmap[1, 1].x > 150)
    }

    @Test func copiesKeepTheirDepthIfTheyAreAskedTo() throws {
        let root = layer(CGRect(x: 0, y: 0, width: 60, height: 40))
        let replicator = CAReplicatorLayer()
        replicator.frame = root.bounds
        (replicator.preservesDepth, replicator.instanceCount) = (true, 2)
        // The second copy is nearer and twice as large by the perspective, which is painted last whatever the order.
        replicator.instanceTransform = CATransform3DMakeTranslation(0, 0, -50)
        (replicator.instanceColor, replicator.instanceGreenOffset) = (CGColor(red: 1, green: 0, blue: 0, alpha: 1), 1)
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 100.0
        replicator.sublayerTransform = perspective
        let tile = layer(CGRect(x: 20, y: 10, width: 20, height: 20), CGColor(gray: 1, alpha: 1))
        tile.zPosition = 50
        replicator.addSublayer(tile)
        root.addSublayer(replicator)
        let image = try root.makeImage()
        // The first copy stands 50 points before the plane: it appears twice as large, in red, and hides the second.
        #expect(image.bitmap[30, 20] == SIMD4(255, 0, 0, 255) && image.bitmap[12, 20] == SIMD4(255, 0, 0, 255))
        tile.backgroundColor = nil
        #expect(try root.makeImage().bitmap[30, 20].w == 0)
        tile.backgroundColor = CGColor(gray: 1, alpha: 1)
        replicator.instanceTransform = CATransform3DMakeTranslation(0, 0, 25)
        // Now the second copy is the nearer one.
        #expect(try root.makeImage().bitmap[30, 20] == SIMD4(255, 255, 0, 255))
        // A replicator that is drawn alone has its copies, too.
        #expect(try replicator.makeImage().bitmap[30, 20] == SIMD4(255, 255, 0, 255))
    }

    @Test func shadowOfABoxIsTheSameWhateverLiesInside() throws {
        let (root, card) = card()
        card.sublayers?.first?.frame = CGRect(x: 8, y: 7, width: 9, height: 6)
        let image = try root.makeImage(scale: 1.5)
        // A clear layer beyond the box lets the whole layer be painted by itself.
        let clear = layer(CGRect(x: -5, y: -5, width: 40, height: 40), CGColor(gray: 0, alpha: 0))
        card.addSublayer(clear)
        #expect(difference(try root.makeImage(scale: 1.5), image) == 0)
        clear.removeFromSuperlayer()
        card.masksToBounds = true
        card.sublayers?.first?.frame = CGRect(x: -9, y: 7, width: 90, height: 6)
        let clipped = try root.makeImage(scale: 1.5)
        card.addSublayer(clear)
        #expect(difference(try root.makeImage(scale: 1.5), clipped) == 0)
    }
}
