import PenumbraBitmap
import PenumbraUIKit
import TestSupport
import Testing

/// Tests of views as trees of layers.
@Suite(.timed) struct UIViewTests {
    private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
        CGRect(x: x, y: y, width: width, height: height)
    }

    private func pixel(_ view: UIView, _ x: Int, _ y: Int, scale: CGFloat = 1) throws -> [Int] {
        let value = try view.layer.makeImage(scale: scale).bitmap[x, y]
        return (0..<4).map { Int(value[$0]) }
    }

    private final class Painted: UIView {
        override func draw(_ rect: CGRect) {
            UIColor.green.setFill()
            UIRectFill(CGRect(x: bounds.minX, y: bounds.minY, width: 1, height: 1))
        }
    }

    private final class Stack: UIView {
        override func layoutSubviews() {
            for (index, view) in subviews.enumerated() {
                view.frame = CGRect(x: 0, y: CGFloat(index) * 2, width: bounds.width, height: 2)
            }
        }
    }

    private final class Fading: UIView {
        override class var layerClass: AnyClass { CAGradientLayer.self }
    }

    /// A view whose layer has the type of its class, as code for UIKit writes it.
    private final class Outlined: UIView {
        override class var layerClass: AnyClass { CAShapeLayer.self }
        override var layer: CAShapeLayer { super.layer as! CAShapeLayer }

        override func layoutSubviews() { layer.path = UIBezierPath(rect: bounds.insetBy(dx: 1, dy: 1)).cgPath }
    }

    @Test func viewMayOverrideItsLayer() throws {
        let view = Outlined(frame: rect(0, 0, 4, 4))
        view.layer.fillColor = UIColor.red.cgColor
        #expect(try pixel(view, 1, 1) == [255, 0, 0, 255] && pixel(view, 0, 0) == [0, 0, 0, 0])
    }

    /// A tile whose upper left pixel is red, in blue.
    private var tile: UIColor {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 3)).image { context in
            UIColor.blue.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 3))
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        return UIColor(patternImage: image)
    }

    @Test func patternsTileBackgroundsFromTheUpperLeft() throws {
        let view = UIView(frame: rect(0, 0, 10, 10))
        view.backgroundColor = tile
        let shown = try view.layer.makeImage().bitmap
        for y in 0..<10 {
            for x in 0..<10 {
                let isRed = x % 4 == 0 && y % 3 == 0
                #expect(shown[x, y] == (isRed ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 255, 255)), "\(x), \(y)")
            }
        }
        view.layer.cornerRadius = 5
        view.layer.contents =
            UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { context in
                UIColor.green.setFill()
                context.fill(rect(0, 0, 2, 2))
            }.cgImage
        view.layer.contentsGravity = .center
        #expect(
            try pixel(view, 0, 0)[3] == 0 && pixel(view, 5, 5) == [0, 255, 0, 255] && pixel(view, 8, 3) == [255, 0, 0, 255])
    }

    @Test func patternsFillShapesAndNothingElse() throws {
        let shape = CAShapeLayer()
        shape.frame = rect(0, 0, 12, 6)
        shape.path = UIBezierPath(rect: rect(2, 0, 8, 6)).cgPath
        (shape.fillColor, shape.strokeColor, shape.lineWidth) = (tile.cgColor, UIColor.green.cgColor, 2)
        let shown = try shape.makeImage().bitmap
        #expect(shown[4, 3] == SIMD4(255, 0, 0, 255) && shown[5, 3] == SIMD4(0, 0, 255, 255))
        #expect(shown[2, 3] == SIMD4(0, 255, 0, 255) && shown[0, 3] == .zero)
        shape.strokeColor = tile.cgColor
        #expect(throws: LayerError.self) { try shape.makeImage() }
        let view = UIView(frame: rect(0, 0, 4, 4))
        (view.layer.borderWidth, view.layer.borderColor) = (1, tile.cgColor)
        #expect(throws: LayerError.self) { try view.layer.makeImage() }
    }

    /// A pattern of one colour fills what the colour fills, however layers are flipped.
    @Test(arguments: [false, true], [false, true]) func patternsLieWhereColorsLie(own: Bool, outer: Bool) throws {
        let plain = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { context in
            UIColor.blue.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        }
        func shown(_ color: UIColor) throws -> Bitmap {
            let (layer, shape) = (CALayer(), CAShapeLayer())
            (layer.frame, shape.frame) = (rect(0, 0, 12, 10), rect(0, 1, 12, 6))
            shape.path = UIBezierPath(rect: rect(0, 0, 12, 2)).cgPath
            shape.fillColor = color.cgColor
            (layer.isGeometryFlipped, shape.isGeometryFlipped) = (outer, own)
            layer.addSublayer(shape)
            return try layer.makeImage().bitmap
        }
        #expect(try shown(UIColor(patternImage: plain)) == shown(.blue))
    }

    private final class OwnLayer: CALayer {}

    private final class Owner: UIView {
        override class var layerClass: AnyClass { OwnLayer.self }
    }

    @Test func viewsAnimateInsideOfAnimateAlone() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        view.addSubview(box)
        var isFinished = false
        UIView.animate(withDuration: 2, delay: 1, options: .curveLinear) {
            box.alpha = 0
            box.center.x = 12
            UIView.performWithoutAnimation { box.center.y = 5 }
        } completion: {
            isFinished = $0
        }
        box.layer.cornerRadius = 1
        #expect(box.layer.animationKeys()?.sorted() == ["opacity", "position"] && box.center == CGPoint(x: 12, y: 5))
        let renderer = CARenderer(size: CGSize(width: 10, height: 10), layer: view.layer)
        func shown(_ time: Double) throws -> (Float, CGFloat) {
            _ = try renderer.render(at: time)
            let layer = box.layer.presentation()
            return (layer?.opacity ?? -1, layer?.position.x ?? -1)
        }
        #expect(try shown(0.5) == (1, 2))
        #expect(try shown(2) == (0.5, 7) && !isFinished)
        #expect(try shown(3.5) == (0, 12) && isFinished && box.layer.animationKeys() == nil)
    }

    @Test func springsOfViewsComeToRestAtTheirEnd() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        UIView.animate(withDuration: 1, usingSpringWithDamping: 0.4, initialSpringVelocity: 0) { view.center.x = 105 }
        let renderer = CARenderer(size: CGSize(width: 10, height: 10), layer: view.layer)
        let places = try stride(from: 0, to: 1, by: 0.05).map { time in
            _ = try renderer.render(at: time)
            return Double(view.layer.presentation()?.position.x ?? -1)
        }
        #expect(places[0] == 5 && (places.max() ?? 0) > 110 && abs((places.last ?? 0) - 105) < 0.5)
    }

    private final class TrapLayer: CALayer {
        let number: Int

        init(number: Int) {
            self.number = number
            super.init()
        }

        required init?(coder: NSCoder) { fatalError("no archives") }
    }

    private final class TrapView: UIView {
        override class var layerClass: AnyClass { TrapLayer.self }
        override class func makeLayer() -> CALayer { TrapLayer(number: 7) }
        override var frame: CGRect { didSet { changes += 1 } }
        var changes = 0
    }

    @Test func viewsMakeLayersOfTheirOwn() {
        let view = TrapView(frame: .zero)
        view.frame = CGRect(x: 0, y: 0, width: 3, height: 3)
        #expect((view.layer as? TrapLayer)?.number == 7 && view.changes == 1)
    }

    @Test func propertiesAreThoseOfTheLayer() {
        let view = UIView(frame: rect(1, 2, 4, 6))
        view.backgroundColor = .red
        view.alpha = 0.5
        view.clipsToBounds = true
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
        #expect(
            view.layer.frame == rect(-1, -1, 8, 12) && view.bounds == rect(0, 0, 4, 6) && view.center == CGPoint(x: 3, y: 5))
        #expect(view.layer.backgroundColor == UIColor.red.cgColor && view.layer.opacity == 0.5 && view.layer.masksToBounds)
        view.contentMode = .scaleAspectFit
        #expect(view.layer.contentsGravity == .resizeAspect)
    }

    @Test func treeOfViewsIsATreeOfLayers() {
        let (parent, a, b, c) = (UIView(), UIView(), UIView(), UIView())
        parent.addSubview(a)
        parent.addSubview(b)
        parent.insertSubview(c, belowSubview: b)
        #expect(parent.subviews == [a, c, b] && parent.layer.sublayers?.count == 3)
        #expect(parent.layer.sublayers?[1] === c.layer && c.superview === parent)
        parent.bringSubviewToFront(a)
        parent.sendSubviewToBack(b)
        #expect(parent.subviews == [b, c, a] && parent.layer.sublayers?[2] === a.layer)
        c.removeFromSuperview()
        #expect(parent.subviews == [b, a] && c.superview == nil && c.layer.superlayer == nil)
        a.addSubview(parent)
        #expect(parent.superview == nil && a.isDescendant(of: parent) && !parent.isDescendant(of: a))
        b.tag = 7
        #expect(parent.viewWithTag(7) === b && parent.viewWithTag(8) == nil)
    }

    @Test func drawnContentsAreThoseOfDraw() throws {
        let view = Painted(frame: rect(0, 0, 4, 4))
        #expect(try pixel(view, 1, 1, scale: 2) == [0, 255, 0, 255] && pixel(view, 2, 2, scale: 2)[3] == 0)
        let parent = UIView(frame: rect(0, 0, 8, 8))
        view.frame = rect(4, 4, 4, 4)
        parent.addSubview(view)
        #expect(try pixel(parent, 4, 4) == [0, 255, 0, 255] && pixel(parent, 0, 0)[3] == 0)
    }

    @Test func subviewsAreLaidOutBeforeDrawing() throws {
        let stack = Stack(frame: rect(0, 0, 4, 4))
        for color in [UIColor.red, .blue] {
            let view = UIView()
            view.backgroundColor = color
            stack.addSubview(view)
        }
        #expect(try pixel(stack, 3, 1) == [255, 0, 0, 255] && pixel(stack, 0, 2) == [0, 0, 255, 255])
    }

    @Test func viewHasALayerOfItsClass() throws {
        let view = Fading(frame: rect(0, 0, 2, 100))
        let gradient = try #require(view.layer as? CAGradientLayer)
        gradient.colors = [UIColor.black.cgColor, UIColor.white.cgColor]
        #expect(try pixel(view, 0, 0)[0] < 5 && pixel(view, 0, 99)[0] > 250)
        #expect(Owner().layer is OwnLayer)
    }

    @Test func imageViewShowsItsImageInItsMode() throws {
        let image = try UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).drawnImage { context in
            UIColor.red.setFill()
            context.fill(rect(0, 0, 2, 2))
        }
        let view = UIImageView(image: image)
        #expect(view.frame == rect(0, 0, 2, 2) && view.intrinsicContentSize == CGSize(width: 2, height: 2))
        view.frame = rect(0, 0, 8, 4)
        view.contentMode = .scaleAspectFit
        #expect(try pixel(view, 2, 0) == [255, 0, 0, 255] && pixel(view, 1, 0)[3] == 0 && pixel(view, 6, 0)[3] == 0)
        view.contentMode = .bottomRight
        #expect(try pixel(view, 7, 3) == [255, 0, 0, 255] && pixel(view, 7, 1)[3] == 0)
        view.tintColor = .blue
        view.image = image.withRenderingMode(.alwaysTemplate)
        #expect(try pixel(view, 7, 3) == [0, 0, 255, 255])
    }

    @Test func labelCentresItsLines() throws {
        let label = UILabel(frame: rect(0, 0, 100, 60))
        label.font = UIFont(name: "DejaVu Sans", size: 20.48)
        label.text = "HI"
        label.textColor = .red
        #expect(label.intrinsicContentSize == CGSize(width: 22, height: 24))
        let bitmap = try label.layer.makeImage(scale: 1).bitmap
        let rows = (0..<60).filter { y in (0..<100).contains { bitmap[$0, y].w > 0 } }
        // The line is 24 points high. The letters reach from 15 points above to the baseline 19 points below its top, at 18.
        #expect(rows.first == 22 && rows.last == 36)
        label.text = nil
        let empty = try label.layer.makeImage(scale: 1).bitmap
        #expect((0..<60).allSatisfy { y in (0..<100).allSatisfy { empty[$0, y].w == 0 } })
    }

    @Test func hierarchyIsDrawnIntoAContext() throws {
        let parent = UIView(frame: rect(0, 0, 4, 4))
        let child = UIView(frame: rect(2, 2, 2, 2))
        child.backgroundColor = .blue
        parent.addSubview(child)
        let image = try UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).drawnImage { _ in
            _ = parent.drawHierarchy(in: rect(0, 0, 8, 8), afterScreenUpdates: true)
        }
        let bitmap = try #require(image.cgImage).bitmap
        #expect(bitmap[5, 5] == SIMD4(0, 0, 255, 255) && bitmap[3, 3].w == 0)
        #expect(child.convert(CGPoint(x: 1, y: 1), to: parent) == CGPoint(x: 3, y: 3))
        #expect(child.convert(CGPoint(x: 1, y: 1), to: nil) == CGPoint(x: 3, y: 3))
    }
}
