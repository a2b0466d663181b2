import PenumbraBitmap
import PenumbraPlan

/// Checks that a sum fits in an unsigned 32-bit number, as the vocabulary promises.
func fits(_ value: Int) -> Int {
    precondition(value >= 0 && value < 1 << 32, "\(value) does not fit in 32 bits")
    return value
}

func components(_ color: PremultipliedColor) -> [Int] {
    [Int(color.red), Int(color.green), Int(color.blue), Int(color.alpha)]
}

/// `PolyphaseKernel`, output `i`. Outputs left of 0 continue the cycle of phases backwards.
func convolved(_ kernel: PolyphaseKernel, at i: Int, _ value: (Int) -> Int) -> Int {
    let j = i + kernel.phase
    let q = ((j % kernel.phases) + kernel.phases) % kernel.phases
    let s = (j - q) / kernel.phases + kernel.offset
    var sum = 0
    for t in 0..<kernel.taps { sum += Int(kernel.weights[q * kernel.taps + t]) * value(s + t) }
    return fits(sum + 16384) >> 15
}

/// `Coverage`, as rows of mask values. Multiplies in 64 bits where the vocabulary carries remainders.
public func referenceMask(_ coverage: Coverage) -> [[Int]] {
    (0..<coverage.height).map { row in
        var a = [Int32](repeating: 0, count: coverage.width + 2)
        for index in Int(coverage.rowStarts[row])..<Int(coverage.rowStarts[row + 1]) {
            let strip = coverage.strips[index]
            let (xa, xb) = (Int(min(strip.x0, strip.x1)), Int(max(strip.x0, strip.x1)))
            let height = abs(Int(strip.dy))
            let sign: Int32 = strip.dy < 0 ? -1 : 1
            let first = xa >> 15
            let last = max(first, (xb - 1) >> 15)
            func y(_ c: Int) -> Int {
                if c == first { return 0 }
                if c == last + 1 { return height }
                return height * (c * 32768 - xa) / (xb - xa)
            }
            for c in first...last {
                let h = y(c + 1) - y(c)
                let l = c == first ? xa - first * 32768 : 0
                let r = c == last ? xb - last * 32768 : 32768
                let beyond = fits(h * (l + r) + 64) >> 7
                a[c] &+= sign &* Int32(h * 512 - beyond)
                a[c + 1] &+= sign &* Int32(beyond)
            }
        }
        var sum: Int32 = 0
        return (0..<coverage.width).map { x in
            sum &+= a[x]
            return (min(max(Int(sum), 0), 1 << 24) + 256) >> 9
        }
    }
}

/// `ResamplingTable`, target pixel (x, y).
func resampled(_ picture: Bitmap, _ x: Int, _ y: Int, columns: ResamplingTable, rows: ResamplingTable) -> [Int] {
    func run(_ table: ResamplingTable, _ i: Int) -> [(source: Int, weight: Int)] {
        (Int(table.offsets[i])..<Int(table.offsets[i + 1])).map { position in
            (Int(table.starts[i]) + position - Int(table.offsets[i]), Int(table.weights[position]))
        }
    }
    func value(_ column: Int, _ row: Int, _ channel: Int) -> Int {
        let pixel = picture[column, row]
        if picture.isOpaque { return Int(pixel[channel]) }
        let a = fits(Int(pixel[3]) * 8_421_505 + 32768) >> 16
        return channel == 3 ? a : (Int(pixel[channel]) * a + 127) / 255
    }
    return (0..<4).map { channel in
        var sum = 0
        for (column, weight) in run(columns, x) {
            var r = 0
            for (row, rowWeight) in run(rows, y) { r += rowWeight * value(column, row, channel) }
            sum += weight * (fits(r + 32768) >> 16)
        }
        return fits(sum + 32768) >> 16
    }
}

