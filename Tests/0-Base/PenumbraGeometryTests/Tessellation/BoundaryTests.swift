import PenumbraGeometry
import PenumbraTessellation
import TestPlans
import TestSupport
import Testing

@Suite(.timed) struct BoundaryTests {
    private func area(_ path: Path, _ rule: FillRule = .nonzero) throws -> Double {
        try Boundary(resolving: path, fillRule: rule).areaInPixels
    }

    @Test func coordinatesAreRoundedToTheNearestStep() {
        var random = SeededGenerator(seed: 0x57E9)
        let halves = [0, 0.5, 1.5, -0.5, -2.5, 0.5.nextDown, (-0.5).nextUp, 536_870_911.5, 1e300, -1e300, .infinity]
        for steps in halves + (0..<10_000).map({ _ in random.double(-1e6...1e6) }) {
            let expected = max(-536_870_912, min(536_870_912, steps)).rounded(.toNearestOrAwayFromZero)
            #expect(FixedPoint(rounding: Point(steps / 4096, 0)).x == Int32(expected), "\(steps)")
        }
        #expect(FixedPoint(rounding: Point(.nan, -.nan)) == FixedPoint(x: 0, y: 0))
    }

    @Test func rectangleHasFourEdgesAndItsArea() throws {
        let boundary = try Boundary(resolving: Path(Rect(x: 1, y: 2, width: 30, height: 7)), fillRule: .nonzero)
        #expect(boundary.edges.count == 4)
        #expect(boundary.areaInPixels == 210)
        #expect(boundary.pixelBounds == PixelRect(x: 1, y: 2, width: 30, height: 7))
        #expect(boundary.triangulated().triangleCount == 2)
    }

    @Test func downwardEdgesHaveTheInsideAtTheirRight() throws {
        for corners in [
            Rect(x: 0, y: 0, width: 2, height: 2).corners, Rect(x: 0, y: 0, width: 2, height: 2).corners.reversed(),
        ] {
            let boundary = try Boundary(resolving: Path(polygon: corners), fillRule: .nonzero)
            for edge in boundary.edges where edge.start.x == edge.end.x {
                #expect((edge.end.y > edge.start.y) == (edge.start.x == 0))
            }
        }
    }

    @Test func fillRulesDifferWhereWindingIsTwo() throws {
        var path = Path(Rect(x: 0, y: 0, width: 10, height: 10))
        path.append(Path(Rect(x: 2, y: 2, width: 4, height: 4)))
        #expect(try area(path, .nonzero) == 100)
        #expect(try area(path, .evenOdd) == 84)
        var hole = Path(Rect(x: 0, y: 0, width: 10, height: 10))
        hole.append(Path(polygon: Rect(x: 2, y: 2, width: 4, height: 4).corners.reversed()))
        #expect(try area(hole, .nonzero) == 84)
        #expect(try area(hole, .evenOdd) == 84)
    }

    @Test func selfCrossingQuadrilateralIsTwoTriangles() throws {
        let path = Path(polygon: [Point(0, 0), Point(4, 4), Point(4, 0), Point(0, 4)])
        let boundary = try Boundary(resolving: path, fillRule: .evenOdd)
        #expect(boundary.areaInPixels == 8)
        #expect(boundary.triangulated().triangleCount == 2)
    }

