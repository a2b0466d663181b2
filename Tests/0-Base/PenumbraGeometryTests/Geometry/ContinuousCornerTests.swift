import PenumbraGeometry
import TestSupport
import Testing

@Suite(.timed) struct ContinuousCornerTests {
    private let rect = Rect(x: 10, y: 20, width: 200, height: 120)

    /// A curve in the coordinates of a corner, in radii.
    private struct Piece {
        var points: [Point]
        var center = Point.zero

        private static func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }

        /// The direction and the curvature at the piece's start. Arcs have the points start, end and center.
        var start: (direction: Point, curvature: Double) {
            let (a, b, c) = (points[1] - points[0], points[2] - points[0], points[2] - points[1])
            switch points.count {
            case 4:
                // A cubic's curvature at its start is 2/3 · |P₁P₀ × P₂P₁| / |P₁P₀|³.
                return ((1 / a.length) * a, abs(2 / 3 * Self.cross(a, c)) / (a.length * a.length * a.length))
            default:
                return ((1 / b.length) * Point(b.y, -b.x), 1 / b.length)
            }
        }

        var reversed: Piece {
            points.count == 4 ? Piece(points: points.reversed()) : Piece(points: [points[1], points[0], points[2]])
        }
    }

    /// The pieces of the upper right corner of a box, from its top edge on. The corner is at the origin, with `a` to the left
    /// and `b` downward.
    private func pieces(_ path: Path, _ corner: Point, radius: Double) -> [Piece] {
        func local(_ point: Point) -> Point { Point((corner.x - point.x) / radius, (point.y - corner.y) / radius) }
        var result: [Piece] = []
        var current = Point.zero
        for element in path.elements.prefix(5) {
            switch element {
            case .move(let to), .line(let to): current = local(to)
            case .cubic(let to, let first, let second):
                result.append(Piece(points: [current, local(first), local(second), local(to)]))
                current = local(to)
            case .arc(let arc):
                result.append(Piece(points: [local(arc.startPoint), local(arc.endPoint), local(arc.center)]))
                current = local(arc.endPoint)
            case .quadratic, .close: Issue.record("\(element)")
            }
        }
        return Array(result.prefix(3))
    }

    /// Values from an independent program in Python.
    @Test(arguments: [
        (
            1.0, 1.0, [1.52866483, 1.079845126661, 0.821167428702], Point(0.597100115928, 0.089495335184),
            Point(0.934676042262, 0.934676042262)
        ),
        (
            0.5, 0.5, [1.264332415, 1.056936502273, 0.923850118959], Point(0.798267443524, 0.024152039739),
            Point(0.982595046984, 0.982595046984)
        ),
        (
            1, 0.25, [1.3964986225, 1.084788575749, 0.882913037324], Point(0.699041468827, 0.053869883642),
            Point(0.971813878637, 0.984911264160)
        ),
    ])
    func continuousCornersMatchReferencePoints(
        across: Double, down: Double, edge: [Double], end: Point, center: Point
    ) throws {
        // An edge of two radii and this share of the longest transitions.
        func side(_ share: Double) -> Double { 20 * (1 + 0.52866483 * share) }
        let box = Rect(x: 0, y: 0, width: side(across), height: side(down))
        let pieces = pieces(Path(box, radii: CornerRadii(10), curve: .continuous), Point(box.maxX, 0), radius: 10)
        try #require(pieces.count == 3 && pieces[1].points.count == 3)
        for (point, a) in zip(pieces[0].points, edge) { #expect((point - Point(a, 0)).length < 1e-11) }
        #expect((pieces[0].points[3] - end).length < 1e-11)
        #expect((pieces[1].points[2] - center).length < 1e-11)
    }

    /// Every piece continues the direction and the curvature of the piece before it, and the edges are straight.
    @Test func continuousCornersHaveNoCurvatureJump() throws {
        for across in stride(from: 0.01, through: 1, by: 0.09) {
            for down in stride(from: 0.01, through: 1, by: 0.09) {
                let box = Rect(
                    x: 0, y: 0, width: 2 * (1 + 0.52866483 * across), height: 2 * (1 + 0.52866483 * down))
                let corner = Point(box.maxX, 0)
                let pieces = pieces(Path(box, radii: CornerRadii(1), curve: .continuous), corner, radius: 1)
                try #require(pieces.count == 3)
                #expect(pieces[0].start.curvature < 1e-12 && pieces[2].reversed.start.curvature < 1e-12)
                #expect((pieces[0].start.direction - Point(-1, 0)).length < 1e-12)
                #expect((pieces[2].reversed.start.direction - Point(0, -1)).length < 1e-12)
                for (before, after) in zip(pieces, pieces.dropFirst()) {
                    let (ending, starting) = (before.reversed.start, after.start)
                    // The lengths of short transitions are differences of coordinates, so they keep fewer digits.
                    let digits = 1e-13 / min(across, down) / min(across, down)
                    let directions = ending.direction.x * starting.direction.y - ending.direction.y * starting.direction.x
                    #expect(abs(directions) < 10 * digits, "\(across) \(down)")
                    #expect(abs(ending.curvature - starting.curvature) < 100 * digits, "\(across) \(down)")
                }
            }
        }
    }

    @Test func boxWithoutRoomForTransitionsIsACapsule() {
        for size in [Size(width: 180, height: 60), Size(width: 60, height: 180), Size(width: 60, height: 60)] {
            let box = Rect(origin: Point(3, 4), size: size)
            for radius in [30.0, 90, .greatestFiniteMagnitude] {
                #expect(
                    Path(box, radii: CornerRadii(radius), curve: .continuous)
                        == Path(box, radii: CornerRadii(radius), curve: .circular))
            }
        }
        #expect(Path(rect, radii: .zero, curve: .continuous) == Path(rect))
    }

    /// UIKit's corner, as published, is off by as much as its own kink.
    @Test func continuousCornersStayNearUIKitCorners() {
        let path = Path(Rect(x: 0, y: 0, width: 4, height: 4), radii: CornerRadii(1), curve: .continuous)
        let points = path.flattened(tolerance: 1e-6).flatMap(\.points).filter { $0.x > 2 && $0.y < 2 }
        var published = Path()
        published.move(to: Point(4 - 1.52866483, 0))
        published.addCubic(
            to: Point(4 - 0.63149379, 0.07491139), control1: Point(4 - 1.08849296, 0), control2: Point(4 - 0.86840694, 0))
        published.addCubic(
            to: Point(4 - 0.07491139, 0.63149379), control1: Point(4 - 0.37282383, 0.16905956),
            control2: Point(4 - 0.16905956, 0.37282383))
        published.addCubic(
            to: Point(4, 1.52866483), control1: Point(4, 0.86840694), control2: Point(4, 1.08849296))
        let truth = published.flattened(tolerance: 1e-6).flatMap(\.points)
        var largest = 0.0
        for point in points where point.x > 4 - 1.5 && point.y < 1.5 {
            var nearest = Double.infinity
            for (a, b) in zip(truth, truth.dropFirst()) {
                let along = b - a
                let share = max(
                    0, min(1, ((point.x - a.x) * along.x + (point.y - a.y) * along.y) / (along.length * along.length)))
                nearest = min(nearest, (point - (a + share * along)).length)
            }
            largest = max(largest, nearest)
        }
        #expect(largest < 0.0016 && largest > 0.0005, "\(largest)")
    }

    /// A small change of the radius is a small change of the outline, also where transitions begin to lack room.
    @Test func outlineChangesSmoothlyWithTheRadius() {
        let box = Rect(x: 0, y: 0, width: 180, height: 60)
        func area(_ radius: Double) -> Double {
            let points = Path(box, radii: CornerRadii(radius), curve: .continuous).flattened(tolerance: 1e-5).flatMap(\.points)
            return zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
        }
        var last = area(0.5)
        for radius in stride(from: 0.55, through: 32, by: 0.05) {
            let next = area(radius)
            #expect(next < last + 1e-3 && next > last - 4, "\(radius)")
            last = next
        }
        #expect(abs(last - (120 * 60 + .pi * 900)) < 0.01)
    }

    @Test func outlineIsSymmetricAndFillsItsBox() {
        for seed in seeds(rounds(200)) {
            var random = SeededGenerator(seed: seed)
            func radius() -> Double { random.chance(0.2) ? 0 : random.number(0...90) }
            let radii = CornerRadii(topLeft: radius(), topRight: radius(), bottomRight: radius(), bottomLeft: radius())
            let path = Path(rect, radii: radii, curve: .continuous)
            let (bounds, far) = (path.bounds, Point(rect.maxX, rect.maxY))
            #expect((bounds.origin - rect.origin).length < 1e-12, "seed \(seed)")
            #expect((Point(bounds.maxX, bounds.maxY) - far).length < 1e-12, "seed \(seed)")
            let mirrored = Path(
                rect,
                radii: CornerRadii(
                    topLeft: radii.topRight, topRight: radii.topLeft, bottomRight: radii.bottomLeft,
                    bottomLeft: radii.bottomRight),
                curve: .continuous)
            func area(_ path: Path) -> Double {
                let points = path.flattened(tolerance: 1e-4).flatMap(\.points)
                return zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
            }
            #expect(abs(area(path) - area(mirrored)) < 0.01, "seed \(seed)")
        }
    }
}
