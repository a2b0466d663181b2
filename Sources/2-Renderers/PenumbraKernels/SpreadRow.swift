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
        let zero = SIMD16<UInt16>(repeating: 0)
        var x = 0
        while x < count {
            var result = zero
            for i in 0..<p.inner.count { result = penumbra_maximum(result, load16(source + (p.inner.places[i] &+ x))) }
            var most = result
            for i in 0..<p.outer.count { most = penumbra_maximum(most, load16(source + (p.outer.places[i] &+ x))) }
            // Values near the edge are at most L.
            if most != result {
                for i in 0..<p.ring.count {
                    let value = source + (p.ring.places[i] &+ x)
                    let v = load16(value)
                    let level = load16(value + p.value_stride)
                    let change = product(level, SIMD16(repeating: p.shares[i]))
                    let reached = i < p.inside_count ? penumbra_minimum(level, v &+ change) : penumbra_difference(v, change)
                    result = penumbra_maximum(result, reached)
                }
            }
            store16(result, target + x)
            x &+= 16
        }
    }
}