/// `AffineSampling`, target pixel (x, y).
func transformed(_ source: ReferenceSurface, _ x: Int, _ y: Int, _ s: AffineSampling) -> [Int] {
    guard x >= s.firstColumns[y], x < s.endColumns[y] else { return [0, 0, 0, 0] }
    let (u, v) = (Int(s.columnU[x]) + Int(s.rowU[y]), Int(s.columnV[x]) + Int(s.rowV[y]))
    func held(_ value: Int, _ most: Int) -> Int { max(0, min(most, value)) }
    let (right, bottom) = (source.width - 1, source.height - 1)
    switch s.filter {
    case .nearest:
        return source[(held(u, right * 32768) + 16384) >> 15, (held(v, bottom * 32768) + 16384) >> 15]
    case .bilinear:
        let (c, f) = (held(u, right * 32768) >> 15, held(u, right * 32768) & 32767)
        let (r, g) = (held(v, bottom * 32768) >> 15, held(v, bottom * 32768) & 32767)
        let (c1, r1) = (min(c + 1, right), min(r + 1, bottom))
        return (0..<4).map { k in
            let top = fits(source[c, r][k] * (32768 - f) + source[c1, r][k] * f + 16384) >> 15
            let bottom = fits(source[c, r1][k] * (32768 - f) + source[c1, r1][k] * f + 16384) >> 15
            return fits(top * (32768 - g) + bottom * g + 16384) >> 15
        }
    case .area(let table):
        let (i, j) = (((u & 32767) * table.phasesAcross) >> 15, ((v & 32767) * table.phasesDown) >> 15)
        let first = (j * table.phasesAcross + i) * table.groups.count * 4
        var sum = [0, 0, 0, 0]
        for (k, group) in table.groups.enumerated() {
            for z in 0..<4 {
                let texel = source[
                    held((u >> 15) + Int(group.column) + z, right), held((v >> 15) + Int(group.row), bottom)]
                for channel in 0..<4 { sum[channel] += Int(table.weights[first + 4 * k + z]) * texel[channel] }
            }
        }
        return sum.map { ((fits($0) * Int(table.multiplier)) >> 32 + 8192) >> 14 }
    }
}

/// A premultiplied Q15 pixel as straight bytes.
func finished(_ pixel: [Int]) -> [Int] {
    let a = pixel[3]
    let a8 = (a * 255 + 16384) >> 15
    if a8 == 0 { return [0, 0, 0, 0] }
    let colors = pixel[0..<3].map { c in
        a == 32768 ? (c * 255 + 16384) >> 15 : min(255, (c * 255 + a / 2) / a)
    }
    return colors + [a8]
}

/// E and L of `peaks`, from nine values around a pixel in reading order.
func edge(_ around: [Int]) -> (e: Int, level: Int) {
    let v = around[4]
    if v == 0 || around.min()! > 129 { return (v, v) }
    let level = around.max()!
    if v == level { return (v, v) }
    let x = abs((around[2] + 2 * around[5] + around[8]) - (around[0] + 2 * around[3] + around[6])) >> 2
    let y = abs((around[6] + 2 * around[7] + around[8]) - (around[0] + 2 * around[1] + around[2])) >> 2
    let g = wholeRoot(x * x + y * y)
    if g == 0 { return (v, level) }
    let n = min(32768, fits(max(x, y) * 32768 + g / 2) / g)
    let m = min(32768, fits(min(x, y) * 32768 + g / 2) / g)
    let f = fits(v * 32768 + level / 2) / level
    let c = fits(m * 16384 + n / 2) / n
    let p = fits(n * m + 8192) >> 14
    let d: Int
    if f < c {
        d = (n + m) / 2 - wholeRoot(fits(p * f))
    } else if f <= 32768 - c {
        d = ((16384 - f) * n + 16384) >> 15
    } else {
        d = wholeRoot(fits(p * (32768 - f))) - (n + m) / 2
    }
    let e = min(16384 - d, 32768)
    return e <= 0 ? (0, 0) : (fits(level * e + 16384) >> 15, level)
}

