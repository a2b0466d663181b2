import PenumbraElementary
import PenumbraScene

/// Computes relative colours such as `rgb(from red r g calc(b + 20))`: CSS Color 5, section 4.
enum CSSRelativeColor {
    /// The colour as CSS, by its function.
    ///
    /// - Parameter arguments: the tokens between the parentheses. The first word is `from`.
    static func color(
        _ function: String, _ arguments: [CSSToken], _ bytes: [UInt8], _ units: CSSUnits, depth: Int
    ) throws(NotationError) -> String {
        let values = Self.values(arguments)
        let isPredefined = function == "color"
        let first = isPredefined ? 3 : 2
        guard values.count >= first + 3, values[1].count >= 1 else { throw malformed(function) }
        let text = try units.normalized(CSSTokenizer.text(of: values[1], in: bytes), depth: depth + 1)
        let origin = try Color(css: text)
        let name = function.hasSuffix("a") && function != "lab" ? String(function.dropLast()) : function
        let space = isPredefined ? values[2].first.map(\.text.asciiLowercased) ?? "" : name
        guard let parts = ColorMixing.components(of: origin, in: space) else {
            throw NotationError("the colour space \"\(space.prefix(20))\" of a relative colour has no equal here")
        }
        var units = units
        let letters =
            isPredefined ? (space.hasPrefix("xyz") ? "xyz" : "rgb") : name.hasPrefix("ok") ? String(name.dropFirst(2)) : name
        for (letter, value) in zip(letters, [parts.x, parts.y, parts.z]) { units.keywords[String(letter)] = value }
        units.keywords["alpha"] = origin.alpha
        var components = try (0..<3).map { index throws(NotationError) in try component(values[first + index], bytes, units) }
        var alpha = CSSUnits.text(origin.alpha)
        if values.count > first + 3 {
            guard values.count == first + 5, values[first + 3].first?.isDelimiter("/") == true else {
                throw malformed(function)
            }
            alpha = try component(values[first + 4], bytes, units)
        }
        // Components beyond sRGB stay as they are in `color()`.
        if name == "rgb" {
            components = try components.map { text throws(NotationError) in
                guard !text.hasSuffix("%"), text != "none" else { return text }
                return CSSUnits.text(try CSSCalculation.value(text, units, base: nil).value / 255)
            }
            return "color(srgb \(components.joined(separator: " ")) / \(alpha))"
        }
        if name == "hsl" || name == "hwb" {
            // Numbers without a unit are percent.
            for index in 1...2 where !components[index].hasSuffix("%") && components[index] != "none" {
                components[index] += "%"
            }
        }
        let start = isPredefined ? "color(\(space)" : "\(name)("
        return "\(start)\(isPredefined ? " " : "")\(components.joined(separator: " ")) / \(alpha))"
    }

    /// The colour of `alpha(from red / 50%)`, which has another alpha alone.
    ///
    /// - Parameter arguments: the tokens between the parentheses.
    static func alpha(
        _ arguments: [CSSToken], _ bytes: [UInt8], _ units: CSSUnits, depth: Int
    ) throws(NotationError) -> String {
        let values = Self.values(arguments)
        guard values.count == 2 || (values.count == 4 && values[2].first?.isDelimiter("/") == true),
            values[0].first?.isIdent("from") == true
        else { throw NotationError("alpha() needs a colour and an alpha, as in alpha(from red / 50%)") }
        var color = try Color(css: try units.normalized(CSSTokenizer.text(of: values[1], in: bytes), depth: depth + 1))
        guard values.count == 4 else { return color.css }
        var units = units
        units.keywords["alpha"] = color.alpha
        let text = try component(values[3], bytes, units)
        // The notation with an alpha reads and holds it.
        color.alpha = try Color(css: "rgb(0 0 0 / \(text))").alpha
        return color.css
    }

    private static func malformed(_ function: String) -> NotationError {
        NotationError("a relative colour needs a colour and three components, as in \(function)(from red r g b)")
    }

    /// The component values between white space.
    private static func values(_ tokens: [CSSToken]) -> [ArraySlice<CSSToken>] {
        var result: [ArraySlice<CSSToken>] = []
        var index = 0
        while index < tokens.count {
            let end = CSSTokenizer.end(of: index, in: tokens)
            if !tokens[index].isSpace { result.append(tokens[index..<end]) }
            index = end
        }
        return result
    }

    private static func component(_ tokens: ArraySlice<CSSToken>, _ bytes: [UInt8], _ units: CSSUnits) throws(NotationError)
        -> String
    {
        guard let token = tokens.first else { throw NotationError("a component of a colour is missing") }
        if token.isIdent("none") { return "none" }
        if token.kind == .ident, let value = units.keywords[token.text.asciiLowercased] { return CSSUnits.text(value) }
        return try units.computed(CSSTokenizer.text(of: tokens, in: bytes), base: nil)
    }
}
