import PenumbraGeometry
import PenumbraTessellation
import TestPlans
import TestSupport
import Testing

@Suite(.timed) struct MeshTests {
    @Test func arbitraryBoundariesNeverTrap() {
        var random = SeededGenerator(seed: 77)
        let extremes: [Int32] = [.min, .max, 0, 1, -1, 1 << 29, -(1 << 29), (1 << 29) + 1]
        for seed in 0..<rounds(2000) {
            let edges = (0..<random.int(0...12)).map { _ in
                func coordinate() -> Int32 {
                    seed % 2 == 0 ? Int32(random.int(-4...4)) : extremes[random.int(0...extremes.count - 1)]
                }
                return BoundaryEdge(
                    start: FixedPoint(x: coordinate(), y: coordinate()), end: FixedPoint(x: coordinate(), y: coordinate()))
            }
            let boundary = Boundary(edges: edges)
            let mesh = boundary.triangulated()
            #expect(mesh.area2 >= 0, "seed \(seed)")
            _ = (boundary.area2, boundary.bounds, MeshDrawing.svg(mesh: mesh, boundary: boundary))
        }
    }

    @Test func openBoundaryHasNoTriangles() {
        let boundary = Boundary(edges: [BoundaryEdge(start: FixedPoint(x: 0, y: 0), end: FixedPoint(x: 0, y: 9))])
        #expect(boundary.triangulated().triangleCount == 0)
    }

    @Test func meshWithMissingVerticesHasNoArea() {
        let mesh = TriangleMesh(vertices: [FixedPoint(x: 0, y: 0)], triangles: [0, 7, .max, 0])
        #expect(mesh.area2 == 0)
        #expect(mesh.corners(ofTriangle: 0) == nil && mesh.corners(ofTriangle: 9) == nil && mesh.corners(ofTriangle: -1) == nil)
    }

    @Test func thousandsOfContoursKeepTheirAreaAndWinding() throws {
        var random = SeededGenerator(seed: 4)
        var path = Path()
        for _ in 0..<3000 {
            if random.int(0...1) == 0 {
                path.append(Path(circleAt: random.point(0...400), radius: random.double(0.1...9)))
            } else {
                path.append(
                    Path(polygon: (0..<random.int(3...9)).map { _ in random.point(0...40) }).applying(
                        .translation(random.double(0...400), random.double(0...400))))
            }
        }
        for rule in FillRule.allCases {
            let boundary = try Boundary(resolving: path, fillRule: rule)
            #expect(boundary.edges.count > 10_000)
            #expect(boundary.triangulated().area2 == boundary.area2)
            let outline = boundary.edges.map { ($0.start, $0.end) }
            let sides = Reference(path).sides
            var tried = 0
            while tried < 40 {
                let point = HalfStepPoint(
                    x: Int64(random.int(0...2 * 440 * 4096)), y: Int64(random.int(0...2 * 440 * 4096)))
                guard distance(sides, from: point) > snapReach else { continue }
                let inside = Reference.isInside(winding(sides, about: point), rule)
                #expect(winding(outline, about: point) == (inside ? 1 : 0), "\(rule), \(point)")
                tried += 1
            }
        }
    }

    @Test func pathWithMillionsOfCrossingsIsRefused() throws {
        let count = 10_001
        let star = Path(
            polygon: (0..<count).map { index in
                Point(500, 0).applying(.rotation(degrees: 360 * Double(index * 5000 % count) / Double(count)))
            })
        #expect(throws: TessellationError.self) { try Boundary(resolving: star, fillRule: .nonzero) }
    }

    @Test func meshDrawingShowsEveryTriangleAndTheBoundary() throws {
        let boundary = try Boundary(resolving: Path(Rect(x: 1, y: 1, width: 4, height: 2)), fillRule: .nonzero)
        let text = MeshDrawing.svg(mesh: boundary.triangulated(), boundary: boundary, width: 432)
        #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"432\" height=\"232\""))
        #expect(text.split(separator: "<path").count - 1 == 2 + 1)
        #expect(text.split(separator: "<circle").count - 1 == 4)
        #expect(text.hasSuffix("</svg>\n"))
    }
}
