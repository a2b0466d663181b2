import Foundation
import PenumbraElementary
import PenumbraScene

/// Conversions between the spaces of Core Graphics and the engine's straight, extended sRGB.
///
/// Sources: IEC 61966-2-1 for the transfer function, SMPTE EG 432-1 for the primaries of P3, CSS Color 4 for the matrices.
enum ColorConversion {
    static func color(_ values: [Double], in kind: CGColorSpace.Kind) -> Color {
        let alpha = values.last.map { $0.isFinite ? max(0, min(1, $0)) : 1 } ?? 1
        switch kind {
        case .gray(let isLinear):
            let white = values.first ?? 0
            return Color(white: held(isLinear ? encoded(white) : white), alpha: alpha)
        case .rgb(let isP3, let isLinear):
            guard values.count >= 3 else { return Color(white: 0, alpha: alpha) }
            var rgb = SIMD3(values[0], values[1], values[2])
            if isP3 {
                // Greys are the same in both spaces. Rounding would tint them.
                let isGray = rgb.x == rgb.y && rgb.y == rgb.z
                if !isLinear { rgb = map(rgb, linear) }
                if !isGray { rgb = multiply(p3ToSRGB, rgb) }
                rgb = isGray && !isLinear ? SIMD3(values[0], values[1], values[2]) : map(rgb, encoded)
            } else if isLinear {
                rgb = map(rgb, encoded)
            }
            return Color(red: held(rgb.x), green: held(rgb.y), blue: held(rgb.z), alpha: alpha)
        case .otherRGB(let space):
            guard values.count >= 3 else { return Color(white: 0, alpha: alpha) }
            let light = map(SIMD3(held(values[0]), held(values[1]), held(values[2])), space.linear)
            let rgb = map(multiply(space.toSRGB, light), encoded)
            return Color(red: held(rgb.x), green: held(rgb.y), blue: held(rgb.z), alpha: alpha)
        case .indexed(let base, let colors):
            let width = max(1, CGColorSpace.components(of: base))
            let number = values.first.map { $0.isFinite ? max(0, min(255, $0.rounded())) : 0 } ?? 0
            let place = min(Int(number), colors.count / width - 1) * width
            guard place >= 0 else { return Color(white: 0, alpha: alpha) }
            return color(colors[place..<place + width].map { Double($0) / 255 } + [alpha], in: base)
        case .cmyk:
            guard values.count >= 4 else { return Color(white: 0, alpha: alpha) }
            func component(_ ink: Double) -> Double { held((1 - min(1, max(0, ink))) * (1 - min(1, max(0, values[3])))) }
            return Color(
                red: component(values[0]), green: component(values[1]), blue: component(values[2]), alpha: alpha)
        case .pattern(let base):
            return base.map { color(values, in: $0) } ?? Color(white: 0, alpha: alpha)
        }
    }

    /// The components of a colour in a space, then alpha. Nil for spaces of patterns and of numbered colours.
    static func components(of color: Color, in space: CGColorSpace) -> [CGFloat]? {
        let rgb = SIMD3(color.red, color.green, color.blue)
        func values(_ components: [Double]) -> [CGFloat] {
            (components.map { space.isExtended ? $0 : max(0, min(1, $0)) } + [color.alpha]).map { CGFloat($0) }
        }
        switch space.kind {
        case .gray(let isLinear):
            // Luminance is a sum in linear light.
            let light = map(rgb, linear)
            let luminance = 0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
            if rgb.x == rgb.y, rgb.y == rgb.z { return values([isLinear ? linear(rgb.x) : rgb.x]) }
            return values([isLinear ? luminance : encoded(luminance)])
        case .rgb(let isP3, let isLinear):
            if !isLinear, !isP3 || (rgb.x == rgb.y && rgb.y == rgb.z) { return values([rgb.x, rgb.y, rgb.z]) }
            var light = map(rgb, linear)
            if isP3 { light = multiply(sRGBToP3, light) }
            let result = isLinear ? light : map(light, encoded)
            return values([result.x, result.y, result.z])
        case .cmyk:
            let black = 1 - max(rgb.x, rgb.y, rgb.z)
            guard black < 1 else { return values([0, 0, 0, 1]) }
            return values([rgb.x, rgb.y, rgb.z].map { (1 - $0 - black) / (1 - black) } + [black])
        case .otherRGB(let other):
            let result = map(multiply(other.fromSRGB, map(rgb, linear)), other.encoded)
            return values([result.x, result.y, result.z])
        case .pattern, .indexed: return nil
        }
    }

    /// A number that stays finite in every computation.
    private static func held(_ value: Double) -> Double { value.isNaN ? 0 : max(-8, min(8, value)) }

    private static func map(_ value: SIMD3<Double>, _ function: (Double) -> Double) -> SIMD3<Double> {
        SIMD3(function(value.x), function(value.y), function(value.z))
    }

    static func linear(_ value: Double) -> Double {
        let size = abs(value)
        let result = size <= 0.04045 ? size / 12.92 : Elementary.pow((size + 0.055) / 1.055, 2.4)
        return value < 0 ? -result : result
    }

    static func encoded(_ value: Double) -> Double {
        let size = abs(value)
        let result = size > 0.0031308 ? 1.055 * Elementary.pow(size, 1 / 2.4) - 0.055 : 12.92 * size
        return value < 0 ? -result : result
    }

    private static func multiply(_ rows: [SIMD3<Double>], _ value: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((rows[0] * value).sum(), (rows[1] * value).sum(), (rows[2] * value).sum())
    }

    private static let p3ToSRGB = [
        SIMD3(1.2249401762805598, -0.22494017628055996, 0),
        SIMD3(-0.042056954709688163, 1.0420569547096881, 0),
        SIMD3(-0.019637554590334432, -0.078636045550631889, 1.0982736001409663),
    ]

    private static let sRGBToP3 = [
        SIMD3(0.82246196871436230, 0.17753803128563775, 0),
        SIMD3(0.033194199428418780, 0.96680580057158120, 0),
        SIMD3(0.017082630709820410, 0.072397440666150060, 0.91051992862402950),
    ]
}
