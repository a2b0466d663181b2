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
        if options.isTransition, duration > 0, areAnimationsEnabled {
            let transition = CATransition()
            (transition.duration, transition.type) = (duration, .fade)
            transition.timingFunction = CAMediaTimingFunction(name: options.curve)
            view.layer.add(transition, forKey: kCATransition)
        }
        if let animations { ViewAnimation.with(nil, animations) }
        CATransaction.commit()
    }

    /// Puts a view in the place of another, or shows and hides both with `showHideTransitionViews`.
    public class func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        guard let around = fromView.superview else { return }
        let changes = {
            if options.contains(.showHideTransitionViews) {
                (fromView.isHidden, toView.isHidden) = (true, false)
            } else {
                around.insertSubview(toView, aboveSubview: fromView)
                fromView.removeFromSuperview()
            }
        }
        transition(with: around, duration: duration, options: options, animations: changes, completion: completion)
    }
}

extension UIView.AnimationOptions {
    public static let showHideTransitionViews = UIView.AnimationOptions(rawValue: 1 << 8)
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
