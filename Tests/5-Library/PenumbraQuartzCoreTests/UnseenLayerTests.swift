import Foundation
import Penumbra
import PenumbraQuartzCore
import TestSupport
import Testing

/// Layers that aren't seen are left out of drawn frames, and change none of their bytes.
@Suite(.timed) struct UnseenLayerTests {
    /// A tree whose layers lie inside, across and outside of a picture of 60 × 60 points.
    private func tree(_ random: inout SeededGenerator) -> CALayer {
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
        var layers = [root]
        for index in 0..<14 {
            let layer = index % 4 == 3 ? CAShapeLayer() : CALayer()
            layer.bounds = CGRect(
                x: random.number(-10...10), y: random.number(-10...10), width: random.number(8...40),
                height: random.number(2...40))
            layer.position = CGPoint(x: random.number(-60...120), y: random.number(-60...120))
            layer.backgroundColor = CGColor(
                red: CGFloat(random.number(0...1)), green: 0.5, blue: 0.7, alpha: CGFloat(random.number(0.3...1)))
            if random.chance(0.4) {
                layer.setAffineTransform(
                    CGAffineTransform(rotationAngle: CGFloat(random.number(-3...3))).scaledBy(
                        x: CGFloat(random.number(0.3...3)), y: 1))
            }
            if random.chance(0.3) {
                (layer.shadowOpacity, layer.shadowRadius) = (0.8, CGFloat(random.number(0...12)))
                layer.shadowOffset = CGSize(width: random.number(-60...60), height: random.number(-60...60))
                if random.chance(0.4) {
                    layer.shadowPath = CGPath(
                        ellipseIn: CGRect(x: random.number(-50...50), y: -20, width: 30, height: 30), transform: nil)
                }
            }
            if let shape = layer as? CAShapeLayer {
                shape.path = CGPath(
                    rect: CGRect(x: random.number(-70...70), y: random.number(-70...70), width: 25, height: 9), transform: nil)
                (shape.lineWidth, shape.strokeColor) = (CGFloat(random.number(0...9)), .black)
            }
            layer.masksToBounds = random.chance(0.25)
            if random.chance(0.15) { layer.filters = [CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 4]) as Any] }
            if random.chance(0.15) { layer.sublayerTransform = CATransform3DMakeTranslation(-40, 10, 0) }
            layer.isGeometryFlipped = random.chance(0.1)
            if random.chance(0.15) {
                let mask = CALayer()
                mask.frame = layer.bounds.insetBy(dx: 3, dy: -6)
                mask.backgroundColor = .black
                layer.mask = mask
            }
            layers[random.integer(0...(layers.count - 1))].addSublayer(layer)
            layers.append(layer)
        }
        return root
    }

    @Test(arguments: UInt64(1)...40) func unseenLayersChangeNoBytes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let root = tree(&random)
        let renderer = CARenderer(size: CGSize(width: 60, height: 60), scale: seed % 2 == 0 ? 1 : 1.5, layer: root)
        renderer.bounds.origin = CGPoint(x: random.number(-20...20), y: random.number(-20...20))
        // Scenes have all layers.
        let whole = try Renderer().render(try renderer.scene(at: 0))
        #expect(try renderer.render(at: 0).bitmap == whole)
        let own = root.sublayers?.first ?? root
        let scene = try own.scene(size: CGSize(width: 50, height: 50))
        #expect(try own.makeImage(size: CGSize(width: 50, height: 50)).bitmap == Renderer().render(scene))
    }

    @Test func listsFailForRowsThatAreSeenAlone() throws {
        let page = CALayer()
        page.frame = CGRect(x: 0, y: 0, width: 20, height: 40)
        for index in 0..<100 {
            let row = CALayer()
            row.name = "row \(index)"
            row.frame = CGRect(x: 0, y: 10 * index, width: 20, height: 10)
            // What can't be drawn is an error where it is seen.
            if index > 50 { row.contents = "text" }
            page.addSublayer(row)
        }
        let renderer = CARenderer(size: CGSize(width: 20, height: 40), layer: page)
        _ = try renderer.render(at: 0)
        CATransaction.setDisableActions(true)
        page.bounds.origin.y = 480
        #expect(throws: LayerError.self) { try renderer.render(at: 1) }
    }
}
