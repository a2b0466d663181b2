import PenumbraElementary

/// How two colours mix in a colour space other than sRGB: CSS Color 4, section 12.
public struct ColorMixing: Hashable, Sendable {
    enum Space: String, CaseIterable {
        case oklab, oklch, lab, lch, hsl, hwb
        case linear = "srgb-linear"
        case xyz
        case xyzD65 = "xyz-d65"

        /// The index of the hue among the three components. Nil in rectangular spaces.
        var hue: Int? {
            switch self {
            case .oklch, .lch: 2
            case .hsl, .hwb: 0
            case .oklab, .lab, .linear, .xyz, .xyzD65: nil
            }
        }
    }

    let space: Space
    /// The way of the hue: `shorter`, `longer`, `increasing` or `decreasing`.
    let hue: String

    static let ways = ["shorter", "longer", "increasing", "decreasing"]

    /// Mixing as CSS writes it after `in`.
    var css: String { space.rawValue + (hue == "shorter" ? "" : " \(hue) hue") }

    /// Whether hues take the shorter way, so that equal colours mix to the same colour.
    package var isShort: Bool { space.hue == nil || hue == "shorter" }

    package init?(space: String, hue: String) {
        guard let space = Space(rawValue: space) else { return nil }
        (self.space, self.hue) = (space, hue)
    }

    /// The components of a colour in the units of a function of colours, or of a space of `color()`. Nil for unknown spaces.
    package static func components(of color: Color, in space: String) -> SIMD3<Double>? {
        let value = SIMD3(color.red, color.green, color.blue)
        switch space {
        case "rgb": return value * 255
        case "srgb": return value
        case "hsl", "hwb":
            guard let parts = ColorMixing(space: space, hue: "shorter")?.components(color) else { return nil }
            return parts * SIMD3(1, 100, 100)
        case "srgb-linear", "lab", "lch", "oklab", "oklch": return ColorMixing(space: space, hue: "shorter")?.components(color)
        case "display-p3":
            let parts = color.components(in: .displayP3)
            return SIMD3(parts.red, parts.green, parts.blue)
        default: return nil
        }
    }

    package func color(_ a: Color, _ b: Color, _ share: Double) -> Color {
        var (first, second) = (components(a), components(b))
        let alpha = a.alpha + (b.alpha - a.alpha) * share
        if let index = space.hue {
            // A grey has no hue, and takes that of the other colour.
            if isGray(first) { first[index] = second[index] }
            if isGray(second) { second[index] = first[index] }
            turn(&first[index], &second[index])
        }
        var mixed = SIMD3<Double>.zero
        for index in 0..<3 {
            if index == space.hue {
                mixed[index] = first[index] + (second[index] - first[index]) * share
            } else {
                let sum = first[index] * a.alpha * (1 - share) + second[index] * b.alpha * share
                mixed[index] = alpha > 0 ? sum / alpha : first[index]
            }
        }
        return color(mixed, alpha)
    }

    private func isGray(_ value: SIMD3<Double>) -> Bool {
        switch space {
        case .oklch, .lch: value[1] < (space == .oklch ? 0.0004 : 0.15)
        case .hsl: value[1] < 1e-5
        case .hwb: value[1] + value[2] > 1 - 1e-5
        case .oklab, .lab, .linear, .xyz, .xyzD65: false
        }
    }

    private func turn(_ first: inout Double, _ second: inout Double) {
        let difference = second - first
        switch hue {
        case "longer":
            if difference > 0, difference < 180 { first += 360 } else if difference > -180, difference <= 0 { second += 360 }
        case "increasing": if difference < 0 { second += 360 }
        case "decreasing": if difference > 0 { first += 360 }
        default: if difference > 180 { first += 360 } else if difference < -180 { second += 360 }
        }
    }

    private func components(_ color: Color) -> SIMD3<Double> {
        let value = SIMD3(color.red, color.green, color.blue)
        switch space {
        case .linear, .xyz, .xyzD65: return Color.linearized(value)
        case .oklab: return CSSSpaces.oklab(value)
        case .oklch: return CSSSpaces.polar(CSSSpaces.oklab(value))
        case .lab: return CSSSpaces.lab(value)
        case .lch: return CSSSpaces.polar(CSSSpaces.lab(value))
        case .hsl: return CSSSpaces.hsl(value)
        case .hwb: return SIMD3(CSSSpaces.hsl(value)[0], value.min(), 1 - value.max())
        }
    }

