import PenumbraBitmap
import PenumbraScene
import TestSupport

// The formulas of W3C, Compositing and Blending Level 1, on straight components: co = cs·αs·(1 − αb) + cb·αb·(1 − αs) +
// αs·αb·B(cb, cs).

extension Planes {
    mutating func blend(_ picture: Planes, _ mode: BlendMode, opacity: Double) {
        for i in values.indices { values[i] = blended(picture.values[i] * opacity, over: values[i], mode) }
    }
}

extension Planes {
    /// Paints a shadow with its own blend mode.
    mutating func blend(_ shadow: Shadow, through mask: Field) {
        for i in values.indices { values[i] = blended(shadow.paint * mask.values[i], over: values[i], shadow.blendMode) }
    }
}

/// Premultiplied colours, red, green, blue and alpha.
func blended(_ source: SIMD4<Double>, over backdrop: SIMD4<Double>, _ mode: BlendMode) -> SIMD4<Double> {
    if mode == .plusLighter { return (source + backdrop).clamped(lowerBound: .zero, upperBound: .one) }
    let (s, b) = (source.w, backdrop.w)
    if mode == .plusDarker {
        // The distances to white are summed.
        let alpha = min(1, s + b)
        var sum = alpha - (s - source) - (b - backdrop)
        sum.clamp(lowerBound: .zero, upperBound: .one)
        sum.w = alpha
        return sum
    }
    let cs = s > 0 ? source / s : .zero
    let cb = b > 0 ? backdrop / b : .zero
    var mixed = SIMD4<Double>.zero
    switch mode {
    case .hue: mixed = setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: mixed = setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: mixed = setLum(cs, lum(cb))
    case .luminosity: mixed = setLum(cb, lum(cs))
    default: for i in 0..<3 { mixed[i] = separable(cb[i], cs[i], mode) }
    }
    mixed.w = 1
    return source * (1 - b) + backdrop * (1 - s) + mixed * s * b
}

private func separable(_ cb: Double, _ cs: Double, _ mode: BlendMode) -> Double {
    switch mode {
    case .multiply: return cb * cs
    case .screen: return cb + cs - cb * cs
    case .overlay: return separable(cs, cb, .hardLight)
    case .darken: return min(cb, cs)
    case .lighten: return max(cb, cs)
    case .colorDodge: return cb <= 0 ? 0 : cs >= 1 ? 1 : min(1, cb / (1 - cs))
    case .colorBurn: return cb >= 1 ? 1 : cs <= 0 ? 0 : 1 - min(1, (1 - cb) / cs)
    case .hardLight: return cs <= 0.5 ? cb * 2 * cs : cb + (2 * cs - 1) - cb * (2 * cs - 1)
    case .softLight:
        if cs <= 0.5 { return cb - (1 - 2 * cs) * cb * (1 - cb) }
        let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
        return cb + (2 * cs - 1) * (d - cb)
    case .difference: return abs(cb - cs)
    case .exclusion: return cb + cs - 2 * cb * cs
    default: return cs
    }
}

private func lum(_ c: SIMD4<Double>) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
private func sat(_ c: SIMD4<Double>) -> Double { max(c.x, c.y, c.z) - min(c.x, c.y, c.z) }

private func setSat(_ c: SIMD4<Double>, _ s: Double) -> SIMD4<Double> {
    let range = sat(c)
    return range > 0 ? (c - min(c.x, c.y, c.z)) * (s / range) : .zero
}

private func setLum(_ c: SIMD4<Double>, _ l: Double) -> SIMD4<Double> {
    var result = c + (l - lum(c))
    let (low, high) = (min(result.x, result.y, result.z), max(result.x, result.y, result.z))
    if low < 0 { result = (result - l) * (l / (l - low)) + l }
    if high > 1 { result = (result - l) * ((1 - l) / (high - l)) + l }
    return result
}
