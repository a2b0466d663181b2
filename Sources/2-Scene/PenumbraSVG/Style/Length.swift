import PenumbraElementary

/// A length with its unit.
package struct Length: Hashable, Sendable {
    package enum Unit: Hashable, Sendable {
        case number, percentage, em, ex, rem
    }

    /// The value in the unit. Absolute units are already pixels of CSS.
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

    /// The number of pixels.
    ///
    /// - Parameter whole: the length that percentages refer to.
    package func resolved(_ whole: Double, fontSize: Double, rootFontSize: Double) -> Double {
        let result =
            switch unit {
            case .number: value
            case .percentage: value / 100 * whole
            case .em: value * fontSize
            // Fonts aren't read here; half the font size is CSS's own fallback.
            case .ex: value * fontSize / 2
            case .rem: value * rootFontSize
            }
        guard result.isFinite else { return 0 }
        return max(-SVGLimits.coordinate, min(SVGLimits.coordinate, result))
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
