import PenumbraElementary
import PenumbraSystem

/// The reason why an animation cannot be made or evaluated, in one line.
public struct MotionError: Error, Hashable, Sendable, Worded {
    /// The key of an animation that an error is about, spelled as in scenes.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        case beginTime, duration, speed, timeOffset, repeatCount, repeatDuration, autoreverses, fillMode
        case timingFunction, timingFunctions, mass, stiffness, damping, initialVelocity
        case keyPath, from, to, by, values, keyTimes, calculationMode, tensionValues, continuityValues, biasValues
        case additive, cumulative, animations, path, rotationMode
        /// The number of frames per second.
        case fps
        /// A point in time.
        case time
    }

    public var key: Key
    /// The index of the faulty element if the key's value is an array.
    public var index: Int?
    /// The finding and the remedy.
    public var message: String

    public init(_ key: Key, at index: Int? = nil, _ message: String) {
        self.key = key
        self.index = index
        self.message = oneLine(message)
    }

    public var words: Message { "\(place): \(message)" }

    private var place: String { index.map { "\(key.rawValue)[\($0)]" } ?? key.rawValue }

    /// The same error at another place.
    func moved(to key: Key, at index: Int? = nil) -> MotionError { MotionError(key, at: index, message) }
}

/// The limits of the time model. They keep sums and quotients of times far from overflow.
public enum MotionLimits {
    /// The largest magnitude of any time, in seconds: some 31 years.
    public static let longestTime = 1e9
    /// The shortest duration besides 0, in seconds.
    public static let shortestDuration = 1e-6
    /// The largest magnitude of a speed.
    public static let speed = 1e6
    /// The largest finite number of repeats.
    public static let repeatCount = 1e9
    /// The largest number of key values, and of stops of a `linear()` function.
    public static let keyframeCount = 65_536
    /// The largest number of steps of a `steps()` function.
    public static let stepCount = 1_000_000
    /// The largest magnitude of a timing function's outputs, and of parameters of a spring.
    public static let output = 1e6
}

/// Throws unless a number lies in a range. NaN lies in none.
func check(
    _ value: Double, in range: ClosedRange<Double>, _ key: MotionError.Key, at index: Int? = nil, _ wanted: String
) throws(MotionError) {
    guard range.contains(value) else { throw MotionError(key, at: index, "found \(text(value)), expected \(wanted)") }
}

/// The number as messages show it.
func text(_ value: Double) -> String { value.isFinite ? DecimalNumber.text(value) : "\(value)" }
