import Foundation
import PenumbraElementary
import PenumbraGeometry

public enum CGPathElementType: Int32, Sendable {
    case moveToPoint, addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath
}

/// A segment of a path, with its control points before its end.
public struct CGPathElement {
    public var type: CGPathElementType
    /// One point for moves and lines, two for quadratic curves, three for cubic curves, none for the end of a subpath.
    public var points: UnsafeMutablePointer<CGPoint>

    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        (self.type, self.points) = (type, points)
    }
}

public typealias CGPathApplyBlock = (UnsafePointer<CGPathElement>) -> Void
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void

extension CGPath {
    /// Calls a closure for every element of the path. Arcs come as cubic curves of at most a quarter turn.
    public func applyWithBlock(_ block: CGPathApplyBlock) {
        withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 3) { points in
            guard let base = points.baseAddress else { return }
            base.initialize(repeating: .zero, count: 3)
            for element in shape.withoutArcs.elements {
                var item = CGPathElement(type: .closeSubpath, points: base)
                switch element {
                case .move(let to):
                    item.type = .moveToPoint
                    base[0] = CGPoint(to)
                case .line(let to):
                    item.type = .addLineToPoint
                    base[0] = CGPoint(to)
                case .quadratic(let to, let control):
                    item.type = .addQuadCurveToPoint
                    (base[0], base[1]) = (CGPoint(control), CGPoint(to))
                case .cubic(let to, let control1, let control2):
                    item.type = .addCurveToPoint
                    (base[0], base[1], base[2]) = (CGPoint(control1), CGPoint(control2), CGPoint(to))
                case .arc: continue
                case .close: break
                }
                block(&item)
            }
        }
    }

    public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
        applyWithBlock { function(info, $0) }
    }
}

extension Path {
    /// The path with cubic curves in place of arcs. A quarter of a circle is off by 0.00027 of its radius.
    package var withoutArcs: Path {
        guard elements.contains(where: { if case .arc = $0 { true } else { false } }) else { return self }
        var result = Path()
        for element in elements {
            switch element {
            case .move(let to): result.move(to: to)
            case .line(let to): result.addLine(to: to)
            case .quadratic(let to, let control): result.addQuadratic(to: to, control: control)
            case .cubic(let to, let control1, let control2): result.addCubic(to: to, control1: control1, control2: control2)
            case .arc(let arc): arc.addCubics(to: &result)
            case .close: result.close()
            }
        }
        return result
    }
}

extension Path.Arc {
    /// The most curves of an arc: 16 turns.
    private static let mostCurves = 64.0

    fileprivate func addCubics(to path: inout Path) {
        let quarters = abs(sweep) / (.pi / 2)
        guard quarters.isFinite, quarters > 0 else { return }
        // Rounding must not give a full circle a fifth curve.
        let count = Int(max(1, min(Self.mostCurves, (quarters - 1e-9).rounded(.up))))
        let step = sweep / Double(count)
        let reach = 4.0 / 3 * Elementary.tan(step / 4)
        for index in 0..<count {
            let (from, to) = (startAngle + Double(index) * step, startAngle + Double(index + 1) * step)
            path.addCubic(
                to: point(at: to), control1: point(at: from) + reach * direction(at: from),
                control2: point(at: to) - reach * direction(at: to))
        }
    }

    /// The derivative of the place by the angle.
    private func direction(at theta: Double) -> Point { point(at: theta + .pi / 2) - center }
}
