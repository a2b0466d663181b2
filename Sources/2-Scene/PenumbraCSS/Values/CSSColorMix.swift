import PenumbraScene

/// Computes `color-mix()`: CSS Color 5, section 3.
enum CSSColorMix {
    /// The mixed colour as CSS.
    ///
    /// - Parameters:
    ///   - arguments: the text between the parentheses.
    ///   - depth: how many `color-mix()` are around it.
    static func color(_ arguments: String, _ units: CSSUnits, depth: Int) throws(NotationError) -> String {
        guard depth < CSSLimits.calculationDepth else { throw NotationError("color-mix() is nested too deeply") }
        let parts = CSSPieces.list(arguments)
        guard parts.count == 2 || parts.count == 3 else { throw expected(arguments) }
        let words = parts.count == 2 ? ["in", "oklab"] : CSSPieces.words(parts[0].lowercased())
        guard words.count >= 2, words[0] == "in", words.count == 2 || (words.count == 4 && words[3] == "hue") else {
            throw expected(arguments)
        }
        var (first, second) = (try part(parts[parts.count - 2], units, depth), try part(parts[parts.count - 1], units, depth))
        // A percentage that is left out makes the sum 1.
        let shares = (
            first.share ?? second.share.map { 1 - $0 } ?? 0.5, second.share ?? first.share.map { 1 - $0 } ?? 0.5
        )
        let sum = shares.0 + shares.1
        // A transparent colour has no tint of its own.
        if first.color.alpha == 0 { first.color = second.color.withAlpha(0) }
        if second.color.alpha == 0 { second.color = first.color.withAlpha(0) }
        var mixed = try mix(
            first.color, second.color, sum > 0 ? shares.1 / sum : 0.5, space: words[1],
            hue: words.count == 4 ? words[2] : "shorter")
        mixed.alpha *= min(1, sum)
        return mixed.rounded.css
    }

    /// Whether a text is a colour.
    static func isColor(_ text: String) -> Bool { (try? Color(css: text)) != nil }

    private static func mix(
        _ a: Color, _ b: Color, _ share: Double, space: String, hue: String
    ) throws(NotationError) -> Color {
        if (a.red, a.green, a.blue) == (b.red, b.green, b.blue) { return a.withAlpha(a.alpha + (b.alpha - a.alpha) * share) }
        if space == "srgb" {
            let alpha = a.alpha + (b.alpha - a.alpha) * share
            func part(_ key: KeyPath<Color, Double>) -> Double {
                (a[keyPath: key] * a.alpha * (1 - share) + b[keyPath: key] * b.alpha * share) / max(alpha, 1e-9)
            }
            return Color(red: part(\.red), green: part(\.green), blue: part(\.blue), alpha: alpha)
        }
        guard let mixing = ColorMixing(space: space, hue: hue) else {
            throw NotationError("the colour space \"\(space.prefix(20))\" of color-mix() has no equal here")
        }
        return mixing.color(a, b, share)
    }

    /// A colour and its share. The share is nil where no percentage is written.
    private static func part(
        _ text: String, _ units: CSSUnits, _ depth: Int
    ) throws(NotationError) -> (color: Color, share: Double?) {
        var words = CSSPieces.words(text)
        var share: Double?
        if let index = words.firstIndex(where: { ($0.hasSuffix("%") || $0.hasSuffix(")")) && CSSShorthand.startsLength($0) }) {
            let amount = try CSSCalculation.value(words.remove(at: index), units, base: nil)
            guard (0...1).contains(amount.fraction) else {
                throw NotationError("found \"\(text.prefix(40))\" in color-mix(), expected 0% to 100%")
            }
            share = amount.fraction
        }
        let color = try units.normalized(words.joined(separator: " "), depth: depth + 1)
        return (try Color(css: color), share)
    }

    private static func expected(_ text: String) -> NotationError {
        NotationError(
            "found color-mix(\(text.prefix(40))), expected two colours as in color-mix(in oklab, red 50%, blue)"
        )
    }
}

extension Color {
    /// The colour with five decimals.
    fileprivate var rounded: Color {
        func rounded(_ value: Double) -> Double { (value * 1e5).rounded() / 1e5 }
        return Color(red: rounded(red), green: rounded(green), blue: rounded(blue), alpha: rounded(alpha))
    }

    fileprivate func withAlpha(_ alpha: Double) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
