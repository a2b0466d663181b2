import PenumbraElementary

extension Text.LineHeight {
    /// Reads CSS's `line-height`: `1.5`, `150%`, `24px` or `normal`, which is nil.
    package static func reading(css text: String) throws(NotationError) -> Text.LineHeight? {
        let wanted = "a factor such as \"1.5\", a percentage such as \"150%\", or \"normal\""
        var scanner = CSSScanner(text)
        scanner.skipSpace()
        if scanner.startsNumber {
            guard let quantity = try scanner.quantity(), quantity.value > 0, quantity.value <= SceneLimits.coordinate else {
                throw NotationError("found \(quoted(text)), expected a number above 0, at most 1e9")
            }
            scanner.skipSpace()
            guard scanner.isAtEnd else { throw NotationError("found \(quoted(text)), expected \(wanted)") }
            switch quantity.unit {
            case "": return .factor(quantity.value)
            case "%": return .percentage(quantity.value)
            case "px": return .points(quantity.value)
            default: throw NotationError("found the unit \(quoted(quantity.unit)), expected \(wanted)")
            }
        }
        guard scanner.name() == "normal" else { throw NotationError("found \(quoted(text)), expected \(wanted)") }
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw NotationError("found \(quoted(text)), expected \(wanted)") }
        return nil
    }

    /// The value in CSS's notation.
    package var css: String {
        switch self {
        case .points(let points): cssLength(points)
        case .factor(let factor): DecimalNumber.text(factor)
        case .percentage(let fraction): DecimalNumber.percentage(fraction)
        }
    }
}
