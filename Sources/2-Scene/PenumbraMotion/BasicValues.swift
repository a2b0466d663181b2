/// The two ends of a basic animation: Core Animation's `CABasicAnimation`.
///
/// Up to two of `from`, `to` and `by` are given. The value runs
///
/// - `from` and `to`: from `from` to `to`;
/// - `from` and `by`: from `from` to `from` + `by`;
/// - `to` and `by`: from `to` − `by` to `to`;
/// - `from` alone: from `from` to the property's own value;
/// - `to` alone: from the property's own value to `to`;
/// - `by` alone: from the property's own value to that value + `by`.
///
/// The own value is the one that the animation would otherwise hide: that of the layer, changed by the animations before this
/// one. In an additive animation, the change that does nothing takes its place.
public struct BasicValues<Value: Interpolatable>: Hashable, Sendable {
    public let from: Value?
    public let to: Value?
    public let by: Value?

    /// - Throws: an error if none or all three are given, and if given values have nothing in between or no sum.
    public init(from: Value? = nil, to: Value? = nil, by: Value? = nil) throws(MotionError) {
        (self.from, self.to, self.by) = (from, to, by)
        if from != nil, to != nil, by != nil {
            throw MotionError(.by, "found from, to and by, expected at most two of them")
        }
        guard let any = from ?? to ?? by else {
            throw MotionError(.to, "missing, expected from, to or by, or values")
        }
        if by != nil {
            do { _ = try any.adding(any) } catch { throw error.moved(to: .by) }
        }
        if let from, let to {
            do { _ = try from.interpolated(to: to, at: 0.5) } catch { throw error.moved(to: .to) }
        }
    }

    /// Both ends for a property with its own value.
    public func ends(own: Value) throws(MotionError) -> (start: Value, end: Value) {
        switch (from, to, by) {
        case (let from?, let to?, _): (from, to)
        case (let from?, nil, let by?): (from, try from.adding(by))
        case (nil, let to?, let by?): (try to.adding(by.repeated(-1)), to)
        case (let from?, nil, nil): (from, own)
        case (nil, let to?, nil): (own, to)
        case (nil, nil, let by?): (own, try own.adding(by))
        case (nil, nil, nil): (own, own)
        }
    }
}
