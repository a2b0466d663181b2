import PenumbraElementary

/// One accelerometer reading: the direction of gravity in units of g, with x to the right of the screen and y up.
public struct TiltSample: Hashable, Sendable {
    /// The time in seconds.
    public var time: Double
    public var x: Double
    public var y: Double

    public init(time: Double, x: Double, y: Double) {
        self.time = time
        self.x = x
        self.y = y
    }
}

/// Turns readings of a tilted device into an angle of light that neither trembles nor jumps.
///
/// The angle is −atan2(x, −y). It is 0 for an upright device, and shadows always fall towards the real ground.
public struct TiltFilter: Sendable {
    /// The least gravity within the screen's plane, in g, that gives a direction. Below it the device lies flat and the last
    /// angle is kept.
    public static let deadZone = 0.2
    /// The largest change, in radians, that is ignored as trembling.
    public static let hysteresis = 0.1

    /// The current angle in radians, clockwise on the screen. It is 0 before the first reading.
    public private(set) var angle = 0.0

    public init() {}

    /// Takes a reading and returns the new angle. Readings that aren't finite keep the last angle.
    public mutating func follow(_ sample: TiltSample) -> Double {
        let strength = (sample.x * sample.x + sample.y * sample.y).squareRoot()
        guard strength >= Self.deadZone else { return angle }
        let next = -Elementary.atan2(sample.x, -sample.y)
        var change = next - angle
        // Take the shorter way around.
        if change > .pi { change -= 2 * .pi }
        if change < -.pi { change += 2 * .pi }
        if abs(change) > Self.hysteresis { angle = next }
        return angle
    }
}
