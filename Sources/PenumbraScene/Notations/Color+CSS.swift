import PenumbraGeometry

extension Color {
    /// The colour that a CSS Color 4 string names: `#` notations, names, `rgb()`, `hsl()` and `hwb()`.
    ///
    /// Components outside their range are clamped, as CSS does; they are not rounded to 8 bits.
    ///
    /// - Throws: for anything else, `currentcolor`, `lab()` and the like among it, with the nearest name for a misspelt one.
    public init(css text: String) throws(NotationError) {
        var scanner = CSSScanner(text)
        scanner.skipSpace()
        if scanner.skip("#") {
            self = try Self.hexadecimal(&scanner, text)
            return
        }
        guard let name = scanner.name() else { throw Self.notAColor(text) }
        guard scanner.skip("(") else {
            scanner.skipSpace()
            guard scanner.isAtEnd else { throw Self.notAColor(text) }
            self = try Self.named(name, text)
            return
        }
        switch name {
        case "rgb", "rgba": self = try Self.rgb(Components(&scanner, name))
        case "hsl", "hsla": self = try Self.hsl(Components(&scanner, name))
        case "hwb": self = try Self.hwb(Components(&scanner, name))
        case _ where name.hasSuffix("gradient"):
            throw NotationError("found \(quoted(text)); \(Self.noGradientHere)")
        default: throw Self.unsupported("\(name)()")
        }
    }

    static let noGradientHere =
        "a gradient is not allowed here, only in backgroundColor, fillColor, strokeColor and the color of text"

    private static func notAColor(_ text: String) -> NotationError {
        NotationError("found \(quoted(text)), expected a CSS colour such as \"white\", \"#1a2b3c80\" or \"rgb(0 0 0 / 40%)\"")
    }

    private static func unsupported(_ notation: String) -> NotationError {
        NotationError("the colour notation \(notation) is not supported; use #rrggbb, a name, rgb(), hsl() or hwb()")
    }

    private static func named(_ name: String, _ text: String) throws(NotationError) -> Color {
        if name == "transparent" { return .transparent }
        if let value = CSSColorNames.values[name] {
            return Color(red: byte(value >> 16), green: byte(value >> 8), blue: byte(value))
        }
        if name == "currentcolor" { throw unsupported("currentcolor") }
        if let nearest = Spelling.nearest(to: name, in: CSSColorNames.values.keys.sorted()) {
            throw NotationError("found \(quoted(text)), which is no CSS colour; did you mean \"\(nearest)\"?")
        }
        throw notAColor(text)
    }

    /// The lowest eight bits as a part of 255.
    private static func byte(_ value: UInt32) -> Double { Double(value & 0xFF) / 255 }

    private static func hexadecimal(_ scanner: inout CSSScanner, _ text: String) throws(NotationError) -> Color {
        var end = scanner.bytes.count
        while end > scanner.index, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(scanner.bytes[end - 1]) { end -= 1 }
        var digits: [UInt32] = []
        for byte in scanner.bytes[scanner.index..<end] {
            guard let digit = hexValue(byte), digits.count < 9 else {
                digits = []
                break
            }
            digits.append(UInt32(digit))
        }
        switch digits.count {
        case 3, 4:
            let parts = digits.map { byte($0 * 17) }
            return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
        case 6, 8:
            let parts = stride(from: 0, to: digits.count, by: 2).map { byte(digits[$0] * 16 + digits[$0 + 1]) }
            return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
        default:
            throw NotationError("found \(quoted(text)); `#` takes 3, 4, 6 or 8 hexadecimal digits")
        }
    }

    // MARK: - Functions

    /// What stands between the parentheses of `rgb()`, `hsl()` and `hwb()`: three components and an alpha.
    private struct Components {
        /// Nil is the keyword `none`, which counts as zero.
        var values: [CSSScanner.Quantity?] = []
        var alpha = 1.0
        var isLegacy = false
        let function: String

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
            scanner.skipSpace()
            guard scanner.isAtEnd else { throw unexpected(scanner, "nothing after the colour") }
            if isLegacy, function == "hwb" { throw NotationError("hwb() takes no commas: hwb(120 20% 10%)") }
            if isLegacy, values.contains(where: { $0 == nil }) {
                throw NotationError("`none` in \(function)() needs the notation without commas")
            }
        }

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

        /// A component of 0…1: a percentage, or a number of which `full` makes 1.
        func part(_ index: Int, full: Double) throws(NotationError) -> Double {
            guard let quantity = values[index] else { return 0 }
            if quantity.isPercentage { return max(0, min(1, quantity.value)) }
            guard quantity.unit.isEmpty else {
                throw NotationError("\(function)() takes numbers and percentages, found the unit \(quoted(quantity.unit))")
            }
            return max(0, min(1, quantity.value / full))
        }

