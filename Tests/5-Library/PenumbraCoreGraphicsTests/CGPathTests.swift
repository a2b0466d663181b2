import PenumbraCoreGraphics
import TestSupport
import Testing

@Suite(.timed) struct CGPathTests {
    @Test(arguments: [true, false], [0, 0.7, -CGFloat.pi / 2]) func anglesOfWholeTurnsMakeCircles(
        clockwise: Bool, start: CGFloat
    ) {
        for turns in [1.0, -1, 2] {
            let path = CGMutablePath()
            path.addArc(
                center: CGPoint(x: 10, y: 10), radius: 4, startAngle: start, endAngle: start + CGFloat(turns) * 2 * .pi,
                clockwise: clockwise)
            let box = path.boundingBoxOfPath
            #expect(
                abs(box.minX - 6) < 1e-6 && abs(box.maxX - 14) < 1e-6 && abs(box.minY - 6) < 1e-6 && abs(box.maxY - 14) < 1e-6)
        }
    }

    @Test func arcRunsTowardsLargerAnglesUnlessClockwise() {
        let quarter = CGMutablePath()
        quarter.addArc(center: point(10, 10), radius: 4, startAngle: 0, endAngle: .pi / 2, clockwise: false)
        #expect(isNear(quarter.currentPoint, point(10, 14)))
        #expect(isNear(quarter.boundingBoxOfPath, rect(10, 10, 4, 4)))
        let rest = CGMutablePath()
        rest.addArc(center: point(10, 10), radius: 4, startAngle: 0, endAngle: .pi / 2, clockwise: true)
        #expect(isNear(rest.currentPoint, point(10, 14)))
        #expect(isNear(rest.boundingBoxOfPath, rect(6, 6, 8, 8)))
        let relative = CGMutablePath()
        relative.addRelativeArc(center: .zero, radius: 1, startAngle: .pi, delta: -.pi / 2)
        #expect(isNear(relative.currentPoint, point(0, 1)))
    }

    @Test func arcBeginsWithALineFromTheCurrentPoint() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addArc(center: point(10, 0), radius: 2, startAngle: .pi, endAngle: 0, clockwise: true)
        #expect(path.elements.map(\.type) == [.moveToPoint, .addLineToPoint, .addCurveToPoint, .addCurveToPoint])
        #expect(isNear(path.elements[1].points[0], point(8, 0)))
    }

    @Test func tangentArcTouchesBothLines() {
        let path = CGMutablePath()
        path.move(to: point(150, 180))
        path.addArc(tangent1End: point(250, 180), tangent2End: point(250, 280), radius: 40)
        // The circle's centre is (210, 220).
        #expect(isNear(path.elements[1].points[0], point(210, 180), 1e-9))
        #expect(isNear(path.currentPoint, point(250, 220), 1e-9))
        #expect(isNear(path.boundingBoxOfPath, rect(150, 180, 100, 40), 1e-9))
        let straight = CGMutablePath()
        straight.move(to: .zero)
        straight.addArc(tangent1End: point(5, 0), tangent2End: point(9, 0), radius: 3)
        #expect(straight.elements.map(\.type) == [.moveToPoint, .addLineToPoint] && straight.currentPoint == point(5, 0))
    }

    @Test func circleComesAsFourCurves() {
        let circle = CGPath(ellipseIn: rect(-1, -1, 2, 2), transform: nil)
        let elements = circle.elements
        #expect(elements.map(\.type) == [.moveToPoint] + Array(repeating: .addCurveToPoint, count: 4) + [.closeSubpath])
        #expect(elements[0].points[0] == point(1, 0))
        // The best-known constant: 4/3·tan(π/8).
        #expect(isNear(elements[1].points[0], point(1, 0.5522847498307933), 1e-12))
        #expect(isNear(elements[1].points[2], point(0, 1), 1e-12))
    }

    @Test func rectangleBeginsAtItsOriginAlongX() {
        let elements = CGPath(rect: rect(1, 2, 3, 4), transform: nil).elements
        #expect(elements.flatMap(\.points) == [point(1, 2), point(4, 2), point(4, 6), point(1, 6)])
        #expect(elements.last?.type == .closeSubpath)
    }

    @Test func boxOfPathLeavesControlPointsOut() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addQuadCurve(to: point(100, 0), control: point(50, 100))
        #expect(path.boundingBox == rect(0, 0, 100, 100))
        #expect(isNear(path.boundingBoxOfPath, rect(0, 0, 100, 50)))
    }

    @Test func emptyPathHasANullBoxAndNoLines() {
        let path = CGMutablePath()
        path.addLine(to: point(3, 3))
        path.addCurve(to: point(3, 3), control1: .zero, control2: .zero)
        #expect(path.isEmpty && path.boundingBox.isNull && path.boundingBoxOfPath.isNull && path.currentPoint == .zero)
    }

    @Test func closedSubpathLeavesItsStartAsTheCurrentPoint() {
        let path = CGMutablePath()
        path.addLines(between: [point(1, 1), point(5, 1), point(5, 5)])
        path.closeSubpath()
        #expect(path.currentPoint == point(1, 1))
        path.addLine(to: point(9, 9))
        #expect(path.elements.filter { $0.type == .moveToPoint }.count == 2)
    }

    @Test func pointsAreInsideByBothRules() {
        let path = CGMutablePath()
        path.addRect(rect(0, 0, 10, 10))
        path.addRect(rect(3, 3, 4, 4))
        #expect(path.contains(point(5, 5)) && !path.contains(point(5, 5), using: .evenOdd))
        #expect(path.contains(point(1, 1), using: .evenOdd) && !path.contains(point(11, 5)))
        #expect(path.contains(point(0, 0)) && !path.contains(point(10, 10)))
        #expect(path.contains(point(2, 2), transform: CGAffineTransform(scaleX: 4, y: 4)))
        #expect(!path.contains(point(3, 3), transform: CGAffineTransform(scaleX: 4, y: 4)))
        let circle = CGPath(ellipseIn: rect(0, 0, 2, 2), transform: nil)
        #expect(circle.contains(point(1.7, 1.7)) && !circle.contains(point(1.72, 1.72)))
    }

    @Test func onlyRectanglesAlongTheAxesAreRectangles() {
        var found = CGRect.zero
        #expect(CGPath(rect: rect(1, 2, 3, 4), transform: nil).isRect(&found) && found == rect(1, 2, 3, 4))
        var turn = CGAffineTransform(rotationAngle: 0.1)
        #expect(!CGPath(rect: rect(1, 2, 3, 4), transform: &turn).isRect(nil))
        #expect(!CGPath(ellipseIn: rect(1, 2, 3, 4), transform: nil).isRect(nil))
        let triangle = CGMutablePath()
        triangle.addLines(between: [.zero, point(1, 0), point(1, 1)])
        #expect(!triangle.isRect(nil))
    }

    @Test func roundedRectangleHasTheAreaOfItsParts() {
        let path = CGPath(roundedRect: rect(0, 0, 20, 10), cornerWidth: 4, cornerHeight: 2, transform: nil)
        // Four quarters of an ellipse replace four rectangles.
        #expect(isNear(path.polygonArea, 200 - 4 * 8 + CGFloat.pi * 8, 0.01))
        let large = CGPath(roundedRect: rect(0, 0, 20, 10), cornerWidth: 90, cornerHeight: 90, transform: nil)
        #expect(isNear(large.polygonArea, CGFloat.pi * 50, 0.02))
    }

    @Test func transformsApplyWhenPathsAreMadeAndCopied() {
        var shift = CGAffineTransform(translationX: 10, y: 20)
        #expect(CGPath(rect: rect(0, 0, 1, 1), transform: &shift).boundingBox == rect(10, 20, 1, 1))
        let path = CGMutablePath()
        path.addEllipse(in: rect(0, 0, 2, 2), transform: shift)
        #expect(isNear(path.boundingBoxOfPath, rect(10, 20, 2, 2)))
        #expect(path.copy(using: &shift)?.boundingBoxOfPath == rect(20, 40, 2, 2))
        let copy = path.mutableCopy()
        copy?.addLine(to: .zero)
        #expect(copy != path && path.copy() == path && path.copy()?.hashValue == path.hashValue)
    }
}
