import PenumbraBitmap
import PenumbraUIKit
import TestSupport
import Testing

@Suite(.timed) struct UIKitDrawingTests {
    private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
        CGRect(x: x, y: y, width: width, height: height)
    }

    private func draw(
        _ width: CGFloat, _ height: CGFloat, scale: CGFloat = 1, _ actions: (UIGraphicsImageRendererContext) -> Void
    ) throws -> UIImage {
        let format = UIGraphicsImageRendererFormat.default()
        format.scale = scale
        return try UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format).drawnImage(
            actions: actions)
    }

    private func pixel(_ image: UIImage, _ x: Int, _ y: Int) throws -> [Int] {
        let value = try #require(image.cgImage).bitmap[x, y]
        return (0..<4).map { Int(value[$0]) }
    }

    @Test func originLiesAtTheTopLeft() throws {
        let image = try draw(4, 3, scale: 2) { context in
            UIColor.red.setFill()
            context.fill(rect(0, 0, 1, 1))
            UIColor.blue.set()
            UIBezierPath(rect: rect(3, 2, 1, 1)).fill()
        }
        #expect(image.size == CGSize(width: 4, height: 3) && image.scale == 2 && image.cgImage?.width == 8)
        #expect(try pixel(image, 1, 1) == [255, 0, 0, 255] && pixel(image, 7, 5) == [0, 0, 255, 255])
        #expect(try pixel(image, 2, 2)[3] == 0)
    }

    @Test func shadowOffsetPointsDown() throws {
        let image = try draw(10, 10) { context in
            context.cgContext.setShadow(offset: CGSize(width: 0, height: 3), blur: 0, color: UIColor.red.cgColor)
            UIColor.white.setFill()
            context.fill(rect(2, 2, 3, 3))
        }
        #expect(try pixel(image, 3, 7) == [255, 0, 0, 255] && pixel(image, 3, 0)[3] == 0)
    }

    @Test func shadowScalesWithTheImage() throws {
        let image = try draw(10, 10, scale: 3) { context in
            context.cgContext.setShadow(offset: CGSize(width: 0, height: 3), blur: 0, color: UIColor.red.cgColor)
            UIColor.white.setFill()
            context.fill(rect(2, 2, 3, 3))
        }
        #expect(try pixel(image, 10, 23) == [255, 0, 0, 255] && pixel(image, 10, 24)[3] == 0)
    }

    @Test func arcTurnsClockwiseOnTheScreen() {
        let path = UIBezierPath(
            arcCenter: CGPoint(x: 10, y: 10), radius: 5, startAngle: 0, endAngle: .pi / 2, clockwise: true)
        #expect(abs(path.currentPoint.x - 10) < 1e-9 && abs(path.currentPoint.y - 15) < 1e-9)
        #expect(abs(path.bounds.width - 5) < 1e-9 && abs(path.bounds.minX - 10) < 1e-9)
    }

    @Test func cornersAreContinuousAndChosen() {
        let path = UIBezierPath(
            roundedRect: rect(0, 0, 100, 100), byRoundingCorners: [.topLeft, .bottomRight],
            cornerRadii: CGSize(width: 20, height: 20))
        #expect(!path.contains(CGPoint(x: 2, y: 2)) && !path.contains(CGPoint(x: 98, y: 98)))
        #expect(path.contains(CGPoint(x: 99, y: 1)) && path.contains(CGPoint(x: 1, y: 99)))
        // A continuous corner leaves the edge before a circular corner does.
        let round = UIBezierPath(
            cgPath: CGPath(roundedRect: rect(0, 0, 100, 100), cornerWidth: 20, cornerHeight: 20, transform: nil))
        let all = UIBezierPath(roundedRect: rect(0, 0, 100, 100), cornerRadius: 20)
        #expect(round.contains(CGPoint(x: 20.5, y: 0.01)) && !all.contains(CGPoint(x: 20.5, y: 0.01)))
    }

    @Test func reversedPathCancelsThePath() {
        let ring = UIBezierPath(ovalIn: rect(0, 0, 20, 20))
        ring.append(UIBezierPath(ovalIn: rect(5, 5, 10, 10)))
        #expect(ring.contains(CGPoint(x: 10, y: 10)))
        let hole = UIBezierPath(ovalIn: rect(0, 0, 20, 20))
        hole.append(UIBezierPath(rect: rect(5, 5, 10, 10)).reversing())
        #expect(!hole.contains(CGPoint(x: 10, y: 10)) && hole.contains(CGPoint(x: 2, y: 10)))
        ring.usesEvenOddFillRule = true
        #expect(!ring.contains(CGPoint(x: 10, y: 10)))
        let line = UIBezierPath()
        line.move(to: .zero)
        line.addQuadCurve(to: CGPoint(x: 10, y: 0), controlPoint: CGPoint(x: 5, y: 5))
        #expect(line.reversing().currentPoint == .zero && line.reversing().bounds == line.bounds)
    }

    @Test func strokeHasTheStyleOfThePath() throws {
        let image = try draw(20, 10) { _ in
            let path = UIBezierPath()
            path.move(to: CGPoint(x: 0, y: 5))
            path.addLine(to: CGPoint(x: 20, y: 5))
            path.lineWidth = 4
            path.setLineDash([5, 5], count: 2, phase: 0)
            UIColor.green.setStroke()
            path.stroke()
        }
        #expect(try pixel(image, 2, 3) == [0, 255, 0, 255] && pixel(image, 7, 5)[3] == 0 && pixel(image, 12, 6)[3] == 255)
        #expect(try pixel(image, 2, 2)[3] == 0)
    }

    @Test func colorsConvertBetweenNotations() throws {
        var (hue, saturation, brightness, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        let color = UIColor(hue: 0.6, saturation: 0.5, brightness: 0.8, alpha: 0.7)
        #expect(color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: &alpha))
        for (found, expected) in [(hue, 0.6), (saturation, 0.5), (brightness, 0.8), (alpha, 0.7)] {
            #expect(abs(found - expected) < 1e-12)
        }
        // A hue of 0.6 is 216 degrees: blue is largest, red smallest.
        #expect(color.getRed(&hue, green: &saturation, blue: &brightness, alpha: nil))
        #expect(abs(hue - 0.4) < 1e-12 && abs(saturation - 0.56) < 1e-12 && abs(brightness - 0.8) < 1e-12)
        #expect(UIColor.gray.getWhite(&hue, alpha: nil) && hue == 0.5 && !UIColor.red.getWhite(nil, alpha: nil))
        #expect(UIColor.red.withAlphaComponent(0.5).cgColor.alpha == 0.5)
    }

    @Test func imagesTurnByTheirOrientation() throws {
        let image = try draw(2, 1) { context in
            UIColor.red.setFill()
            context.fill(rect(0, 0, 1, 1))
            UIColor.blue.setFill()
            context.fill(rect(1, 0, 1, 1))
        }
        let pixels = try #require(image.cgImage)
        // EXIF 6: the stored left side is displayed at the top.
        let right = UIImage(cgImage: pixels, scale: 1, orientation: .right)
        #expect(right.size == CGSize(width: 1, height: 2))
        let drawn = try draw(1, 2) { _ in right.draw(at: .zero) }
        #expect(try pixel(drawn, 0, 0) == [255, 0, 0, 255] && pixel(drawn, 0, 1) == [0, 0, 255, 255])
        let left = UIImage(cgImage: pixels, scale: 1, orientation: .left)
        let other = try draw(1, 2) { _ in left.draw(at: .zero) }
        #expect(try pixel(other, 0, 0) == [0, 0, 255, 255])
    }

    @Test func imageContextsNest() throws {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 2, height: 2), true, 2)
        UIColor.white.setFill()
        UIRectFill(rect(0, 0, 1, 1))
        UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
        UIColor.red.setFill()
        UIRectFill(rect(0, 0, 1, 1))
        let inner = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        inner.draw(at: CGPoint(x: 1, y: 1))
        let outer = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetCurrentContext() == nil && outer.scale == 2 && inner.size == CGSize(width: 1, height: 1))
        #expect(try pixel(outer, 0, 0) == [255, 255, 255, 255] && pixel(outer, 2, 2) == [255, 0, 0, 255])
        #expect(try pixel(outer, 0, 2) == [0, 0, 0, 255])
    }

    @Test func tintKeepsTheAlpha() throws {
        let image = try draw(2, 1) { context in
            UIColor(red: 0, green: 1, blue: 0, alpha: 0.5).setFill()
            context.fill(rect(0, 0, 1, 1))
        }
        let tinted = image.withTintColor(.red)
        #expect(try pixel(tinted, 0, 0) == [255, 0, 0, 128] && pixel(tinted, 1, 0)[3] == 0)
    }

    @Test func capsKeepTheirWidth() throws {
        let image = try draw(3, 1) { context in
            for (x, color) in [UIColor.red, .green, .blue].enumerated() {
                color.setFill()
                context.fill(rect(CGFloat(x), 0, 1, 1))
            }
        }
        let resizable = image.resizableImage(withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1))
        let drawn = try draw(9, 2) { _ in resizable.draw(in: rect(0, 0, 9, 2)) }
        #expect(try pixel(drawn, 0, 0) == [255, 0, 0, 255] && pixel(drawn, 8, 1) == [0, 0, 255, 255])
        #expect(try pixel(drawn, 2, 0) == [0, 255, 0, 255] && pixel(drawn, 6, 1) == [0, 255, 0, 255])
    }

    @Test func imageWithoutPixelsNamesTheReason() {
        let renderer = UIGraphicsImageRenderer(size: .zero)
        #expect(throws: DrawingError.self) { try renderer.drawnImage { _ in } }
        #expect(renderer.image { _ in }.cgImage == nil)
    }
}
