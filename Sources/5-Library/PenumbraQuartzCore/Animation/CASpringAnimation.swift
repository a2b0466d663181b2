import Foundation
import PenumbraMotion

/// A basic animation whose value moves as a mass on a damped spring.
open class CASpringAnimation: CABasicAnimation {
    open var mass: CGFloat = 1
    open var stiffness: CGFloat = 100
    open var damping: CGFloat = 10
    /// The velocity at the begin, in distances between both values per second.
    open var initialVelocity: CGFloat = 0
    /// Whether springs with more damping than the critical one move as such, instead of critically damped.
    open var allowsOverdamping = true

    public override init() { super.init() }

    /// Creates a spring by the time that it seems to take, in seconds, and its bounce.
    ///
    /// - Parameter bounce: 0 for no overshoot, up to 1 for endless swings; below 0 for more damping than needed.
    public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
        self.init()
        let duration = max(1e-3, min(1e3, perceptualDuration.isNaN ? 0.5 : perceptualDuration))
        let frequency = 2 * Double.pi / duration
        let held = max(-0.999, min(1, Double(bounce).isNaN ? 0 : Double(bounce)))
        stiffness = CGFloat(frequency * frequency)
        damping = CGFloat((held >= 0 ? 1 - held : 1 / (1 + held)) * 2 * frequency)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The time in which the motion has come to rest, with an estimate that depends on the spring alone. Zero for endless
    /// swings.
    open var settlingDuration: CFTimeInterval {
        let time = spring.settlingDuration
        return time.isFinite ? time : 0
    }

    /// The time that the spring seems to take: one swing without damping.
    open var perceptualDuration: CFTimeInterval { 2 * .pi / (spring.stiffness / spring.mass).squareRoot() }

    /// The bounce: 0 without an overshoot, up to 1 for endless swings.
    open var bounce: CGFloat {
        let share = spring.damping / (2 * (spring.stiffness * spring.mass).squareRoot())
        return CGFloat(share <= 1 ? 1 - share : 1 / share - 1)
    }

    /// The spring with numbers that the engine computes with.
    private var spring: Spring {
        func held(_ value: CGFloat, _ least: Double) -> Double {
            Double(value).isNaN ? max(least, 0) : max(least, min(1e6, Double(value)))
        }
        let (mass, stiffness) = (held(mass, 1e-6), held(stiffness, 1e-6))
        var damping = held(damping, 0)
        if !allowsOverdamping { damping = min(damping, 2 * (mass * stiffness).squareRoot()) }
        let result = try? Spring(
            mass: mass, stiffness: stiffness, damping: damping, initialVelocity: held(initialVelocity, -1e6))
        return result ?? .standard
    }

    override func blank() -> CAAnimation { CASpringAnimation() }

    override func duplicate() -> CAAnimation {
        let copy = super.duplicate()
        if let copy = copy as? CASpringAnimation {
            (copy.mass, copy.stiffness, copy.damping) = (mass, stiffness, damping)
            (copy.initialVelocity, copy.allowsOverdamping) = (initialVelocity, allowsOverdamping)
        }
        return copy
    }

    /// The spring runs in seconds: the duration cuts its motion off.
    package override func paced(_ progress: Double) -> Double {
        spring.position(at: (timingFunction?.value(at: progress) ?? progress) * duration)
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "mass": mass
        case "stiffness": stiffness
        case "damping": damping
        case "initialVelocity": initialVelocity
        case "settlingDuration": settlingDuration
        default: super.value(forKey: key)
        }
    }

    open override func setValue(_ value: Any?, forKey key: String) {
        let given = CGFloat(numberValue(value) ?? 0)
        switch key {
        case "mass": mass = given
        case "stiffness": stiffness = given
        case "damping": damping = given
        case "initialVelocity": initialVelocity = given
        default: super.setValue(value, forKey: key)
        }
    }
}
