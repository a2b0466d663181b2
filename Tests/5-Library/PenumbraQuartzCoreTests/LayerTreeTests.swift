import PenumbraQuartzCore
import TestSupport
import Testing

@Suite(.timed) struct LayerTreeTests {
    private func layer(_ name: String, _ frame: CGRect = .zero) -> CALayer {
        let layer = CALayer()
        (layer.name, layer.frame) = (name, frame)
        return layer
    }

    private func names(_ layer: CALayer) -> String { (layer.sublayers ?? []).map { $0.name ?? "" }.joined() }

    @Test func insertionsKeepOrder() {
        let root = layer("root")
        let (a, b, c, d) = (layer("a"), layer("b"), layer("c"), layer("d"))
        root.addSublayer(a)
        root.insertSublayer(b, at: 0)
        root.insertSublayer(c, below: a)
        root.insertSublayer(d, above: b)
        #expect(names(root) == "bdca")
        root.addSublayer(b)
        #expect(names(root) == "dcab")
        root.insertSublayer(d, at: 2)
        #expect(names(root) == "cadb")
        root.replaceSublayer(a, with: layer("e"))
        #expect(names(root) == "cedb" && a.superlayer == nil)
        c.removeFromSuperlayer()
        root.insertSublayer(a, at: 99)
        #expect(names(root) == "edba")
        root.sublayers = [c, b]
        #expect(names(root) == "cb" && d.superlayer == nil && b.superlayer === root)
        let other = layer("other")
        other.addSublayer(b)
        #expect(names(root) == "c" && b.superlayer === other)
        root.mask = b
        #expect(b.superlayer === root && other.sublayers == nil && names(root) == "c")
    }

