import ArgumentParser
import Penumbra

/// Refuses a number outside a range, and one that is not a number.
func check(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
        "\(name) is \(value); \(plain(range.lowerBound)) to \(plain(range.upperBound)) are allowed.")
}

/// Refuses a whole number outside a range.
func check(_ name: String, _ value: Int?, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(name) is \(value); \(range.lowerBound) to \(range.upperBound) are allowed.")
}

/// Refuses a point with a coordinate outside a range.
func check(_ name: String, _ point: PointArgument?, _ range: ClosedRange<Double>) throws {
    try check("\(name)'s x", point?.point.x, range)
    try check("\(name)'s y", point?.point.y, range)
}

/// Refuses a size with a side outside a range.
func check(_ name: String, _ size: SizeArgument?, _ range: ClosedRange<Double> = Limits.side) throws {
    try check("The width in \(name)", size?.size.width, range)
    try check("The height in \(name)", size?.size.height, range)
}

/// A number as a person writes it: whole ones without a point.
func plain(_ value: Double) -> String {
    value.rounded() == value && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
}

/// What the commands accept. Pictures are refused by their pixels besides.
enum Limits {
    /// Points.
    static let side = 1.0...16384
    static let length = 0.0...16384
    static let offset = -65536.0...65536
    static let scale = 0.01...100
    static let unit = 0.0...1
    static let degrees = -36000.0...36000
    static let threads = 1...1024
    /// Pictures made by one command.
    static let frames = 100_000
}
