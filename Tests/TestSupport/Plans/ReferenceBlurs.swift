import PenumbraPlan

/// One pixel of a kernel of rows of runs, in `SpanKernel`'s words.
func spanned(_ from: ReferenceSurface, _ x: Int, _ y: Int, _ kernel: SpanKernel) -> [Int] {
    var totals = [0, 0, 0, 0]
    for (j, row) in kernel.rows.enumerated() {
        var sums = [0, 0, 0, 0]
        for i in Int(row.x)..<Int(row.y) {
            let pixel = from[x + i, y + kernel.firstRow + j]
            for c in 0..<4 { sums[c] += pixel[c] << kernel.bits }
        }
        for edge in kernel.edges[Int(row.z)..<Int(row.z) + Int(row.w)] {
            let pixel = from[x + Int(edge.x), y + kernel.firstRow + j]
            for c in 0..<4 { sums[c] += pixel[c] * Int(edge.y) }
        }
        let half = kernel.shift == 0 ? 0 : 1 << (kernel.shift - 1)
        for c in 0..<4 { totals[c] = fits(totals[c] + fits(sums[c] + half) >> kernel.shift) }
    }
    return totals.map { ($0 * Int(kernel.multiplier) + 1 << 31) >> 32 }
}

/// One pixel as the mean along its line, in `RaySampling`'s words.
func rayed(_ from: ReferenceSurface, _ x: Int, _ y: Int, _ sampling: RaySampling) -> [Int] {
    func whole(_ value: Int) -> Int { Int((Double(value) / 4096).rounded(.down)) }
    var (a, b) = (
        (u: Int(sampling.columns[x].x), v: Int(sampling.rows[y].x)), (u: Int(sampling.columns[x].y), v: Int(sampling.rows[y].y))
    )
    let isTall = abs(a.v - b.v) > abs(a.u - b.u)
    func pixel(_ u: Int, _ v: Int) -> [Int] { isTall ? from[v, u] : from[u, v] }
    if isTall { (a, b) = ((a.v, a.u), (b.v, b.u)) }
    if a.u > b.u { (a, b) = (b, a) }
    let (du, dv) = (b.u - a.u, b.v - a.v)
    if du == 0 { return pixel(whole(a.u), whole(a.v)) }
    let (q, r) = (abs(dv) * 4096 / du, abs(dv) * 4096 % du)
    let g = max(0, String(du, radix: 2).count - 16)
    let half = g == 0 ? 0 : 1 << (g - 1)
    let divisor = (du + half) >> g
    var sums = [0, 0, 0, 0]
    var (u, v, rest) = (a.u, a.v, 0)
    while u < b.u {
        let next = min((whole(u) + 1) * 4096, b.u)
        let length = next - u
        var move = q * length / 4096
        if length == 4096 {
            move = q
            rest += r
            if rest >= du { (rest, move) = (rest - du, move + 1) }
        }
        let moved = v + (dv < 0 ? -move : move)
        let (low, high) = (min(v, moved), max(v, moved))
        let (near, far) = (whole(low), whole(high))
        precondition(far - near <= 1)
        let d = high - low
        let share = far == near ? 0 : (length * (high - far * 4096) + d / 2) / d
        let (one, other) = (pixel(whole(u), near), pixel(whole(u), far))
        for c in 0..<4 { sums[c] = fits(sums[c] + fits(one[c] * (length - share) + other[c] * share + half) >> g) }
        (u, v) = (next, moved)
    }
    return sums.map { min(32768, fits($0 + divisor / 2) / divisor) }
}
