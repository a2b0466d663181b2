import PenumbraPlan

/// `Composite.Operation`: what becomes of a painted pixel, already times its share, and the pixel that was there.
func blended(_ mode: Composite.Operation, _ painted: [Int], _ there: [Int]) -> [Int] {
    let (s, d) = (painted[3], there[3])
    let S = painted[0..<3].map { min($0, s) }
    let D = there[0..<3].map { min($0, d) }
    if mode == .plusLighter { return (0..<3).map { min(32768, S[$0] + D[$0]) } + [min(32768, s + d)] }
    let a = part(s, d)
    let terms: [Int]
    switch mode {
    case .hue: terms = setLuminosity(setSaturation(S, part(range(D), s)), part(luminosity(D), s), a)
    case .saturation: terms = setLuminosity(setSaturation(D, part(range(S), d)), part(luminosity(D), s), a)
    case .color: terms = setLuminosity(S.map { part($0, d) }, part(luminosity(D), s), a)
    case .luminosity: terms = setLuminosity(D.map { part($0, s) }, part(luminosity(S), d), a)
    default: terms = (0..<3).map { separable(mode, S[$0], D[$0], s, d) }
    }
    let colors = (0..<3).map { i in fits(S[i] * (32768 - d) + D[i] * (32768 - s) + fits(terms[i]) + 16384) >> 15 }
    return colors + [fits(s * (32768 - d) + d * (32768 - s) + s * d + 16384) >> 15]
}

private func part(_ c: Int, _ r: Int) -> Int { fits(c * r + 16384) >> 15 }

private func separable(_ mode: Composite.Operation, _ S: Int, _ D: Int, _ s: Int, _ d: Int) -> Int {
    switch mode {
    case .multiply: return S * D
    case .screen: return S * d + D * s - S * D
    case .darken: return min(S * d, D * s)
    case .lighten: return max(S * d, D * s)
    case .difference: return abs(S * d - D * s)
    case .exclusion: return S * d + D * s - 2 * S * D
    case .hardLight: return 2 * S <= s ? 2 * S * D : s * d - 2 * (d - D) * (s - S)
    case .overlay: return 2 * D <= d ? 2 * S * D : s * d - 2 * (d - D) * (s - S)
    case .colorDodge:
        if D == 0 { return 0 }
        return D * s >= d * (s - S) ? s * d : s * min(d, (D * s + (s - S) / 2) / (s - S))
    case .colorBurn:
        if D == d { return s * d }
        return (d - D) * s >= d * S ? 0 : s * (d - min(d, ((d - D) * s + S / 2) / S))
    case .softLight:
        let b = d == 0 ? 0 : (D * 32768 + d / 2) / d
        let g: Int
        if 2 * S <= s {
            g = part(b, 32768 - b)
        } else if b <= 8192 {
            g = fits(3 * b * 32768 - 12 * b * b + ((b * b + 1024) >> 11) * b + 16384) >> 15
        } else {
            g = Int(Double(b * 32768).squareRoot()) - b
        }
        let w = part(abs(2 * S - s), g)
        return max(0, min(s * d, 2 * S <= s ? s * D - d * w : s * D + d * w))
    default: preconditionFailure("\(mode) is no separable blend mode")
    }
}

private func luminosity(_ c: [Int]) -> Int { fits(9830 * c[0] + 19333 * c[1] + 3605 * c[2] + 16384) >> 15 }
private func range(_ c: [Int]) -> Int { c.max()! - c.min()! }

private func setSaturation(_ c: [Int], _ t: Int) -> [Int] {
    let (low, sat) = (c.min()!, range(c))
    return sat == 0 ? [0, 0, 0] : c.map { (($0 - low) * t + sat / 2) / sat }
}

private func setLuminosity(_ c: [Int], _ l: Int, _ a: Int) -> [Int] {
    var k = c.map { $0 - luminosity(c) }
    func scale(_ room: Int, _ reach: Int) { k = k.map { $0.signum() * ((abs($0) * room + reach / 2) / reach) } }
    if l + k.min()! < 0 { scale(l, -k.min()!) } else if l + k.max()! > a { scale(a - l, k.max()!) }
    return k.map { 32768 * max(0, min(a, l + $0)) }
}