    private func color(_ value: SIMD3<Double>, _ alpha: Double) -> Color {
        func n(_ value: Double) -> String { DecimalNumber.text((value * 1e6).rounded() / 1e6) }
        let text: String
        switch space {
        // XYZ is linear light in other axes, so it mixes alike.
        case .linear, .xyz, .xyzD65: text = "color(srgb-linear \(n(value[0])) \(n(value[1])) \(n(value[2])))"
        case .oklab, .oklch, .lab, .lch: text = "\(space.rawValue)(\(n(value[0])) \(n(value[1])) \(n(value[2])))"
        case .hsl: text = "hsl(\(n(value[0])) \(n(value[1] * 100))% \(n(value[2] * 100))%)"
        case .hwb: text = "hwb(\(n(value[0])) \(n(value[1] * 100))% \(n(value[2] * 100))%)"
        }
        var color = (try? Color(css: text)) ?? .black
        color.alpha = alpha
        return color
    }
}

/// Conversions from sRGB, with the matrices of CSS Color 4's sample code.
private enum CSSSpaces {
    private static func root(_ value: Double) -> Double {
        value < 0 ? -Elementary.pow(-value, 1.0 / 3) : Elementary.pow(value, 1.0 / 3)
    }

    static func oklab(_ value: SIMD3<Double>) -> SIMD3<Double> {
        let rgb = Color.linearized(value)
        let l = root((rgb * SIMD3(0.4122214694707629, 0.5363325372617349, 0.0514459932675022)).sum())
        let m = root((rgb * SIMD3(0.2119034958178251, 0.6806995506452344, 0.1073969535369405)).sum())
        let s = root((rgb * SIMD3(0.0883024591900564, 0.2817188391361215, 0.6299787016738222)).sum())
        let cones = SIMD3(l, m, s)
        return SIMD3(
            (cones * SIMD3(0.210454268309314, 0.7936177747023054, -0.0040720430116193)).sum(),
            (cones * SIMD3(1.9779985324311684, -2.4285922420485799, 0.450593709617411)).sum(),
            (cones * SIMD3(0.0259040424655478, 0.7827717124575296, -0.8086757549230774)).sum())
    }

    static func lab(_ value: SIMD3<Double>) -> SIMD3<Double> {
        let rgb = Color.linearized(value)
        let d65 = SIMD3(
            (rgb * SIMD3(506752.0 / 1_228_815, 87881.0 / 245763, 12673.0 / 70218)).sum(),
            (rgb * SIMD3(87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545)).sum(),
            (rgb * SIMD3(7918.0 / 409605, 87881.0 / 737289, 1_001_167.0 / 1_053_270)).sum())
        let xyz = SIMD3(
            (d65 * SIMD3(1.0479297925449969, 0.022946870601609652, -0.05019226628920524)).sum(),
            (d65 * SIMD3(0.02962780877005599, 0.9904344267538799, -0.017073799063418826)).sum(),
            (d65 * SIMD3(-0.009243040646204504, 0.015055191490298152, 0.7518742814281371)).sum())
        let white = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
        let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
        func f(_ value: Double) -> Double { value > epsilon ? root(value) : (kappa * value + 16) / 116 }
        let ratio = xyz / white
        let (x, y, z) = (f(ratio.x), f(ratio.y), f(ratio.z))
        return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    static func polar(_ value: SIMD3<Double>) -> SIMD3<Double> {
        let angle = Elementary.atan2(value.z, value.y) * 180 / .pi
        return SIMD3(value.x, Elementary.hypot(value.y, value.z), angle < 0 ? angle + 360 : angle)
    }

    static func hsl(_ value: SIMD3<Double>) -> SIMD3<Double> {
        let (high, low) = (value.max(), value.min())
        let (sum, range) = (high + low, high - low)
        guard range > 0 else { return SIMD3(0, 0, sum / 2) }
        let saturation = range / (1 - abs(sum - 1))
        var hue =
            high == value.x
            ? (value.y - value.z) / range : high == value.y ? (value.z - value.x) / range + 2 : (value.x - value.y) / range + 4
        if hue < 0 { hue += 6 }
        return SIMD3(hue * 60, saturation, sum / 2)
    }
}
