import CPenumbraVectors

// Means along lines; `RaySampling` defines the formula.

extension Kernels {
    /// Makes pixels of a row, whose lines begin and end at the given columns.
    public func blurRays(
        _ p: penumbra_ray_row, _ columns: UnsafePointer<SIMD2<Int32>>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        for x in 0..<count {
            let (dx, dy) = (columns[x].y &- columns[x].x, p.end &- p.start)
            let result =
                dx.magnitude >= dy.magnitude
                ? mean(p, columns[x].x, dx, p.start, dy, 4, p.stride, p.width, p.height)
                : mean(p, p.start, dy, columns[x].x, dx, p.stride, 4, p.height, p.width)
            store4(result, target + 4 &* x)
        }
    }

    /// The mean along a line from (u, v).
    ///
    /// - Parameters:
    ///   - du: the length along the longer side; likewise `dv`.
    ///   - strideU: the values from one pixel to the next along u; likewise `strideV`.
    ///   - sizeU: the number of source pixels along u; likewise `sizeV`.
    @inline(__always)
    private func mean(
        _ p: penumbra_ray_row, _ u: Int32, _ du: Int32, _ v: Int32, _ dv: Int32, _ strideU: Int, _ strideV: Int, _ sizeU: Int,
        _ sizeV: Int
    ) -> SIMD4<UInt16> {
        typealias Four = SIMD4<UInt32>
        let source = p.source
        @inline(__always) func pixel(_ u: Int32, _ v: Int32) -> Four {
            let (a, b) = (Int(u), Int(v))
            guard a >= 0, a < sizeU, b >= 0, b < sizeV else { return Four(repeating: 0) }
            return widened(load4(source + (a &* strideU &+ b &* strideV)))
        }
        guard du != 0 else { return narrowed(pixel(u &>> 12, v &>> 12)) }
        var (u, v, dv) = (u, v, dv)
        let end = du > 0 ? u &+ du : u
        if du < 0 {
            (u, v, dv) = (u &+ du, v &+ dv, 0 &- dv)
        }
        let length = du.magnitude
        // The quotient of dv·4096 / du. The product needs more than 32 bits, so a shader divides in steps.
        let size = UInt64(dv.magnitude) &<< 12
        let quotient = UInt32(truncatingIfNeeded: size / UInt64(length))
        let remainder = UInt32(truncatingIfNeeded: size % UInt64(length))
        let bits = 32 &- Int32(truncatingIfNeeded: length.leadingZeroBitCount)
        let shift = UInt32(truncatingIfNeeded: max(0, bits &- 16))
        let half = (UInt32(1) &<< shift) &>> 1
        let divisor = (length &+ half) &>> shift
        let (halves, shifts) = (Four(repeating: half), Four(repeating: shift))
        var sum = Four(repeating: 0)
        var rest: UInt32 = 0
        while u < end {
            let next = min((u & ~4095) &+ 4096, end)
            let piece = UInt32(bitPattern: next &- u)
            var step = (quotient &* piece) &>> 12
            if piece == 4096 {
                step = quotient
                rest = rest &+ remainder
                if rest >= length {
                    rest = rest &- length
                    step = step &+ 1
                }
            }
            let moved = dv < 0 ? v &- Int32(bitPattern: step) : v &+ Int32(bitPattern: step)
            let (low, high) = (min(v, moved), max(v, moved))
            let (near, far) = (low &>> 12, high &>> 12)
            let column = u &>> 12
            if near == far {
                sum = sum &+ ((pixel(column, near) &* Four(repeating: piece) &+ halves) &>> shifts)
            } else {
                let across = UInt32(bitPattern: high &- low)
                let inside = UInt32(bitPattern: high &- (far &<< 12))
                let share = (piece &* inside &+ across / 2) / across
                let mixed =
                    pixel(column, near) &* Four(repeating: piece &- share) &+ pixel(column, far) &* Four(repeating: share)
                sum = sum &+ ((mixed &+ halves) &>> shifts)
            }
            (u, v) = (next, moved)
        }
        let rounded = sum &+ Four(repeating: divisor / 2)
        let result = Four(rounded.x / divisor, rounded.y / divisor, rounded.z / divisor, rounded.w / divisor)
        return narrowed(pointwiseMin(result, Four(repeating: 32768)))
    }
}
