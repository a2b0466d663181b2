import PenumbraElementary

/// How two colours mix in a colour space other than sRGB: CSS Color 4, section 12.
public struct ColorMixing: Hashable, Sendable {
    enum Space: Hashable {
        case oklab, oklch, lab, lch, hsl, hwb
        case predefined(PredefinedSpace)

        /// The spaces besides sRGB, by their CSS names.
        static let named: [(name: String, space: Space)] =
            [("oklab", .oklab), ("oklch", .oklch), ("lab", .lab), ("lch", .lch), ("hsl", .hsl), ("hwb", .hwb)]
            + PredefinedSpace.allCases.filter { $0 != .srgb }.map { ($0.rawValue, .predefined($0)) }

        var name: String { Self.named.first { $0.space == self }?.name ?? "srgb" }

        /// The index of the hue among the three components. Nil in rectangular spaces.
        var hue: Int? {
            switch self {
            case .oklch, .lch: 2
            case .hsl, .hwb: 0
            case .oklab, .lab, .predefined: nil
            }
        }
    }

    let space: Space
    /// The way of the hue: `shorter`, `longer`, `increasing` or `decreasing`.
    let hue: String

    static let ways = ["shorter", "longer", "increasing", "decreasing"]

    /// Mixing as CSS writes it after `in`.
    var css: String { space.name + (hue == "shorter" ? "" : " \(hue) hue") }

    /// Whether hues take the shorter way, so that equal colours mix to the same colour.
    package var isShort: Bool { space.hue == nil || hue == "shorter" }

    package init?(space: String, hue: String) {
        guard let space = Space.named.first(where: { $0.name == space })?.space else { return nil }
        (self.space, self.hue) = (space, hue)
    }

    /// The components of a colour in the units of a function of colours, or of a space of `color()`. Nil for unknown spaces.
    package static func components(of color: Color, in space: String) -> SIMD3<Double>? {
        switch space {
        case "rgb": return PredefinedSpace.srgb.components(color) * 255
        case "srgb": return PredefinedSpace.srgb.components(color)
        case "hsl", "hwb":
            guard let parts = ColorMixing(space: space, hue: "shorter")?.components(color) else { return nil }
            return parts * SIMD3(1, 100, 100)
        default: return ColorMixing(space: space, hue: "shorter")?.components(color)
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
        case .oklab, .lab, .predefined: false
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
        switch space {
        case .predefined(let space): return space.components(color)
        case .oklab: return color.oklab
        case .oklch: return Self.polar(color.oklab)
        case .lab: return color.lab
        case .lch: return Self.polar(color.lab)
        case .hsl: return Self.hsl(SIMD3(color.red, color.green, color.blue))
        case .hwb:
            let value = SIMD3(color.red, color.green, color.blue)
            return SIMD3(Self.hue(value), value.min(), 1 - value.max())
        }
    }

    private func color(_ value: SIMD3<Double>, _ alpha: Double) -> Color {
        let color: Color
        switch space {
        case .predefined(let space): color = space.color(value, alpha: alpha)
        case .oklab: color = Color(oklab: value, alpha: alpha)
        case .oklch: color = Color(oklab: Color.rectangular(value, turn: value.z / 360), alpha: alpha)
        case .lab: color = Color(lab: value, alpha: alpha)
        case .lch: color = Color(lab: Color.rectangular(value, turn: value.z / 360), alpha: alpha)
        case .hsl: color = Color(hue: value.x / 360, saturation: value.y, lightness: value.z, alpha: alpha)
        case .hwb: color = Color(hue: value.x / 360, white: value.y, black: value.z, alpha: alpha)
        }
        return color.held
    }

    private static func polar(_ value: SIMD3<Double>) -> SIMD3<Double> {
        let angle = Elementary.atan2(value.z, value.y) * 180 / .pi
        return SIMD3(value.x, Elementary.hypot(value.y, value.z), angle < 0 ? angle + 360 : angle)
    }

    /// The hue in degrees. Greys have 0.
    private static func hue(_ value: SIMD3<Double>) -> Double {
        let high = value.max()
        let range = high - value.min()
        guard range > 0 else { return 0 }
        let hue =
            high == value.x
            ? (value.y - value.z) / range : high == value.y ? (value.z - value.x) / range + 2 : (value.x - value.y) / range + 4
        return (hue < 0 ? hue + 6 : hue) * 60
    }

    /// The hue in degrees, and the saturation and the lightness, which lie outside 0…1 for colours outside sRGB.
    private static func hsl(_ value: SIMD3<Double>) -> SIMD3<Double> {
        let (sum, range) = (value.max() + value.min(), value.max() - value.min())
        let reach = 1 - abs(sum - 1)
        let saturation = reach == 0 ? 0 : range / reach
        let hue = hue(value)
        // Colours far outside sRGB can have a negative saturation, which is that of the opposite hue: CSS Color 4, section 7.2.
        guard saturation < 0 else { return SIMD3(hue, saturation, sum / 2) }
        return SIMD3(hue < 180 ? hue + 180 : hue - 180, -saturation, sum / 2)
    }
}
