import Penumbra
import PenumbraBitmap
import PenumbraQuartzCore
import TestSupport
import Testing

@Suite(.timed) struct LayerRenderingTests {
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    private func layer(_ frame: CGRect, _ color: CGColor? = nil) -> CALayer {
        let layer = CALayer()
        (layer.frame, layer.backgroundColor) = (frame, color)
        return layer
    }

    private func root(_ width: CGFloat = 40, _ height: CGFloat = 40) -> CALayer {
        layer(CGRect(x: 0, y: 0, width: width, height: height))
    }

    /// The straight red, green, blue and alpha of a pixel.
    private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
        let at = 4 * (y * image.width + x)
        return (at..<at + 4).map { image.bitmap.pixels[$0] }
    }

    @Test func sublayersLieWhereTheirGeometryPutsThem() throws {
        let root = root()
        root.bounds.origin = CGPoint(x: 100, y: 100)
        let child = layer(CGRect(x: 110, y: 120, width: 10, height: 10), red)
        root.addSublayer(child)
        let inner = layer(CGRect(x: 0, y: 0, width: 4, height: 4), blue)
        child.addSublayer(inner)
        child.transform = CATransform3DMakeRotation(.pi, 0, 0, 1)
        let image = try root.makeImage()
        #expect(image.width == 40 && image.height == 40)
        #expect(pixel(image, 10, 20) == [255, 0, 0, 255] && pixel(image, 9, 20) == [0, 0, 0, 0])
        #expect(pixel(image, 19, 29) == [0, 0, 255, 255] && pixel(image, 15, 29) == [255, 0, 0, 255])
    }

    @Test func zPositionOrdersSiblings() throws {
        let root = root()
        let (a, b) = (layer(root.bounds, red), layer(root.bounds, blue))
        root.sublayers = [a, b]
        a.zPosition = 1
        #expect(pixel(try root.makeImage(), 5, 5) == [255, 0, 0, 255])
    }

    @Test func masksAndBoundsClipTheShadow() throws {
        let root = root()
        let box = layer(CGRect(x: 10, y: 10, width: 10, height: 10), red)
        (box.shadowOpacity, box.shadowRadius, box.shadowOffset) = (1, 0, CGSize(width: 12, height: 0))
        root.addSublayer(box)
        #expect(pixel(try root.makeImage(), 25, 15) == [0, 0, 0, 255])
        box.masksToBounds = true
        #expect(pixel(try root.makeImage(), 25, 15) == [0, 0, 0, 0])
        #expect(pixel(try root.makeImage(), 15, 15) == [255, 0, 0, 255])
        box.masksToBounds = false
        let mask = layer(CGRect(x: 0, y: 0, width: 16, height: 5), .black)
        box.mask = mask
        let image = try root.makeImage()
        #expect(pixel(image, 25, 12) == [0, 0, 0, 255] && pixel(image, 25, 17) == [0, 0, 0, 0])
        #expect(pixel(image, 15, 12) == [255, 0, 0, 255] && pixel(image, 27, 12) == [0, 0, 0, 0])
        mask.isHidden = true
        #expect(pixel(try root.makeImage(), 15, 12) == [0, 0, 0, 0])
    }

    @Test func shadowPathsCastShadowsOfTheirOwn() throws {
        let root = root()
        let box = layer(CGRect(x: 10, y: 10, width: 10, height: 10))
        box.shadowPath = CGPath(rect: CGRect(x: 15, y: 0, width: 5, height: 5), transform: nil)
        (box.shadowOpacity, box.shadowRadius, box.shadowOffset, box.shadowColor) = (1, 0, .zero, blue)
        root.addSublayer(box)
        let image = try root.makeImage()
        #expect(pixel(image, 27, 12) == [0, 0, 255, 255] && pixel(image, 15, 15) == [0, 0, 0, 0])
    }

    @Test func flippedLayersCountFromBelow() throws {
        let root = root()
        root.isGeometryFlipped = true
        let box = layer(CGRect(x: 0, y: 0, width: 10, height: 10), red)
        root.addSublayer(box)
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: 20, y: 20, width: 20, height: 20)
        shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 20, height: 5), transform: nil)
        root.addSublayer(shape)
        let image = try root.makeImage()
        #expect(pixel(image, 5, 35) == [255, 0, 0, 255] && pixel(image, 5, 5) == [0, 0, 0, 0])
        #expect(pixel(image, 30, 18) == [0, 0, 0, 255] && pixel(image, 30, 2) == [0, 0, 0, 0])
    }

    /// A picture whose upper half is red and whose lower half is blue.
    private func picture() throws -> CGImage {
        let root = root(4, 4)
        root.addSublayer(layer(CGRect(x: 0, y: 0, width: 4, height: 2), red))
        root.addSublayer(layer(CGRect(x: 0, y: 2, width: 4, height: 2), blue))
        return try root.makeImage()
    }

    @Test func picturesStayUprightInFlippedLayers() throws {
        let root = root()
        let box = layer(CGRect(x: 0, y: 0, width: 20, height: 20))
        box.contents = try picture()
        root.addSublayer(box)
        #expect(pixel(try root.makeImage(), 5, 2) == [255, 0, 0, 255])
        root.isGeometryFlipped = true
        let image = try root.makeImage()
        #expect(pixel(image, 5, 22) == [255, 0, 0, 255] && pixel(image, 5, 38) == [0, 0, 255, 255])
    }

    @Test(arguments: [
        (CALayerContentsGravity.resize, [0, 0, 20, 10]), (.center, [8, 3, 4, 4]), (.topLeft, [0, 0, 4, 4]),
        (.top, [8, 0, 4, 4]), (.bottomRight, [16, 6, 4, 4]), (.left, [0, 3, 4, 4]), (.resizeAspect, [5, 0, 10, 10]),
        (.bottomLeft, [0, 6, 4, 4]), (.right, [16, 3, 4, 4]), (.bottom, [8, 6, 4, 4]), (.topRight, [16, 0, 4, 4]),
    ])
    func gravitiesPlaceThePicture(gravity: CALayerContentsGravity, place: [Int]) throws {
        let root = root(20, 10)
        root.contents = try picture()
        root.contentsGravity = gravity
        let image = try root.makeImage()
        var painted: [(x: Int, y: Int)] = []
        for y in 0..<10 {
            for x in 0..<20 where pixel(image, x, y)[3] > 0 { painted.append((x, y)) }
        }
        let (xs, ys) = (painted.map(\.x), painted.map(\.y))
        #expect([xs.min(), ys.min()] == [place[0], place[1]])
        #expect(painted.count == place[2] * place[3] && xs.max() == place[0] + place[2] - 1)
    }

    @Test func groupOpacityIsOptional() throws {
        let root = root()
        let group = layer(CGRect(x: 0, y: 0, width: 20, height: 20), red)
        group.opacity = 0.5
        group.addSublayer(layer(CGRect(x: 0, y: 0, width: 10, height: 10), blue))
        root.addSublayer(group)
        root.backgroundColor = .white
        #expect(pixel(try root.makeImage(), 5, 5) == [128, 128, 255, 255])
        group.allowsGroupOpacity = false
        let image = try root.makeImage()
        // Blue over red over white, each at a half.
        #expect(zip(pixel(image, 5, 5), [128, 64, 191, 255] as [UInt8]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        #expect(pixel(image, 15, 15) == [255, 128, 128, 255])
    }

    @Test func drawingFillsTheContents() throws {
        final class Cross: CALayer {
            override func draw(in ctx: CGContext) {
                ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
                ctx.fill(CGRect(x: 0, y: 0, width: 100, height: 4))
            }
        }
        let cross = Cross()
        cross.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        let root = root()
        root.addSublayer(cross)
        #expect(pixel(try root.makeImage(), 15, 12) == [0, 0, 0, 0])
        cross.setNeedsDisplay()
        #expect(cross.needsDisplay())
        let image = try root.makeImage()
        #expect(!cross.needsDisplay())
        #expect(pixel(image, 15, 12) == [255, 0, 0, 255] && pixel(image, 15, 15) == [0, 0, 0, 0])
        // Drawing ends at the bounds.
        #expect(pixel(image, 32, 12) == [0, 0, 0, 0])
    }

    @Test func delegatesDrawAndChooseActions() throws {
        final class Helper: CALayerDelegate {
            var events: [String] = []
            func draw(_ layer: CALayer, in ctx: CGContext) {
                ctx.setFillColor(.black)
                ctx.fill(layer.bounds)
            }
            func layoutSublayers(of layer: CALayer) { events.append("layout") }
            func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
                events.append(event)
                return NSNull()
            }
        }
        let (helper, layer) = (Helper(), layer(CGRect(x: 0, y: 0, width: 10, height: 10)))
        layer.delegate = helper
        layer.setNeedsDisplay()
        let renderer = CARenderer(size: CGSize(width: 10, height: 10), layer: layer)
        #expect(pixel(try renderer.render(at: 0), 5, 5) == [0, 0, 0, 255])
        layer.opacity = 0.5
        #expect(helper.events == ["layout", "opacity"] && layer.animationKeys() == nil)
    }

    @Test func replicatorsRepeatAndDelay() throws {
        let root = CAReplicatorLayer()
        root.frame = CGRect(x: 0, y: 0, width: 40, height: 10)
        (root.instanceCount, root.instanceTransform) = (4, CATransform3DMakeTranslation(10, 0, 0))
        (root.instanceColor, root.instanceRedOffset) = (.white, -0.25)
        let dot = layer(CGRect(x: 0, y: 0, width: 5, height: 5), .white)
        root.addSublayer(dot)
        let image = try root.makeImage()
        #expect([2, 12, 22, 32].map { pixel(image, $0, 2)[0] } == [255, 191, 128, 64] && pixel(image, 7, 2)[3] == 0)
        root.instanceDelay = 1
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue, fade.duration, fade.fillMode) = (0, 1, 4, .backwards)
        dot.add(fade, forKey: nil)
        let later = try root.makeImage(at: 2)
        #expect([2, 12, 22, 32].map { pixel(later, $0, 2)[3] } == [128, 64, 0, 0])
    }

    @Test func replicatorsRepeatSublayersAlone() throws {
        let root = CAReplicatorLayer()
        root.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
        (root.instanceCount, root.instanceTransform) = (2, CATransform3DMakeTranslation(20, 10, 0))
        root.contents = try picture()
        root.contentsGravity = .topLeft
        root.addSublayer(layer(CGRect(x: 0, y: 10, width: 4, height: 4), red))
        let image = try root.makeImage()
        #expect(pixel(image, 1, 1) == [255, 0, 0, 255] && pixel(image, 21, 11)[3] == 0)
        #expect(pixel(image, 21, 21) == [255, 0, 0, 255])
        root.isGeometryFlipped = true
        let flipped = try root.makeImage()
        // The copy lies higher: 40 − 20 − 4.
        #expect(pixel(flipped, 21, 17) == [255, 0, 0, 255] && pixel(flipped, 1, 27) == [255, 0, 0, 255])
        #expect(pixel(flipped, 21, 37)[3] == 0)
    }

    /// A replicator that stands in space because its transform is animated, or that has a filter around it.
    @Test func copiesTurnAboutTheAnchorEverywhere() throws {
        func star(_ change: (CAReplicatorLayer) -> Void) throws -> CGImage {
            let (root, replicator) = (root(), CAReplicatorLayer())
            replicator.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
            replicator.anchorPoint = CGPoint(x: 0.25, y: 0.5)
            replicator.position = CGPoint(x: 15, y: 20)
            (replicator.instanceCount, replicator.instanceTransform) = (4, CATransform3DMakeRotation(.pi / 2, 0, 0, 1))
            replicator.addSublayer(layer(CGRect(x: 4, y: 0, width: 2, height: 6), red))
            root.addSublayer(replicator)
            change(replicator)
            return try root.makeImage(at: 0)
        }
        let plain = try star { _ in }
        #expect(pixel(plain, 15, 12) == [255, 0, 0, 255] && pixel(plain, 22, 20) == [255, 0, 0, 255])
        let turning = try star { replicator in
            let turn = CABasicAnimation(keyPath: "transform.rotation")
            (turn.byValue, turn.duration) = (Float.pi, 1)
            replicator.add(turn, forKey: nil)
        }
        let filtered = try star { replicator in
            replicator.filters = [CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 0])].compactMap { $0 }
            (replicator.shadowOpacity, replicator.shadowColor) = (0.001, red)
        }
        for y in 0..<40 {
            for x in 0..<40 {
                #expect(abs(Int(pixel(turning, x, y)[3]) - Int(pixel(plain, x, y)[3])) <= 1)
                #expect(abs(Int(pixel(filtered, x, y)[3]) - Int(pixel(plain, x, y)[3])) <= 1)
            }
        }
    }

    @Test func gradientsLieBelowContents() throws {
        let root = CAGradientLayer()
        root.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        root.colors = [blue, blue]
        root.contents = try picture()
        root.contentsGravity = .topLeft
        let image = try root.makeImage()
        #expect(pixel(image, 8, 8) == [0, 0, 255, 255] && pixel(image, 1, 1) == [255, 0, 0, 255])
    }

    @Test func compositingFiltersBlend() throws {
        let root = root()
        root.backgroundColor = CGColor(red: 0.5, green: 0.5, blue: 0, alpha: 1)
        let top = layer(root.bounds, CGColor(red: 0.5, green: 1, blue: 1, alpha: 1))
        root.addSublayer(top)
        for name in ["multiplyBlendMode", "CIMultiplyBlendMode"] {
            top.compositingFilter = name
            #expect(
                zip(pixel(try root.makeImage(), 5, 5), [64, 128, 0, 255] as [UInt8]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
        top.compositingFilter = CIFilter(name: "CIUnknown")
        #expect(throws: LayerError.self) { try root.makeImage() }
    }

    @Test func filtersChangeTheLayer() throws {
        let root = root()
        let box = layer(CGRect(x: 10, y: 10, width: 20, height: 20), red)
        root.addSublayer(box)
        box.filters = [CIFilter(name: "CIColorInvert")].compactMap { $0 }
        #expect(pixel(try root.makeImage(), 20, 20) == [0, 255, 255, 255])
        let blur = CIFilter(name: "CIGaussianBlur")
        blur?.name = "blur"
        box.filters = [blur].compactMap { $0 }
        box.setValue(2, forKeyPath: "filters.blur.inputRadius")
        #expect((box.value(forKeyPath: "filters.blur.inputRadius") as? Int) == 2)
        let edge = pixel(try root.makeImage(), 10, 20)[3]
        #expect(edge > 100 && edge < 160)
        // The blurred edge is clipped: the mask comes after filters.
        box.masksToBounds = true
        let clipped = try root.makeImage()
        #expect(pixel(clipped, 9, 20)[3] == 0 && pixel(clipped, 10, 20)[3] == edge)
        box.filters = ["nothing"]
        #expect(throws: LayerError.self) { try root.makeImage() }
    }

    @Test func sceneDocumentsDrawTheSame() throws {
        let root = root()
        root.contents = try picture()
        root.cornerRadius = 8
        root.masksToBounds = true
        let gradient = CAGradientLayer()
        gradient.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
        gradient.colors = [red, blue]
        root.addSublayer(gradient)
        let text = try root.scene(scale: 2).json()
        let scene = try Scene(json: [UInt8](text.utf8))
        let drawn = try Renderer(backend: .cpu).render(scene)
        let comparison = BitmapComparison(drawn, try root.makeImage(scale: 2).bitmap)
        #expect(comparison?.isEqual == true)
    }

    @Test func textsStayTextsInScenes() throws {
        let text = CATextLayer()
        text.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
        (text.string, text.fontSize, text.foregroundColor, text.alignmentMode) = ("Hello", 20, .black, .center)
        func shown() throws -> Text? {
            guard case .text(let text)? = try text.scene().layers.first?.sublayers.first?.sublayers.first?.kind else {
                return nil
            }
            return text
        }
        let plain = try shown()
        #expect(plain?.wholeString == "Hello" && plain?.fontSize == 20 && plain?.alignment == .center)
        #expect(plain?.isWrapped == false && plain?.color == .black)
        let string = NSMutableAttributedString(string: "Red ", attributes: [.foregroundColor: red])
        string.append(NSAttributedString(string: "and more", attributes: [.underlineStyle: 1]))
        text.string = string
        let runs = try shown()?.runs
        #expect(runs?.map(\.string) == ["Red ", "and more"])
        #expect(runs?.first?.color == .rgb(1, 0, 0) && runs?.last?.underline?.style == .solid)
        text.string = nil
        #expect(try shown() == nil)
    }

    @Test func spatialLayersAreSortedByDepth() throws {
        let root = root(100, 100)
        let stage = CATransformLayer()
        stage.frame = root.bounds
        root.addSublayer(stage)
        let (front, back) = (
            layer(CGRect(x: 20, y: 20, width: 60, height: 60), red), layer(CGRect(x: 20, y: 20, width: 60, height: 60), blue)
        )
        (front.zPosition, back.zPosition) = (10, -10)
        stage.sublayers = [front, back]
        #expect(pixel(try root.makeImage(), 50, 50) == [255, 0, 0, 255])
        // Half a turn shows the other side.
        stage.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
        #expect(pixel(try root.makeImage(), 50, 50) == [0, 0, 255, 255])
        back.isDoubleSided = false
        #expect(pixel(try root.makeImage(), 50, 50) == [255, 0, 0, 255])
    }

    @Test func tiltedSiblingsCutThroughEachOther() throws {
        let root = root(100, 100)
        let first = layer(CGRect(x: 20, y: 20, width: 60, height: 60), red)
        let second = layer(CGRect(x: 20, y: 20, width: 60, height: 60), blue)
        // Positive angles about y turn the right side away from the eye, as the y axis points down.
        first.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
        second.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
        for layers in [[first, second], [second, first]] {
            root.sublayers = layers
            let image = try root.makeImage()
            #expect(pixel(image, 35, 50) == [255, 0, 0, 255] && pixel(image, 65, 50) == [0, 0, 255, 255])
        }
    }

    @Test func contextsTakeLayers() throws {
        let root = root()
        root.addSublayer(layer(CGRect(x: 0, y: 0, width: 10, height: 10), red))
        let context = try #require(
            CGContext(
                data: nil, width: 80, height: 80, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        // As UIKit's contexts are: y points down, two pixels per point.
        context.translateBy(x: 0, y: 80)
        context.scaleBy(x: 2, y: -2)
        root.render(in: context)
        let image = try #require(context.makeImage())
        #expect(pixel(image, 19, 19) == [255, 0, 0, 255] && pixel(image, 20, 20)[3] == 0)
    }

    @Test func brokenContentsAreNamed() throws {
        let root = root()
        root.contents = "not a picture"
        root.name = "photo"
        #expect(throws: LayerError.self) { try root.makeImage() }
        do { _ = try root.makeImage() } catch {
            #expect("\(error)" == "layer photo: found contents of type String, expected a CGImage")
        }
        root.contents = nil
        root.transform.m11 = .nan
        let parent = self.root()
        parent.addSublayer(root)
        #expect(throws: LayerError.self) { try parent.makeImage() }
    }

    @Test func deepTreesAreRefused() throws {
        let root = root()
        var last = root
        for _ in 0..<200 {
            let next = layer(CGRect(x: 0, y: 0, width: 1, height: 1))
            last.addSublayer(next)
            last = next
        }
        #expect(throws: LayerError.self) { try root.makeImage() }
    }
}
