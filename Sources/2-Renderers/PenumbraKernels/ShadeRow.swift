import CPenumbraVectors

// Rows of gradients; `GradientShading` defines the formulas. Every pointer must be readable, and every target writable, for
// `count` rounded up to a multiple of eight pixels.

extension Kernels {
    /// Computes positions along a line: `t[x] = min(max(columns[x] + row, 0), length)`.
    public func linearPositions(
        _ columns: UnsafePointer<Int32>, _ row: Int32, _ length: Int32, _ target: UnsafeMutablePointer<Int32>, _ count: Int
    ) {
        var x = 0
        // The columns aren't padded.
        while x &+ 8 <= count {
            let t = penumbra_clamped(loadInt8(columns + x) &+ SIMD8(repeating: row), length)
            UnsafeMutableRawPointer(target + x).storeBytes(of: t, as: SIMD8<Int32>.self)
            x &+= 8
        }
        while x < count {
            target[x] = max(0, min(length, columns[x] &+ row))
            x &+= 1
        }
    }
}

extension Kernels {
    /// Computes positions once around a centre.
    public func conicPositions(
        _ columnU: UnsafePointer<Int32>, _ columnV: UnsafePointer<Int32>, _ rowU: Int32, _ rowV: Int32,
        _ coefficients: UnsafePointer<Int32>, _ coefficientCount: Int, _ target: UnsafeMutablePointer<Int32>, _ count: Int
    ) {
        var x = 0
        while x < count {
            let t = penumbra_turns(
                loadInt8(columnU + x) &+ SIMD8(repeating: rowU), loadInt8(columnV + x) &+ SIMD8(repeating: rowV), coefficients,
                coefficientCount)
            UnsafeMutableRawPointer(target + x).storeBytes(of: t, as: SIMD8<Int32>.self)
            x &+= 8
        }
    }

    /// Computes positions from a centre outward. If there is a `column_w`, w is added to the radius.
    public func roundPositions(
        _ p: penumbra_round_row, _ target: UnsafeMutablePointer<Int32>, _ count: Int
    ) {
        let far = SIMD8<Int32>(repeating: p.farthest)
        let near = SIMD8<Int32>(repeating: 0 &- p.farthest)
        let zero = SIMD8<Int32>(repeating: 0)
        let inner = SIMD8<Int32>(repeating: p.inner)
        let span = SIMD8<Int32>(repeating: p.span)
        let length = SIMD8<UInt32>(repeating: UInt32(bitPattern: p.length))
        let right = UInt32(bitPattern: max(0, p.shift))
        let left = UInt32(bitPattern: max(0, 0 &- p.shift))
        // No point lies inside a radius below zero.
        let nearest = Double(max(0, p.inner)) * Double(max(0, p.inner))
        let furthest = Double(p.inner &+ p.span) * Double(p.inner &+ p.span)
        var x = 0
        while x < count {
            let u = pointwiseMin(far, pointwiseMax(near, loadInt8(p.column_u + x) &+ SIMD8(repeating: p.row_u)))
            let v = pointwiseMin(far, pointwiseMax(near, loadInt8(p.column_v + x) &+ SIMD8(repeating: p.row_v)))
            // Before the beginning, all positions are the same, and likewise beyond the end.
            let isBefore = p.column_w == nil && penumbra_all_nearer(u, v, nearest)
            if isBefore || p.column_w == nil && penumbra_all_beyond(u, v, furthest) {
                let t = isBefore ? SIMD8<UInt32>(repeating: 0) : length
                UnsafeMutableRawPointer(target + x).storeBytes(of: t, as: SIMD8<UInt32>.self)
                x &+= 8
                continue
            }
            var radius = p.is_hyperbolic ? penumbra_hyperbolic_radii(u, v) : penumbra_radii(u, v)
            if let columnW = p.column_w {
                let drift = SIMD8<Int32>(repeating: p.farthest_drift)
                let w = loadInt8(columnW + x) &+ SIMD8(repeating: p.row_w)
                radius = radius &+ pointwiseMin(drift, pointwiseMax(zero &- drift, w))
            }
            let d = unsafeBitCast(pointwiseMin(span, pointwiseMax(zero, radius &- inner)), to: SIMD8<UInt32>.self)
            let shifted = (d &<< SIMD8(repeating: left)) &>> SIMD8(repeating: right)
            var t = pointwiseMin((shifted &* SIMD8(repeating: p.multiplier) &+ 4096) &>> 13, length)
            t.replace(with: length, where: radius .>= inner &+ span)
            t.replace(with: 0, where: radius .< inner)
            if p.column_w != nil {
                t.replace(with: length, where: u .== near)
                t.replace(with: length, where: u .== far)
                t.replace(with: length, where: v .== near)
                t.replace(with: length, where: v .== far)
            }
            UnsafeMutableRawPointer(target + x).storeBytes(of: t, as: SIMD8<UInt32>.self)
            x &+= 8
        }
    }

    /// Computes the colours at positions.
    public func shade(
        _ positions: UnsafePointer<Int32>, _ intervals: UnsafePointer<penumbra_interval>, _ intervalCount: Int,
        _ isPremultiplied: Bool, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        var last: Int32 = -1
        var x = 0
        while x < count {
            let t = loadInt8(positions + x)
            let out = target + 4 &* x
            // If all positions equal the previous position, the previous pixels are repeated.
            if t[0] == last && penumbra_all_at(t, last) {
                store16(load16(out - 32), out)
                store16(load16(out - 16), out + 16)
            } else {
                penumbra_shade_pixels(t, intervals, intervalCount, isPremultiplied, out)
                last = penumbra_all_at(t, t[0]) ? t[0] : -1
            }
            x &+= 8
        }
    }

    /// Computes the alphas of the colours at positions.
    public func shadeMask(
        _ positions: UnsafePointer<Int32>, _ intervals: UnsafePointer<penumbra_interval>, _ intervalCount: Int,
        _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        var last: Int32 = -1
        var alphas = SIMD8<UInt16>(repeating: 0)
        var x = 0
        while x < count {
            let t = loadInt8(positions + x)
            if t[0] != last || !penumbra_all_at(t, last) {
                alphas = penumbra_shade_alphas(t, intervals, intervalCount)
                last = penumbra_all_at(t, t[0]) ? t[0] : -1
            }
            UnsafeMutableRawPointer(target + x).storeBytes(of: alphas, as: SIMD8<UInt16>.self)
            x &+= 8
        }
    }
}

@inline(__always)
private func loadInt8(_ pointer: UnsafePointer<Int32>) -> SIMD8<Int32> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Int32>.self)
}
