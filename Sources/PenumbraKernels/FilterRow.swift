// One-dimensional filters of masks. Weights are Q15 and sum to 32768, so no 32-bit sum overflows.

/// `target[x] = (Σₜ weights[t]·source[x + t] + 16384) >> 15`. `source` must be readable for `count + taps + 15` values.
public func convolveRow(
    _ source: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt16>, _ taps: Int,
    _ target: UnsafeMutablePointer<UInt16>, _ count: Int
) {
    var x = 0
    while x &+ 16 <= count {
        var sum = SIMD16<UInt32>(repeating: 16384)
        for t in 0..<taps { sum = sum &+ widened(load16(source + (x &+ t))) &* UInt32(weights[t]) }
        store16(narrowed(sum &>> 15), target + x)
        x &+= 16
    }
    while x < count {
        var sum: UInt32 = 16384
        for t in 0..<taps { sum = sum &+ UInt32(source[x &+ t]) &* UInt32(weights[t]) }
        target[x] = UInt16(truncatingIfNeeded: sum &>> 15)
        x &+= 1
    }
}

/// Enlargement along a row: output i is made of the inputs from `(i + phase) / phases` on. `source` is the input of tap 0
/// for the first cycle of phases; `phases` is 2 to the power of `shift`.
public func enlargeRow(
    _ source: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt16>, _ taps: Int, _ shift: Int, _ phase: Int,
    _ target: UnsafeMutablePointer<UInt16>, _ count: Int
) {
    let mask = (1 &<< shift) &- 1
    guard taps == 4 else {
        for i in 0..<count {
            let j = i &+ phase
            let w = weights + (j & mask) &* taps
            let s = source + (j &>> shift)
            var sum: UInt32 = 16384
            for t in 0..<taps { sum = sum &+ UInt32(s[t]) &* UInt32(w[t]) }
            target[i] = UInt16(truncatingIfNeeded: sum &>> 15)
        }
        return
    }
    var i = 0
    while i < count {
        let j = i &+ phase
        let s = source + (j &>> shift)
        let (a, b, c, d) = (UInt32(s[0]), UInt32(s[1]), UInt32(s[2]), UInt32(s[3]))
        let from = j & mask
        let run = min(count &- i, mask &+ 1 &- from)
        if a == b && b == c && c == d {
            target.advanced(by: i).update(repeating: UInt16(truncatingIfNeeded: a), count: run)
        } else {
            let w = weights + from &* 4
            for q in 0..<run {
                let sum = a &* UInt32(w[4 &* q]) &+ b &* UInt32(w[4 &* q &+ 1]) &+ c &* UInt32(w[4 &* q &+ 2])
                    &+ d &* UInt32(w[4 &* q &+ 3]) &+ 16384
                target[i &+ q] = UInt16(truncatingIfNeeded: sum &>> 15)
            }
        }
        i &+= run
    }
}

/// `target[x] = (Σₜ weights[t]·rows[t][x] + 16384) >> 15`.
public func combineRows(
    _ rows: UnsafePointer<UnsafePointer<UInt16>>, _ weights: UnsafePointer<UInt16>, _ taps: Int,
    _ target: UnsafeMutablePointer<UInt16>, _ count: Int
) {
    if taps == 4 {
        let (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3])
        let (wa, wb, wc, wd) = (UInt32(weights[0]), UInt32(weights[1]), UInt32(weights[2]), UInt32(weights[3]))
        for x in 0..<count {
            let left = UInt32(a[x]) &* wa &+ UInt32(b[x]) &* wb
            let right = UInt32(c[x]) &* wc &+ UInt32(d[x]) &* wd
            target[x] = UInt16(truncatingIfNeeded: (left &+ right &+ 16384) &>> 15)
        }
        return
    }
    var x = 0
    while x &+ 16 <= count {
        var sum = SIMD16<UInt32>(repeating: 16384)
        for t in 0..<taps { sum = sum &+ widened(load16(rows[t] + x)) &* UInt32(weights[t]) }
        store16(narrowed(sum &>> 15), target + x)
        x &+= 16
    }
    while x < count {
        var sum: UInt32 = 16384
        for t in 0..<taps { sum = sum &+ UInt32(rows[t][x]) &* UInt32(weights[t]) }
        target[x] = UInt16(truncatingIfNeeded: sum &>> 15)
        x &+= 1
    }
}

/// [1 3 3 1]² of four rows, every second column: `target[x]` is centred between columns 2x + 1 and 2x + 2 of the rows.
///
/// - Parameter sums: room for `2·count + 2` values.
public func downsampleRow(
    _ a: UnsafePointer<UInt16>, _ b: UnsafePointer<UInt16>, _ c: UnsafePointer<UInt16>, _ d: UnsafePointer<UInt16>,
    _ sums: UnsafeMutablePointer<UInt32>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
) {
    for x in 0..<(2 &* count &+ 2) {
        sums[x] = UInt32(a[x]) &+ UInt32(d[x]) &+ 3 &* (UInt32(b[x]) &+ UInt32(c[x]))
    }
    for x in 0..<count {
        let s = sums + 2 &* x
        target[x] = UInt16(truncatingIfNeeded: (s[0] &+ s[3] &+ 3 &* (s[1] &+ s[2]) &+ 32) &>> 6)
    }
}
