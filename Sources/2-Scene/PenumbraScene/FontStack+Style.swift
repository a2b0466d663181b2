import PenumbraElementary

/// Styles of documents in fontconfig's notation.
extension FontStack {
    package enum Slant: Sendable {
        case none, italic, oblique
    }

    /// The style for CSS's properties of fonts. Empty for a regular font.
    ///
    /// - Parameters:
    ///   - weight: a weight of CSS and OpenType. It is held to 100 to 1000.
    ///   - width: the width in percent.
    package static func style(weight: Double = 400, slant: Slant = .none, width: Double = 100) -> String {
        var style = ""
        if weight == 700 {
            style = ":bold"
        } else if weight != 400 {
            style = ":weight=\(DecimalNumber.text(fontconfigWeight(weight)))"
        }
        switch slant {
        case .none: break
        case .italic: style += ":italic"
        case .oblique: style += ":oblique"
        }
        if width != 100 {
            // Fontconfig's words are whole numbers.
            let words = [62.5: 63, 87.5: 87, 112.5: 113] as [Double: Double]
            style += ":width=\(DecimalNumber.text(words[width] ?? width))"
        }
        return style
    }

    /// The percentage of CSS's `font-stretch`. Nil for a malformed value.
    package static func width(css word: String) -> Double? {
        let words: [String: Double] = [
            "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5, "normal": 100,
            "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150, "ultra-expanded": 200,
        ]
        if let known = words[word] { return known }
        guard word.last == "%", let number = Double(word.dropLast()), number >= 0, number <= 10_000 else { return nil }
        return number
    }

    /// Fontconfig's number for a weight, as `FcWeightFromOpenTypeDouble` gives it.
    private static func fontconfigWeight(_ weight: Double) -> Double {
        let table: [(Double, Double)] = [
            (100, 0), (200, 40), (300, 50), (350, 55), (380, 75), (400, 80), (500, 100), (600, 180), (700, 200), (800, 205),
            (900, 210), (1000, 215),
        ]
        let weight = max(100, min(1000, weight))
        for (low, high) in zip(table, table.dropFirst()) where weight <= high.0 {
            return low.1 + (weight - low.0) * (high.1 - low.1) / (high.0 - low.0)
        }
        return 215
    }
}
