import CPenumbraVectors

// Rows of masks mixed in shares. Sums are kept in 16 bits, as numbers with a sign.

extension Kernels {
    /// Finds the lowest and the highest value of each chunk of columns over some rows.
    ///
    /// - Parameters:
    ///   - stride: the values from one row to the next, a multiple of `chunk`.
    ///   - chunk: a multiple of 16.
    public func extremes(
        _ rows: UnsafePointer<UInt16>, _ stride: Int, _ rowCount: Int, _ chunk: Int, _ lowest: UnsafeMutablePointer<UInt16>,
        _ highest: UnsafeMutablePointer<UInt16>
    ) {
        for index in 0..<stride / chunk {
            var low = SIMD16<UInt16>(repeating: .max)
            var high = SIMD16<UInt16>(repeating: 0)
            for row in 0..<rowCount {
                let start = rows + (row &* stride &+ index &* chunk)
                var x = 0
                while x < chunk {
                    let values = load16(start + x)
                    low = penumbra_minimum(low, values)
                    high = penumbra_maximum(high, values)
                    x &+= 16
                }
            }
            var (least, most) = (low[0], high[0])
            for lane in 1..<16 { (least, most) = (min(least, low[lane]), max(most, high[lane])) }
            lowest[index] = least
            highest[index] = most
        }
    }

    /// Adds a share of each value to its sum: `sum += (value·w + 8192) >> 14`, with the weight w at index
    /// `min(max(position − first, 0) >> shift, last)`.
    ///
    /// Weights are looked up again only where positions differ from those of the row above, since ramps run along rows or
    /// columns. All rows must be readable, and the sums writable, for `count` rounded up to a multiple of sixteen.
    ///
    /// - Parameter stride: the values from one row to the next, of all three.
    public func addShare(
        _ values: UnsafePointer<UInt16>, _ positions: UnsafePointer<UInt16>, _ first: Int, _ shift: Int,
        _ weights: UnsafePointer<Int16>, _ last: Int, _ sums: UnsafeMutablePointer<UInt16>, _ count: Int, rows: Int, stride: Int
    ) {
        @inline(__always) func weight(_ position: UInt16) -> Int16 {
            weights[min(max(Int(position) &- first, 0) &>> shift, last)]
        }
        var x = 0
        while x < count {
            var known = SIMD16<UInt16>()
            var each = SIMD16<Int16>()
            var isUniform = false
            for row in 0..<rows {
                let at = row &* stride &+ x
                let places = load16(positions + at)
                if row == 0 || !penumbra_is_zero(places ^ known) {
                    known = places
                    isUniform = penumbra_all_equal(places, places[0])
                    if isUniform {
                        each = SIMD16(repeating: weight(places[0]))
                    } else {
                        each = penumbra_entries(places, Int32(first), Int32(shift), weights, Int32(last))
                    }
                }
                if isUniform, each[0] == 0 { continue }
                let sum = load16(sums + at)
                let share =
                    isUniform && each[0] == 16384 ? load16(values + at) : penumbra_shares(load16(values + at), each)
                store16(sum &+ share, sums + at)
            }
            x &+= 16
        }
    }

    /// Adds each value to its sum.
    ///
    /// All rows must be readable, and the sums writable, for `count` rounded up to a multiple of sixteen.
    public func addWhole(
        _ values: UnsafePointer<UInt16>, _ sums: UnsafeMutablePointer<UInt16>, _ count: Int, rows: Int, stride: Int
    ) {
        for row in 0..<rows {
            var x = 0
            while x < count {
                let at = row &* stride &+ x
                store16(load16(sums + at) &+ load16(values + at), sums + at)
                x &+= 16
            }
        }
    }

    /// Limits sums to 0…32768 and, if there is a further limit, to its values.
    ///
    /// - Parameter sums: readable for `count` rounded up to a multiple of sixteen.
    public func limitSums(
        _ sums: UnsafePointer<UInt16>, _ limit: UnsafePointer<UInt16>?, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        // A quarter more, no sum wraps around: the least sum is 0, and 49151 is 65535.
        let quarter: UInt16 = 16384
        var whole = 0
        while whole &+ 16 <= count {
            let lifted = load16(sums + whole) &+ SIMD16(repeating: quarter)
            let least = penumbra_maximum(lifted, SIMD16(repeating: quarter))
            let held = penumbra_minimum(least, SIMD16(repeating: 32768 + quarter)) &- SIMD16(repeating: quarter)
            store16(limit.map { penumbra_minimum(held, load16($0 + whole)) } ?? held, target + whole)
            whole &+= 16
        }
        for x in whole..<count {
            let held = min(max(sums[x] &+ quarter, quarter), 32768 + quarter) - quarter
            target[x] = limit.map { min(held, $0[x]) } ?? held
        }
    }
}
