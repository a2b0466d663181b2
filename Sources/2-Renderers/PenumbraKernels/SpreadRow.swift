import CPenumbraVectors

// Rows of masks that grow by a disc; `SpreadDisc` defines the formulas.

extension Kernels {
    /// Computes the values that the edges around each pixel lead to. If `wantsLevels` is false, it computes how far out the
    /// edges lie. The rows begin one pixel to the left of the target's.
    public func peaks(
        _ above: UnsafePointer<UInt16>, _ middle: UnsafePointer<UInt16>, _ below: UnsafePointer<UInt16>, _ wantsLevels: Bool,
        _ threshold: UInt16, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        for x in 0..<count {
            let v = middle[x &+ 1]
            target[x] = v
            if v == 0 { continue }
            var (low, high) = (v, v)
            for i in x..<x &+ 3 {
                low = min(low, min(above[i], min(middle[i], below[i])))
                high = max(high, max(above[i], max(middle[i], below[i])))
            }
            if low > threshold || v == high { continue }
            func at(_ row: UnsafePointer<UInt16>, _ i: Int) -> Int { Int(row[x &+ i]) }
            let right = at(above, 2) &+ 2 &* at(middle, 2) &+ at(below, 2)
            let left = at(above, 0) &+ 2 &* at(middle, 0) &+ at(below, 0)
            let top = at(above, 0) &+ 2 &* at(above, 1) &+ at(above, 2)
            let bottom = at(below, 0) &+ 2 &* at(below, 1) &+ at(below, 2)
            let edge = obliqueEdge(Int(v), Int(high), abs(right &- left) &>> 2, abs(bottom &- top) &>> 2)
            target[x] = edge == nil ? 0 : wantsLevels ? high : edge ?? 0
        }
    }
}

/// Computes E of a partly covered pixel; nil if the edge leaves nothing.
private func obliqueEdge(_ v: Int, _ level: Int, _ x: Int, _ y: Int) -> UInt16? {
    let g = root(x &* x &+ y &* y)
    guard g > 0 else { return UInt16(truncatingIfNeeded: v) }
    let n = min(32768, (max(x, y) &* 32768 &+ g / 2) / g)
    let m = min(32768, (min(x, y) &* 32768 &+ g / 2) / g)
    let f = (v &* 32768 &+ level / 2) / level
    let c = (m &* 16384 &+ n / 2) / n
    let p = (n &* m &+ 8192) &>> 14
    let d: Int
    if f < c {
        d = (n &+ m) / 2 &- root(p &* f)
    } else if f <= 32768 &- c {
        d = ((16384 &- f) &* n &+ 16384) &>> 15
    } else {
        d = root(p &* (32768 &- f)) &- (n &+ m) / 2
    }
    let e = min(32768, 16384 &- d)
    return e <= 0 ? nil : UInt16(truncatingIfNeeded: (level &* e &+ 16384) &>> 15)
}

/// Returns the whole part of a root. It is exact far beyond the values needed here.
private func root(_ n: Int) -> Int { Int(Double(n).squareRoot()) }

extension Kernels {
    /// Computes the maxima of runs four times as long as the source's runs, which have `length` pixels. The source must be
    /// readable three lengths beyond `count`.
    public func quadrupleRuns(
        _ source: UnsafePointer<UInt16>, _ length: Int, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        for x in 0..<count {
            target[x] = max(
                max(source[x], source[x &+ length]), max(source[x &+ 2 &* length], source[x &+ 3 &* length]))
        }
    }
}

extension Kernels {
    /// Makes a row of a grown mask. It reads and writes whole vectors of sixteen values.
    public func spread(
        _ p: penumbra_spread_row, _ source: UnsafePointer<UInt16>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        var x = 0
        // A disc's places lie in hundreds of rows. Four vectors at a time share the search for each row's page.
        while x &+ 64 <= count {
            spread(p, source + x, target + x, vectors: 4)
            x &+= 64
        }
        while x < count {
            spread(p, source + x, target + x, vectors: 1)
            x &+= 16
        }
    }

    /// One or four neighbouring vectors of a grown mask.
    @inline(__always)
    private func spread(
        _ p: penumbra_spread_row, _ source: UnsafePointer<UInt16>, _ target: UnsafeMutablePointer<UInt16>, vectors: Int
    ) {
        let zero = SIMD16<UInt16>(repeating: 0)
        let isWide = vectors == 4
        var (a, b, c, d) = (zero, zero, zero, zero)
        for i in 0..<p.inner.count {
            let places = source + p.inner.places[i]
            a = penumbra_maximum(a, load16(places))
            guard isWide else { continue }
            b = penumbra_maximum(b, load16(places + 16))
            c = penumbra_maximum(c, load16(places + 32))
            d = penumbra_maximum(d, load16(places + 48))
        }
        var (mostA, mostB, mostC, mostD) = (a, b, c, d)
        for i in 0..<p.outer.count {
            let places = source + p.outer.places[i]
            mostA = penumbra_maximum(mostA, load16(places))
            guard isWide else { continue }
            mostB = penumbra_maximum(mostB, load16(places + 16))
            mostC = penumbra_maximum(mostC, load16(places + 32))
            mostD = penumbra_maximum(mostD, load16(places + 48))
        }
        // Values near the edge are at most L.
        if a != mostA || b != mostB || c != mostC || d != mostD {
            for i in 0..<p.ring.count {
                let values = source + p.ring.places[i]
                let share = SIMD16(repeating: p.shares[i])
                func reached(_ offset: Int) -> SIMD16<UInt16> {
                    let value = load16(values + offset)
                    let level = load16(values + (p.value_stride &+ offset))
                    let change = product(level, share)
                    return i < p.inside_count
                        ? penumbra_minimum(level, value &+ change) : penumbra_difference(value, change)
                }
                a = penumbra_maximum(a, reached(0))
                guard isWide else { continue }
                b = penumbra_maximum(b, reached(16))
                c = penumbra_maximum(c, reached(32))
                d = penumbra_maximum(d, reached(48))
            }
        }
        store16(a, target)
        guard isWide else { return }
        store16(b, target + 16)
        store16(c, target + 32)
        store16(d, target + 48)
    }
}