        /// The hue as a part of a turn, 0 up to 1.
        func hue() throws(NotationError) -> Double {
            guard let quantity = values[0] else { return 0 }
            guard let degrees = quantity.unit.isEmpty ? quantity.value : quantity.degrees else {
                throw NotationError(
                    "a hue in \(function)() is a number or has deg, grad, rad or turn, found \(quoted(quantity.unit))")
            }
            let turn = degrees.truncatingRemainder(dividingBy: 360) / 360
            return turn < 0 ? turn + 1 : turn
        }
    }

    private static func rgb(_ components: Components) throws(NotationError) -> Color {
        if components.isLegacy {
            let percentages = components.values.filter { $0?.isPercentage == true }.count
            guard percentages == 0 || percentages == 3 else {
                throw NotationError("\(components.function)() with commas takes three numbers or three percentages, not both")
            }
        }
        return Color(
            red: try components.part(0, full: 255), green: try components.part(1, full: 255),
            blue: try components.part(2, full: 255), alpha: components.alpha)
    }

    private static func hsl(_ components: Components) throws(NotationError) -> Color {
        if components.isLegacy, !components.values.dropFirst().allSatisfy({ $0?.isPercentage == true }) {
            throw NotationError("\(components.function)() with commas takes percentages: hsl(120, 100%, 50%)")
        }
        let saturation = try components.part(1, full: 100)
        let lightness = try components.part(2, full: 100)
        return hue(try components.hue(), saturation: saturation, lightness: lightness, alpha: components.alpha)
    }

    private static func hwb(_ components: Components) throws(NotationError) -> Color {
        let white = try components.part(1, full: 100)
        let black = try components.part(2, full: 100)
        guard white + black < 1 else { return Color(white: white / (white + black), alpha: components.alpha) }
        var color = hue(try components.hue(), saturation: 1, lightness: 0.5, alpha: components.alpha)
        let span = 1 - white - black
        color.red = color.red * span + white
        color.green = color.green * span + white
        color.blue = color.blue * span + white
        return color
    }

    /// CSS Color 4, section 7.1: each channel is a trapezoid over the hue.
    private static func hue(_ turn: Double, saturation: Double, lightness: Double, alpha: Double) -> Color {
        let reach = saturation * min(lightness, 1 - lightness)
        func channel(_ offset: Double) -> Double {
            let k = (offset + turn * 12).truncatingRemainder(dividingBy: 12)
            return max(0, min(1, lightness - reach * max(-1, min(k - 3, 9 - k, 1))))
        }
        return Color(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
    }

    // MARK: - Writing

    /// A CSS string that reads back as exactly this colour, when its components are between 0 and 1.
    public var css: String {
        let parts = [red, green, blue, alpha]
        if self == .transparent { return "transparent" }
        if self == .black { return "black" }
        if self == .white { return "white" }
        let bytes = parts.map { ($0 * 255).rounded() }
        if zip(parts, bytes).allSatisfy({ (0...1).contains($0) && $1 / 255 == $0 }) {
            return "#"
                + (alpha == 1 ? bytes.prefix(3) : bytes[...]).map { byte in
                    (byte < 16 ? "0" : "") + String(Int(byte), radix: 16)
                }.joined()
        }
        let channels = parts.prefix(3).map { DecimalNumber.percentage($0) }.joined(separator: " ")
        return alpha == 1 ? "rgb(\(channels))" : "rgb(\(channels) / \(DecimalNumber.text(alpha)))"
    }
}

extension DecimalNumber {
    /// The fraction as a percentage that reads back as the same double: its own digits, the point two places further.
    fileprivate static func percentage(_ fraction: Double) -> String {
        let bytes = Array(fraction.description.utf8)
        guard !bytes.contains(UInt8(ascii: "e")), let point = bytes.firstIndex(of: UInt8(ascii: ".")) else {
            // The exponent is raised instead; values this small or large are never written without one.
            let parts = fraction.description.split(separator: "e")
            guard parts.count == 2, let exponent = Int(parts[1]) else { return "0%" }
            return "\(parts[0])e\(exponent + 2)%"
        }
        var fractionDigits = Array(bytes[(point + 1)...])
        while fractionDigits.count < 2 { fractionDigits.append(UInt8(ascii: "0")) }
        let isNegative = bytes.first == UInt8(ascii: "-")
        let whole = bytes[(isNegative ? 1 : 0)..<point] + fractionDigits.prefix(2)
        let trimmed = whole.drop { $0 == UInt8(ascii: "0") }
        var text = (isNegative ? "-" : "") + (trimmed.isEmpty ? "0" : String(decoding: trimmed, as: UTF8.self))
        if fractionDigits.count > 2 { text += "." + String(decoding: fractionDigits.dropFirst(2), as: UTF8.self) }
        return text + "%"
    }
}
