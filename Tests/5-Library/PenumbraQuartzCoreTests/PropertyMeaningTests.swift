import Foundation
import PenumbraBitmap
import PenumbraQuartzCore
import TestSupport
import Testing

/// Tests of what drawn properties mean, where no other suite looks at them.
@Suite(.timed) struct PropertyMeaningTests {
    private func layer(_ width: CGFloat, _ height: CGFloat, _ color: CGColor? = nil) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
        layer.backgroundColor = color
        return layer
    }

    private func pixel(_ image: Bitmap, _ x: Int, _ y: Int) -> [Int] { (0..<4).map { Int(image[x, y][$0]) } }

    private func drawn(_ layer: CALayer) throws -> Bitmap { try layer.makeImage(scale: 1).bitmap }

    private func gray(_ white: CGFloat) -> CGColor { CGColor(srgbRed: white, green: white, blue: white, alpha: 1) }
    private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    private let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

    /// A picture of rows of colours.
    private func picture(_ rows: [[CGColor]]) throws -> CGImage {
        let context = try #require(
            CGContext(
                data: nil, width: rows[0].count, height: rows.count, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        for (y, row) in rows.enumerated() {
            for (x, color) in row.enumerated() {
                context.setFillColor(color)
                context.fill(CGRect(x: x, y: rows.count - 1 - y, width: 1, height: 1))
            }
        }
        return try context.drawnImage()
    }

    // MARK: Contents

    @Test func centreOfContentsStretchesAlone() throws {
        let layer = layer(20, 10)
        layer.contents = try picture([[red, green, red], [blue, gray(1), blue], [red, green, red]])
        layer.contentsCenter = CGRect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)
        layer.magnificationFilter = .nearest
        layer.minificationFilter = .nearest
        let image = try drawn(layer)
        for (x, y) in [(0, 0), (19, 0), (0, 9), (19, 9)] { #expect(pixel(image, x, y) == [255, 0, 0, 255]) }
        #expect(pixel(image, 10, 0) == [0, 255, 0, 255] && pixel(image, 1, 9) == [0, 255, 0, 255])
        #expect(pixel(image, 0, 5) == [0, 0, 255, 255] && pixel(image, 10, 5) == [255, 255, 255, 255])
        // Pixels of the contents are half as large at a scale of two.
        layer.contentsScale = 2
        #expect(try pixel(layer.makeImage(scale: 2).bitmap, 1, 0) == [0, 255, 0, 255])
    }

    @Test func partOfContentsFillsTheBounds() throws {
        let layer = layer(10, 10)
        layer.contents = try picture([[red, green], [blue, gray(1)]])
        layer.contentsRect = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        #expect(try pixel(drawn(layer), 1, 1) == [255, 255, 255, 255])
        layer.contentsRect = CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5)
        #expect(try pixel(drawn(layer), 9, 1) == [0, 0, 255, 255])
    }

    // MARK: Corners

    @Test func maskedCornersAloneAreRound() throws {
        let layer = layer(20, 20, red)
        layer.cornerRadius = 8
        layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        let image = try drawn(layer)
        #expect([(0, 0), (19, 19)].allSatisfy { pixel(image, $0.0, $0.1)[3] == 0 })
        #expect([(19, 0), (0, 19)].allSatisfy { pixel(image, $0.0, $0.1)[3] == 255 })
    }

    @Test func continuousCornersBeginFartherOut() throws {
        let layer = layer(400, 400, red)
        layer.cornerRadius = 100
        #expect(try pixel(drawn(layer), 105, 0)[3] == 255)
        layer.cornerCurve = .continuous
        let image = try drawn(layer)
        #expect(pixel(image, 105, 0)[3] < 255 && pixel(image, 160, 0)[3] == 255)
        #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1 && CALayer.cornerCurveExpansionFactor(.continuous) > 1.5)
    }

    // MARK: Kinds

    private final class Tiles: CATiledLayer {
        var boxes: [CGRect] = []
        override func draw(in ctx: CGContext) {
            let box = ctx.boundingBoxOfClipPath
            boxes.append(box)
            let isEven = Int((box.minX + box.minY) / 10).isMultiple(of: 2)
            ctx.setFillColor(red: isEven ? 1 : 0, green: isEven ? 0 : 1, blue: 0, alpha: 1)
            // A tile paints nothing beyond its box.
            ctx.fill(bounds)
        }
    }

    @Test func tilesAreDrawnOneByOne() throws {
        let tiles = Tiles()
        tiles.frame = CGRect(x: 0, y: 0, width: 25, height: 20)
        tiles.tileSize = CGSize(width: 10, height: 10)
        tiles.setNeedsDisplay()
        let image = try drawn(tiles)
        #expect(tiles.boxes.count == 6 && pixel(image, 5, 5) == [255, 0, 0, 255] && pixel(image, 15, 5) == [0, 255, 0, 255])
        #expect(pixel(image, 24, 15) == [0, 255, 0, 255] && pixel(image, 24, 5) == [255, 0, 0, 255])
    }

    @Test func scrollLayersMoveInTheirModeAlone() throws {
        let scroll = CAScrollLayer()
        scroll.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        let dot = layer(2, 2, red)
        dot.position = CGPoint(x: 15, y: 15)
        scroll.addSublayer(dot)
        scroll.scroll(to: CGPoint(x: 10, y: 10))
        #expect(try pixel(drawn(scroll), 5, 5)[3] == 255)
        scroll.scrollMode = .horizontally
        scroll.scroll(to: CGPoint(x: 12, y: 0))
        #expect(scroll.bounds.origin == CGPoint(x: 12, y: 10))
        scroll.scrollMode = .none
        scroll.scroll(to: CGPoint.zero)
        #expect(scroll.bounds.origin == CGPoint(x: 12, y: 10))
    }

    @Test func depthOfTheAnchorMovesTheLayerTheOtherWay() throws {
        func image(_ change: (CALayer) -> Void) throws -> Bitmap {
            let (root, box) = (layer(40, 40), layer(20, 20, red))
            root.sublayerTransform.m34 = -1.0 / 100
            box.position = CGPoint(x: 20, y: 20)
            change(box)
            root.addSublayer(box)
            return try drawn(root)
        }
        let near = try image { $0.anchorPointZ = -20 }
        #expect(try near == image { $0.zPosition = 20 })
        // Twenty points nearer to an eye at a hundred points, it is a quarter larger.
        #expect(pixel(near, 8, 20)[3] == 255 && pixel(near, 6, 20)[3] == 0)
    }

    @Test func conicGradientsTurnAgainstTheClock() throws {
        let context = try #require(
            CGContext(
                data: nil, width: 41, height: 41, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        let gradient = try #require(CGGradient(colorsSpace: nil, colors: [gray(0), gray(1)], locations: nil))
        context.drawConicGradient(gradient, center: CGPoint(x: 20.5, y: 20.5), angle: 0)
        let image = try context.drawnImage().bitmap
        // Upward is a quarter of a turn, leftward a half.
        for (x, y, part) in [(20, 2, 0.25), (2, 20, 0.5), (20, 38, 0.75)] {
            #expect(abs(Double(pixel(image, x, y)[0]) - part * 255) <= 2)
        }
        context.drawConicGradient(gradient, center: CGPoint(x: 20.5, y: 20.5), angle: .pi / 2)
        #expect(abs(try Double(pixel(context.drawnImage().bitmap, 2, 20)[0]) - 0.25 * 255) <= 2)
    }

    // MARK: Filters

    private func filtered(_ color: CGColor, _ name: String, _ inputs: [String: Any]) throws -> [Int] {
        let layer = layer(8, 8, color)
        let filter = try #require(CIFilter(name: name))
        for (key, value) in inputs { filter.setValue(value, forKey: key) }
        layer.filters = [filter]
        return try pixel(drawn(layer), 4, 4)
    }

    private func isNear(_ a: [Int], _ b: [Int], _ tolerance: Int = 1) -> Bool {
        zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
    }

    @Test func filtersOfColorsFollowTheirFormulas() throws {
        let color = CGColor(srgbRed: 0.8, green: 0.4, blue: 0.2, alpha: 1)
        let swapped = try filtered(
            color, "CIColorMatrix",
            [
                "inputRVector": CIVector(x: 0, y: 1, z: 0, w: 0), "inputGVector": CIVector(x: 1, y: 0, z: 0, w: 0),
                "inputBiasVector": CIVector(x: 0, y: 0, z: 0.2, w: 0),
            ])
        #expect(isNear(swapped, [102, 204, 102, 255]))
        let clamped = try filtered(
            color, "CIColorClamp",
            [
                "inputMinComponents": CIVector(x: 0, y: 0, z: 0.3, w: 0),
                "inputMaxComponents": CIVector(x: 0.5, y: 1, z: 1, w: 1),
            ])
        #expect(isNear(clamped, [128, 102, 77, 255]))
        // One exposure value doubles the light: 0.5 is a light of 0.2140, and 0.4280 is 0.6858.
        #expect(isNear(try filtered(gray(0.5), "CIExposureAdjust", [kCIInputEVKey: 1]), [175, 175, 175, 255]))
        #expect(isNear(try filtered(gray(0.5), "CIGammaAdjust", ["inputPower": 2]), [64, 64, 64, 255]))
        #expect(isNear(try filtered(color, "CIColorInvert", [:]), [51, 153, 204, 255]))
        #expect(isNear(try filtered(color, "CIColorControls", [kCIInputBrightnessKey: 0.1]), [230, 128, 77, 255]))
        // Hues turn around the grey axis, so a grey keeps its colour, and a full turn changes nothing.
        #expect(isNear(try filtered(gray(0.5), "CIHueAdjust", [kCIInputAngleKey: 2]), [128, 128, 128, 255]))
        #expect(isNear(try filtered(color, "CIHueAdjust", [kCIInputAngleKey: 2 * Double.pi]), [204, 102, 51, 255]))
        let sepia = try filtered(gray(0.5), "CISepiaTone", [kCIInputIntensityKey: 1])
        #expect(sepia[0] > sepia[1] && sepia[1] > sepia[2])
        #expect(isNear(try filtered(gray(0.5), "CISepiaTone", [kCIInputIntensityKey: 0]), [128, 128, 128, 255]))
        let mono = try filtered(color, "CIPhotoEffectMono", [:])
        #expect(mono[0] == mono[1] && mono[1] == mono[2])
    }

    /// The alpha of a row or a column through a square of 20 points in the middle of 60 × 60 points.
    private func blurred(_ name: String, _ inputs: [String: Any], isColumn: Bool = false) throws -> [Int] {
        let (root, box) = (layer(60, 60), layer(20, 20, red))
        box.position = CGPoint(x: 30, y: 30)
        root.addSublayer(box)
        let filter = try #require(CIFilter(name: name))
        for (key, value) in inputs { filter.setValue(value, forKey: key) }
        root.filters = [filter]
        let image = try drawn(root)
        return (0..<60).map { pixel(image, isColumn ? 30 : $0, isColumn ? $0 : 30)[3] }
    }

    @Test func blursSpreadAsFarAsTheirRadius() throws {
        let sharp = (0..<60).map { (20..<40).contains($0) ? 255 : 0 }
        let disc = try blurred("CIDiscBlur", [kCIInputRadiusKey: 5])
        #expect(disc[13] == 0 && disc[16] > 0 && isNear([disc[19] + disc[20]], [255], 3) && disc[27] == 255)
        let motion = try blurred("CIMotionBlur", [kCIInputRadiusKey: 5, kCIInputAngleKey: 0])
        #expect(motion[17] > 0 && isNear([motion[19] + motion[20]], [255], 3))
        // A motion along the row leaves the column sharp.
        #expect(try blurred("CIMotionBlur", [kCIInputRadiusKey: 5, kCIInputAngleKey: 0], isColumn: true) == sharp)
        let zoom = try blurred("CIZoomBlur", [kCIInputAmountKey: 20, kCIInputCenterKey: CIVector(x: 30, y: 30)])
        #expect(zoom[30] == 255 && zoom != sharp && zoom[2] == 0)
        let gaussian = try blurred("CIGaussianBlur", [kCIInputRadiusKey: 3])
        // The edge of a wide box has half of the light, and σ beyond it Φ(−1) = 0.1587 of it.
        #expect(isNear([gaussian[19] + gaussian[20], gaussian[16] + gaussian[17]], [255, 81], 4))
    }
}
