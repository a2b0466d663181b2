/// The numbers one row of `AffineSampling` needs. Positions are in 1/32768 of a source pixel.
public struct TransformRowParameters {
    public var columnU: UnsafePointer<Int32>
    public var columnV: UnsafePointer<Int32>
    public var rowU: Int32
    public var rowV: Int32
    public var acrossU: UnsafePointer<Int32>
    public var acrossV: UnsafePointer<Int32>
    public var downU: UnsafePointer<Int32>
    public var downV: UnsafePointer<Int32>
    public var subsamples: Int
    public var isPointSampled: Bool
    public var source: UnsafePointer<UInt16>
    /// Values from one source row to the next.
    public var stride: Int
    public var width: Int
    public var height: Int

    public init(
        columnU: UnsafePointer<Int32>, columnV: UnsafePointer<Int32>, rowU: Int32, rowV: Int32,
        acrossU: UnsafePointer<Int32>, acrossV: UnsafePointer<Int32>, downU: UnsafePointer<Int32>,
        downV: UnsafePointer<Int32>, subsamples: Int, isPointSampled: Bool, source: UnsafePointer<UInt16>, stride: Int,
        width: Int, height: Int
    ) {
        self.columnU = columnU
        self.columnV = columnV
        self.rowU = rowU
        self.rowV = rowV
        self.acrossU = acrossU
        self.acrossV = acrossV
        self.downU = downU
        self.downV = downV
        self.subsamples = subsamples
        self.isPointSampled = isPointSampled
        self.source = source
        self.stride = stride
        self.width = width
        self.height = height
    }
}

/// One row of a surface seen through an affine map; the formula is `AffineSampling`'s.
public func transformRow(_ p: TransformRowParameters, _ target: UnsafeMutablePointer<UInt16>, _ count: Int) {
    let maxU = Int32(truncatingIfNeeded: (p.width &- 1) &* 32768)
    let maxV = Int32(truncatingIfNeeded: (p.height &- 1) &* 32768)
    let n = p.subsamples
    let places = UInt32(truncatingIfNeeded: n &* n)
    for x in 0..<count {
        let u0 = p.columnU[x] &+ p.rowU
        let v0 = p.columnV[x] &+ p.rowV
        var sum = SIMD4<UInt32>(repeating: places / 2)
        for j in 0..<n {
            for i in 0..<n {
                let u = max(0, min(maxU, u0 &+ p.acrossU[i] &+ p.downU[j]))
                let v = max(0, min(maxV, v0 &+ p.acrossV[i] &+ p.downV[j]))
                if p.isPointSampled {
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
