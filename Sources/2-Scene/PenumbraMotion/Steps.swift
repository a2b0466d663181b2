/// A staircase as a timing function: CSS `steps(count, position)`.
public struct Steps: Hashable, Sendable {
    /// Where a staircase jumps.
    public enum Position: String, Hashable, Sendable, CaseIterable {
        /// At the start of each step; CSS also writes `start`.
        case jumpStart = "jump-start"
        /// At the end of each step; CSS also writes `end`.
        case jumpEnd = "jump-end"
        /// Neither at 0 nor at 1: both are steps.
        case jumpNone = "jump-none"
        /// At 0 and at 1.
        case jumpBoth = "jump-both"
    }

    /// The number of steps: at least 1, and at least 2 for `jump-none`.
    public let count: Int
    public let position: Position

    /// The distance at which a progress counts as at a jump.
    static let nearness = 1e-12

    /// CSS `step-start`.
    public static let start = Steps(unchecked: 1, .jumpStart)
    /// CSS `step-end`.
    public static let end = Steps(unchecked: 1, .jumpEnd)

    private init(unchecked count: Int, _ position: Position) {
        (self.count, self.position) = (count, position)
    }

    public init(_ count: Int, _ position: Position = .jumpEnd) throws(MotionError) {
        let least = position == .jumpNone ? 2 : 1
        guard count >= least, count <= MotionLimits.stepCount else {
            throw MotionError(.timingFunction, "found \(count) steps, expected \(least) to \(MotionLimits.stepCount)")
        }
        self.init(unchecked: count, position)
    }

    /// The height of the step at `x`, by the algorithm of CSS Easing Functions.
    ///
    /// - Parameter isBefore: whether a jump exactly at `x` is still to come: CSS's before flag.
    public func value(at x: Double, isBefore: Bool = false) -> Double {
        let scaled = x * Double(count)
        let nearest = scaled.rounded()
        // Progress is a rounded quotient of times. A jump so near that rounding decides has happened.
        let isAtJump = abs(scaled - nearest) <= Self.nearness * max(1, abs(nearest))
        var step = isAtJump ? nearest : scaled.rounded(.down)
        if position == .jumpStart || position == .jumpBoth { step += 1 }
        if isBefore, isAtJump { step -= 1 }
        let jumps =
            switch position {
            case .jumpStart, .jumpEnd: Double(count)
            case .jumpNone: Double(count - 1)
            case .jumpBoth: Double(count + 1)
            }
        if x >= 0 { step = max(0, step) }
        if x <= 1 { step = min(jumps, step) }
        return step / jumps
    }
}
