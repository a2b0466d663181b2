import CPenumbraVectors

// One-dimensional filters of masks. Weights are Q15 and sum to 32768. For products taken in pairs, values are first shifted
// to −32768…0. The shift changes each sum by exactly 2³⁰ and therefore, after rounding, nothing.

extension Kernels {
    /// Filters a row: `target[x] = (Σₜ weights[t]·source[x + t] + 16384) >> 15`.
    ///
    /// - Parameters:
    ///   - source: readable, and changed, for `count + taps + 32` values.
    ///   - weights: none above 32767, unless there is one tap.
    public func convolve(
        _ source: UnsafeMutablePointer<UInt16>, _ weights: UnsafePointer<UInt16>, _ taps: Int,
        _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        if taps == 1 {
            target.update(from: source, count: count)
            return
        }
        // From the right, the distance over which values stay the same as at the start of each block of sixteen.
        let blocks = (count &+ taps &+ 15) / 16
        let pairCount = (taps &+ 1) / 2
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: blocks &+ 1 &+ pairCount) { scratch in
            let until = scratch.baseAddress!
            let pairs = until + (blocks &+ 1)
            for p in 0..<pairCount {
                let second = 2 &* p &+ 1 < taps ? Int32(weights[2 &* p &+ 1]) : 0
                pairs[p] = Int32(weights[2 &* p]) | second &<< 16
            }
            until[blocks] = Int32(truncatingIfNeeded: blocks &* 16)
            var block = blocks &- 1
            while block >= 0 {
                let start = source + 16 &* block
                if penumbra_all_equal(load16(start), start[0]) {
                    let continues = block &+ 1 < blocks && start[16] == start[0]
                    until[block] = continues ? until[block &+ 1] : Int32(truncatingIfNeeded: 16 &* block &+ 16)
                } else {
                    until[block] = Int32(truncatingIfNeeded: 16 &* block)
                }
                block &-= 1
            }
            biasRow(source, blocks &* 16 &+ 16)
            var x = 0
            while x < count {
                let n = min(16, count &- x)
                if Int(until[x / 16]) >= x &+ 15 &+ taps {
                    let value = source[x] ^ 0x8000
                    (target + x).update(repeating: value, count: n)
                    x &+= 16
                    continue
                }
                var even = startOfSum
                var odd = startOfSum
                for p in 0..<pairCount {
                    let pair = unsafeBitCast(SIMD8<Int32>(repeating: pairs[p]), to: SIMD16<Int16>.self)
                    let at = source + (x &+ 2 &* p)
                    let a = unsafeBitCast(load16(at), to: SIMD16<Int16>.self)
                    let b = unsafeBitCast(load16(at + 1), to: SIMD16<Int16>.self)
                    even = even &+ penumbra_pair_products(a, pair)
                    odd = odd &+ penumbra_pair_products(b, pair)
                }
                let values = penumbra_interleave(even &>> 15, odd &>> 15)
                if n == 16 {
                    store16(values, target + x)
                } else {
                    for i in 0..<n { target[x &+ i] = values[i] }
                }
                x &+= 16
            }
        }
    }
}

@inline(__always)
private func biasRow(_ row: UnsafeMutablePointer<UInt16>, _ count: Int) {
    for x in 0..<count { row[x] = row[x] ^ 0x8000 }
}

