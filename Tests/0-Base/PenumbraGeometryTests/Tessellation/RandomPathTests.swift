import PenumbraGeometry
import PenumbraTessellation
import TestPlans
import TestSupport
import Testing

@Suite(.timed) struct RandomPathTests {
    static let firstSeed: UInt64 = 0x5EED_0001

    @Test(arguments: PathFamily.allCases)
    func resolvedBoundariesKeepEveryInvariant(family: PathFamily) throws {
        for index in 0..<family.count {
            let seed = Self.firstSeed &+ UInt64(index)
            let path = family.path(seed: seed)
            var random = SeededGenerator(seed: ~seed)
            for rule in FillRule.allCases {
                let boundary = try Boundary(resolving: path, fillRule: rule)
                let found = defect(of: boundary, boundary.triangulated(), for: path, rule, &random)
                #expect(found == nil, "family \(family), seed \(seed), \(rule)")
                if found != nil { return }
            }
        }
    }

    @Test(arguments: PathFamily.allCases)
    func quarterTurnOfAPathTurnsItsBoundaryExactly(family: PathFamily) throws {
        for index in 0..<family.count / 5 {
            let seed = Self.firstSeed &+ UInt64(index)
            // Grid points first, so that flattening plays no part.
            let polygons = Reference(family.path(seed: seed)).polygons
            for rule in FillRule.allCases {
                let upright = try Boundary(resolving: gridPath(polygons), fillRule: rule)
                let turned = try Boundary(
                    resolving: gridPath(polygons.map { $0.map { FixedPoint(x: -$0.y, y: $0.x) } }), fillRule: rule)
                let expected = Set(
                    upright.edges.map { edge in
                        BoundaryEdge(
                            start: FixedPoint(x: -edge.start.y, y: edge.start.x),
                            end: FixedPoint(x: -edge.end.y, y: edge.end.x))
                    })
                #expect(Set(turned.edges) == expected, "family \(family), seed \(seed), \(rule)")
                #expect(turned.area2 == upright.area2, "family \(family), seed \(seed), \(rule)")
            }
        }
    }

    @Test(arguments: PathFamily.allCases)
    func boundaryIgnoresContourOrderStartAndDirection(family: PathFamily) throws {
        for index in 0..<family.count / 5 {
            let seed = Self.firstSeed &+ UInt64(index)
            var random = SeededGenerator(seed: seed)
            let polygons = Reference(family.path(seed: seed)).polygons
            var shuffled = polygons.shuffled(using: &random).map { polygon in
                let start = random.int(0...polygon.count - 1)
                return Array(polygon[start...] + polygon[..<start])
            }
            if random.int(0...1) == 1 { shuffled = shuffled.map { $0.reversed() } }
            for rule in FillRule.allCases {
                let expected = try Boundary(resolving: gridPath(polygons), fillRule: rule)
                let found = try Boundary(resolving: gridPath(shuffled), fillRule: rule)
                #expect(found == expected, "family \(family), seed \(seed), \(rule)")
            }
        }
    }

    @Test(arguments: PathFamily.allCases)
    func resolvedBoundaryIsUnchangedWhenResolvedAgain(family: PathFamily) throws {
        for index in 0..<family.count / 5 {
            let seed = Self.firstSeed &+ UInt64(index)
            let boundary = try Boundary(resolving: family.path(seed: seed), fillRule: .evenOdd)
            // Each edge as a spike to a far point and back; the spikes cancel where vertices balance.
            var path = Path()
            let far = boundary.edges.first?.start.point ?? .zero
            for edge in boundary.edges { path.append(Path(polygon: [far, edge.start.point, edge.end.point])) }
            let again = try Boundary(resolving: path, fillRule: .nonzero)
            #expect(again == boundary, "family \(family), seed \(seed)")
        }
    }

    /// Shapes that are resolved one by one, or come from a cache, give the edges of the whole path.
    @Test(arguments: PathFamily.allCases)
    func separatelyResolvedShapesEqualTheWholePath(family: PathFamily) throws {
        let cache = ShapeCache(bytes: 16 << 20)
        for index in 0..<family.count / 5 {
            let seed = Self.firstSeed &+ UInt64(index)
            var random = SeededGenerator(seed: seed ^ 0xCAC4E)
            // Copies of a few paths at places of the grid. Some touch, and some lie left of the origin.
            let outlines = (0..<3).map { gridPath(Reference(family.path(seed: seed &+ UInt64($0))).polygons) }
            let side = outlines.map { max($0.controlPointBounds.width, $0.controlPointBounds.height) }.max() ?? 1
            var path = Path()
            for _ in 0..<random.int(2...9) {
                let (x, y) = (random.double(-side...4 * side), random.double(-side...4 * side))
                let place = FixedPoint(rounding: Point(x, y)).point
                path.append(outlines[random.int(0...2)].applying(.translation(place.x, place.y)))
            }
            for rule in FillRule.allCases {
                let whole = try Boundary(resolving: path, fillRule: rule)
                var spent: Set<Int> = []
                for shapes in [ShapeCache(bytes: 0), cache, cache, cache] {
                    var effort = 10_000_000
                    let found = try Boundary(resolving: path, fillRule: rule, shapes: shapes, effort: &effort)
                    #expect(
                        found.edges.count == whole.edges.count && Set(found.edges) == Set(whole.edges),
                        "family \(family), seed \(seed), \(rule)")
                    spent.insert(effort)
                }
                #expect(spent.count == 1, "family \(family), seed \(seed), \(rule)")
            }
        }
        #expect(cache.bytes > 0 && cache.bytes <= 16 << 20)
    }
}

/// Polygons of grid points as a path; their coordinates in pixels are exact.
func gridPath(_ polygons: [[FixedPoint]]) -> Path {
    var path = Path()
    for polygon in polygons { path.append(Path(polygon: polygon.map(\.point))) }
    return path
}
