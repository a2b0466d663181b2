import PenumbraGeometry

#if canImport(Glibc)
    import Glibc
#endif

/// Blurs a field with a true Gaussian. Each weight is the Gaussian's integral over a pixel, out to seven σ; the field is zero
/// outside.
///
/// - Parameter shift: how far the result moves right and down, in pixels.
public func trueGaussian(
    _ field: Field, sigma: Double, shift: Point = .zero, in pixels: PixelRect
) -> Field {
    guard sigma > 0 else {
        var result = Field(pixels)
        for y in pixels.y..<pixels.maxY {
            for x in pixels.x..<pixels.maxX { result[x, y] = field[x, y] }
        }
        return result
    }
    // The weight of an input at distance d (input minus output, in pixels) on each axis.
    func weights(_ shift: Double, _ distances: ClosedRange<Int>) -> [Double] {
        distances.map { d in
            let x = Double(d) + shift
            return 0.5 * (erfDifference((x - 0.5) / (sigma * 2.0.squareRoot()), (x + 0.5) / (sigma * 2.0.squareRoot())))
        }
    }
    let reach = Int((7 * sigma).rounded(.up)) + 2
    let table = weights(shift.x, -reach...reach)
    let tableY = weights(shift.y, -reach...reach)
    var rows = Field(PixelRect(x: pixels.x, y: field.pixels.y, width: pixels.width, height: field.pixels.height))
    for y in rows.pixels.y..<rows.pixels.maxY {
        guard let painted = field.painted(inRow: y) else { continue }
        let start = max(pixels.x, painted.lowerBound - reach)
        for x in start..<max(start, min(pixels.maxX, painted.upperBound + reach)) {
            let (first, end) = (max(painted.lowerBound, x - reach), min(painted.upperBound, x + reach + 1))
            if first < end { rows[x, y] = field.sum(row: y, from: first, times: table[first - x + reach..<end - x + reach]) }
        }
    }
    var result = Field(pixels)
    let width = pixels.width
    result.values.withUnsafeMutableBufferPointer { result in
        rows.values.withUnsafeBufferPointer { rows in
            for y in pixels.y..<pixels.maxY {
                let target = (y - pixels.y) * width
                for v in max(field.pixels.y, y - reach)..<max(field.pixels.y, y - reach, min(field.pixels.maxY, y + reach + 1))
                {
                    let (weight, source) = (tableY[v - y + reach], (v - field.pixels.y) * width)
                    for x in 0..<width { result[target + x] += weight * rows[source + x] }
                }
            }
        }
    }
    return result
}

/// erf(b) − erf(a) without cancellation in the tails.
private func erfDifference(_ a: Double, _ b: Double) -> Double {
    if a > 0 { return erfc(a) - erfc(b) }
    if b < 0 { return erfc(-b) - erfc(-a) }
    return erf(b) - erf(a)
}
