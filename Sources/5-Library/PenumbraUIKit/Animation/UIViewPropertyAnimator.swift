import PenumbraCoreGraphics
import PenumbraQuartzCore

/// Animations of views that begin when a program starts them. A program may pause them, and set how far they are.
open class UIViewPropertyAnimator: NSObject {
    public let duration: TimeInterval
    public let timingParameters: (any UITimingCurveProvider)?
    private let pace: ViewAnimation.Pace
    private var changes: [(change: () -> Void, delay: Double)] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private let recorder = AnimationRecorder()
    /// When the animations move, on from where they were paused.
    private var (begins, ends): (CFTimeInterval, CFTimeInterval) = (0, 0)
    /// The fraction while the animator is paused.
    private var fraction: CGFloat = 0
    /// The numbers of the transactions whose animations run. The last one to end ends the animator.
    private var running: Set<Int> = []
    private var transactions = 0
    open private(set) var state = UIViewAnimatingState.inactive
    open private(set) var isRunning = false
    open var isInterruptible = true
    open var isUserInteractionEnabled = true

    init(_ duration: TimeInterval, _ pace: ViewAnimation.Pace, _ parameters: (any UITimingCurveProvider)?) {
        // A spring of a mass takes its own time.
        self.duration = if case .spring(let spring) = pace { spring.settlingDuration } else { duration }
        (self.pace, timingParameters) = (pace, parameters)
        super.init()
    }

