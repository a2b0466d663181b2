import PenumbraBitmap

/// `Composite.Operation`: combines a painted pixel, already multiplied by its share, with the pixel below.
func blended(_ mode: BlendMode, _ painted: [Int], _ there: [Int]) -> [Int] {
    let (s, d) = (painted[3], there[3])
    let source = painted[0..<3].map { min($0, s) }
    let backdrop = there[0..<3].map { min($0, d) }
    if mode == .plusLighter { return (0..<3).map { min(32768, source[$0] + backdrop[$0]) } + [min(32768, s + d)] }
    if mode == .plusDarker {
        let alpha = min(32768, s + d)
        return (0..<3).map { max(0, alpha - (s - source[$0]) - (d - backdrop[$0])) } + [alpha]
    }
    let a = part(s, d)
    let terms: [Int]
    switch mode {
    case .hue: terms = setLuminosity(setSaturation(source, part(range(backdrop), s)), part(luminosity(backdrop), s), a)
    case .saturation: terms = setLuminosity(setSaturation(backdrop, part(range(source), d)), part(luminosity(backdrop), s), a)
    case .color: terms = setLuminosity(source.map { part($0, d) }, part(luminosity(backdrop), s), a)
    case .luminosity: terms = setLuminosity(backdrop.map { part($0, s) }, part(luminosity(source), d), a)
    case .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight, .softLight,
        .difference, .exclusion, .plusLighter, .plusDarker:
        terms = (0..<3).map { separable(mode, source[$0], backdrop[$0], s, d) }
    }
    let colors = (0..<3).map { i in fits(source[i] * (32768 - d) + backdrop[i] * (32768 - s) + fits(terms[i]) + 16384) >> 15 }
    return colors + [fits(s * (32768 - d) + d * (32768 - s) + s * d + 16384) >> 15]
}

private func part(_ c: Int, _ r: Int) -> Int { fits(c * r + 16384) >> 15 }

private func separable(_ mode: BlendMode, _ source: Int, _ backdrop: Int, _ s: Int, _ d: Int) -> Int {
    switch mode {
    case .multiply: return source * backdrop
    case .screen: return source * d + backdrop * s - source * backdrop
    case .darken: return min(source * d, backdrop * s)
    case .lighten: return max(source * d, backdrop * s)
    case .difference: return abs(source * d - backdrop * s)
    case .exclusion: return source * d + backdrop * s - 2 * source * backdrop
    case .hardLight: return 2 * source <= s ? 2 * source * backdrop : s * d - 2 * (d - backdrop) * (s - source)
    case .overlay: return 2 * backdrop <= d ? 2 * source * backdrop : s * d - 2 * (d - backdrop) * (s - source)
    case .colorDodge:
        if backdrop == 0 { return 0 }
        return backdrop * s >= d * (s - source) ? s * d : s * min(d, (backdrop * s + (s - source) / 2) / (s - source))
    case .colorBurn:
        if backdrop == d { return s * d }
        return (d - backdrop) * s >= d * source ? 0 : s * (d - min(d, ((d - backdrop) * s + source / 2) / source))
    case .softLight:
        let b = d == 0 ? 0 : (backdrop * 32768 + d / 2) / d
        let g: Int
        if 2 * source <= s {
            g = part(b, 32768 - b)
        } else if b <= 8192 {
            g = fits(3 * b * 32768 - 12 * b * b + ((b * b + 1024) >> 11) * b + 16384) >> 15
        } else {
            g = Int(Double(b * 32768).squareRoot()) - b
        }
        let w = part(abs(2 * source - s), g)
        return max(0, min(s * d, 2 * source <= s ? s * backdrop - d * w : s * backdrop + d * w))
    case .normal, .hue, .saturation, .color, .luminosity, .plusLighter, .plusDarker:
        preconditionFailure("\(mode) is no separable blend mode")
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
