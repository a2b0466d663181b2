import PenumbraPlan

/// `MaskMap`, applied to a value v.
package func mapped(_ v: Int, _ map: MaskMap) -> Int {
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
package func shaded(_ shading: GradientShading, _ x: Int, _ y: Int) -> [Int] {
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
        var r = wholeRoot(round.isHyperbolic ? max(0, u * u - v * v) : u * u + v * v)
        if !round.columnW.isEmpty {
            if abs(u) == farthest || abs(v) == farthest { return length }
            r += min(max(Int(round.columnW[x] + round.rowW[y]), -(1 << 22)), 1 << 22)
        }
        let (inner, span) = (Int(round.inner), Int(round.span))
        let d = min(max(r - inner, 0), span)
        if r < inner { return 0 }
        if d == span { return length }
        return min(length, fits(shifted(d, round.scale) * Int(round.scale.multiplier) + 4096) >> 13)
    case .conic(let places):
        let (u, v) = (Int(places.columnU[x] + places.rowU[y]), Int(places.columnV[x] + places.rowV[y]))
        var k = 0
        while max(abs(u), abs(v)) >> k >= 1 << 16 { k += 1 }
        let n = max(abs(u), abs(v)) >> k
        if n == 0 { return 0 }
        let q = ((min(abs(u), abs(v)) >> k) * 32768 + n / 2) / n
        let z = (q * q + 16384) >> 15
        var p = 0
        for (i, coefficient) in GradientShading.turnCoefficients.reversed().enumerated() {
            p = Int(coefficient) + (i == 0 ? 0 : (p * z + 16384) >> 15)
        }
        let f = (q * p + 16384) >> 15
        var t = abs(u) < abs(v) ? 65536 - f : f
        if u < 0 { t = 131_072 - t }
        return v < 0 ? length - t : t
    }
}

private func shifted(_ d: Int, _ scale: GradientShading.Scale) -> Int {
    fits(scale.shift >= 0 ? d >> Int(scale.shift) : d << Int(-scale.shift))
}

/// The largest r with r² ≤ n, found bit by bit.
package func wholeRoot(_ n: Int) -> Int {
    var r = 0
    for bit in (0..<31).reversed() where (r | 1 << bit) * (r | 1 << bit) <= n { r |= 1 << bit }
    return r
}
