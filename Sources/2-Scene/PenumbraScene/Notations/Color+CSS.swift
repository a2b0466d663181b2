import PenumbraElementary
import PenumbraSystem

extension Color {
    /// Parses a CSS Color 4 string: `#` notations, names, `rgb()`, `hsl()`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()` and
    /// `color()`.
    ///
    /// Components outside their range are clamped, as in CSS, and are not rounded to 8 bits. Colours outside sRGB keep
    /// components outside 0…1, up to ±8. `none` is 0.
    ///
    /// - Throws: `NotationError` for anything else, including `currentcolor`. For a misspelt name the error suggests the
    ///   nearest name.
    public init(css text: String) throws(NotationError) {
        var scanner = CSSScanner(text)
        try scanner.refuseProperty()
        scanner.skipSpace()
        guard let color = try Color(&scanner) else { throw Self.notAColor(text) }
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw NotationError("found \(scanner.rest), expected nothing after the colour") }
        self = color
    }

    /// Reads a colour. Returns nil, without reading anything, if the text does not begin like a colour.
    init?(_ scanner: inout CSSScanner) throws(NotationError) {
        if scanner.skip("#") {
            self = try Self.hexadecimal(scanner.word())
            return
        }
        let start = scanner
        guard let name = scanner.name() else { return nil }
        guard scanner.skip("(") else {
            self = try Self.named(name)
            return
        }
        var ahead = scanner
        ahead.skipSpace()
        if ahead.name() == "from", !name.hasSuffix("gradient") {
            throw NotationError("relative colours, as \(quoted("\(name)(from …)")), aren't supported")
        }
        switch name {
        case "rgb", "rgba": self = try Self.rgb(ColorComponents(&scanner, name))
        case "hsl", "hsla": self = try Self.hsl(ColorComponents(&scanner, name))
        case "hwb": self = try Self.hwb(ColorComponents(&scanner, name))
        case "lab", "lch", "oklab", "oklch": self = try Self.perceptual(ColorComponents(&scanner, name)).held
        case "color": self = try Self.predefined(&scanner).held
        case _ where name.hasSuffix("gradient"): throw NotationError("found \(quoted(start.remaining)); \(Self.noGradientHere)")
        default: throw Self.unsupported("\(name)()")
        }
    }

    static let noGradientHere =
        "a gradient is not allowed here, only in backgroundColor, fillColor, strokeColor and the color of text"

    private static func notAColor(_ text: String) -> NotationError {
        NotationError("found \(quoted(text)), expected a CSS colour such as \"white\", \"#1a2b3c80\" or \"rgb(0 0 0 / 40%)\"")
    }

    private static func unsupported(_ notation: String) -> NotationError {
        let gradients = ["linear", "radial", "conic"].flatMap { ["\($0)-gradient()", "repeating-\($0)-gradient()"] }
        if let gradient = Spelling.nearest(to: notation, in: gradients) {
            return NotationError("found \(notation), did you mean \(gradient)?")
        }
        return NotationError(
            "the colour notation \(notation) is not supported; use #rrggbb, a name, rgb(), hsl(), hwb(), lab(), lch(), oklab(), "
                + "oklch() or color()")
    }

    private static func named(_ name: String) throws(NotationError) -> Color {
        if name == "transparent" { return .transparent }
        if let value = CSSColorNames.values[name] {
            return Color(red: byte(value >> 16), green: byte(value >> 8), blue: byte(value))
        }
        if name == "currentcolor" { throw unsupported("currentcolor") }
        if name.hasPrefix("system") {
            throw NotationError("found \(quoted(name)); system colours have no fixed value, write one such as \"#007aff\"")
        }
        if let nearest = Spelling.nearest(to: name, in: CSSColorNames.values.keys.sorted()) {
            throw NotationError("found \(quoted(name)), which is no CSS colour; did you mean \"\(nearest)\"?")
        }
        throw notAColor(name)
    }

    /// The lowest eight bits as a fraction of 255.
    private static func byte(_ value: UInt32) -> Double { Double(value & 0xFF) / 255 }

    /// Parses a colour in `#` notation.
    ///
    /// - Parameter word: the text after the `#`.
    private static func hexadecimal(_ word: String) throws(NotationError) -> Color {
        let digits = word.utf8.compactMap(hexValue).map { UInt32($0) }
        switch digits.count == word.utf8.count ? digits.count : 0 {
        case 3, 4:
            let parts = digits.map { byte($0 * 17) }
            return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
        case 6, 8:
            let parts = stride(from: 0, to: digits.count, by: 2).map { byte(digits[$0] * 16 + digits[$0 + 1]) }
            return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
        default:
            throw NotationError("found \(quoted("#" + word)); `#` takes 3, 4, 6 or 8 hexadecimal digits")
        }
    }

    // MARK: - Functions

    private static func rgb(_ components: ColorComponents) throws(NotationError) -> Color {
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

    private static func hsl(_ components: ColorComponents) throws(NotationError) -> Color {
        if components.isLegacy, !components.values.dropFirst().allSatisfy({ $0?.isPercentage == true }) {
            throw NotationError("\(components.function)() with commas takes percentages: hsl(120, 100%, 50%)")
        }
        // Only the notation with commas holds saturations to 100 %: CSS Color 4, section 7.
        let saturation = max(0, try components.number(1, hundredPercent: 100) / 100)
        let lightness = try components.part(2, full: 100)
        let color = Color(
            hue: try components.hue(at: 0), saturation: components.isLegacy ? min(1, saturation) : saturation,
            lightness: lightness, alpha: components.alpha)
        return components.isLegacy ? color.clipped : color.held
    }

    private static func hwb(_ components: ColorComponents) throws(NotationError) -> Color {
        let white = max(0, try components.number(1, hundredPercent: 100) / 100)
        let black = max(0, try components.number(2, hundredPercent: 100) / 100)
        return Color(hue: try components.hue(at: 0), white: white, black: black, alpha: components.alpha).held
    }

    /// - Parameter turn: the hue as a fraction of a turn. The colour isn't clipped.
    init(hue turn: Double, white: Double, black: Double, alpha: Double) {
        guard white + black < 1 else {
            self.init(white: white / (white + black), alpha: alpha)
            return
        }
        self.init(hue: turn, saturation: 1, lightness: 0.5, alpha: alpha)
        let span = 1 - white - black
        red = red * span + white
        green = green * span + white
        blue = blue * span + white
    }

    /// CSS Color 4, section 7.1: each channel is a trapezoid over the hue. The colour isn't clipped.
    ///
    /// - Parameter turn: the hue as a fraction of a turn.
    init(hue turn: Double, saturation: Double, lightness: Double, alpha: Double) {
        let reach = saturation * min(lightness, 1 - lightness)
        func channel(_ offset: Double) -> Double {
            let k = (offset + (turn - turn.rounded(.down)) * 12).truncatingRemainder(dividingBy: 12)
            return lightness - reach * max(-1, min(k - 3, 9 - k, 1))
        }
        self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
    }

    // MARK: - Writing

    /// A CSS string that reads back as exactly this colour, if its components are finite and within ±8.
    public var css: String {
        let parts = [red, green, blue, alpha]
        if self == .transparent { return "transparent" }
        if self == .black { return "black" }
        if self == .white { return "white" }
        guard parts.prefix(3).allSatisfy((0...1).contains) else {
            let channels = parts.prefix(3).map(DecimalNumber.text).joined(separator: " ")
            return alpha == 1 ? "color(srgb \(channels))" : "color(srgb \(channels) / \(DecimalNumber.text(alpha)))"
        }
        let bytes = parts.map { ($0 * 255).rounded() }
        if zip(parts, bytes).allSatisfy({ (0...1).contains($0) && $1 / 255 == $0 }) {
            return "#"
                + (alpha == 1 ? bytes.prefix(3) : bytes[...]).map { byte in
                    (byte < 16 ? "0" : "") + String(Int(byte), radix: 16)
                }.joined()
        }
        // Uses channels of 0…255, the common notation, where they are exact.
        let isOfBytes = zip(parts, bytes).prefix(3).allSatisfy { (0...1).contains($0) && $1 / 255 == $0 }
        let channels = zip(parts, bytes).prefix(3)
            .map { isOfBytes ? "\(Int($1))" : DecimalNumber.percentage($0) }.joined(separator: " ")
        return alpha == 1 ? "rgb(\(channels))" : "rgb(\(channels) / \(DecimalNumber.text(alpha)))"
    }
}
