import PenumbraGeometry
import Testing

struct ContinuousCornerTests {
    private let rect = Rect(x: 10, y: 20, width: 200, height: 120)

    @Test func theFirstCornerHasThePublishedPoints() {
        // A radius of 10, with the upper right corner at (210, 20), a to its left, and b below it.
        let path = Path(rect, radii: CornerRadii(10), curve: .continuous)
        var ends: [Point] = []
        for element in path.elements.prefix(7) {
            switch element {
            case .move(let to), .line(let to): ends.append(to)
            case .cubic(let to, _, _): ends.append(to)
            case .quadratic, .arc, .close: Issue.record("\(element)")
            }
        }
        let published = [
            (25.2866483, 20.0), (194.7133517, 20), (203.3006603, 20.65496), (203.6850601, 20.749110), (209.25089, 26.3149399),
            (209.34504, 26.6993397), (210, 35.2866483),
        ]
        #expect(ends.count == published.count)
        for (point, truth) in zip(ends, published) { #expect((point - Point(truth.0, truth.1)).length < 1e-6) }
    }

    @Test func theOutlineIsSymmetricAndSmooth() {
        let path = Path(rect, radii: CornerRadii(30), curve: .continuous)
        let points = path.flattened(tolerance: 0.001).flatMap(\.points)
        #expect(path.bounds == rect)
        let middle = Point(rect.midX, rect.midY)
        for point in points {
            // Mirroring a quarter of the outline gives the rest.
            let mirrored = Point(2 * middle.x - point.x, point.y)
            #expect(points.contains { ($0 - mirrored).length < 0.05 })
        }
    }

    @Test func radiiAreHeldToHalfTheShorterSide() {
        let limit = 60 / 1.52866483
        let fitted = CornerRadii(topLeft: 500, topRight: 10, bottomRight: -4, bottomLeft: 40).fittedContinuously(to: rect.size)
        #expect(abs(fitted.topLeft - limit) < 1e-9 && fitted.topRight == 10 && fitted.bottomRight == 0)
        #expect(abs(fitted.bottomLeft - limit) < 1e-9)
        #expect(Path(rect, radii: .zero, curve: .continuous) == Path(rect))
        #expect(Path(rect, radii: CornerRadii(9), curve: .circular) == Path(rect, radii: CornerRadii(9)))
    }
}