    public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
        if let animations { addAnimations(animations) }
    }

    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint, animations: (() -> Void)? = nil
    ) {
        self.init(duration: duration, timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
        if let animations { addAnimations(animations) }
    }

    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
        if let animations { addAnimations(animations) }
    }

    public convenience init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
        self.init(duration, ViewAnimation.Pace(parameters), parameters)
    }

    /// Starts an animation at once.
    @discardableResult public class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(duration, .curve(CAMediaTimingFunction(name: options.curve)), nil)
        animator.addAnimations(animations)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    /// Adds changes. While the animator runs, they take the rest of its time. While it is paused, they show its fraction.
    open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

    /// Adds changes that begin after a part of the duration.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        let factor = max(0, min(1, Double(delayFactor)))
        guard state == .active else { return changes.append((animation, factor)) }
        guard isRunning else {
            change([(animation, factor)], duration: duration, delay: 0)
            return show()
        }
        let now = CACurrentMediaTime()
        let begin = max(now, begins)
        transaction { change([(animation, factor)], duration: max(0, ends - begin), delay: begin - now) }
    }

    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { completions.append(completion) }

    // MARK: Running

    open func startAnimation() { startAnimation(afterDelay: 0) }

    open func startAnimation(afterDelay delay: TimeInterval) {
        if state == .active { return continueAnimation(withTimingParameters: nil, durationFactor: 0) }
        guard state == .inactive else { return }
        (state, isRunning) = (.active, true)
        begins = CACurrentMediaTime() + delay
        ends = begins + duration
        let first = changes
        changes = []
        transaction { change(first, duration: duration, delay: delay) }
    }

    private func change(
        _ changes: [(change: () -> Void, delay: Double)], duration: TimeInterval, delay: TimeInterval
    ) {
        for (change, factor) in changes {
            var part = ViewAnimation(duration: duration * (1 - factor), delay: delay + duration * factor, options: [])
            (part.pace, part.recorder) = (pace, recorder)
            // A transaction here would have a completion of its own.
            ViewAnimation.with(part, change)
        }
    }

    /// Runs changes whose animations end the animator.
    private func transaction(_ body: () -> Void) {
        transactions += 1
        let current = transactions
        running.insert(current)
        CATransaction.begin()
        CATransaction.setCompletionBlock { [self] in
            if running.remove(current) != nil, running.isEmpty { finish(.end) }
        }
        body()
        CATransaction.commit()
    }

    private func finish(_ position: UIViewAnimatingPosition) {
        running = []
        (state, isRunning) = (.inactive, false)
        recorder.forget()
        let ended = completions
        completions = []
        for completion in ended { completion(position) }
    }

    // MARK: Pausing

    /// How far the animations are, from 0 to 1. Setting it pauses them there.
    open var fractionComplete: CGFloat {
        get {
            guard isRunning else { return fraction }
            let elapsed = 1 - (ends - CACurrentMediaTime()) / max(1e-3, duration)
            return CGFloat(pace.progress(at: max(0, min(1, elapsed)), duration: duration))
        }
        set {
            pauseAnimation()
            fraction = max(0, min(1, newValue))
            show()
        }
    }

    open func pauseAnimation() {
        if state == .inactive {
            startAnimation()
            fraction = 0
        } else {
            guard isRunning else { return }
            fraction = fractionComplete
        }
        guard state == .active else { return }
        isRunning = false
        show()
    }

    /// Holds the animations at the fraction, which is linear then.
    private func show() {
        running = []
        for entry in recorder.entries {
            let held = CABasicAnimation(keyPath: entry.key)
            (held.fromValue, held.toValue) = (entry.from, entry.to)
            held.duration = 1
            held.speed = 0
            held.timeOffset = Double(min(fraction, 0.999_999))
            held.fillMode = .both
            held.isRemovedOnCompletion = false
            entry.layer.add(held, forKey: entry.key)
        }
    }

    /// Runs on from where the animator was paused.
    ///
    /// - Parameters:
    ///   - parameters: another pace for the rest. Nil keeps the animator's.
    ///   - durationFactor: the rest's share of the duration. Zero is what is left.
    open func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat) {
        guard state == .active, !isRunning else { return }
        let rest = duration * Double(durationFactor > 0 ? durationFactor : 1 - fraction)
        let pace = parameters.map(ViewAnimation.Pace.init) ?? pace
        isRunning = true
        begins = CACurrentMediaTime()
        ends = begins + rest
        transaction {
            for entry in recorder.entries {
                let from = entry.layer.presentation()?.value(forKey: entry.key) ?? entry.from
                var part = ViewAnimation(duration: rest, delay: 0, options: [])
                part.pace = pace
                guard let moving = part.action(for: entry.key) else { continue }
                (moving.fromValue, moving.toValue) = (from, entry.to)
                entry.layer.add(moving, forKey: entry.key)
            }
        }
    }

    /// Stops where the animations are. Without finishing, the animator may start anew.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active else { return }
        running = []
        isRunning = false
        for entry in recorder.entries {
            let value = entry.layer.presentation()?.value(forKey: entry.key)
            entry.layer.removeAnimation(forKey: entry.key)
            Self.set(value, entry)
        }
        state = withoutFinishing ? .inactive : .stopped
        if withoutFinishing { recorder.forget() }
    }

    /// Ends a stopped animator, with the values of a position.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        guard state == .stopped else { return }
        for entry in recorder.entries {
            switch finalPosition {
            case .end: Self.set(entry.to, entry)
            case .start: Self.set(entry.from, entry)
            case .current: break
            }
        }
        finish(finalPosition)
    }

    private static func set(_ value: Any?, _ entry: AnimationRecorder.Entry) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        entry.layer.setValue(value, forKey: entry.key)
        CATransaction.commit()
    }
}

public enum UIViewAnimatingPosition: Int, Sendable {
    case end, start, current
}

public enum UIViewAnimatingState: Int, Sendable {
    case inactive, active, stopped
}

/// The properties that an animator's changes animate.
final class AnimationRecorder {
    struct Entry {
        let layer: CALayer
        let key: String
        let from: Any?
        let to: Any?
    }

    private var started: [(layer: CALayer, key: String)] = []
    private var known: [Entry] = []

    func add(_ layer: CALayer, _ key: String) { started.append((layer, key)) }

    func forget() { (started, known) = ([], []) }

    /// The properties with the values between which they move.
    var entries: [Entry] {
        for (layer, key) in started {
            let from = (layer.animation(forKey: key) as? CABasicAnimation)?.fromValue
            known.removeAll { $0.layer === layer && $0.key == key }
            known.append(Entry(layer: layer, key: key, from: from ?? layer.value(forKey: key), to: layer.value(forKey: key)))
        }
        started = []
        return known
    }
}
