import PenumbraCoreGraphics
import TestSupport
import Testing

@Suite(.timed) struct CGAffineTransformTests {
    private let map = CGAffineTransform(a: 2, b: 0.5, c: -1, d: 3, tx: 7, ty: -4)

    @Test func transformMapsPointsSizesAndRectangles() {
        #expect(point(1, 2).applying(map) == point(2 - 2 + 7, 0.5 + 6 - 4))
        #expect(CGSize(width: 1, height: 2).applying(map) == CGSize(width: 0, height: 6.5))
        // The corners are (7, −4), (9, −3.5), (6, −1) and (8, −0.5).
        #expect(rect(0, 0, 1, 1).applying(map) == rect(6, -4, 3, 3.5))
        #expect(CGRect.null.applying(map).isNull)
    }

    @Test func operationsApplyBeforeTheTransform() {
        let start = point(1, 2)
        #expect(start.applying(map.translatedBy(x: 3, y: 4)) == point(4, 6).applying(map))
        #expect(start.applying(map.scaledBy(x: 3, y: 4)) == point(3, 8).applying(map))
        #expect(isNear(start.applying(map.rotated(by: .pi / 2)), point(-2, 1).applying(map), 1e-12))
        let other = CGAffineTransform(translationX: 5, y: 6)
        #expect(start.applying(map.concatenating(other)) == start.applying(map).applying(other))
    }

    @Test func inverseUndoesATransform() {
        #expect(isNear(point(3, 4).applying(map).applying(map.inverted()), point(3, 4), 1e-12))
        let flat = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0)
        #expect(flat.inverted() == flat)
        #expect(CGAffineTransform.identity.isIdentity && !CGAffineTransform().isIdentity)
    }

    @Test func partsMakeTheSameTransform() {
        for map in [map, CGAffineTransform(rotationAngle: 2.5), CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 9)] {
            let again = CGAffineTransform(map.decomposed())
            for (a, b) in [(map.a, again.a), (map.b, again.b), (map.c, again.c), (map.d, again.d), (map.tx, again.tx)] {
                #expect(isNear(a, b, 1e-12))
            }
        }
        #expect(isNear(CGAffineTransform(rotationAngle: 0.7).decomposed().rotation, 0.7, 1e-12))
    }
}
