import PenumbraCoreGraphics
import PenumbraQuartzCore

extension UIView {
    /// The repeats, the begin and the curve of animations. Other options have no effect.
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let layoutSubviews = AnimationOptions(rawValue: 1)
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
        public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
        public static let curveEaseInOut: AnimationOptions = []
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

        var curve: CAMediaTimingFunctionName {
            switch rawValue >> 16 & 3 {
            case 1: .easeIn
            case 2: .easeOut
            case 3: .linear
            default: .easeInEaseOut
            }
        }
    }

    /// Animates the changes of views that a function makes, from the time of the tree's last frame on.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
        animations: () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        ViewAnimation(duration: duration, delay: delay, options: options).run(animations, completion)
    }

    /// Animates changes as masses on springs.
    ///
    /// - Parameters:
    ///   - dampingRatio: 1 for no overshoot, less for more.
    ///   - velocity: the velocity at the begin, in distances per second.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        var animation = ViewAnimation(duration: duration, delay: delay, options: options)
        animation.spring = (max(0.01, min(1, dampingRatio)), velocity)
        animation.run(animations, completion)
    }

    /// Changes views without animations, even inside of an animation.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        ViewAnimation.with(nil, actionsWithoutAnimation)
    }
}

/// The animation of the views that a function changes.
struct ViewAnimation {
    var duration: TimeInterval
    var delay: TimeInterval
    var options: UIView.AnimationOptions
    /// The damping and the velocity of springs. Nil for curves.
    var spring: (damping: CGFloat, velocity: CGFloat)?

    /// The animation of the function that runs on this thread. Nil outside of such functions.
    @TaskLocal static var current: ViewAnimation?

    static func with(_ animation: ViewAnimation?, _ changes: () -> Void) {
        $current.withValue(animation, operation: changes)
    }

    func run(_ changes: () -> Void, _ completion: ((Bool) -> Void)?) {
        CATransaction.begin()
        if let completion { CATransaction.setCompletionBlock { completion(true) } }
        Self.with(duration > 0 || delay > 0 ? self : nil, changes)
        CATransaction.commit()
    }

    /// The keys of a view's layer that are animated.
    private static let keys: Set = ["bounds", "position", "transform", "opacity", "backgroundColor", "cornerRadius"]

    /// The animation of a change. Nil for keys that views don't animate.
    func action(for key: String) -> CAAnimation? {
        guard Self.keys.contains(key) else { return nil }
        let animation: CABasicAnimation
        if let spring {
            let moving = CASpringAnimation(keyPath: key)
            // The spring has come to rest within a thousandth when the duration ends.
            let frequency = 6.9 / (Double(spring.damping) * max(1e-3, duration))
            moving.stiffness = CGFloat(frequency * frequency)
            moving.damping = 2 * spring.damping * CGFloat(frequency)
            moving.initialVelocity = spring.velocity
            animation = moving
        } else {
            animation = CABasicAnimation(keyPath: key)
            animation.timingFunction = CAMediaTimingFunction(name: options.curve)
        }
        animation.duration = max(1e-3, duration)
        animation.fillMode = .backwards
        animation.autoreverses = options.contains(.autoreverse)
        if options.contains(.repeat) { animation.repeatCount = .infinity }
        animation.beginDelay = delay
        return animation
    }
}

extension UIView: AnimatedLayerDelegate {
    package var isAnimatingChanges: Bool { ViewAnimation.current != nil }
}
