import CPenumbraVectors

extension Kernels {
    /// Makes one row of a surface seen through an affine map; `AffineSampling` defines the formula.
    public func transform(_ p: penumbra_transform_row, _ target: UnsafeMutablePointer<UInt16>, _ count: Int) {
        let maxU = Int32(truncatingIfNeeded: (p.width &- 1) &* 32768)
        let maxV = Int32(truncatingIfNeeded: (p.height &- 1) &* 32768)
        let n = p.subsamples
        let places = UInt32(truncatingIfNeeded: n &* n)
        for x in 0..<count {
            let u0 = p.column_u[x] &+ p.row_u
            let v0 = p.column_v[x] &+ p.row_v
            var sum = SIMD4<UInt32>(repeating: places / 2)
            for j in 0..<n {
                for i in 0..<n {
                    let u = max(0, min(maxU, u0 &+ p.across_u[i] &+ p.down_u[j]))
                    let v = max(0, min(maxV, v0 &+ p.across_v[i] &+ p.down_v[j]))
                    if p.is_point_sampled {
                        let column = Int((u &+ 16384) &>> 15)
                        let row = Int((v &+ 16384) &>> 15)
                        sum = sum &+ widened(load4(p.source + (row &* p.stride &+ 4 &* column)))
                        continue
                    }
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
                    sum = sum &+ mixed(top, bottom, g)
                }
            }
            if places == 1 {
                store4(narrowed(sum), target + 4 &* x)
            } else {
                store4(narrowed(SIMD4(sum.x / places, sum.y / places, sum.z / places, sum.w / places)), target + 4 &* x)
            }
        }
    }
}