    @Test func framesFollowAnchorsAndTransforms() {
        let layer = CALayer()
        layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
        #expect(layer.position == CGPoint(x: 60, y: 45) && layer.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
        layer.anchorPoint = .zero
        #expect(layer.frame == CGRect(x: 60, y: 45, width: 100, height: 50))
        layer.bounds.origin = CGPoint(x: 7, y: 7)
        #expect(layer.frame == CGRect(x: 60, y: 45, width: 100, height: 50))
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 3))
        #expect(layer.frame == CGRect(x: 60, y: 45, width: 200, height: 150))
        layer.frame = CGRect(x: 0, y: 0, width: 20, height: 30)
        #expect(layer.bounds.size == CGSize(width: 10, height: 10) && layer.position == .zero)
        let turned = CALayer()
        turned.bounds.size = CGSize(width: 40, height: 20)
        turned.position = CGPoint(x: 100, y: 100)
        turned.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        let frame = turned.frame
        #expect(abs(frame.minX - 90) < 1e-12 && abs(frame.minY - 80) < 1e-12 && abs(frame.width - 20) < 1e-12)
    }

    @Test func placesConvertBetweenLayers() {
        let root = layer("root", CGRect(x: 0, y: 0, width: 200, height: 200))
        let a = layer("a", CGRect(x: 10, y: 10, width: 100, height: 100))
        let b = layer("b", CGRect(x: 20, y: 30, width: 40, height: 40))
        root.addSublayer(a)
        a.addSublayer(b)
        #expect(b.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 31, y: 42))
        #expect(b.convert(CGPoint(x: 31, y: 42), from: root) == CGPoint(x: 1, y: 2))
        a.bounds.origin = CGPoint(x: 5, y: 0)
        #expect(b.convert(CGPoint.zero, to: root) == CGPoint(x: 25, y: 40))
        a.bounds.origin = .zero
        b.transform = CATransform3DMakeScale(2, 2, 1)
        #expect(b.convert(CGRect(x: 0, y: 0, width: 40, height: 40), to: a) == CGRect(x: 0, y: 10, width: 80, height: 80))
        a.isGeometryFlipped = true
        #expect(b.convert(CGPoint(x: 20, y: 20), to: a) == CGPoint(x: 40, y: 50))
        #expect(b.convert(CGPoint(x: 20, y: 20), to: root) == CGPoint(x: 50, y: 60))
        #expect(a.contentsAreFlipped() && b.contentsAreFlipped() && !root.contentsAreFlipped())
    }

    @Test func perspectivePlacesConvertBack() {
        let root = layer("root", CGRect(x: 0, y: 0, width: 200, height: 200))
        root.sublayerTransform.m34 = -1 / 400
        let door = layer("door", CGRect(x: 50, y: 50, width: 100, height: 100))
        door.transform = CATransform3DMakeRotation(0.7, 0, 1, 0)
        root.addSublayer(door)
        for place in [CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 20), CGPoint(x: 33, y: 99)] {
            let back = door.convert(door.convert(place, to: root), from: root)
            #expect(abs(back.x - place.x) < 1e-9 && abs(back.y - place.y) < 1e-9)
        }
        // A point at the right edge is 50·sin 0.7 away from the eye's plane.
        let (x, depth) = (50 * 0.7648421872844885, 50 * 0.644217687237691)
        #expect(abs(door.convert(CGPoint(x: 100, y: 50), to: root).x - (100 + x / (1 + depth / 400))) < 1e-9)
    }

    @Test func hitsFindTheFrontLayer() {
        let root = layer("root", CGRect(x: 0, y: 0, width: 100, height: 100))
        let (a, b) = (
            layer("a", CGRect(x: 10, y: 10, width: 50, height: 50)), layer("b", CGRect(x: 30, y: 30, width: 90, height: 50))
        )
        root.addSublayer(a)
        root.addSublayer(b)
        #expect(root.hitTest(CGPoint(x: 40, y: 40)) === b && root.hitTest(CGPoint(x: 15, y: 15)) === a)
        #expect(root.hitTest(CGPoint(x: 5, y: 5)) === root && root.hitTest(CGPoint(x: 115, y: 40)) === b)
        #expect(root.hitTest(CGPoint(x: 150, y: 5)) == nil)
        a.zPosition = 1
        #expect(root.hitTest(CGPoint(x: 40, y: 40)) === a)
        root.masksToBounds = true
        #expect(root.hitTest(CGPoint(x: 115, y: 40)) == nil)
        a.isHidden = true
        #expect(root.hitTest(CGPoint(x: 40, y: 40)) === b)
    }

    @Test func autoresizingSharesTheChange() {
        let root = layer("root", CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = layer("child", CGRect(x: 10, y: 20, width: 50, height: 30))
        child.autoresizingMask = [.layerWidthSizable, .layerMinYMargin]
        root.addSublayer(child)
        root.bounds.size = CGSize(width: 140, height: 160)
        #expect(child.frame == CGRect(x: 10, y: 80, width: 90, height: 30))
    }

    @Test func constraintsPlaceSiblings() {
        let root = layer("root", CGRect(x: 0, y: 0, width: 100, height: 60))
        let (a, b) = (
            layer("a", CGRect(x: 0, y: 0, width: 20, height: 20)), layer("b", CGRect(x: 0, y: 0, width: 10, height: 10))
        )
        root.addSublayer(b)
        root.addSublayer(a)
        root.layoutManager = CAConstraintLayoutManager()
        a.addConstraint(CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX))
        a.addConstraint(CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY))
        b.addConstraint(CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX, offset: 5))
        b.addConstraint(CAConstraint(attribute: .width, relativeTo: "a", attribute: .width, scale: 0.5, offset: 2))
        root.layoutIfNeeded()
        #expect(a.frame == CGRect(x: 40, y: 20, width: 20, height: 20))
        #expect(b.frame == CGRect(x: 65, y: 0, width: 12, height: 10))
    }

    @Test func scrollLayersScrollAsLittleAsNeeded() {
        let scroll = CAScrollLayer()
        scroll.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
        let content = layer("content", CGRect(x: 0, y: 0, width: 500, height: 500))
        scroll.addSublayer(content)
        content.scrollRectToVisible(CGRect(x: 60, y: 10, width: 20, height: 20))
        #expect(scroll.bounds.origin == CGPoint(x: 30, y: 0))
        #expect(content.visibleRect == CGRect(x: 30, y: 0, width: 50, height: 50))
        scroll.scrollMode = .vertically
        content.scroll(CGPoint(x: 100, y: 100))
        #expect(scroll.bounds.origin == CGPoint(x: 30, y: 100))
    }

    @Test func valuesOfSeveralKeysAreSetAtOnce() {
        let layer = layer("a")
        layer.setValuesForKeys(["opacity": 0.5, "zPosition": 3, "own": "value", "name": NSNull()])
        #expect(layer.opacity == 0.5 && layer.zPosition == 3 && layer.name == nil)
        let values = layer.dictionaryWithValues(forKeys: ["own", "name"])
        #expect(values["own"] as? String == "value" && values["name"] is NSNull)
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.setValuesForKeys(["toValue": 0.5, "duration": 2])
        #expect(animation.duration == 2 && animation.toValue as? Double == 0.5)
    }
}
