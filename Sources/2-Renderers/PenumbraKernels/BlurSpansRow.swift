import CPenumbraVectors

// Kernels of rows of runs; `SpanKernel` defines the formula. Lines are longer than needed, since the last vector of a line
// reads beyond it.

extension Kernels {
    /// Sums each channel of a line from its start. There is one pixel of sums more than there are pixels.
    public func runningSums(_ line: UnsafePointer<UInt16>, _ sums: UnsafeMutablePointer<UInt32>, _ count: Int) {
        var sum = SIMD4<UInt32>(repeating: 0)
        let target = UnsafeMutableRawPointer(sums)
        for x in 0..<count {
            target.storeBytes(of: sum, toByteOffset: 16 &* x, as: SIMD4<UInt32>.self)
            sum = sum &+ widened(load4(line + 4 &* x))
        }
        target.storeBytes(of: sum, toByteOffset: 16 &* count, as: SIMD4<UInt32>.self)
    }

    /// Adds one row of a kernel to the totals of a row.
    ///
    /// - Parameters:
    ///   - origin: the place in the line that column 0 of the kernel reads for the first pixel.
    ///   - whole: the weight of pixels in the run.
    public func addSpans(
        _ line: UnsafePointer<UInt16>, _ sums: UnsafePointer<UInt32>, _ run: Range<Int>,
        _ edges: UnsafePointer<SIMD2<Int32>>, _ edgeCount: Int, origin: Int, whole: UInt32, shift: UInt32,
        _ totals: UnsafeMutablePointer<UInt32>, _ count: Int
    ) {
        typealias Sixteen = SIMD16<UInt32>
        let low = UnsafeRawPointer(sums + 4 &* (origin &+ run.lowerBound))
        let high = UnsafeRawPointer(sums + 4 &* (origin &+ run.upperBound))
        let start = line + 4 &* origin
        let (weight, shifts) = (Sixteen(repeating: whole), Sixteen(repeating: shift))
        let half = Sixteen(repeating: (1 &<< shift) &>> 1)
        let target = UnsafeMutableRawPointer(totals)
        var i = 0
        while i < 4 &* count {
            var sum = half
            if !run.isEmpty {
                let last = high.loadUnaligned(fromByteOffset: 4 &* i, as: Sixteen.self)
                let first = low.loadUnaligned(fromByteOffset: 4 &* i, as: Sixteen.self)
                sum = sum &+ (last &- first) &* weight
            }
            for index in 0..<edgeCount {
                let edge = edges[index]
                let values = widened(load16(start + (i &+ 4 &* Int(edge.x))))
                sum = sum &+ values &* Sixteen(repeating: UInt32(bitPattern: edge.y))
            }
            let total = target.loadUnaligned(fromByteOffset: 4 &* i, as: Sixteen.self) &+ (sum &>> shifts)
            target.storeBytes(of: total, toByteOffset: 4 &* i, as: Sixteen.self)
            i &+= 16
        }
    }

    /// Turns totals into values.
    public func settleSpans(
        _ totals: UnsafePointer<UInt32>, _ multiplier: UInt32, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        let factor = UInt64(multiplier)
        for i in 0..<count {
            target[i] = UInt16(truncatingIfNeeded: (UInt64(totals[i]) &* factor &+ (1 << 31)) &>> 32)
        }
    }
}
