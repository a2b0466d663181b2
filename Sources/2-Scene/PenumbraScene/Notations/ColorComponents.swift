/// The contents of the parentheses of a CSS colour function: three components and an alpha.
struct ColorComponents {
    /// The three components. Nil is the keyword `none`, which counts as zero.
    private(set) var values: [CSSScanner.Quantity?] = []
    /// The alpha, 0…1.
    private(set) var alpha = 1.0
    /// Whether commas separate the components.
    private(set) var isLegacy = false
    let function: String

    /// Reads the components after the opening parenthesis, or after the name of a colour space, and the closing parenthesis.
    init(_ scanner: inout CSSScanner, _ function: String) throws(NotationError) {
        self.function = function
        for position in 0..<3 {
            scanner.skipSpace()
            if position == 1 { isLegacy = scanner.skip(",") }
            if position == 2, isLegacy, !scanner.skip(",") { throw unexpected(scanner, "a comma") }
            scanner.skipSpace()
            values.append(try component(&scanner, "a number"))
        }
        scanner.skipSpace()
        if scanner.skip(isLegacy ? "," : "/") {
            scanner.skipSpace()
            let quantity = try component(&scanner, "an alpha")
            if let quantity, !["", "%"].contains(quantity.unit) {
                throw NotationError(
                    "an alpha in \(function)() takes a number or a percentage, found the unit \(quoted(quantity.unit))")
            }
            alpha = max(0, min(1, quantity?.value ?? 0))
            scanner.skipSpace()
        }
        guard scanner.skip(")") else { throw unexpected(scanner, isLegacy ? "`,` or `)`" : "`/` or `)`") }
        if isLegacy, let example = Self.withoutCommas[function] {
            throw NotationError("\(function)() takes no commas: \(example)")
        }
        if isLegacy, values.contains(where: { $0 == nil }) {
            throw NotationError("`none` in \(function)() needs the notation without commas")
        }
    }

    /// Functions that never allowed commas, each with an example.
    private static let withoutCommas = [
        "hwb": "hwb(120 20% 10%)", "lab": "lab(50% 40 -20)", "lch": "lch(50% 40 120)", "oklab": "oklab(50% 0.1 -0.1)",
        "oklch": "oklch(50% 0.1 120)", "color": "color(display-p3 1 0.5 0)",
    ]

    private func component(_ scanner: inout CSSScanner, _ wanted: String) throws(NotationError) -> CSSScanner.Quantity? {
        if let quantity = try scanner.quantity() { return quantity }
        var ahead = scanner
        guard ahead.name() == "none" else { throw unexpected(scanner, wanted) }
        scanner = ahead
        return nil
    }

    private func unexpected(_ scanner: CSSScanner, _ wanted: String) -> NotationError {
        NotationError("found \(scanner.rest) in \(function)(), expected \(wanted)")
    }

    /// A component as a fraction, 0…1. It is a percentage, or a number that is divided by `full`.
    func part(_ index: Int, full: Double) throws(NotationError) -> Double {
        // A percentage was already converted to an exact fraction.
        let part = values[index]?.isPercentage == true ? 1 : full
        return max(0, min(1, try number(index, hundredPercent: 1) / part))
    }

    /// A component as a number of any size. Percentages refer to `hundredPercent`.
    func number(_ index: Int, hundredPercent: Double) throws(NotationError) -> Double {
        guard let quantity = values[index] else { return 0 }
        if quantity.isPercentage { return quantity.value * hundredPercent }
        guard quantity.unit.isEmpty else {
            throw NotationError("\(function)() takes numbers and percentages, found the unit \(quoted(quantity.unit))")
        }
        return quantity.value
    }

    /// The hue as a fraction of a turn, from 0 up to but not including 1.
    func hue(at index: Int) throws(NotationError) -> Double {
        guard let quantity = values[index] else { return 0 }
        guard let degrees = quantity.unit.isEmpty ? quantity.value : quantity.degrees else {
            throw NotationError(
                "a hue in \(function)() is a number or has deg, grad, rad or turn, found \(quoted(quantity.unit))")
        }
        // A finite number of turns can exceed the largest number of degrees. Such an angle has no direction.
        guard degrees.isFinite else { return 0 }
        let turn = degrees.truncatingRemainder(dividingBy: 360) / 360
        return turn < 0 ? turn + 1 : turn
    }
}
