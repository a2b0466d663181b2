import PenumbraCoreGraphics
import TestSupport
import Testing

/// Tests of outlines, dashes and combined areas.
@Suite(.timed) struct CGPathOperationsTests {
    private let first = CGPath(rect: rect(0, 0, 4, 4), transform: nil)
    private let second = CGPath(rect: rect(2, 2, 4, 4), transform: nil)

    private func line(_ points: CGPoint...) -> CGPath {
        let path = CGMutablePath()
        path.addLines(between: points)
        return path
    }

    @Test func outlineOfALineHasTheWidthAndTheCaps() {
        let path = line(.zero, point(10, 0))
        func box(_ cap: CGLineCap) -> CGRect {
            path.copy(strokingWithWidth: 4, lineCap: cap, lineJoin: .miter, miterLimit: 10).boundingBoxOfPath
        }
        #expect(isNear(box(.butt), rect(0, -2, 10, 4)))
        #expect(isNear(box(.square), rect(-2, -2, 14, 4)))
        #expect(isNear(box(.round), rect(-2, -2, 14, 4), 0.01))
        let corner = line(.zero, point(10, 0), point(10, 10))
        let miter = corner.copy(strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
        #expect(miter.contains(point(10.9, -0.9)))
        let bevel = corner.copy(strokingWithWidth: 2, lineCap: .butt, lineJoin: .bevel, miterLimit: 10)
        #expect(!bevel.contains(point(10.9, -0.9)) && bevel.contains(point(10.4, -0.4)))
    }

    @Test func dashesFollowThePatternAndItsPhase() {
        let path = line(.zero, point(10, 0))
        func spans(_ phase: CGFloat, _ lengths: [CGFloat]) -> [[CGFloat]] {
            var result: [[CGFloat]] = []
            for element in path.copy(dashingWithPhase: phase, lengths: lengths).elements {
                if element.type == .moveToPoint { result.append([element.points[0].x]) }
                if element.type == .addLineToPoint { result[result.count - 1].append(element.points[0].x) }
            }
            return result
        }
        #expect(spans(0, [3, 2]) == [[0, 3], [5, 8]])
        #expect(spans(1, [3, 2]) == [[0, 2], [4, 7], [9, 10]])
        #expect(spans(4, [3, 2]) == [[1, 4], [6, 9]])
        #expect(spans(-1, [3, 2]) == [[1, 4], [6, 9]])
        #expect(spans(0, [4]) == [[0, 4], [8, 10]])
        #expect(path.copy(dashingWithPhase: 0, lengths: []) == path)
    }

    @Test func combinedSquaresHaveTheAreasOfSets() {
        #expect(isNear(first.union(second).polygonArea, 28, 1e-6))
        #expect(isNear(first.intersection(second).polygonArea, 4, 1e-6))
        #expect(isNear(first.subtracting(second).polygonArea, 12, 1e-6))
        #expect(isNear(first.symmetricDifference(second).polygonArea, 24, 1e-6))
        #expect(first.intersects(second))
        #expect(!first.intersects(CGPath(rect: rect(4, 0, 2, 2), transform: nil)))
    }

    @Test func lensOfTwoCirclesHasItsArea() {
        let a = CGPath(ellipseIn: rect(0, 0, 2000, 2000), transform: nil)
        let b = CGPath(ellipseIn: rect(1000, 0, 2000, 2000), transform: nil)
        // Two circles of radius r at distance r: r²·(2π/3 − √3/2).
        let area = 1_000_000 * (2 * CGFloat.pi / 3 - CGFloat(3).squareRoot() / 2)
        #expect(isNear(a.intersection(b).polygonArea, area, 20))
    }

    @Test func normalizedPathLooksTheSameByBothRules() {
        let path = CGMutablePath()
        path.addRect(rect(0, 0, 4, 4))
        path.addRect(rect(1, 1, 2, 2))
        #expect(isNear(path.normalized().polygonArea, 16, 1e-6))
        let ring = path.normalized(using: .evenOdd)
        #expect(isNear(ring.polygonArea, 12, 1e-6) && !ring.contains(point(2, 2)))
    }

    @Test func componentsKeepTheirHoles() {
        let path = CGMutablePath()
        for x in [0, 10, 20] as [CGFloat] {
            path.addRect(rect(x, 0, 6, 6))
            if x < 20 { path.addRect(rect(x + 2, 2, 2, 2)) }
        }
        let parts = path.componentsSeparated(using: .evenOdd)
        #expect(parts.map { $0.polygonArea.rounded() }.sorted() == [32, 32, 36])
        #expect(CGPath().componentsSeparated().isEmpty)
    }

    @Test func linesAreCutByAnArea() {
        let path = line(point(-2, 1), point(8, 1))
        let inside = path.lineIntersection(first)
        #expect(inside.elements.flatMap(\.points) == [point(0, 1), point(4, 1)])
        let outside = path.lineSubtracting(first)
        #expect(outside.elements.flatMap(\.points) == [point(-2, 1), point(0, 1), point(4, 1), point(8, 1)])
    }

    @Test func flattenedCircleKeepsItsArea() {
        let circle = CGPath(ellipseIn: rect(0, 0, 200, 200), transform: nil).flattened(threshold: 0.01)
        #expect(circle.elements.allSatisfy { [.moveToPoint, .addLineToPoint, .closeSubpath].contains($0.type) })
        #expect(isNear(circle.polygonArea, .pi * 10_000, 2))
    }
}
