import PenumbraPlan

/// `MaskMap`, of a value v.
func mapped(_ v: Int, _ map: MaskMap) -> Int {
    switch map {
    case .inverted: return 32768 - v
    case .above(let threshold): return v > Int(threshold) ? 32768 : 0
    case .squareRamp(let low, let high):
        let (low, high) = (Int(low), Int(high))
        var k = 0
        while (high - low) >> k >= 65536 { k += 1 }
        let d = (min(max(v * v, low), high) - low) >> k
        let w = (high - low) >> k
        return fits(min(d, w) * 32768 + w / 2) / w
    }
}

/// `GradientShading`, at pixel (x, y): red, green, blue, alpha.
func shaded(_ shading: GradientShading, _ x: Int, _ y: Int) -> [Int] {
    let t = position(shading.geometry, x, y)
    var interval = shading.intervals[0]
    for candidate in shading.intervals where Int(candidate.start) <= t { interval = candidate }
    let d = shifted(t - Int(interval.start), interval.scale)
    let f = min(32768, fits(d * Int(interval.scale.multiplier) + 32768) >> 16)
    let c = (0..<4).map { i in
        fits(Int(interval.first[i]) * (32768 - f) + Int(interval.last[i]) * f + 16384) >> 15
    }
    if shading.isPremultiplied { return c }
    return c[0..<3].map { fits($0 * c[3] + 16384) >> 15 } + [c[3]]
}

private func position(_ geometry: GradientShading.Geometry, _ x: Int, _ y: Int) -> Int {
    let length = 1 << 18
    switch geometry {
    case .linear(let columns, let rows):
        return min(max(Int(columns[x] + rows[y]), 0), length)
    case .round(let round):
        let farthest = 1 << 21
        let u = min(max(Int(round.columnU[x] + round.rowU[y]), -farthest), farthest)
        let v = min(max(Int(round.columnV[x] + round.rowV[y]), -farthest), farthest)
        let r = wholeRoot(u * u + v * v)
        let (inner, span) = (Int(round.inner), Int(round.span))
        let d = min(max(r - inner, 0), span)
        if r < inner { return 0 }
        if d == span { return length }
        return min(length, fits(shifted(d, round.scale) * Int(round.scale.multiplier) + 4096) >> 13)
    }
}

private func shifted(_ d: Int, _ scale: GradientShading.Scale) -> Int {
    fits(scale.shift >= 0 ? d >> Int(scale.shift) : d << Int(-scale.shift))
}

/// The largest r with r² ≤ n, found bit by bit.
func wholeRoot(_ n: Int) -> Int {
    var r = 0
    for bit in (0..<31).reversed() where (r | 1 << bit) * (r | 1 << bit) <= n { r |= 1 << bit }
    return r
}
