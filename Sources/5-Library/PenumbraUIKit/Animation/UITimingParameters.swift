import PenumbraCoreGraphics
import PenumbraQuartzCore

/// The pace of an animator: a curve or a spring.
public protocol UITimingCurveProvider: AnyObject {
    var cubicTimingParameters: UICubicTimingParameters? { get }
    var springTimingParameters: UISpringTimingParameters? { get }
}

/// A pace by a curve.
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
    public let animationCurve: UIView.AnimationCurve
    public let controlPoint1: CGPoint
    public let controlPoint2: CGPoint

    /// Makes the curve of views: slow at both ends.
    public override convenience init() { self.init(animationCurve: .easeInOut) }

    public init(animationCurve curve: UIView.AnimationCurve) {
        animationCurve = curve
        let function = CAMediaTimingFunction(name: curve.options.curve)
        var points = [[Float]](repeating: [0, 0], count: 2)
        for index in 0..<2 { function.getControlPoint(at: index + 1, values: &points[index]) }
        controlPoint1 = CGPoint(x: Double(points[0][0]), y: Double(points[0][1]))
        controlPoint2 = CGPoint(x: Double(points[1][0]), y: Double(points[1][1]))
    }

    public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
        (animationCurve, controlPoint1, controlPoint2) = (.easeInOut, point1, point2)
    }

    open var cubicTimingParameters: UICubicTimingParameters? { self }
    open var springTimingParameters: UISpringTimingParameters? { nil }

    var function: CAMediaTimingFunction {
        CAMediaTimingFunction(
            controlPoints: Float(controlPoint1.x), Float(controlPoint1.y), Float(controlPoint2.x), Float(controlPoint2.y))
    }
}

/// A pace by a spring.
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
    /// The mass, the stiffness and the damping. Nil takes them from the duration and the damping ratio.
    let physics: (mass: CGFloat, stiffness: CGFloat, damping: CGFloat)?
    let dampingRatio: CGFloat
    /// The velocity at the begin, in distances per second. Its x component counts.
    public let initialVelocity: CGVector

    public convenience init(dampingRatio ratio: CGFloat) { self.init(dampingRatio: ratio, initialVelocity: .zero) }

    public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
        (physics, dampingRatio, initialVelocity) = (nil, ratio, velocity)
    }

    /// Makes a spring by its physics. The animator's duration doesn't count then.
    public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
        physics = (mass, stiffness, damping)
        dampingRatio = damping / (2 * max(1e-9, stiffness * mass).squareRoot())
        initialVelocity = velocity
    }

    /// Makes a spring by the time that it seems to take and its bounce.
    public convenience init(duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialVelocity: CGVector = .zero) {
        let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
        self.init(
            mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, initialVelocity: initialVelocity)
    }

    /// UIKit's own spring, which doesn't overshoot.
    public override convenience init() { self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero) }

    open var cubicTimingParameters: UICubicTimingParameters? { nil }
    open var springTimingParameters: UISpringTimingParameters? { self }
}
