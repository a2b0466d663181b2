import PenumbraCoreGraphics
import Testing

/// A bitmap context of premultiplied RGBA.
func makeContext(_ width: Int, _ height: Int) throws -> CGContext {
    try #require(
        CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
}

/// The straight RGBA bytes of a pixel. Rows count from the top.
func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> [Int] {
    let image = try context.drawnImage()
    let value = image.bitmap[x, y]
    return (0..<4).map { Int(value[$0]) }
}

func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
    CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
}

func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

/// Whether two numbers are equal up to a tolerance.
func isNear(_ a: CGFloat, _ b: CGFloat, _ tolerance: CGFloat = 1e-9) -> Bool { abs(a - b) <= tolerance }

func isNear(_ a: CGPoint, _ b: CGPoint, _ tolerance: CGFloat = 1e-9) -> Bool {
    isNear(a.x, b.x, tolerance) && isNear(a.y, b.y, tolerance)
}

func isNear(_ a: CGRect, _ b: CGRect, _ tolerance: CGFloat = 1e-9) -> Bool {
    isNear(a.origin, b.origin, tolerance) && isNear(a.width, b.width, tolerance) && isNear(a.height, b.height, tolerance)
}

extension CGPath {
    /// The types and points of all elements.
    var elements: [(type: CGPathElementType, points: [CGPoint])] {
        var result: [(CGPathElementType, [CGPoint])] = []
        applyWithBlock { element in
            let count =
                switch element.pointee.type {
                case .moveToPoint, .addLineToPoint: 1
                case .addQuadCurveToPoint: 2
                case .addCurveToPoint: 3
                case .closeSubpath: 0
                }
            result.append((element.pointee.type, (0..<count).map { element.pointee.points[$0] }))
        }
        return result
    }

    /// The area of a path of lines by the non-zero rule, if it doesn't cross itself.
    var polygonArea: CGFloat {
        var (sum, start, current): (CGFloat, CGPoint, CGPoint) = (0, .zero, .zero)
        func line(to next: CGPoint) {
            sum += current.x * next.y - next.x * current.y
            current = next
        }
        for element in flattened(threshold: 0.0005).elements {
            switch element.type {
            case .moveToPoint:
                line(to: start)
                (start, current) = (element.points[0], element.points[0])
            case .closeSubpath: line(to: start)
            default: if let end = element.points.last { line(to: end) }
            }
        }
        line(to: start)
        return abs(sum / 2)
    }
}
