import PenumbraElementary
import PenumbraScene

extension CSSUnits {
    package static let mathFunctions: Set = [
        "calc", "-webkit-calc", "min", "max", "clamp", "round", "mod", "rem", "sin", "cos", "tan", "asin", "acos", "atan",
        "atan2", "pow", "sqrt", "hypot", "log", "exp", "abs", "sign",
    ]

    /// The value with all lengths in px, calculations done, and colours that depend on the element replaced, so that the
    /// notations of scenes read it.
    ///
    /// - Parameters:
    ///   - base: the length that percentages in calculations refer to. Nil keeps percentages.
    ///   - depth: how many functions of colours are around the value.
    package func normalized(_ text: String, base: Double? = nil, depth: Int = 0) throws(NotationError) -> String {
        guard depth < CSSLimits.calculationDepth else { throw NotationError("functions of colours are nested too deeply") }
        let bytes = CSSTokenizer.prepared(text)
        let tokens = CSSTokenizer.tokens(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            func source(_ range: Range<Int>) -> String { CSSTokenizer.text(of: tokens[range], in: bytes) }
            switch token.kind {
            case .comment: result.append(0x20)
            case .dimension where token.text != "px" || zoom != 1:
                if let points = try points(token.text) {
                    result += "\(Self.text(token.number * points))px".utf8
                } else {
                    result += bytes[token.range]
                }
            case .function:
                let end = CSSTokenizer.end(of: index, in: tokens)
                if Self.mathFunctions.contains(token.text) {
                    result += try computed(source(index..<end), base: base).utf8
                    index = end - 1
                } else if let color = try color(token.text, Self.arguments(tokens, index, end), bytes, depth) {
                    result += color.utf8
                    index = end - 1
                } else {
                    result += bytes[token.range]
                }
            case .ident:
                let word = token.text.asciiLowercased
                if word == "currentcolor" {
                    result += currentColor.utf8
                } else if let color = CSSSystemColor.color(word, isDark: isDark) {
                    result += color.utf8
                } else {
                    result += bytes[token.range]
                }
            default: result += bytes[token.range]
            }
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func arguments(_ tokens: [CSSToken], _ start: Int, _ end: Int) -> [CSSToken] {
        let isClosed = end > start + 1 && tokens[end - 1].kind == .closeParenthesis
        return Array(tokens[(start + 1)..<(isClosed ? end - 1 : end)])
    }

    /// The result of a function of colours. Nil for other functions.
    private func color(
        _ name: String, _ arguments: [CSSToken], _ bytes: [UInt8], _ depth: Int
    ) throws(NotationError) -> String? {
        switch name {
        case "color-mix":
            return try CSSColorMix.color(CSSTokenizer.text(of: arguments[...], in: bytes), self, depth: depth)
        case "light-dark":
            let parts = CSSTokenizer.split(arguments, at: .comma)
            guard parts.count == 2 else { throw NotationError("light-dark() takes two colours") }
            return try normalized(CSSTokenizer.text(of: parts[isDark ? 1 : 0], in: bytes), depth: depth + 1)
        case "contrast-color":
            let color = try Color(css: try normalized(CSSTokenizer.text(of: arguments[...], in: bytes), depth: depth + 1))
            return color.contrasting.css
        case "alpha":
            return try CSSRelativeColor.alpha(arguments, bytes, self, depth: depth)
        case "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color":
            guard let first = arguments.first(where: { !$0.isSpace }), first.isIdent("from") else { return nil }
            return try CSSRelativeColor.color(name, arguments, bytes, self, depth: depth)
        default: return nil
        }
    }
}

/// Colours that follow the user's system: CSS Color 4, section 6.2. The values are Chromium's.
enum CSSSystemColor {
    private static let light = [
        "canvas": "#ffffff", "canvastext": "#000000", "linktext": "#0000ee", "visitedtext": "#551a8b", "activetext": "#ff0000",
        "buttonface": "#efefef", "buttontext": "#000000", "buttonborder": "#000000", "field": "#ffffff", "fieldtext": "#000000",
        "graytext": "#808080", "mark": "#ffff00", "marktext": "#000000", "highlight": "#b5d5ff", "highlighttext": "#000000",
        "selecteditem": "#1967d2", "selecteditemtext": "#ffffff", "accentcolor": "#0075ff", "accentcolortext": "#ffffff",
    ]
    private static let dark = [
        "canvas": "#121212", "canvastext": "#ffffff", "linktext": "#9e9eff", "visitedtext": "#d0adf0", "activetext": "#ff9e9e",
        "buttonface": "#6b6b6b", "buttontext": "#ffffff", "buttonborder": "#ffffff", "field": "#3b3b3b", "fieldtext": "#ffffff",
    ]

    /// - Parameter name: a name in lower case.
    static func color(_ name: String, isDark: Bool) -> String? { (isDark ? dark[name] : nil) ?? light[name] }
}
