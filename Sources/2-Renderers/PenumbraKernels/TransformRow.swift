import CPenumbraVectors

extension Kernels {
    /// Makes pixels of a row from the source pixels nearest to them; `AffineSampling` defines the formula.
    public func transformNearest(_ p: penumbra_transform_row, _ target: UnsafeMutablePointer<UInt16>, _ count: Int) {
        let maxU = Int32(truncatingIfNeeded: (p.width &- 1) &* 32768)
        let maxV = Int32(truncatingIfNeeded: (p.height &- 1) &* 32768)
        for x in 0..<count {
            let u = max(0, min(maxU, p.column_u[x] &+ p.row_u))
            let v = max(0, min(maxV, p.column_v[x] &+ p.row_v))
            let column = Int((u &+ 16384) &>> 15)
            let row = Int((v &+ 16384) &>> 15)
            store4(load4(p.source + (row &* p.stride &+ 4 &* column)), target + 4 &* x)
        }
    }

    /// Makes pixels of a row by interpolation between four source pixels; `AffineSampling` defines the formula.
    public func transformBilinear(_ p: penumbra_transform_row, _ target: UnsafeMutablePointer<UInt16>, _ count: Int) {
        let maxU = Int32(truncatingIfNeeded: (p.width &- 1) &* 32768)
        let maxV = Int32(truncatingIfNeeded: (p.height &- 1) &* 32768)
        for x in 0..<count {
            let u = max(0, min(maxU, p.column_u[x] &+ p.row_u))
            let v = max(0, min(maxV, p.column_v[x] &+ p.row_v))
            let column = Int(u &>> 15)
            let row = Int(v &>> 15)
            let next = min(column &+ 1, p.width &- 1)
            let below = min(row &+ 1, p.height &- 1)
            let f = UInt32(bitPattern: u & 32767)
            let g = UInt32(bitPattern: v & 32767)
            @inline(__always) func mixed(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ f: UInt32) -> SIMD4<UInt32> {
                (a &* (32768 &- f) &+ b &* f &+ 16384) &>> 15
            }
            let upper = p.source + row &* p.stride
            let lower = p.source + below &* p.stride
            let top = mixed(widened(load4(upper + 4 &* column)), widened(load4(upper + 4 &* next)), f)
            let bottom = mixed(widened(load4(lower + 4 &* column)), widened(load4(lower + 4 &* next)), f)
            store4(narrowed(mixed(top, bottom, g)), target + 4 &* x)
        }
    }
}
