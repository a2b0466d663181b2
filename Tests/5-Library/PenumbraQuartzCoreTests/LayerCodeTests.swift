import Foundation
import Penumbra
import PenumbraQuartzCore
import TestSupport
import Testing

/// What layer code of apps relies on.
@Suite(.timed) struct LayerCodeTests {
    @Test func subLayersThatStayInPlaceAskForNoLayout() {
        let (layer, first, second) = (CALayer(), CALayer(), CALayer())
        for sublayer in [first, second] { layer.addSublayer(sublayer) }
        layer.layoutIfNeeded()
        layer.addSublayer(second)
        layer.insertSublayer(first, at: 0)
        #expect(!layer.needsLayout() && layer.sublayers == [first, second])
        layer.addSublayer(first)
        #expect(layer.needsLayout() && layer.sublayers == [second, first])
    }

    @Test func scaleInThePlaneLeavesDepthAlone() {
        let layer = CALayer()
        layer.setValue(3.0, forKeyPath: "transform.scale.xy")
        #expect(layer.transform.m11 == 3 && layer.transform.m22 == 3 && layer.transform.m33 == 1)
        #expect(layer.value(forKeyPath: "transform.scale.xy") as? CGFloat == 3)
    }

    /// Draws text that shows how far an animated key has come.
    private final class ProgressLayer: CALayer {
        var seen: [CGFloat] = []

        override class func needsDisplay(forKey key: String) -> Bool { key == "progress" }

        override func draw(in ctx: CGContext) {
            seen.append((presentation() ?? self).value(forKey: "progress") as? CGFloat ?? -1)
        }
    }

    @Test func layersThatAreDrawnAreTheirOwnPresentation() throws {
        let layer = ProgressLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.setValue(CGFloat(1), forKey: "progress")
        let animation = CABasicAnimation(keyPath: "progress")
        (animation.fromValue, animation.toValue, animation.duration) = (CGFloat(0), CGFloat(1), 2)
        layer.add(animation, forKey: nil)
        let renderer = CARenderer(size: CGSize(width: 4, height: 4), layer: layer)
        for time in [0, 0.5, 1.5] { _ = try renderer.render(at: time) }
        #expect(layer.seen.suffix(3) == [0, 0.25, 0.75])
    }

    /// The middle of the particles' heights, with a picture of one pixel.
    private func heights(isFlipped: Bool) throws -> Double {
        let page = CALayer()
        page.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
        page.isGeometryFlipped = isFlipped
        let emitter = CAEmitterLayer()
        (emitter.emitterShape, emitter.emitterPosition) = (.line, CGPoint(x: 20, y: 20))
        emitter.emitterSize = CGSize(width: 10, height: 1)
        let cell = CAEmitterCell()
        (cell.birthRate, cell.lifetime, cell.velocity) = (30, 5, 15)
        let context = CGContext(
            data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        context?.setFillColor(.black)
        context?.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        cell.contents = context?.makeImage()
        emitter.emitterCells = [cell]
        page.addSublayer(emitter)
        let bitmap = try page.makeImage(at: 1).bitmap
        let rows = (0..<40).filter { y in (0..<40).contains { bitmap.pixels[4 * (40 * y + $0) + 3] > 0 } }
        return Double(rows.reduce(0, +)) / Double(max(1, rows.count))
    }

    @Test func linesEmitUpwards() throws {
        #expect(try heights(isFlipped: false) < 19)
        #expect(try heights(isFlipped: true) < 19)
    }

    @Test func renderersLeaveNoTimeBehind() throws {
        do {
            let renderer = CARenderer(size: CGSize(width: 2, height: 2), layer: CALayer())
            _ = try renderer.render(at: 7)
            #expect(CACurrentMediaTime() == 7)
        }
        #expect(CACurrentMediaTime() == 0)
    }

    @Test func equalFramesAreOnePicture() throws {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        let renderer = CARenderer(size: CGSize(width: 4, height: 4), layer: layer)
        let first = try renderer.render(at: 0)
        #expect(try renderer.render(at: 1) === first)
        CATransaction.setDisableActions(true)
        layer.backgroundColor = .black
        #expect(try renderer.render(at: 2) !== first)
        #expect(renderer.times.frames == 3 && renderer.times.snapshot > .zero)
    }

    /// The columns that a text paints.
    private func columns(_ mode: CATextLayerTruncationMode, _ string: Any) throws -> [Int] {
        let layer = CATextLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 120, height: 30)
        (layer.string, layer.fontSize, layer.truncationMode, layer.foregroundColor) = (string, 20, mode, .black)
        let bitmap = try layer.makeImage(size: CGSize(width: 400, height: 30)).bitmap
        return (0..<400).filter { x in (0..<30).contains { bitmap.pixels[4 * (400 * $0 + x) + 3] > 0 } }
    }

    @Test func truncatedTextsFit() throws {
        let long = "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiMMMMMMMMMM"
        let (start, middle, end) = (try columns(.start, long), try columns(.middle, long), try columns(.end, long))
        // What is kept differs: the wide end, a part of both, or the narrow start.
        #expect(start.count > 20 && middle.count > 20 && end.count > 20 && start != middle && middle != end)
        #expect(try columns(.none, long).last == 119 && (start.last ?? 400) < 120 && (middle.last ?? 400) < 120)
        let short = "Hi"
        #expect(try columns(.start, short) == columns(.none, short) && columns(.middle, short) == columns(.none, short))
        #expect(try columns(.middle, NSAttributedString(string: short)) == columns(.none, NSAttributedString(string: short)))
    }

    private class PlainText: CATextLayer {}

    private final class CenteredText: CATextLayer {
        override func draw(in ctx: CGContext) {
            ctx.saveGState()
            ctx.translateBy(x: 0, y: 12)
            super.draw(in: ctx)
            ctx.restoreGState()
        }
    }

    @Test func textMovesWithTheContextThatASubclassMoves() throws {
        func rows(_ layer: CATextLayer) throws -> [Int] {
            layer.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
            (layer.string, layer.fontSize, layer.foregroundColor) = ("Text", 14, .black)
            let image = try layer.makeImage()
            return (0..<40).map { y in (0..<60).reduce(0) { $0 + Int(image.bitmap[$1, y].w) } }
        }
        let plain = try rows(CATextLayer())
        #expect(try rows(PlainText()) == plain)
        let moved = try rows(CenteredText())
        #expect(plain.contains { $0 > 0 } && Array(moved.dropFirst(12)) == Array(plain.dropLast(12)))
        #expect(moved.prefix(12).allSatisfy { $0 == 0 })
    }
}
