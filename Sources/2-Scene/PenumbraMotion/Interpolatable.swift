import PenumbraGeometry

/// A value that animations can compute with.
///
/// Values that can only be exchanged are wrapped in `Discrete`. Values of which only some pairs have anything in between, such
/// as paths, throw a named error for the others.
public protocol Interpolatable: Hashable, Sendable {
    /// The value at a fraction of the way to another: exactly `self` at 0, exactly `end` at 1. Other fractions extrapolate.
    func interpolated(to end: Self, at fraction: Double) throws(MotionError) -> Self

    /// The sum of values times weights. The weights add up to 1. There is at least one value, and one weight for each.
    static func mixed(_ values: [Self], weights: [Double]) throws(MotionError) -> Self

    /// The value with a change made to it: the sum of two numbers, or one transform after the other.
    func adding(_ change: Self) throws(MotionError) -> Self

    /// The value as a change, made a number of times. 0 gives the change that does nothing, −1 the one that undoes `self`.
    func repeated(_ count: Double) throws(MotionError) -> Self

    /// How far another value is: 0 or more. Paced animations cover equal distances in equal times.
    func distance(to other: Self) throws(MotionError) -> Double
}

extension Double: Interpolatable {
    public func interpolated(to end: Double, at fraction: Double) -> Double {
        fraction == 1 ? end : self + (end - self) * fraction
    }

    public static func mixed(_ values: [Double], weights: [Double]) -> Double {
        zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 }
    }

    public func adding(_ change: Double) -> Double { self + change }
    public func repeated(_ count: Double) -> Double { self * count }
    public func distance(to other: Double) -> Double { abs(other - self) }
}

/// A value made of a fixed number of coordinates, which animate one by one. Distances are Euclidean.
public protocol Coordinates: Interpolatable {
    var coordinates: [Double] { get }
    /// Takes as many coordinates as `coordinates` returns.
    init(coordinates: [Double])
}

extension Coordinates {
    private func map(_ other: Self, _ combine: (Double, Double) -> Double) -> Self {
        Self(coordinates: zip(coordinates, other.coordinates).map(combine))
    }

    public func interpolated(to end: Self, at fraction: Double) -> Self {
        map(end) { $0.interpolated(to: $1, at: fraction) }
    }

    public static func mixed(_ values: [Self], weights: [Double]) -> Self {
        let all = values.map(\.coordinates)
        return Self(coordinates: all[0].indices.map { i in Double.mixed(all.map { $0[i] }, weights: weights) })
    }

    public func adding(_ change: Self) -> Self { map(change, +) }
    public func repeated(_ count: Double) -> Self { Self(coordinates: coordinates.map { $0 * count }) }

    public func distance(to other: Self) -> Double {
        zip(coordinates, other.coordinates).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
    }
}

extension Point: Coordinates {
    public var coordinates: [Double] { [x, y] }
    public init(coordinates: [Double]) { self.init(coordinates[0], coordinates[1]) }
}

extension Size: Coordinates {
    public var coordinates: [Double] { [width, height] }
    public init(coordinates: [Double]) { self.init(width: coordinates[0], height: coordinates[1]) }
}

extension Rect: Coordinates {
    public var coordinates: [Double] { [minX, minY, width, height] }
    public init(coordinates: [Double]) {
        self.init(x: coordinates[0], y: coordinates[1], width: coordinates[2], height: coordinates[3])
    }
}

/// Lists animate element by element. Only lists of equal length have anything in between.
extension Array: Interpolatable where Element: Interpolatable {
    private func map(
        _ other: [Element], _ combine: (Element, Element) throws(MotionError) -> Element
    ) throws(MotionError) -> [Element] {
        guard count == other.count else {
            throw MotionError(.values, "found lists of \(count) and \(other.count) elements, expected equal numbers")
        }
        var result: [Element] = []
        result.reserveCapacity(count)
        for (one, two) in zip(self, other) { result.append(try combine(one, two)) }
        return result
    }

    public func interpolated(to end: [Element], at fraction: Double) throws(MotionError) -> [Element] {
        try map(end) { (one, two) throws(MotionError) in try one.interpolated(to: two, at: fraction) }
    }

    public static func mixed(_ values: [[Element]], weights: [Double]) throws(MotionError) -> [Element] {
        for value in values { _ = try values[0].map(value) { one, _ in one } }
        var result: [Element] = []
        for index in values[0].indices { result.append(try Element.mixed(values.map { $0[index] }, weights: weights)) }
        return result
    }

    public func adding(_ change: [Element]) throws(MotionError) -> [Element] {
        try map(change) { (one, two) throws(MotionError) in try one.adding(two) }
    }

    public func repeated(_ count: Double) throws(MotionError) -> [Element] {
        try map(self) { (one, _) throws(MotionError) in try one.repeated(count) }
    }

    /// The root of the sum of the squared distances of the elements.
    public func distance(to other: [Element]) throws(MotionError) -> Double {
        var sum = 0.0
        _ = try map(other) { (one, two) throws(MotionError) in
            let distance = try one.distance(to: two)
            sum += distance * distance
            return one
        }
        return sum.squareRoot()
    }
}

/// A value without anything in between, such as a text or a picture: the second value from half of the way on.
public struct Discrete<Value: Hashable & Sendable>: Interpolatable {
    public var value: Value

    public init(_ value: Value) { self.value = value }

    public func interpolated(to end: Discrete, at fraction: Double) -> Discrete { fraction < 0.5 ? self : end }

    public static func mixed(_ values: [Discrete], weights: [Double]) throws(MotionError) -> Discrete {
        throw MotionError(.calculationMode, "the values have nothing in between; write \"discrete\"")
    }

    public func adding(_ change: Discrete) throws(MotionError) -> Discrete {
        throw MotionError(.additive, "the values have no sum; leave out additive, cumulative and by")
    }

    public func repeated(_ count: Double) throws(MotionError) -> Discrete { try adding(self) }

    /// 1 for different values, so that paced animations show each for the same time.
    public func distance(to other: Discrete) -> Double { self == other ? 0 : 1 }
}
