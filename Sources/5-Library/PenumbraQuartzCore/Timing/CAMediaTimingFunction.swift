import Foundation
import PenumbraMotion

/// The name of a timing function.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// A Bézier curve from (0, 0) to (1, 1) that turns progress in time into progress of a value.
open class CAMediaTimingFunction: NSObject, @unchecked Sendable {
    // Nothing changes after the initializer.
    let curve: CubicBezier
    private let points: [Float]

    /// Creates a function by its name. An unknown name is linear.
    public convenience init(name: CAMediaTimingFunctionName) {
        switch name {
        case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
        case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
        case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
        case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
        default: self.init(controlPoints: 0, 0, 1, 1)
        }
    }

    /// Creates a function by the control points of its curve. Their x are held to 0…1, so that each time has one value.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        func held(_ value: Float, _ range: ClosedRange<Float>) -> Float {
            value.isNaN ? 0 : max(range.lowerBound, min(range.upperBound, value))
        }
        points = [held(c1x, 0...1), held(c1y, -1e6...1e6), held(c2x, 0...1), held(c2y, -1e6...1e6)]
        // Decimal numbers in single precision are meant as decimals: 0.42 is not 0.41999998…
        func decimal(_ value: Float) -> Double { Double(value.description) ?? Double(value) }
        curve = (try? CubicBezier(decimal(points[0]), decimal(points[1]), decimal(points[2]), decimal(points[3]))) ?? .ease
        super.init()
    }

    /// Writes one of the curve's four points, 0…3, to two floats.
    open func getControlPoint(at index: Int, values ptr: UnsafeMutablePointer<Float>) {
        let all: [Float] = [0, 0] + points + [1, 1]
        precondition((0...3).contains(index), "a timing function has control points 0 to 3")
        (ptr[0], ptr[1]) = (all[2 * index], all[2 * index + 1])
    }

    /// Returns the progress of the value at a progress in time.
    package func value(at progress: Double) -> Double { curve.value(at: progress) }

    var timing: TimingFunction { .cubicBezier(curve) }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CAMediaTimingFunction)?.points == points }

    open override var hash: Int { points.hashValue }
}