extension Kernels {
    /// Enlarges a row: output i is made from the inputs from `(i + phase) / phases` on. There are 2 to the power of `shift`
    /// phases.
    ///
    /// `source` is the input of tap 0 for the first cycle of phases. Four values beyond the last tap must be readable.
    ///
    /// - Parameter paired: true if no weight is above 32767.
    public func enlarge(
        _ source: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt16>, _ taps: Int, _ shift: Int, _ phase: Int,
        _ paired: Bool, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        let mask = (1 &<< shift) &- 1
        @inline(__always) func one(_ i: Int) {
            let j = i &+ phase
            let w = weights + (j & mask) &* taps
            let s = source + (j &>> shift)
            var sum: UInt32 = 16384
            for t in 0..<taps { sum = sum &+ UInt32(s[t]) &* UInt32(w[t]) }
            target[i] = UInt16(truncatingIfNeeded: sum &>> 15)
        }
        // Outputs come in fours that start at a phase divisible by four. With only two phases, they come in twos, twice.
        let lead = paired && taps == 4 && shift > 0 ? min(count, (4 &- (phase & 3)) & 3) : count
        for i in 0..<lead { one(i) }
        guard lead < count else { return }
        var i = lead
        if shift == 1 {
            let both = penumbra_repeat_half(load8(weights))
            while i &+ 4 <= count {
                let s = source + ((i &+ phase) &>> 1)
                store4(penumbra_four_taps(fourValues(s), fourValues(s + 1), both), target + i)
                i &+= 4
            }
        } else {
            if shift == 2 {
                // Two whole cells at a time have the same weights everywhere.
                let all = load16(weights)
                var s = source + ((i &+ phase) &>> 2)
                while i &+ 8 <= count {
                    let eight = penumbra_eight_taps(fourValues(s), all, fourValues(s + 1), all)
                    UnsafeMutableRawPointer(target + i).storeBytes(of: eight, as: SIMD8<UInt16>.self)
                    s += 2
                    i &+= 8
                }
            }
            while i &+ 8 <= count {
                let (j, k) = (i &+ phase, i &+ phase &+ 4)
                let eight = penumbra_eight_taps(
                    fourValues(source + (j &>> shift)), load16(weights + (j & mask) &* 4),
                    fourValues(source + (k &>> shift)), load16(weights + (k & mask) &* 4))
                UnsafeMutableRawPointer(target + i).storeBytes(of: eight, as: SIMD8<UInt16>.self)
                i &+= 8
            }
            while i &+ 4 <= count {
                let j = i &+ phase
                let values = fourValues(source + (j &>> shift))
                store4(penumbra_four_taps(values, values, load16(weights + (j & mask) &* 4)), target + i)
                i &+= 4
            }
        }
        while i < count {
            one(i)
            i &+= 1
        }
    }
}

@inline(__always)
private func fourValues(_ pointer: UnsafePointer<UInt16>) -> UInt64 {
    UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self)
}

extension Kernels {
    /// Filters across rows: `target[x] = (Σₜ weights[t]·rows[t][x] + 16384) >> 15`.
    public func combineRows(
        _ rows: UnsafePointer<UnsafePointer<UInt16>>, _ weights: UnsafePointer<UInt16>, _ taps: Int,
        _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        // Taps outside the source are left out, so the weights may sum to less than one. The bias takes this sum into
        // account.
        var total: Int32 = 0
        for t in 0..<taps {
            if weights[t] == 32768 {
                target.update(from: rows[t], count: count)
                return
            }
            total = total &+ Int32(weights[t])
        }
        let start = SIMD8<Int32>(repeating: total &* 32768 &+ 16384)
        var x = 0
        while x &+ 16 <= count {
            var low = start
            var high = start
            var t = 0
            while t &+ 1 < taps {
                let (a, b) = (penumbra_biased(load16(rows[t] + x)), penumbra_biased(load16(rows[t &+ 1] + x)))
                let pair = penumbra_weight_pair(weights[t], weights[t &+ 1])
                low = low &+ penumbra_pair_products(penumbra_zip_low(a, b), pair)
                high = high &+ penumbra_pair_products(penumbra_zip_high(a, b), pair)
                t &+= 2
            }
            if t < taps {
                let a = penumbra_biased(load16(rows[t] + x))
                let pair = penumbra_weight_pair(weights[t], 0)
                low = low &+ penumbra_pair_products(penumbra_zip_low(a, a), pair)
                high = high &+ penumbra_pair_products(penumbra_zip_high(a, a), pair)
            }
            store16(penumbra_unzip(low &>> 15, high &>> 15), target + x)
            x &+= 16
        }
        while x < count {
            var sum: UInt32 = 16384
            for t in 0..<taps { sum = sum &+ UInt32(rows[t][x]) &* UInt32(weights[t]) }
            target[x] = UInt16(truncatingIfNeeded: sum &>> 15)
            x &+= 1
        }
    }