    @Test func sharedEdgesOfAdjacentShapesAreRemoved() throws {
        var path = Path(Rect(x: 0, y: 0, width: 4, height: 4))
        path.append(Path(Rect(x: 4, y: 1, width: 4, height: 2)))
        let boundary = try Boundary(resolving: path, fillRule: .nonzero)
        #expect(boundary.areaInPixels == 24)
        #expect(
            !boundary.edges.contains { edge in
                edge.start.x == 4 * 4096 && edge.end.x == 4 * 4096 && edge.start.y + edge.end.y == 4 * 4096
            })
    }

    @Test func pointsLinesAndSpikesEncloseNothing() throws {
        var lines = Path()
        lines.move(to: Point(1, 1))
        lines.addLine(to: Point(9, 4))
        lines.addLine(to: Point(3, 3))
        lines.addLine(to: Point(9, 4))
        lines.close()
        var dot = Path()
        dot.move(to: Point(3, 3))
        dot.close()
        for path in [Path(), dot, lines, Path(polygon: [Point(0, 0), Point(5, 5), Point(10, 10)])] {
            let boundary = try Boundary(resolving: path, fillRule: .nonzero)
            #expect(boundary.isEmpty)
            #expect(boundary.area2 == 0)
            #expect(boundary.bounds == nil)
            #expect(boundary.pixelBounds.isEmpty)
            #expect(boundary.triangulated().triangleCount == 0)
        }
    }

    @Test func openSubpathsCountAsClosed() throws {
        var path = Path()
        path.move(to: Point(0, 0))
        path.addLine(to: Point(6, 0))
        path.addLine(to: Point(6, 6))
        #expect(try area(path) == 18)
    }

    @Test func circleHasItsAreaUpToFlattening() throws {
        // Chords with corrected sagitta leave 3·10⁻⁶ square pixels of 7854. Rounding vertices to the grid adds at most half a
        // step per vertex, with random signs.
        let found = try area(Path(circleAt: Point(60.3, 59.1), radius: 50))
        #expect(abs(found - .pi * 2500) < 0.01)
    }

    @Test func largestCoordinatesDoNotOverflow() throws {
        let far = FixedPoint.largestCoordinate
        let points = [
            Point(-far, -far), Point(far, far), Point(far, -far + 1 / 4096), Point(-far, far - 1 / 4096),
            Point(far - 1 / 4096, far), Point(-far + 1 / 4096, -far),
        ]
        for rule in FillRule.allCases {
            let boundary = try Boundary(resolving: Path(polygon: points), fillRule: rule)
            #expect(boundary.triangulated().area2 == boundary.area2)
        }
        let square = try Boundary(
            resolving: Path(Rect(x: -far, y: -far, width: 2 * far, height: 2 * far)), fillRule: .nonzero)
        #expect(square.areaInPixels == 4 * far * far)
        #expect(square.triangulated().area2 == square.area2)
    }

    @Test func pathsBeyondTheLimitsAreRefusedWithTheirElement() {
        func error(_ path: Path, tolerance: Double = 0.002) -> TessellationError? {
            do throws(TessellationError) {
                _ = try Boundary(resolving: path, fillRule: .nonzero, tolerance: tolerance)
                return nil
            } catch {
                return error
            }
        }
        for bad in [Double.nan, .infinity, -.infinity] {
            #expect(error(Path(polygon: [.zero, Point(bad, 1), Point(1, 1)])) == .notFinite(element: 1))
            #expect(error(Path(polygon: [.zero, Point(2, bad), Point(1, 1)])) == .notFinite(element: 1))
        }
        var curve = Path()
        curve.move(to: .zero)
        curve.addCubic(to: Point(1, 1), control1: Point(0, -200_000), control2: .zero)
        #expect(error(curve) == .coordinateTooLarge(element: 1, found: -200_000, allowed: 131_072))
        var arc = Path()
        arc.addArc(Path.Arc(center: .zero, xAxis: Point(.infinity, 0), yAxis: Point(0, 1), startAngle: 0, sweep: 1))
        #expect(error(arc) == .notFinite(element: 0))
        arc = Path()
        arc.addArc(Path.Arc(center: .zero, xAxis: Point(1e300, 0), yAxis: Point(0, 1e300), startAngle: 0, sweep: 1))
        #expect(error(arc) == .coordinateTooLarge(element: 0, found: 1e300, allowed: 131_072))
        for tolerance in [0, -1, Double.nan] {
            #expect(error(Path(), tolerance: tolerance) != nil)
        }
        let loop = Path(circleAt: .zero, radius: 100_000)
        var many = Path()
        for _ in 0..<300 { many.append(loop) }
        guard case .tooManySegments(let found, let allowed) = error(many) else {
            Issue.record("300 large circles were not refused")
            return
        }
        #expect(found > allowed && allowed == Boundary.maximumSegments)
        for message in [error(many), error(arc), error(curve)].compactMap({ $0?.description }) {
            #expect(message.contains("path") && message.contains("allowed") && message.contains("scale"))
        }
    }

    @Test func extremeTolerancesAreAccepted() throws {
        let circle = Path(circleAt: .zero, radius: 3)
        for tolerance in [1e-300, .leastNonzeroMagnitude, 1e-6, 100, 1e300, .infinity] {
            let boundary = try Boundary(resolving: circle, fillRule: .nonzero, tolerance: tolerance)
            #expect(boundary.areaInPixels <= 28.4)
        }
    }

    @Test func flattenedSegmentCountMatchesFlattening() {
        for family in PathFamily.allCases {
            for seed in 0..<20 {
                let path = family.path(seed: UInt64(seed))
                let count = path.flattened().reduce(0) { $0 + $1.points.count }
                #expect(path.flattenedSegmentCount() == count, "family \(family), seed \(seed)")
            }
        }
    }

    @Test func randomPathsNeedAtMostFourSweeps() throws {
        var most = 0
        for family in PathFamily.allCases {
            for index in 0..<family.count {
                let seed = RandomPathTests.firstSeed &+ UInt64(index)
                let polygons = Reference(family.path(seed: seed)).polygons
                var points: [FixedPoint] = []
                var segments: [Segment] = []
                for polygon in polygons {
                    for i in polygon.indices {
                        segments.append(
                            Segment(
                                start: Int32(points.count + i), end: Int32(points.count + (i + 1) % polygon.count),
                                delta: 1))
                    }
                    points += polygon
                }
                most = max(most, try ResolvedArrangement(Arrangement(points: points, segments: segments)).sweeps)
            }
        }
        // Two rounds at rounded crossings, one round through hot pixels, and the sweep that finds nothing more.
        #expect(most == 4)
    }

    /// The effort for a path is counted, and its limits apply before the work is done.
    @Test func resolvingStopsAtItsEffortLimit() throws {
        var path = Path()
        for i in 0..<60 {
            let point = Point(Double(i * 499 % 97), Double(i * 791 % 89))
            if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        path.close()
        let most = 1_000_000
        var left = most
        let boundary = try Boundary(resolving: path, fillRule: .evenOdd, effort: &left)
        #expect(boundary == (try Boundary(resolving: path, fillRule: .evenOdd)))
        let spent = most - left
        #expect(spent > 500)
        for share in [10, 60, spent / 4, spent / 2] {
            var effort = share
            do throws(TessellationError) {
                _ = try Boundary(resolving: path, fillRule: .evenOdd, effort: &effort)
                // Edges that were processed once more needed no cut.
                #expect(effort < 0 && share > spent / 4, "\(share) of \(spent)")
            } catch .tooManySegments(_, let allowed) {
                #expect(allowed == share)
            } catch .tooManyCrossings(let found, let allowed) {
                #expect(found > allowed && allowed < share)
            }
        }
    }
}

extension Boundary {
    /// The area in square pixels, rounded to a Double.
    fileprivate var areaInPixels: Double {
        Double(area2) / (2 * Double(FixedPoint.unitsPerPixel) * Double(FixedPoint.unitsPerPixel))
    }

    /// The whole pixels that the region touches; empty for an empty boundary.
    fileprivate var pixelBounds: PixelRect { bounds?.pixels ?? .empty }
}
