/// A group's part in the time of the animations within it: Core Animation's `CAAnimationGroup`.
///
/// The animations in a group live in the group's local time, which runs from 0 to its duration, again for each repeat. They are
/// cut off at the group's duration, and show nothing while the group shows nothing.
public struct GroupTiming: Hashable, Sendable {
    public var timing: Timing
    public var timingFunction: TimingFunction

    public init(_ timing: Timing, timingFunction: TimingFunction = .linear) {
        (self.timing, self.timingFunction) = (timing, timingFunction)
    }

    /// The group's local time at a moment of its parent. Nil if the group shows nothing then.
    public func moment(at parent: Moment) -> Moment? {
        guard let state = timing.state(at: parent) else { return nil }
        let progress = timingFunction.value(at: state.progress, duration: timing.duration, isBefore: state.isBefore)
        return Moment(seconds: progress * timing.duration, side: state.side)
    }
}

/// An animation of one property.
public struct Animation<Value: Interpolatable>: Hashable, Sendable {
    public enum Values: Hashable, Sendable {
        case basic(BasicValues<Value>)
        case keyframes(Keyframes<Value>)
    }

    /// The groups that the animation is in, the outermost first.
    public var groups: [GroupTiming]
    public var timing: Timing
    public var timingFunction: TimingFunction
    public var values: Values
    /// Whether the value is added to the property's own value instead of replacing it.
    public var isAdditive: Bool
    /// Whether each repeat starts where the last one ended: the value at the end of a repeat is added once for each repeat
    /// before. With `autoreverses`, a repeat ends with the first value.
    public var isCumulative: Bool

    public init(
        _ values: Values, timing: Timing, timingFunction: TimingFunction = .linear, isAdditive: Bool = false,
        isCumulative: Bool = false, groups: [GroupTiming] = []
    ) {
        (self.values, self.timing, self.timingFunction) = (values, timing, timingFunction)
        (self.isAdditive, self.isCumulative, self.groups) = (isAdditive, isCumulative, groups)
    }

    /// When the animation ends, in seconds: its own end or, within groups, the end of the outermost group. Perhaps infinite.
    /// Its value doesn't change after the end.
    public var endTime: Double { groups.first?.timing.endTime ?? timing.endTime }

    /// The position within the animation. Nil if the animation, or a group around it, shows nothing then.
    public func state(at time: Time) -> TimingState? {
        var moment = Moment(time)
        for group in groups {
            guard let inner = group.moment(at: moment) else { return nil }
            moment = inner
        }
        return timing.state(at: moment)
    }

    /// The value of the property at a time.
    ///
    /// - Parameter own: the property's value without this animation.
    /// - Returns: `own` where the animation shows nothing.
    public func value(at time: Time, own: Value) throws(MotionError) -> Value {
        guard let state = state(at: time) else { return own }
        let progress = timingFunction.value(at: state.progress, duration: timing.duration, isBefore: state.isBefore)
        var value: Value
        var end: Value
        switch values {
        case .basic(let values):
            let ends = try values.ends(own: isAdditive ? try own.repeated(0) : own)
            value = try ends.start.interpolated(to: ends.end, at: progress)
            end = timing.autoreverses ? ends.start : ends.end
        case .keyframes(let keyframes):
            value = try keyframes.value(at: progress, duration: timing.duration, isBefore: state.isBefore)
            end = keyframes.values[timing.autoreverses ? 0 : keyframes.values.count - 1]
        }
        if isCumulative, state.iteration != 0 { value = try end.repeated(Double(state.iteration)).adding(value) }
        return isAdditive ? try own.adding(value) : value
    }
}

extension Animation {
    /// Checks that the values can be computed at every time.
    ///
    /// - Parameter own: the property's value without this animation.
    public func check(own: Value) throws(MotionError) {
        let start: Value
        var end: Value
        switch values {
        case .basic(let values):
            let ends = try values.ends(own: isAdditive ? try own.repeated(0) : own)
            _ = try ends.start.interpolated(to: ends.end, at: 0.5)
            (start, end) = (ends.start, ends.end)
        case .keyframes(let keyframes):
            // Neighbours were checked when they were made.
            (start, end) = (keyframes.values[0], keyframes.values[keyframes.values.count - 1])
        }
        if isCumulative { end = try end.repeated(1).adding(start) }
        if isAdditive { _ = try own.adding(end) }
    }
}

extension Interpolatable {
    /// The value that a layer shows: this value of the layer itself, changed by animations in their order.
    public func presented(at time: Time, _ animations: [Animation<Self>]) throws(MotionError) -> Self {
        var value = self
        for animation in animations { value = try animation.value(at: time, own: value) }
        return value
    }
}
