import ArgumentParser
import Penumbra

/// Rejects a number outside a range, and NaN.
func check(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
        "\(name) is \(value); \(plain(range.lowerBound)) to \(plain(range.upperBound)) are allowed.")
}

/// Rejects a whole number outside a range.
func check(_ name: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(name) is \(value); \(range.lowerBound) to \(range.upperBound) are allowed.")
}

/// Rejects a point with a coordinate outside a range.
func check(_ name: String, _ point: PointArgument?, _ range: ClosedRange<Double>) throws {
    try check("\(name)'s x", point?.point.x, range)
    try check("\(name)'s y", point?.point.y, range)
}

/// Rejects a size with a side outside a range.
func check(_ name: String, _ size: SizeArgument?, _ range: ClosedRange<Double> = Limits.side) throws {
    try check("The width in \(name)", size?.size.width, range)
    try check("The height in \(name)", size?.size.height, range)
}

/// Formats a number for people: whole numbers have no decimal point.
func plain(_ value: Double) -> String {
    value.rounded() == value && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
}

/// The ranges that the commands accept. The number of pixels of a picture is limited separately.
enum Limits {
    /// The side of a size in points.
    static let side = 1.0...16384
    static let length = 0.0...16384
    static let offset = -65536.0...65536
    static let scale = 0.01...100
    static let unit = 0.0...1
    /// The growth of σ per point.
    static let penumbra = 0.0...100
    static let degrees = -36000.0...36000
    static let threads = 1...1024
    /// The maximum number of pictures that one command makes.
    static let frames = 100_000
}
