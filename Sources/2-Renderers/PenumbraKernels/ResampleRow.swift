import CPenumbraVectors

// Separable resampling of 8-bit pictures into premultiplied Q15; `ResamplingTable` defines the formulas.

extension Kernels {
    /// Combines rows of an opaque picture: `count` bytes from each of `taps` rows, with weights that sum to 8421505.
    public func combineByteRows(
        _ first: UnsafePointer<UInt8>, _ stride: Int, _ weights: UnsafePointer<UInt32>, _ taps: Int,
        _ sums: UnsafeMutablePointer<UInt32>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        // The blocks stay in the first-level cache, so the sums cost no memory traffic.
        let block = 2048
        var start = 0
        while start < count {
            let n = min(block, count &- start)
            let row = first + start
            let w0 = weights[0]
            if taps == 1 {
                for x in 0..<n {
                    target[start &+ x] = UInt16(truncatingIfNeeded: (UInt32(row[x]) &* w0 &+ 32768) &>> 16)
                }
            } else {
                let w1 = weights[1]
                let second = row + stride
                if taps == 2 {
                    for x in 0..<n {
                        let sum = UInt32(row[x]) &* w0 &+ UInt32(second[x]) &* w1 &+ 32768
                        target[start &+ x] = UInt16(truncatingIfNeeded: sum &>> 16)
                    }
                } else {
                    for x in 0..<n { sums[x] = UInt32(row[x]) &* w0 &+ UInt32(second[x]) &* w1 &+ 32768 }
                    var t = 2
                    while t &+ 2 < taps {
                        let (p, q) = (row + t &* stride, row + (t &+ 1) &* stride)
                        let (wp, wq) = (weights[t], weights[t &+ 1])
                        for x in 0..<n { sums[x] = sums[x] &+ UInt32(p[x]) &* wp &+ UInt32(q[x]) &* wq }
                        t &+= 2
                    }
                    if t &+ 2 == taps {
                        let (p, q) = (row + t &* stride, row + (t &+ 1) &* stride)
                        let (wp, wq) = (weights[t], weights[t &+ 1])
                        for x in 0..<n {
                            let sum = sums[x] &+ UInt32(p[x]) &* wp &+ UInt32(q[x]) &* wq
                            target[start &+ x] = UInt16(truncatingIfNeeded: sum &>> 16)
                        }
                    } else {
                        let p = row + t &* stride
                        let wp = weights[t]
                        for x in 0..<n {
                            target[start &+ x] = UInt16(truncatingIfNeeded: (sums[x] &+ UInt32(p[x]) &* wp) &>> 16)
                        }
                    }
                }
            }
            start &+= n
        }
    }

    /// Converts one row of a picture with alpha to premultiplied Q15.
    public func premultiply(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int) {
        for x in 0..<count {
            let a = (UInt32(source[4 &* x &+ 3]) &* 8_421_505 &+ 32768) &>> 16
            for channel in 0..<3 {
                let value = (UInt32(source[4 &* x &+ channel]) &* a &+ 127) / 255
                target[4 &* x &+ channel] = UInt16(truncatingIfNeeded: value)
            }
            target[4 &* x &+ 3] = UInt16(truncatingIfNeeded: a)
        }
    }

    /// Accumulates `sums[x] += row[x]·weight` over `count` values.
    public func accumulate(
        _ row: UnsafePointer<UInt16>, _ weight: UInt32, _ sums: UnsafeMutablePointer<UInt32>, _ count: Int
    ) {
        for x in 0..<count { sums[x] = sums[x] &+ UInt32(row[x]) &* weight }
    }

    /// Stores `target[x] = sums[x] >> 16` and resets every sum to the rounding half.
    public func roundSums(_ sums: UnsafeMutablePointer<UInt32>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int) {
        for x in 0..<count {
            target[x] = UInt16(truncatingIfNeeded: sums[x] &>> 16)
            sums[x] = 32768
        }
    }

    /// Combines columns of a row of pixels; `row` is the pixel of source column `origin`.
    public func combineColumns(
        _ row: UnsafePointer<UInt16>, _ origin: Int, _ starts: UnsafePointer<Int32>, _ offsets: UnsafePointer<Int32>,
        _ weights: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        for x in 0..<count {
            var source = row + 4 &* (Int(starts[x]) &- origin)
            var sum = SIMD4<UInt32>(repeating: 32768)
            var at = Int(offsets[x])
            let end = Int(offsets[x &+ 1])
            while at < end {
                sum = sum &+ widened(load4(source)) &* weights[at]
                source += 4
                at &+= 1
            }
            store4(narrowed(sum &>> 16), target + 4 &* x)
        }
    }

    /// Combines columns if no target column has more than four taps. This is the usual case of pictures near their final size,
    /// and it needs no branch per pixel. Three pixels beyond the last tap must be readable.
    ///
    /// - Parameter weights: sixteen for each column: the weight of each of four taps, repeated for the four channels. Missing
    ///   taps have weight 0.
    public func combineFourColumns(
        _ row: UnsafePointer<UInt16>, _ origin: Int, _ starts: UnsafePointer<Int32>, _ weights: UnsafePointer<UInt32>,
        _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        /// The sums of a column's even taps and of its odd taps.
        @inline(__always) func halves(_ x: Int) -> SIMD8<UInt32> {
            let products = widened(load16(row + 4 &* (Int(starts[x]) &- origin))) &* load16(weights + 16 &* x)
            return products.lowHalf &+ products.highHalf
        }
        /// The sums of two columns.
        @inline(__always) func pair(_ x: Int) -> SIMD8<UInt32> {
            let (first, second) = (halves(x), halves(x &+ 1))
            return SIMD8(lowHalf: first.lowHalf, highHalf: second.lowHalf)
                &+ SIMD8(lowHalf: first.highHalf, highHalf: second.highHalf)
        }
        var x = 0
        while x &+ 4 <= count {
            let sums = SIMD16(lowHalf: pair(x), highHalf: pair(x &+ 2)) &+ 32768
            store16(narrowed(sums &>> 16), target + 4 &* x)
            x &+= 4
        }
        while x < count {
            let sums = halves(x)
            store4(narrowed((sums.lowHalf &+ sums.highHalf &+ 32768) &>> 16), target + 4 &* x)
            x &+= 1
        }
    }
}
