import Foundation
import PenumbraCoreGraphics
import PenumbraMotion

/// An object that hears when animations begin and end.
public protocol CAAnimationDelegate: AnyObject {
    func animationDidStart(_ anim: CAAnimation)
    /// - Parameter flag: whether the animation reached its end, instead of being removed.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    public func animationDidStart(_ anim: CAAnimation) {}
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// A change of a layer over time: the base of all kinds of animations.
open class CAAnimation: NSObject, CAMediaTiming, CAAction {
    var timing = MediaTiming(duration: 0)
    private var values: [String: Any] = [:]

    public override init() { super.init() }

    /// Archives of animations aren't read: the result is an animation with defaults.
    public required init?(coder: NSCoder) { super.init() }

    open var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { timing.beginTime = newValue }
    }
    /// The length of one repeat. Zero takes the transaction's duration or, in a group, the group's.
    open var duration: CFTimeInterval {
        get { timing.duration }
        set { timing.duration = newValue }
    }
    open var speed: Float {
        get { timing.speed }
        set { timing.speed = newValue }
    }
    open var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { timing.timeOffset = newValue }
    }
    open var repeatCount: Float {
        get { timing.repeatCount }
        set { timing.repeatCount = newValue }
    }
    open var repeatDuration: CFTimeInterval {
        get { timing.repeatDuration }
        set { timing.repeatDuration = newValue }
    }
    open var autoreverses: Bool {
        get { timing.autoreverses }
        set { timing.autoreverses = newValue }
    }
    open var fillMode: CAMediaTimingFillMode {
        get { timing.fillMode }
        set { timing.fillMode = newValue }
    }
    /// The pace of the animation. Nil is linear.
    open var timingFunction: CAMediaTimingFunction?
    /// Animations keep their delegates, as in Core Animation.
    open var delegate: (any CAAnimationDelegate)?
    open var isRemovedOnCompletion = true
    /// Seconds from the moment at which the animation is added to its begin, if it has no `beginTime`.
    package var beginDelay: CFTimeInterval = 0
    /// The wanted frame rates. They have no effect: who renders chooses the frames.
    open var preferredFrameRateRange = CAFrameRateRange.default

    // MARK: - Keys

    open func value(forKey key: String) -> Any? {
        switch key {
        case "beginTime": beginTime
        case "duration": duration
        case "speed": speed
        case "timeOffset": timeOffset
        case "repeatCount": repeatCount
        case "repeatDuration": repeatDuration
        case "autoreverses": autoreverses
        case "fillMode": fillMode
        case "timingFunction": timingFunction
        case "delegate": delegate
        case "removedOnCompletion": isRemovedOnCompletion
        default: values[key] ?? type(of: self).defaultValue(forKey: key)
        }
    }

    open func setValue(_ value: Any?, forKey key: String) {
        switch key {
        case "beginTime": beginTime = numberValue(value) ?? 0
        case "duration": duration = numberValue(value) ?? 0
        case "speed": speed = Float(numberValue(value) ?? 1)
        case "timeOffset": timeOffset = numberValue(value) ?? 0
        case "repeatCount": repeatCount = Float(numberValue(value) ?? 0)
        case "repeatDuration": repeatDuration = numberValue(value) ?? 0
        case "autoreverses": autoreverses = (numberValue(value) ?? 0) != 0
        case "fillMode": fillMode = value as? CAMediaTimingFillMode ?? .removed
        case "timingFunction": timingFunction = value as? CAMediaTimingFunction
        case "delegate": delegate = value as? any CAAnimationDelegate
        case "removedOnCompletion": isRemovedOnCompletion = (numberValue(value) ?? 1) != 0
        default: values[key] = value
        }
    }

    open class func defaultValue(forKey key: String) -> Any? { nil }

    open func shouldArchiveValue(forKey key: String) -> Bool { value(forKey: key) != nil }

    /// Adds the animation to the layer.
    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }

    open override func copy() -> Any { duplicate() }

    // MARK: - Work

    /// A new animation of the same class of Core Animation's.
    func blank() -> CAAnimation { CAAnimation() }

    /// A copy that later changes of this animation don't reach.
    func duplicate() -> CAAnimation {
        let copy = blank()
        copy.timing = timing
        copy.values = values
        copy.timingFunction = timingFunction
        copy.delegate = delegate
        copy.isRemovedOnCompletion = isRemovedOnCompletion
        copy.beginDelay = beginDelay
        copy.preferredFrameRateRange = preferredFrameRateRange
        return copy
    }

    /// Gives an animation without a duration one.
    func setStandardDuration(_ duration: CFTimeInterval) {
        if self.duration == 0 { self.duration = duration }
    }

    func endTime(begin: CFTimeInterval) -> CFTimeInterval {
        timing.timing(begin: begin, length: duration)?.endTime ?? begin
    }

    /// Changes a layer to what the animation shows at a moment of the layer's time, or of the group's.
    func apply(to layer: CALayer, at moment: Moment, begin: CFTimeInterval, source: LayerSnapshot?) {}

    /// The position in the animation at a moment, with the progress after the timing function.
    func position(at moment: Moment, begin: CFTimeInterval) -> (state: TimingState, progress: Double, timing: Timing)? {
        guard let timing = timing.timing(begin: begin, length: 0), let state = timing.state(at: moment) else { return nil }
        return (state, paced(state.progress), timing)
    }

    package func paced(_ progress: Double) -> Double { timingFunction?.value(at: progress) ?? progress }
}

/// A range of frames per second.
public struct CAFrameRateRange: Equatable, Sendable {
    public var minimum: Float
    public var maximum: Float
    public var preferred: Float?

    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
    }

    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
}

extension CAAnimation {
    /// Sets the values of several keys.
    public func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    /// The values of several keys. Keys without one have a null.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
    }
}
