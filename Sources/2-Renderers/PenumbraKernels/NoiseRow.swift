extension Kernels {
    /// Makes a row of grains; `Pass.noise` defines the formula.
    public func noise(
        _ columns: UnsafePointer<Int32>, _ row: Int32, _ amount: UInt32, _ seed: UInt32, _ target: UnsafeMutablePointer<UInt16>,
        _ count: Int
    ) {
        let line = UInt32(bitPattern: row) &* 2_246_822_507 &+ seed
        for x in 0..<count {
            var h = (UInt32(bitPattern: columns[x]) &* 2_654_435_761) ^ line
            h ^= h &>> 16
            h = h &* 2_146_121_005
            h ^= h &>> 15
            h = h &* 2_221_713_035
            h ^= h &>> 16
            target[x] = UInt16(truncatingIfNeeded: 32768 &- ((amount &* (h &>> 17) &+ 16384) &>> 15))
        }
    }

    /// Dithers a row of colours with offsets that repeat every eight pixels; `Pass.dither` defines the formula.
    public func dither(
        _ source: UnsafePointer<UInt16>, _ offsets: UnsafePointer<Int32>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        for x in 0..<count {
            let alpha = Int32(source[4 &* x &+ 3])
            let offset = (offsets[x & 7] &* alpha &+ 16384) &>> 15
            for i in 0..<3 {
                target[4 &* x &+ i] = UInt16(truncatingIfNeeded: max(0, min(alpha, Int32(source[4 &* x &+ i]) &+ offset)))
            }
            target[4 &* x &+ 3] = UInt16(truncatingIfNeeded: alpha)
        }
    }
}
