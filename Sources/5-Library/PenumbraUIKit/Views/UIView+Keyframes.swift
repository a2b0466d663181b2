import PenumbraCoreGraphics
import PenumbraQuartzCore

extension UIView {
    /// How keyframes follow each other. They have no effect but for repeats.
    public struct KeyframeAnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1)
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
        public static let calculationModeLinear: KeyframeAnimationOptions = []
        public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
        public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)
    }

    /// Animates the keyframes that a function adds.
    public class func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, options: KeyframeAnimationOptions = [],
        animations: () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        // Keyframes are straight lines between their ends.
        let whole = AnimationOptions(rawValue: options.rawValue & 0x1F).union(.curveLinear)
        ViewAnimation(duration: duration, delay: delay, options: whole).run(animations, completion)
    }

    /// Animates changes in a part of the duration of `animateKeyframes`.
    public class func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double, animations: () -> Void
    ) {
        guard var part = ViewAnimation.current else {
            animations()
            return
        }
        part.delay += frameStartTime * part.duration
        part.duration *= frameDuration
        ViewAnimation.with(part, animations)
    }

    /// Changes a view in a transition. Those of `AnimationOptions` all fade, and without one the changes are at once.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        CATransaction.begin()
        if let completion { CATransaction.setCompletionBlock { completion(true) } }
        if options.isTransition, duration > 0 {
            let transition = CATransition()
            (transition.duration, transition.type) = (duration, .fade)
            transition.timingFunction = CAMediaTimingFunction(name: options.curve)
            view.layer.add(transition, forKey: kCATransition)
        }
        if let animations { ViewAnimation.with(nil, animations) }
        CATransaction.commit()
    }
}

extension UIView.AnimationOptions {
    public static let transitionFlipFromLeft = UIView.AnimationOptions(rawValue: 1 << 20)
    public static let transitionFlipFromRight = UIView.AnimationOptions(rawValue: 2 << 20)
    public static let transitionCurlUp = UIView.AnimationOptions(rawValue: 3 << 20)
    public static let transitionCurlDown = UIView.AnimationOptions(rawValue: 4 << 20)
    public static let transitionCrossDissolve = UIView.AnimationOptions(rawValue: 5 << 20)
    public static let transitionFlipFromTop = UIView.AnimationOptions(rawValue: 6 << 20)
    public static let transitionFlipFromBottom = UIView.AnimationOptions(rawValue: 7 << 20)

    var isTransition: Bool { rawValue >> 20 & 7 != 0 }
}

extension UIView {
    public enum AnimationCurve: Int, Sendable {
        case easeInOut, easeIn, easeOut, linear

        var options: AnimationOptions {
            switch self {
            case .easeInOut: .curveEaseInOut
            case .easeIn: .curveEaseIn
            case .easeOut: .curveEaseOut
            case .linear: .curveLinear
            }
        }
    }
}

/// Animations of views that begin when a program starts them.
open class UIViewPropertyAnimator: NSObject {
    public let duration: TimeInterval
    private let options: UIView.AnimationOptions
    private let damping: CGFloat?
    private var animations: [(change: () -> Void, delay: Double)] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    open private(set) var isRunning = false

    public init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        (self.duration, options, damping) = (duration, curve.options, nil)
        super.init()
        if let animations { addAnimations(animations) }
    }

    public init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        (self.duration, options, damping) = (duration, [], ratio)
        super.init()
        if let animations { addAnimations(animations) }
    }

    /// Starts an animation at once.
    @discardableResult public class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let curve: UIView.AnimationCurve =
            switch options.curve {
            case .easeIn: .easeIn
            case .easeOut: .easeOut
            case .linear: .linear
            default: .easeInOut
            }
        let animator = UIViewPropertyAnimator(duration: duration, curve: curve, animations: animations)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    open func addAnimations(_ animation: @escaping () -> Void) { animations.append((animation, 0)) }

    /// Adds changes that begin after a part of the duration.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        animations.append((animation, max(0, min(1, Double(delayFactor)))))
    }

    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { completions.append(completion) }

    open func startAnimation() { startAnimation(afterDelay: 0) }

    open func startAnimation(afterDelay delay: TimeInterval) {
        guard !isRunning else { return }
        isRunning = true
        let changes = animations
        CATransaction.begin()
        CATransaction.setCompletionBlock { [self] in
            isRunning = false
            for completion in completions { completion(.end) }
        }
        for (change, factor) in changes {
            var part = ViewAnimation(
                duration: duration * (1 - factor), delay: delay + duration * factor, options: options)
            if let damping { part.spring = (max(0.01, min(1, damping)), 0) }
            // A transaction inside of this one would have a completion of its own.
            ViewAnimation.with(part, change)
        }
        CATransaction.commit()
    }
}

public enum UIViewAnimatingPosition: Int, Sendable {
    case end, start, current
}
