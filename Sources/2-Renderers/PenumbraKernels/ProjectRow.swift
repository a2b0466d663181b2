import CPenumbraVectors

// Means over quadrilaterals; `ProjectiveSampling` defines the formula. The four edges of a pixel are the lanes of a vector.

extension Kernels {
    /// Makes pixels of a row.
    public func projectArea(_ p: penumbra_project_row, _ target: UnsafeMutablePointer<UInt16>, _ count: Int) {
        let above = UnsafeRawPointer(p.above)
        let below = UnsafeRawPointer(p.below)
        for x in 0..<count {
            let upper = above.loadUnaligned(fromByteOffset: 8 &* x, as: SIMD4<Int32>.self)
            let lower = below.loadUnaligned(fromByteOffset: 8 &* x, as: SIMD4<Int32>.self)
            store4(
                mean(
                    p, SIMD4(upper.x, upper.z, lower.z, lower.x), SIMD4(upper.y, upper.w, lower.w, lower.y)),
                target + 4 &* x)
        }
    }

    @inline(__always)
    private func mean(_ p: penumbra_project_row, _ xs: SIMD4<Int32>, _ ys: SIMD4<Int32>) -> SIMD4<UInt16> {
        typealias Four = SIMD4<Int32>
        var (u, v) = (xs, ys)
        let most: Int32 = 31 &* 1024
        // The fractional bits of positions.
        var fraction: Int32 = 10
        while fraction > 8, u.max() &- u.min() > most || v.max() &- v.min() > most {
            u = u &>> 1
            v = v &>> 1
            fraction &-= 1
        }
        while u.max() &- u.min() > most || v.max() &- v.min() > most {
            let (middleU, middleV) = ((u &>> 2).wrappedSum(), (v &>> 2).wrappedSum())
            u = middleU &+ ((u &- middleU) &>> 1)
            v = middleV &+ ((v &- middleV) &>> 1)
        }
        let (column, row) = (u.min() &>> fraction, v.min() &>> fraction)
        u = u &- (column &<< fraction)
        v = v &- (row &<< fraction)
        let side = Int32(1) &<< fraction
        let columns = max(1, Int((u.max() &+ side &- 1) &>> fraction))
        let rows = max(1, Int((v.max() &+ side &- 1) &>> fraction))
        let cross = (u.z &- u.x) &* (v.w &- v.y) &- (u.w &- u.y) &* (v.z &- v.x)
        let bits = 32 &- cross.magnitude.leadingZeroBitCount
        let shift = UInt32(truncatingIfNeeded: 15 &- Int(fraction) &+ max(0, bits &- 16))
        let half = UInt32(1) &<< (shift &- 1)

        // Edge i leads from corner i to corner i + 1; all edges are run downwards.
        let (nextU, nextV) = (Four(u.y, u.z, u.w, u.x), Four(v.y, v.z, v.w, v.x))
        let falls = v .< nextV
        let (x0, x1) = (nextU.replacing(with: u, where: falls), u.replacing(with: nextU, where: falls))
        let (y0, y1) = (pointwiseMin(v, nextV), pointwiseMax(v, nextV))
        let sign = Four(repeating: -1).replacing(with: Four(repeating: 1), where: falls)
        let leans = x0 .< x1
        let run = (x1 &- x0).replacing(with: x0 &- x1, where: x1 .< x0)
        let slope = quotient(run &<< 16, y1 &- y0)

        var sums = SIMD4<UInt32>(repeating: 0)
        var total: UInt32 = 0
        let cell = Four(repeating: side)
        let shareShift = Four(repeating: 16 &- fraction)
        for n in 0..<rows {
            let top = Int32(truncatingIfNeeded: n) &* side
            let (ya, yb) = (pointwiseMax(y0, Four(repeating: top)), pointwiseMin(y1, Four(repeating: top &+ side)))
            @inline(__always) func place(_ y: Four) -> Four {
                let moved = Four(truncatingIfNeeded: SIMD4<UInt32>(truncatingIfNeeded: (y &- y0) &* slope) &>> 16)
                let between = (x0 &- moved).replacing(with: x0 &+ moved, where: leans)
                return between.replacing(with: x0, where: y .== y0).replacing(with: x1, where: y .== y1)
            }
            let (xa, xb) = (place(ya), place(yb))
            let (low, high) = (pointwiseMin(xa, xb), pointwiseMax(xa, xb))
            let width = high &- low
            // Edges that do not cross the row have no height.
            let height = pointwiseMax(yb &- ya, Four(repeating: 0)) &* sign
            let isUpright = width .== 0
            let reciprocal = quotient(Four(repeating: 1 &<< (30 &- fraction)), width)
            let line = p.source + max(0, min(p.height &- 1, Int(row) &+ n)) &* p.stride
            var (a, b) = (low, high)
            for m in 0..<columns {
                let (heldA, heldB) = (held(a, cell), held(b, cell))
                let beyond = pointwiseMax(b &- cell, Four(repeating: 0)) &- pointwiseMax(a &- cell, Four(repeating: 0))
                let twice = heldB &* heldB &- heldA &* heldA &+ beyond &* (2 &* side)
                var share = Four(
                    truncatingIfNeeded: SIMD4<UInt32>(truncatingIfNeeded: twice &* reciprocal) &>> 15)
                share.replace(with: heldA &<< shareShift, where: isUpright)
                share.replace(with: Four(repeating: 65536), where: heldA .== cell)
                let area = (share &* height).wrappedSum()
                let weight = (area.magnitude &+ half) &>> shift
                let place = line + 4 &* max(0, min(p.width &- 1, Int(column) &+ m))
                sums = sums &+ widened(load4(place)) &* SIMD4(repeating: weight)
                total = total &+ weight
                a = a &- cell
                b = b &- cell
            }
        }
        guard total > 0 else {
            let line = p.source + max(0, min(p.height &- 1, Int(row))) &* p.stride
            return load4(line + 4 &* max(0, min(p.width &- 1, Int(column))))
        }
        // Quotients of 32-bit numbers are exact in doubles; a half keeps them off whole numbers.
        let inverse = 1 / Double(total)
        @inline(__always) func share(_ sum: UInt32) -> UInt16 {
            UInt16(truncatingIfNeeded: min(32768, Int64((Double(sum &+ total &>> 1) + 0.5) * inverse)))
        }
        return SIMD4(share(sums.x), share(sums.y), share(sums.z), share(sums.w))
    }

    /// The values held to 0 … `most`.
    @inline(__always)
    private func held(_ values: SIMD4<Int32>, _ most: SIMD4<Int32>) -> SIMD4<Int32> {
        pointwiseMax(pointwiseMin(values, most), SIMD4(repeating: 0))
    }

    /// Unsigned quotients; anything where the divisor is zero or negative.
    @inline(__always)
    private func quotient(_ numerators: SIMD4<Int32>, _ divisors: SIMD4<Int32>) -> SIMD4<Int32> {
        @inline(__always) func one(_ i: Int) -> Int32 {
            // Doubles divide faster than integers, and truncate to the same quotient.
            let (numerator, divisor) = (UInt32(bitPattern: numerators[i]), max(1, divisors[i]))
            return Int32(truncatingIfNeeded: Int64((Double(numerator) + 0.5) / Double(divisor)))
        }
        return SIMD4(one(0), one(1), one(2), one(3))
    }
}