    /// Makes several rows from the same four rows: `targets[r][x] = (Σₜ weights[4r + t]·rowₜ[x] + 16384) >> 15`. No weight
    /// may be above 32767.
    ///
    /// - Parameter stride: the number of values from one target row to the next.
    public func combineFourRows(
        _ a: UnsafePointer<UInt16>, _ b: UnsafePointer<UInt16>, _ c: UnsafePointer<UInt16>, _ d: UnsafePointer<UInt16>,
        _ weights: UnsafePointer<UInt16>, _ rowCount: Int, _ target: UnsafeMutablePointer<UInt16>, _ stride: Int,
        _ count: Int
    ) {
        var x = 0
        while x &+ 16 <= count {
            let (va, vb) = (penumbra_biased(load16(a + x)), penumbra_biased(load16(b + x)))
            let (vc, vd) = (penumbra_biased(load16(c + x)), penumbra_biased(load16(d + x)))
            let (lowAB, highAB) = (penumbra_zip_low(va, vb), penumbra_zip_high(va, vb))
            let (lowCD, highCD) = (penumbra_zip_low(vc, vd), penumbra_zip_high(vc, vd))
            for r in 0..<rowCount {
                let w = weights + 4 &* r
                let (ab, cd) = (penumbra_weight_pair(w[0], w[1]), penumbra_weight_pair(w[2], w[3]))
                let low = startOfSum &+ penumbra_pair_products(lowAB, ab) &+ penumbra_pair_products(lowCD, cd)
                let high = startOfSum &+ penumbra_pair_products(highAB, ab) &+ penumbra_pair_products(highCD, cd)
                store16(penumbra_unzip(low &>> 15, high &>> 15), target + (r &* stride &+ x))
            }
            x &+= 16
        }
        while x < count {
            for r in 0..<rowCount {
                let w = weights + 4 &* r
                let left = UInt32(a[x]) &* UInt32(w[0]) &+ UInt32(b[x]) &* UInt32(w[1])
                let right = UInt32(c[x]) &* UInt32(w[2]) &+ UInt32(d[x]) &* UInt32(w[3])
                target[r &* stride &+ x] = UInt16(truncatingIfNeeded: (left &+ right &+ 16384) &>> 15)
            }
            x &+= 1
        }
    }

    /// Filters six rows with [1 3 3 1]² and keeps every second column. This makes two target rows, from rows 0…3 and from
    /// rows 2…5. `target[x]` is made from columns 2x … 2x + 3.
    ///
    /// The rows must be readable for `2·count + 16` values.
    public func downsample(
        _ rows: UnsafePointer<UnsafePointer<UInt16>>, _ first: UnsafeMutablePointer<UInt16>,
        _ second: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        let (a, b, c, d, e, f) = (rows[0], rows[1], rows[2], rows[3], rows[4], rows[5])
        let (left, right) = (penumbra_weight_pair(1, 3), penumbra_weight_pair(3, 1))
        // Sixty-four times the bias, plus half of the sixty-four by which the sum is divided.
        let start = SIMD8<Int32>(repeating: 32768 &* 64 &+ 32)
        @inline(__always) func eight(_ at: Int) -> (SIMD8<UInt16>, SIMD8<UInt16>) {
            @inline(__always) func across(_ row: UnsafePointer<UInt16>) -> SIMD8<Int32> {
                penumbra_pair_products(penumbra_biased(load16(row + at)), left)
                    &+ penumbra_pair_products(penumbra_biased(load16(row + (at &+ 2))), right)
            }
            let (hc, hd) = (across(c), across(d))
            let bc = across(b) &+ hc
            let de = hd &+ across(e)
            let upper = start &+ across(a) &+ hd &+ bc &+ bc &+ bc
            let lower = start &+ hc &+ across(f) &+ de &+ de &+ de
            return (penumbra_narrow8(upper &>> 6), penumbra_narrow8(lower &>> 6))
        }
        var x = 0
        while x &+ 8 <= count {
            let (upper, lower) = eight(2 &* x)
            UnsafeMutableRawPointer(first + x).storeBytes(of: upper, as: SIMD8<UInt16>.self)
            UnsafeMutableRawPointer(second + x).storeBytes(of: lower, as: SIMD8<UInt16>.self)
            x &+= 8
        }
        if x < count {
            let (upper, lower) = eight(2 &* x)
            for i in 0..<(count &- x) {
                first[x &+ i] = upper[i]
                second[x &+ i] = lower[i]
            }
        }
    }
}

private var startOfSum: SIMD8<Int32> {
    @inline(__always) get { SIMD8(repeating: 0x4000_4000) }
}
