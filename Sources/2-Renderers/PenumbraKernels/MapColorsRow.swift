extension Kernels {
    /// Maps pixels through matrices; `MapColors` defines the formula and the table.
    public func mapColors(
        _ source: UnsafePointer<UInt16>, _ table: UnsafePointer<Int32>, _ numbersPerMatrix: Int, _ matrixCount: Int,
        _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        for i in 0..<matrixCount {
            let m = table + numbersPerMatrix &* i
            let shift = SIMD4<Int32>(repeating: m[12])
            let half = SIMD4<Int32>(repeating: (1 &<< m[12]) &>> 1)
            let opacity = SIMD4<UInt32>(repeating: UInt32(bitPattern: m[13]))
            // The columns of the matrix; the last column keeps alpha.
            let red = SIMD4<Int32>(m[0], m[4], m[8], 0)
            let green = SIMD4<Int32>(m[1], m[5], m[9], 0)
            let blue = SIMD4<Int32>(m[2], m[6], m[10], 0)
            let alpha = SIMD4<Int32>(m[3], m[7], m[11], 1 &<< m[12])
            let read = i == 0 ? source : UnsafePointer(target)
            for x in 0..<count {
                let c = SIMD4<Int32>(truncatingIfNeeded: load4(read + 4 &* x))
                let a = SIMD4<Int32>(repeating: c.w)
                let p = pointwiseMin(c, a)
                var sum = red &* p.x &+ green &* p.y
                sum = sum &+ blue &* p.z &+ alpha &* p.w
                let held = pointwiseMax(SIMD4<Int32>.zero, pointwiseMin((sum &+ half) &>> shift, a))
                let result = (SIMD4<UInt32>(truncatingIfNeeded: held) &* opacity &+ 16384) &>> 15
                store4(narrowed(result), target + 4 &* x)
            }
        }
    }
}
