import PenumbraElementary

/// A math function with numbers for its arguments. The strategy of `round()` is a case each.
enum CSSFunction: String, Sendable, Hashable {
    case min, max, clamp, roundNearest, roundUp, roundDown, roundToZero, mod, rem
    case sin, cos, tan, asin, acos, atan, atan2, pow, sqrt, hypot, log, exp, abs, sign

    /// Whether the result has the unit of the arguments.
    var keepsUnit: Bool {
        switch self {
        case .min, .max, .clamp, .roundNearest, .roundUp, .roundDown, .roundToZero, .mod, .rem, .hypot, .abs: true
        case .sin, .cos, .tan, .asin, .acos, .atan, .atan2, .pow, .sqrt, .log, .exp, .sign: false
        }
    }

    func apply(_ a: [Double]) -> Double {
        func least() -> Double { a.contains(where: \.isNaN) ? .nan : a.min() ?? .nan }
        func most() -> Double { a.contains(where: \.isNaN) ? .nan : a.max() ?? .nan }
        func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
        switch self {
        case .min: return least()
        case .max: return most()
        case .clamp: return a.contains(where: \.isNaN) ? .nan : Swift.max(a[0], Swift.min(a[1], a[2]))
        case .roundNearest: return Self.round(a[0], a[1]) { low, high in a[0] - low < high - a[0] ? low : high }
        case .roundUp: return Self.round(a[0], a[1]) { _, high in high }
        case .roundDown: return Self.round(a[0], a[1]) { low, _ in low }
        case .roundToZero: return Self.round(a[0], a[1]) { low, high in Swift.abs(low) < Swift.abs(high) ? low : high }
        case .mod:
            if a[1].isInfinite { return a[0].isInfinite ? .nan : (a[0] < 0) != (a[1] < 0) && a[0] != 0 ? .nan : a[0] }
            let rest = a[0].truncatingRemainder(dividingBy: a[1])
            return rest != 0 && (rest < 0) != (a[1] < 0) ? rest + a[1] : rest
        case .rem: return a[1].isInfinite && !a[0].isInfinite ? a[0] : a[0].truncatingRemainder(dividingBy: a[1])
        case .sin: return a[0].isFinite ? Elementary.cosineAndSine(degrees: a[0]).1 : .nan
        case .cos: return a[0].isFinite ? Elementary.cosineAndSine(degrees: a[0]).0 : .nan
        case .tan: return a[0].isFinite ? Elementary.tan(degrees: a[0]) : .nan
        case .asin: return Swift.abs(a[0]) <= 1 ? degrees(Elementary.asin(a[0])) : .nan
        case .acos: return Swift.abs(a[0]) <= 1 ? degrees(Elementary.acos(a[0])) : .nan
        case .atan: return a[0].isNaN ? .nan : a[0].isInfinite ? (a[0] < 0 ? -90 : 90) : degrees(Elementary.atan2(a[0], 1))
        case .atan2: return a[0].isFinite && a[1].isFinite ? degrees(Elementary.atan2(a[0], a[1])) : .nan
        case .pow: return Self.power(a[0], a[1])
        case .sqrt: return a[0].squareRoot()
        case .hypot: return a.reduce(0) { Elementary.hypot($0, $1) }
        case .log: return a.count > 1 ? Self.logarithm(a[0]) / Self.logarithm(a[1]) : Self.logarithm(a[0])
        case .exp: return a[0].isNaN ? .nan : a[0] > 709 ? .infinity : a[0] < -745 ? 0 : Elementary.exp(a[0])
        case .abs: return Swift.abs(a[0])
        case .sign: return a[0].isNaN ? .nan : a[0] > 0 ? 1 : a[0] < 0 ? -1 : a[0]
        }
    }

    private static func logarithm(_ value: Double) -> Double {
        value.isNaN || value < 0 ? .nan : value == 0 ? -.infinity : value.isInfinite ? .infinity : Elementary.log(value)
    }

    private static func power(_ base: Double, _ exponent: Double) -> Double {
        if exponent == 0 { return 1 }
        guard base.isFinite, exponent.isFinite else {
            return base.isNaN || exponent.isNaN || base < 0 ? .nan : (exponent > 0) == (base > 1) ? .infinity : 0
        }
        if base == 0 { return exponent > 0 ? 0 : .infinity }
        if base > 0 { return Elementary.pow(base, exponent) }
        guard exponent == exponent.rounded(), Swift.abs(exponent) < 1e15 else { return .nan }
        let size = Elementary.pow(-base, exponent)
        return Int(exponent) % 2 == 0 ? size : -size
    }

    private static func round(_ value: Double, _ step: Double, _ choose: (Double, Double) -> Double) -> Double {
        if step == 0 || value.isNaN || step.isNaN || value.isInfinite && step.isInfinite { return .nan }
        if value.isInfinite { return value }
        let step = Swift.abs(step)
        if step.isInfinite {
            // The neighbours are 0 and an infinity.
            let (low, high) = value < 0 ? (-Double.infinity, -0.0) : (0.0, Double.infinity)
            if value == 0 { return value }
            let chosen = choose(low, high)
            return chosen.isNaN ? 0 : chosen
        }
        let low = (value / step).rounded(.down) * step
        return low == value ? value : choose(low, low + step)
    }
}
