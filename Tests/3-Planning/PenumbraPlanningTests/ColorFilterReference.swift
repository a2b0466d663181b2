import Foundation
import PenumbraScene

/// Applies a CSS colour function to a premultiplied colour. The transfer functions and matrices are those of W3C, *Filter
/// Effects Level 1*. They work on straight components, and results are clamped to 0…1.
func colorFiltered(_ color: SIMD4<Double>, _ function: FilterFunction.ColorFunction, _ amount: Double) -> SIMD4<Double> {
    guard color.w > 0 else { return .zero }
    let c = color / color.w
    func linear(_ slope: Double, _ intercept: Double) -> [Double] { [c.x, c.y, c.z].map { slope * $0 + intercept } }
    func matrix(_ m: [Double]) -> [Double] {
        (0..<3).map { m[3 * $0] * c.x + m[3 * $0 + 1] * c.y + m[3 * $0 + 2] * c.z }
    }
    let k = 1 - amount
    let result: [Double]
    switch function {
    case .opacity: return color * amount
    case .brightness: result = linear(amount, 0)
    case .contrast: result = linear(amount, -0.5 * amount + 0.5)
    case .invert: result = linear(1 - 2 * amount, amount)
    case .grayscale:
        result = matrix([
            0.2126 + 0.7874 * k, 0.7152 - 0.7152 * k, 0.0722 - 0.0722 * k,
            0.2126 - 0.2126 * k, 0.7152 + 0.2848 * k, 0.0722 - 0.0722 * k,
            0.2126 - 0.2126 * k, 0.7152 - 0.7152 * k, 0.0722 + 0.9278 * k,
        ])
    case .sepia:
        result = matrix([
            0.393 + 0.607 * k, 0.769 - 0.769 * k, 0.189 - 0.189 * k,
            0.349 - 0.349 * k, 0.686 + 0.314 * k, 0.168 - 0.168 * k,
            0.272 - 0.272 * k, 0.534 - 0.534 * k, 0.131 + 0.869 * k,
        ])
    case .saturate:
        let s = amount
        result = matrix([
            0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s,
            0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s,
            0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s,
        ])
    case .hueRotate:
        let (cosine, sine) = (cos(amount * .pi / 180), sin(amount * .pi / 180))
        result = matrix([
            0.213 + 0.787 * cosine - 0.213 * sine, 0.715 - 0.715 * cosine - 0.715 * sine,
            0.072 - 0.072 * cosine + 0.928 * sine,
            0.213 - 0.213 * cosine + 0.143 * sine, 0.715 + 0.285 * cosine + 0.140 * sine,
            0.072 - 0.072 * cosine - 0.283 * sine,
            0.213 - 0.213 * cosine - 0.787 * sine, 0.715 - 0.715 * cosine + 0.715 * sine,
            0.072 + 0.928 * cosine + 0.072 * sine,
        ])
    }
    let held = result.map { min(max($0, 0), 1) * color.w }
    return SIMD4(held[0], held[1], held[2], color.w)
}
