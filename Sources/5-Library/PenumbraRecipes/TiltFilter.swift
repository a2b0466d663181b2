import PenumbraElementary

/// What a device's accelerometer says at one time: the direction of gravity, in units of g, x to the right of the screen and y
/// up.
public struct TiltSample: Hashable, Sendable {
    /// Seconds.
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
/// The angle is −atan2(x, −y): 0 for an upright device, and such that shadows fall towards the real ground.
public struct TiltFilter: Sendable {
    /// A device that lies flat says nothing about directions: below this many g in the screen's plane the last angle is kept.
    public static let deadZone = 0.2
    /// A change of no more than this many radians keeps the last angle.
    public static let hysteresis = 0.1

    /// Radians, clockwise on the screen; 0 before the first reading.
    public private(set) var angle = 0.0

    public init() {}

    /// Takes a reading and returns the angle it leads to. Readings that are not finite keep the last.
    public mutating func follow(_ sample: TiltSample) -> Double {
        let strength = (sample.x * sample.x + sample.y * sample.y).squareRoot()
        guard strength >= Self.deadZone else { return angle }
        let next = -Elementary.atan2(sample.x, -sample.y)
        var change = next - angle
        // The shorter way around.
        if change > .pi { change -= 2 * .pi }
        if change < -.pi { change += 2 * .pi }
        if abs(change) > Self.hysteresis { angle = next }
        return angle
    }
}
