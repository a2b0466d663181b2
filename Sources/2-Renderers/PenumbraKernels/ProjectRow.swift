import CPenumbraVectors

// Means over quadrilaterals; `ProjectiveSampling` defines the formula. The four edges of a pixel are lanes of a vector, for two
// columns at a time.

extension Kernels {
    /// Makes pixels of a row.
    public func projectArea(_ p: penumbra_project_row, _ target: UnsafeMutablePointer<UInt16>, _ count: Int) {
        let above = UnsafeRawPointer(p.above)
        let below = UnsafeRawPointer(p.below)
        for x in 0..<count {
            let upper = above.loadUnaligned(fromByteOffset: 8 &* x, as: SIMD4<Int32>.self)
            let lower = below.loadUnaligned(fromByteOffset: 8 &* x, as: SIMD4<Int32>.self)
            store4(
                mean(p, SIMD4(upper.x, upper.z, lower.z, lower.x), SIMD4(upper.y, upper.w, lower.w, lower.y)),
                target + 4 &* x)
        }
    }

    @inline(__always)
    private func mean(_ p: penumbra_project_row, _ xs: SIMD4<Int32>, _ ys: SIMD4<Int32>) -> SIMD4<UInt16> {
        typealias Four = SIMD4<Int32>
        typealias Eight = SIMD8<Int32>
        var (u, v) = (xs, ys)
        let most: Int32 = 31 &* 1024
        var (left, top) = (least(u), least(v))
        var box = max(greatest(u) &- left, greatest(v) &- top)
        // The fractional bits of positions.
        var fraction: Int32 = 10
        while box > most {
            if fraction > 8 {
                u = u &>> 1
                v = v &>> 1
                fraction &-= 1
            } else {
                let (middleU, middleV) = (sum(u &>> 2), sum(v &>> 2))
                u = ((u &- middleU) &>> 1) &+ middleU
                v = ((v &- middleV) &>> 1) &+ middleV
            }
            (left, top) = (least(u), least(v))
            box = max(greatest(u) &- left, greatest(v) &- top)
        }
        let (column, row) = (left &>> fraction, top &>> fraction)
        u = u &- (column &<< fraction)
        v = v &- (row &<< fraction)
        let side = Int32(1) &<< fraction
        let columns = Int(max(1, (greatest(u) &+ side &- 1) &>> fraction))
        let rows = Int(max(1, (greatest(v) &+ side &- 1) &>> fraction))
        // The areas of the triangles on both sides of a diagonal, doubled. At the horizon, they may have opposite signs.
        let nearSide = (u.z &- u.x) &* (v.y &- v.x) &- (u.y &- u.x) &* (v.z &- v.x)
        let farSide = (u.z &- u.x) &* (v.w &- v.x) &- (u.w &- u.x) &* (v.z &- v.x)
        let bits = 32 &- Int32(truncatingIfNeeded: (nearSide.magnitude &+ farSide.magnitude).leadingZeroBitCount)
        let shift = UInt32(bitPattern: 15 &- fraction &+ max(0, bits &- 16))
        let half = UInt32(1) &<< (shift &- 1)

        // Edge i leads from corner i to corner i + 1; all edges are run downwards.
        let (nextU, nextV) = (Four(u.y, u.z, u.w, u.x), Four(v.y, v.z, v.w, v.x))
        let falls = v .< nextV
        let (x0, x1) = (nextU.replacing(with: u, where: falls), u.replacing(with: nextU, where: falls))
        let (y0, y1) = (pointwiseMin(v, nextV), pointwiseMax(v, nextV))
        let sign = Four(repeating: -1).replacing(with: Four(repeating: 1), where: falls)
        let run = x1 &- x0
        let lean = run &>> 31  // −1 for edges that lean to the left
        let slope = penumbra_edge_quotients(((run ^ lean) &- lean) &<< 16, pointwiseMax(y1 &- y0, Four(repeating: 1)))

        var sums = SIMD4<UInt32>(repeating: 0)
        var total: UInt32 = 0
        let (cell, zero) = (Eight(repeating: side), Eight(repeating: 0))
        let shareShift = Eight(repeating: 16 &- fraction)
        let whole = Eight(repeating: 65536)
        let twoCells = Eight(repeating: 2 &* side)
        let offsets = Eight(0, 0, 0, 0, side, side, side, side)
        let (lastColumn, lastRow) = (p.width &- 1, p.height &- 1)
        for n in 0..<rows {
            let upper = Int32(truncatingIfNeeded: n) &* side
            let ya = pointwiseMax(y0, Four(repeating: upper))
            let yb = pointwiseMin(y1, Four(repeating: upper &+ side))
            @inline(__always) func place(_ y: Four) -> Four {
                let moved = unsafeBitCast(
                    unsafeBitCast((y &- y0) &* slope, to: SIMD4<UInt32>.self) &>> 16, to: Four.self)
                let between = x0 &+ ((moved ^ lean) &- lean)
                return between.replacing(with: x0, where: y .== y0).replacing(with: x1, where: y .== y1)
            }
            let (xa, xb) = (place(ya), place(yb))
            let (low, high) = (pointwiseMin(xa, xb), pointwiseMax(xa, xb))
            let width = high &- low
            // Edges that do not cross the row have no height.
            let height = pointwiseMax(yb &- ya, Four(repeating: 0)) &* sign
            let divided = penumbra_edge_quotients(
                Four(repeating: 1 &<< (30 &- fraction)),
                pointwiseMax(pointwiseMin(width, Four(repeating: 1 << 15)), Four(repeating: 1)))
            let heights = Eight(lowHalf: height, highHalf: height)
            let reciprocal = Eight(lowHalf: divided, highHalf: divided)
            let isUpright = Eight(lowHalf: width, highHalf: width) .== zero
            let line = p.source + max(0, min(lastRow, Int(row) &+ n)) &* p.stride
            var a = Eight(lowHalf: low, highHalf: low) &- offsets
            var b = Eight(lowHalf: high, highHalf: high) &- offsets
            var m = 0
            while m < columns {
                let heldA = pointwiseMax(pointwiseMin(a, cell), zero)
                let heldB = pointwiseMax(pointwiseMin(b, cell), zero)
                let beyond = pointwiseMax(b &- cell, zero) &- pointwiseMax(a &- cell, zero)
                let twice = heldB &* heldB &- heldA &* heldA &+ beyond &* twoCells
                var share = unsafeBitCast(unsafeBitCast(twice &* reciprocal, to: SIMD8<UInt32>.self) &>> 15, to: Eight.self)
                share.replace(with: heldA &<< shareShift, where: isUpright)
                share.replace(with: whole, where: heldA .== cell)
                let areas = share &* heights
                let first = (sum(areas.lowHalf).magnitude &+ half) &>> shift
                let second = (sum(areas.highHalf).magnitude &+ half) &>> shift
                let at = Int(column) &+ m
                let (one, two) = (max(0, min(lastColumn, at)), max(0, min(lastColumn, at &+ 1)))
                sums = sums &+ widened(load4(line + 4 &* one)) &* SIMD4(repeating: first)
                sums = sums &+ widened(load4(line + 4 &* two)) &* SIMD4(repeating: second)
                total = total &+ first &+ second
                a = a &- twoCells
                b = b &- twoCells
                m &+= 2
            }
        }
        guard total > 0 else {
            let line = p.source + max(0, min(lastRow, Int(row))) &* p.stride
            return load4(line + 4 &* max(0, min(lastColumn, Int(column))))
        }
        return penumbra_means(sums, total)
    }

    @inline(__always)
    private func least(_ v: SIMD4<Int32>) -> Int32 { min(min(v.x, v.y), min(v.z, v.w)) }

    @inline(__always)
    private func greatest(_ v: SIMD4<Int32>) -> Int32 { max(max(v.x, v.y), max(v.z, v.w)) }

    @inline(__always)
    private func sum(_ v: SIMD4<Int32>) -> Int32 { (v.x &+ v.y) &+ (v.z &+ v.w) }
}
