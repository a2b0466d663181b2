import PenumbraQuartzCore
import TestSupport
import Testing

@Suite(.timed) struct TransformTests {
    private func entries(_ t: CATransform3D) -> [CGFloat] {
        [t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44]
    }

    private func areNear(_ a: CATransform3D, _ b: CATransform3D, _ slack: CGFloat = 1e-12) -> Bool {
        zip(entries(a), entries(b)).allSatisfy { abs($0 - $1) <= slack }
    }

    @Test func productsApplyTheFirstMapFirst() {
        let moved = CATransform3DTranslate(CATransform3DMakeScale(2, 3, 4), 1, 1, 1)
        #expect(moved.m41 == 2 && moved.m42 == 3 && moved.m43 == 4 && moved.m11 == 2)
        let scaled = CATransform3DScale(CATransform3DMakeTranslation(1, 1, 1), 2, 3, 4)
        #expect(scaled.m41 == 1 && scaled.m11 == 2 && scaled.m33 == 4)
        #expect(CATransform3DIsIdentity(CATransform3DIdentity) && entries(CATransform3D()).allSatisfy { $0 == 0 })
    }

    @Test func turnsFollowTheRightHand() {
        let z = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        #expect(abs(z.m12 - 1) < 1e-15 && abs(z.m21 + 1) < 1e-15 && abs(z.m11) < 1e-15)
        let x = CATransform3DMakeRotation(.pi / 2, 1, 0, 0)
        #expect(abs(x.m23 - 1) < 1e-15 && abs(x.m32 + 1) < 1e-15)
        let y = CATransform3DMakeRotation(.pi / 2, 0, 5, 0)
        #expect(abs(y.m31 - 1) < 1e-15 && abs(y.m13 + 1) < 1e-15)
        #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
    }

    @Test func inversesUndo() {
        var map = CATransform3DMakeRotation(0.8, 1, 2, 3)
        map = CATransform3DScale(CATransform3DTranslate(map, 5, -6, 7), 2, 0.5, 3)
        map.m34 = -1 / 500
        #expect(areNear(CATransform3DConcat(map, CATransform3DInvert(map)), CATransform3DIdentity))
        let flat = CATransform3DMakeScale(0, 1, 1)
        #expect(CATransform3DEqualToTransform(CATransform3DInvert(flat), flat))
    }

    @Test func planesAreRecognized() {
        let plane = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        let map = CATransform3DMakeAffineTransform(plane)
        #expect(CATransform3DIsAffine(map) && CATransform3DGetAffineTransform(map) == plane)
        #expect(!CATransform3DIsAffine(CATransform3DMakeRotation(1, 0, 1, 0)))
    }

    @Test func valuesHoldTransforms() {
        let map = CATransform3DMakeRotation(1, 1, 1, 0)
        #expect(NSValue(caTransform3D: map).caTransform3DValue == map)
        #expect(CATransform3DIsIdentity(NSValue(point: .zero).caTransform3DValue))
    }

    /// The presented transform halfway between two.
    private func halfway(_ from: CATransform3D, _ to: CATransform3D) -> CATransform3D {
        let layer = CALayer()
        let animation = CABasicAnimation(keyPath: "transform")
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
        animation.timeOffset = 1
        animation.speed = 0
        layer.add(animation, forKey: nil)
        return layer.presentation()?.transform ?? CATransform3D()
    }

    @Test func turnsTakeTheShorterWay() {
        let near = halfway(CATransform3DMakeRotation(0.2, 0, 0, 1), CATransform3DMakeRotation(1, 0, 0, 1))
        #expect(areNear(near, CATransform3DMakeRotation(0.6, 0, 0, 1)))
        let across = halfway(CATransform3DMakeRotation(3, 0, 0, 1), CATransform3DMakeRotation(-3, 0, 0, 1))
        #expect(areNear(across, CATransform3DMakeRotation(.pi, 0, 0, 1)))
        let axis = halfway(CATransform3DMakeRotation(0.4, 1, 2, 3), CATransform3DMakeRotation(1.4, 1, 2, 3))
        #expect(areNear(axis, CATransform3DMakeRotation(0.9, 1, 2, 3)))
    }

    @Test func partsAreMixedOneByOne() {
        let (a, b) = (
            CATransform3DMakeTranslation(10, 0, 0), CATransform3DScale(CATransform3DMakeTranslation(30, 4, 0), 3, 5, 1)
        )
        #expect(areNear(halfway(a, b), CATransform3DScale(CATransform3DMakeTranslation(20, 2, 0), 2, 3, 1)))
        let mirrored = halfway(CATransform3DMakeScale(-1, 1, 1), CATransform3DMakeScale(-3, 1, 1))
        #expect(areNear(mirrored, CATransform3DMakeScale(-2, 1, 1)))
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 100
        let half = halfway(CATransform3DIdentity, perspective)
        #expect(abs(half.m34 + 1 / 200) < 1e-12)
    }
}
