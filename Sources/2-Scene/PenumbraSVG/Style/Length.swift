import PenumbraCSS
import PenumbraElementary
import PenumbraScene

/// A length with its unit, or a calculation.
package struct Length: Hashable, Sendable {
    package enum Unit: Hashable, Sendable {
        case number, percentage
        /// A unit that depends on fonts or on the viewport, such as `em`.
        case relative(String)
        /// The text of a calculation.
        case calculation(String)
    }

    /// The value in the unit. Absolute units are already pixels of CSS. 1 for a calculation.
    var value: Double
    var unit: Unit

    package init(_ value: Double, _ unit: Unit = .number) {
        (self.value, self.unit) = (value, unit)
    }

    static let zero = Length(0)

    /// Parses a length. Nil for anything else.
    package init?(_ text: String) {
        var scanner = ValueScanner(text)
        scanner.skipSpace()
        guard let length = scanner.length() else { return nil }
        scanner.skipSpace()
        guard scanner.isAtEnd else { return nil }
        self = length
    }

    /// Whether lengths of this form may be negative nowhere: zero or more, or a calculation, whose result is limited.
    var isNotNegative: Bool { value >= 0 }

    /// The number of pixels.
    ///
    /// - Parameter whole: the length that percentages refer to.
    package func resolved(_ whole: Double, _ units: @autoclosure () -> CSSUnits) -> Double {
        let result: Double
        switch unit {
        case .number: result = value
        case .percentage: result = value / 100 * whole
        case .relative(let unit): result = ((try? units().points(unit)) ?? nil).map { $0 * value } ?? 0
        case .calculation(let text):
            guard let found = try? CSSCalculation(text, units()).resolved(base: whole) else { return 0 }
            result = found.value
        }
        guard result.isFinite else { return 0 }
        return max(-SVGLimits.coordinate, min(SVGLimits.coordinate, result))
    }

    /// The length without units that depend on an element, as children inherit it.
    func computed(_ units: @autoclosure () -> CSSUnits) -> Length {
        switch unit {
        case .number, .percentage: return self
        case .relative: return Length(resolved(0, units()))
        case .calculation(let text):
            guard let amount = try? CSSCalculation(text, units()).resolved() else { return self }
            if amount.fraction == 0 { return Length(amount.value) }
            if amount.value == 0 { return Length(amount.fraction * 100, .percentage) }
            return Length(1, .calculation("calc(\(amount.fraction * 100)% + \(amount.value)px)"))
        }
    }
}

/// The axis that a percentage refers to.
enum Axis {
    case horizontal, vertical, diagonal

    func length(of size: (width: Double, height: Double)) -> Double {
        switch self {
        case .horizontal: size.width
        case .vertical: size.height
        case .diagonal: ((size.width * size.width + size.height * size.height) / 2).squareRoot()
        }
    }
}