/// A pixel as an eye sees it, from the formula of `ProjectiveSampling`.
func projected(_ from: ReferenceSurface, _ x: Int, _ y: Int, _ s: ProjectiveSampling) -> [Int] {
    guard s.firstColumns[y] <= x, x < s.endColumns[y] else { return [0, 0, 0, 0] }
    let n = 1 << s.shift
    func position(_ column: Int, _ row: Int) -> [Int] {
        let place = s.positions[row * s.gridWidth + column]
        return [Int(place.x), Int(place.y)]
    }
    func between(_ a: [Int], _ b: [Int], _ f: Int) -> [Int] {
        (0..<2).map { a[$0] + ((b[$0] - a[$0]) * f + n / 2) >> s.shift }
    }
    func corner(_ x: Int, _ y: Int) -> [Int] {
        let (i, j) = ((x + s.dx) / n, (y + s.dy) / n)
        let (f, g) = ((x + s.dx) % n, (y + s.dy) % n)
        let top = f == 0 ? position(i, j) : between(position(i, j), position(i + 1, j), f)
        guard g > 0 else { return top }
        let bottom = f == 0 ? position(i, j + 1) : between(position(i, j + 1), position(i + 1, j + 1), f)
        return between(top, bottom, g)
    }
    var p = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)]
    func least(_ i: Int) -> Int { p.map { $0[i] }.min()! }
    func most(_ i: Int) -> Int { p.map { $0[i] }.max()! }
    var fraction = 10
    while fraction > 8, most(0) - least(0) > 31 * 1024 || most(1) - least(1) > 31 * 1024 {
        p = p.map { [$0[0] >> 1, $0[1] >> 1] }
        fraction -= 1
    }
    let cell = 1 << fraction
    while most(0) - least(0) > 31 * 1024 || most(1) - least(1) > 31 * 1024 {
        let c = (0..<2).map { i in p.reduce(0) { $0 + $1[i] >> 2 } }
        p = p.map { q in (0..<2).map { c[$0] + (q[$0] - c[$0]) >> 1 } }
    }
    let (column, row) = (least(0) >> fraction, least(1) >> fraction)
    p = p.map { [$0[0] - column << fraction, $0[1] - row << fraction] }
    let (columns, rows) = (max(1, (most(0) + cell - 1) >> fraction), max(1, (most(1) + cell - 1) >> fraction))
    var area = [[Int]](repeating: [Int](repeating: 0, count: columns), count: rows)
    for i in 0..<4 where p[i][1] != p[(i + 1) % 4][1] {
        let falls = p[i][1] < p[(i + 1) % 4][1]
        let (start, end) = falls ? (p[i], p[(i + 1) % 4]) : (p[(i + 1) % 4], p[i])
        let slope = fits(abs(end[0] - start[0]) << 16) / (end[1] - start[1])
        func place(_ y: Int) -> Int {
            if y == start[1] { return start[0] }
            if y == end[1] { return end[0] }
            let moved = fits((y - start[1]) * slope) >> 16
            return start[0] < end[0] ? start[0] + moved : start[0] - moved
        }
        for r in 0..<rows {
            let (ya, yb) = (max(start[1], r * cell), min(end[1], r * cell + cell))
            guard ya < yb else { continue }
            let (l, h) = (min(place(ya), place(yb)), max(place(ya), place(yb)))
            for c in 0..<columns {
                let (a, b) = (l - cell * c, h - cell * c)
                let (heldA, heldB) = (min(max(a, 0), cell), min(max(b, 0), cell))
                let q: Int
                if heldA == cell {
                    q = 65536
                } else if l == h {
                    q = heldA << (16 - fraction)
                } else {
                    let twice = heldB * heldB - heldA * heldA + 2 * cell * (max(b - cell, 0) - max(a - cell, 0))
                    q = fits(twice * ((1 << (30 - fraction)) / (h - l))) >> 15
                }
                area[r][c] += q * (falls ? yb - ya : ya - yb)
            }
        }
    }
    let d = abs((p[2][0] - p[0][0]) * (p[3][1] - p[1][1]) - (p[3][0] - p[1][0]) * (p[2][1] - p[0][1]))
    let shift = 15 - fraction + max(0, Int.bitWidth - d.leadingZeroBitCount - 16)
    var (total, sums) = (0, [0, 0, 0, 0])
    for r in 0..<rows {
        for c in 0..<columns {
            let weight = (abs(area[r][c]) + 1 << (shift - 1)) >> shift
            total += weight
            let texel = from.value(column + c, row + r, .clamp)
            // The corners between two points of the grid may cross, where a plane is nearly edge-on. Then the parts of the area
            // outweigh the whole, and sums wrap at 32 bits.
            for i in 0..<4 { sums[i] = (sums[i] + weight * texel[i]) & 0xFFFF_FFFF }
        }
    }
    if total == 0 { return from.value(column, row, .clamp) }
    return sums.map { min((($0 + total / 2) & 0xFFFF_FFFF) / total, 32768) }
}
