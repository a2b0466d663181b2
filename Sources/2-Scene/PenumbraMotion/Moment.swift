/// A point in a local time, seen from one of its two sides.
///
/// Things that change abruptly, such as the end of an animation, have two states at that point: the state before it and the
/// state from it on. A frame shows the state from its time on. What plays backwards, or is held at its end, shows the other.
public struct Moment: Hashable, Sendable {
    public enum Side: Hashable, Sendable {
        /// The state from this point on.
        case from
        /// The state up to this point.
        case upTo

        var opposite: Side { self == .from ? .upTo : .from }
    }

    public var seconds: Double
    public var side: Side

    public init(seconds: Double, side: Side = .from) {
        self.seconds = seconds
        self.side = side
    }

    public init(_ time: Time) {
        self.init(seconds: time.seconds)
    }
}
