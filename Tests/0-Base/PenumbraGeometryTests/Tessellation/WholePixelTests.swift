import PenumbraGeometry
import PenumbraTessellation
import TestSupport
import Testing

/// Tests of shapes without smooth edges, against the winding of polygons around the middles of pixels.
@Suite(.timed) struct WholePixelTests {
    private func pixels(of path: Path, _ rule: FillRule = .nonzero) throws -> Path {
        var effort = 1_000_000
        return try #require(try Boundary(resolving: path, fillRule: rule).wholePixels(effort: &effort))
    }

    /// How often each pixel of a square is covered by the rectangles.
    private func counts(_ path: Path, _ side: Int) throws -> [Int] {
        var counts = [Int](repeating: 0, count: side * side)
        for part in path.flattened(tolerance: 0.01) {
            let (xs, ys) = (part.points.map(\.x), part.points.map(\.y))
            let low = Point(try #require(xs.min()), try #require(ys.min()))
            let high = Point(try #require(xs.max()), try #require(ys.max()))
            #expect([low.x, low.y, high.x, high.y].allSatisfy { $0 == $0.rounded() })
            let square = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
            let seen = Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y).intersection(square)
            for y in Int(seen.minY)..<Int(seen.maxY) {
                for x in Int(seen.minX)..<Int(seen.maxX) { counts[y * side + x] += 1 }
            }
        }
        return counts
    }

    /// Twice the winding number of a polygon around a point. Nil if an edge passes within a grid step.
    private func winding(_ polygon: [Point], _ point: Point) -> Int? {
        var turns = 0
        for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
            let edge = b - a
            let side = edge.x * (point.y - a.y) - edge.y * (point.x - a.x)
            let isBeside = min(a.y, b.y) - 0.001 <= point.y && point.y <= max(a.y, b.y) + 0.001
            if isBeside, abs(side) <= 0.001 * max(edge.length, 1) { return nil }
            guard (a.y <= point.y) != (b.y <= point.y) else { continue }
            if (b.y > a.y) == (side < 0) { turns += b.y > a.y ? 1 : -1 }
        }
        return turns
    }

    @Test(arguments: seeds(60)) func pixelsAreThoseWhoseMiddlesLieInside(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let side = 40
        let polygon = (0..<Int.random(in: 3...9, using: &random)).map { _ in
            Point((random.number(-8...48) * 16).rounded() / 16, (random.number(-8...48) * 16).rounded() / 16)
        }
        for rule in [FillRule.nonzero, .evenOdd] {
            let counts = try counts(pixels(of: Path(polygon: polygon), rule), side)
            for y in 0..<side {
                for x in 0..<side {
                    guard let turns = winding(polygon, Point(Double(x) + 0.5, Double(y) + 0.5)) else { continue }
                    let isInside = rule == .nonzero ? turns != 0 : turns % 2 != 0
                    #expect(counts[y * side + x] == (isInside ? 1 : 0), "\(x), \(y)")
                }
            }
        }
    }

    /// Every pixel belongs to one of the triangles around a point, also where an edge passes through its middle.
    @Test(arguments: seeds(30)) func regionsWithCommonEdgesShareThePixels(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let side = 32
        let corners = Rect(x: 0, y: 0, width: 32, height: 32).corners
        let point = Point(
            Double(Int.random(in: 1...63, using: &random)) / 2, Double(Int.random(in: 1...63, using: &random)) / 2)
        var sum = [Int](repeating: 0, count: side * side)
        for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            for (index, count) in try counts(pixels(of: Path(polygon: [a, b, point])), side).enumerated() {
                sum[index] += count
            }
        }
        #expect(sum.allSatisfy { $0 == 1 })
    }

    @Test func equalRowsAreOneRectangle() throws {
        let path = try pixels(of: Path(Rect(x: 0.4, y: -100_000.3, width: 9.2, height: 200_000)))
        #expect(path.bounds == Rect(x: 0, y: -100_000, width: 10, height: 200_000) && path.elements.count == 5)
        #expect(try pixels(of: Path(Rect(x: 0.6, y: 0, width: 0.8, height: 9))).isEmpty)
    }

    @Test func effortIsBounded() throws {
        let boundary = try Boundary(
            resolving: Path(polygon: [Point(0, 0), Point(10, 100_000), Point(-10, 100_000)]), fillRule: .nonzero)
        var effort = 1000
        #expect(boundary.wholePixels(effort: &effort) == nil)
    }
}
