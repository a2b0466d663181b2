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
        animation.pace = .damped(ratio: dampingRatio, velocity: velocity)
        animation.run(animations, completion)
    }

    /// Animates changes as masses on springs.
    ///
    /// - Parameters:
    ///   - duration: the time that the motion seems to take.
    ///   - bounce: 0 for no overshoot, up to 1 for endless swings.
    ///   - velocity: the velocity at the begin, in distances per second.
    public class func animate(
        springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity velocity: CGFloat = 0,
        delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
        spring.initialVelocity = velocity
        var animation = ViewAnimation(duration: spring.settlingDuration, delay: delay, options: options)
        animation.pace = .spring(spring)
        animation.run(animations, completion)
    }

    /// Repeats the animations of changes inside of an animation.
    public class func modifyAnimations(withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void) {
        var animation = ViewAnimation.current
        animation?.repeats = (Float(count), autoreverses)
        ViewAnimation.with(animation, animations)
    }

    /// Changes views without animations, even inside of an animation.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        ViewAnimation.with(nil, actionsWithoutAnimation)
    }
}

/// The animation of the views that a function changes.
struct ViewAnimation {
    /// How values move from start to end.
    enum Pace {
        case curve(CAMediaTimingFunction)
        /// A spring that has come to rest when the duration ends, with a velocity in distances per second.
        case damped(ratio: CGFloat, velocity: CGFloat)
        case spring(CASpringAnimation)

        init(_ parameters: any UITimingCurveProvider) {
            if let spring = parameters.springTimingParameters {
                let velocity = spring.initialVelocity.dx
                guard let physics = spring.physics else {
                    self = .damped(ratio: spring.dampingRatio, velocity: velocity)
                    return
                }
                let moving = CASpringAnimation()
                (moving.mass, moving.stiffness, moving.damping) = physics
                moving.initialVelocity = velocity
                self = .spring(moving)
            } else {
                self = .curve(parameters.cubicTimingParameters?.function ?? CAMediaTimingFunction(name: .easeInEaseOut))
            }
        }

        func animation(_ key: String?, duration: TimeInterval) -> CABasicAnimation {
            let animation: CABasicAnimation
            switch self {
            case .curve(let function):
                animation = CABasicAnimation(keyPath: key)
                animation.timingFunction = function
            case .damped(let ratio, let velocity):
                let (ratio, moving) = (max(0.01, min(1, ratio)), CASpringAnimation(keyPath: key))
                // The spring has come to rest within a thousandth when the duration ends.
                let frequency = 6.9 / (Double(ratio) * max(1e-3, duration))
                moving.stiffness = CGFloat(frequency * frequency)
                moving.damping = 2 * ratio * CGFloat(frequency)
                moving.initialVelocity = velocity
                animation = moving
            case .spring(let spring):
                let moving = CASpringAnimation(keyPath: key)
                (moving.mass, moving.stiffness, moving.damping) = (spring.mass, spring.stiffness, spring.damping)
                moving.initialVelocity = spring.initialVelocity
                animation = moving
            }
            animation.duration = max(1e-3, duration)
            return animation
        }

        /// The part of the way that values have moved after a part of the duration.
        func progress(at part: Double, duration: TimeInterval) -> Double { animation(nil, duration: duration).paced(part) }
    }

    var duration: TimeInterval
    var delay: TimeInterval
    var options: UIView.AnimationOptions
    /// Nil takes the curve of the options.
    var pace: Pace?
    /// Nil takes the repeats of the options.
    var repeats: (count: Float, autoreverses: Bool)?
    /// Hears which properties are animated.
    var recorder: AnimationRecorder?

    init(duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions) {
        (self.duration, self.delay, self.options) = (duration, delay, options)
    }

    /// The animation of changes of this thread. Nil where changes don't animate.
    static var current: ViewAnimation? { OpenAnimations.isEnabled ? OpenAnimations.last : nil }

    static func with(_ animation: ViewAnimation?, _ changes: () -> Void) {
        OpenAnimations.push(animation)
        changes()
        OpenAnimations.pop()
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
    func action(for key: String, of layer: CALayer? = nil) -> CABasicAnimation? {
        guard Self.keys.contains(key) else { return nil }
        let pace = pace ?? .curve(CAMediaTimingFunction(name: options.curve))
        let animation = pace.animation(key, duration: duration)
        animation.fillMode = .backwards
        animation.autoreverses = repeats?.autoreverses ?? options.contains(.autoreverse)
        if let repeats {
            animation.repeatCount = repeats.count
        } else if options.contains(.repeat) {
            animation.repeatCount = .infinity
        }
        animation.beginDelay = delay
        if let layer { recorder?.add(layer, key) }
        return animation
    }
}

extension UIView: AnimatedLayerDelegate {
    package var isAnimatingChanges: Bool { ViewAnimation.current != nil }
}
