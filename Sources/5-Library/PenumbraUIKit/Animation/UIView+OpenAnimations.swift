import PenumbraCoreGraphics
import PenumbraQuartzCore

/// The animations of changes of a thread: of functions inside each other, and between `beginAnimations` and `commitAnimations`.
enum OpenAnimations {
    private final class Stack {
        /// A nil stands for a function whose changes don't animate.
        var animations: [ViewAnimation?] = []
        var isEnabled = true
    }

    private static var stack: Stack {
        let key = "PenumbraUIKit.animations"
        if let stack = Thread.current.threadDictionary[key] as? Stack { return stack }
        let stack = Stack()
        Thread.current.threadDictionary[key] = stack
        return stack
    }

    static var last: ViewAnimation? { stack.animations.last ?? nil }

    static func push(_ animation: ViewAnimation?) { stack.animations.append(animation) }
    static func pop() { _ = stack.animations.popLast() }

    static var isEnabled: Bool {
        get { stack.isEnabled }
        set { stack.isEnabled = newValue }
    }

    static func begin() {
        // UIKit's animations take a fifth of a second.
        push(ViewAnimation(duration: 0.2, delay: 0, options: []))
        CATransaction.begin()
    }

    static func commit() {
        guard !stack.animations.isEmpty else { return }
        pop()
        CATransaction.commit()
    }

    static func change(_ body: (inout ViewAnimation) -> Void) {
        guard let index = stack.animations.indices.last, var animation = stack.animations[index] else { return }
        body(&animation)
        stack.animations[index] = animation
    }
}

extension UIView {
    /// Whether changes animate on this thread.
    public class var areAnimationsEnabled: Bool { OpenAnimations.isEnabled }

    public class func setAnimationsEnabled(_ enabled: Bool) { OpenAnimations.isEnabled = enabled }

    /// The duration of the animation in whose function the program is. Zero elsewhere.
    public class var inheritedAnimationDuration: TimeInterval { ViewAnimation.current?.duration ?? 0 }

    /// Animates the changes up to `commitAnimations()`.
    public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) { OpenAnimations.begin() }

    public class func commitAnimations() { OpenAnimations.commit() }

    public class func setAnimationDuration(_ duration: TimeInterval) { OpenAnimations.change { $0.duration = duration } }

    public class func setAnimationDelay(_ delay: TimeInterval) { OpenAnimations.change { $0.delay = delay } }

    public class func setAnimationCurve(_ curve: AnimationCurve) {
        OpenAnimations.change { $0.pace = .curve(CAMediaTimingFunction(name: curve.options.curve)) }
    }

    public class func setAnimationRepeatCount(_ repeatCount: Float) {
        OpenAnimations.change { $0.repeats = (repeatCount, $0.repeats?.autoreverses ?? false) }
    }

    public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
        OpenAnimations.change { $0.repeats = ($0.repeats?.count ?? 0, repeatAutoreverses) }
    }
}
