import CPenumbraVectors

/// A strip of a boundary inside one row, with the layout of `Coverage.Strip`: row, x₀, x₁ and dy.
public typealias StripWords = SIMD4<Int32>

extension Kernels {
    /// Sums one row of exact coverage from its strips; `Coverage` defines the formula.
    ///
    /// - Parameters:
    ///   - strips: the row's strips.
    ///   - sums: `width + 2` values that are zero before and after the call.
    ///   - target: receives `width` mask values.
    public func coverage(
        _ strips: UnsafePointer<StripWords>, _ stripCount: Int, _ sums: UnsafeMutablePointer<Int32>,
        _ target: UnsafeMutablePointer<UInt16>, _ width: Int
    ) {
        guard stripCount > 0 else {
            target.update(repeating: 0, count: width)
            return
        }
        for i in 0..<stripCount { addStrip(strips[i], sums) }
        // Between columns that strips touch, the sum stays constant. With few strips, their column ranges are walked from
        // left to right.
        if stripCount <= 8 {
            var ranges = (
                SIMD8<Int32>(repeating: Int32.max), SIMD8<Int32>(repeating: Int32.max)
            )
            for i in 0..<stripCount {
                let low = min(strips[i].y, strips[i].z) &>> 15
                let high = (max(strips[i].y, strips[i].z) &>> 15) &+ 2
                var at = i
                while at > 0 && ranges.0[at &- 1] > low {
                    ranges.0[at] = ranges.0[at &- 1]
                    ranges.1[at] = ranges.1[at &- 1]
                    at &-= 1
                }
                ranges.0[at] = low
                ranges.1[at] = high
            }
            var sum: Int32 = 0
            var x = 0
            for i in 0..<stripCount {
                let from = min(width, Int(ranges.0[i]))
                if from > x {
                    target.advanced(by: x).update(repeating: maskValue(sum), count: from &- x)
                    x = from
                }
                let to = min(width, Int(ranges.1[i]))
                while x < to {
                    sum = sum &+ sums[x]
                    sums[x] = 0
                    target[x] = maskValue(sum)
                    x &+= 1
                }
            }
            if x < width { target.advanced(by: x).update(repeating: maskValue(sum), count: width &- x) }
        } else {
            var x = 0
            var before = SIMD8<Int32>(repeating: 0)
            while x &+ 8 <= width {
                let place = UnsafeMutableRawPointer(sums + x)
                let running = penumbra_running_sums(place.loadUnaligned(as: SIMD8<Int32>.self)) &+ before
                place.storeBytes(of: SIMD8(repeating: 0), as: SIMD8<Int32>.self)
                UnsafeMutableRawPointer(target + x).storeBytes(of: maskValues(running), as: SIMD8<UInt16>.self)
                before = SIMD8(repeating: running[7])
                x &+= 8
            }
            var sum = before[7]
            while x < width {
                sum = sum &+ sums[x]
                sums[x] = 0
                target[x] = maskValue(sum)
                x &+= 1
            }
        }
        sums[width] = 0
        sums[width &+ 1] = 0
    }
}

@inline(__always)
private func maskValue(_ sum: Int32) -> UInt16 {
    UInt16(truncatingIfNeeded: (max(0, min(sum, 1 &<< 24)) &+ 256) &>> 9)
}

@inline(__always)
private func maskValues(_ sums: SIMD8<Int32>) -> SIMD8<UInt16> {
    let inside = pointwiseMax(SIMD8(repeating: 0), pointwiseMin(sums, SIMD8(repeating: 1 &<< 24)))
    return penumbra_narrow8((inside &+ SIMD8(repeating: 256)) &>> SIMD8(repeating: 9))
}

@inline(__always)
private func addStrip(_ strip: StripWords, _ sums: UnsafeMutablePointer<Int32>) {
    let (x0, x1, dy) = (strip.y, strip.z, strip.w)
    let low = min(x0, x1)
    let high = max(x0, x1)
    let sign: Int32 = dy < 0 ? -1 : 1
    let height = dy < 0 ? 0 &- dy : dy
    let first = low &>> 15
    let last = max(first, (high &- 1) &>> 15)

    @inline(__always) func add(_ column: Int32, _ h: Int32, _ lr: Int32) {
        // The product needs all 32 bits, as h ≤ 2¹⁵ and l + r ≤ 2¹⁶.
        let beyond = Int32(bitPattern: (UInt32(bitPattern: h) &* UInt32(bitPattern: lr) &+ 64) &>> 7)
        sums[Int(column)] = sums[Int(column)] &+ sign &* (h &* 512 &- beyond)
        sums[Int(column) &+ 1] = sums[Int(column) &+ 1] &+ sign &* beyond
    }

    if first == last {
        add(first, height, (low &- first &* 32768) &+ (high &- first &* 32768))
        return
    }
    let run = high &- low
    let start = height &* ((first &+ 1) &* 32768 &- low)
    var y = start / run
    add(first, y, (low &- first &* 32768) &+ 32768)
    var column = first &+ 1
    // Most strips cross two columns, and divisions take long.
    guard column < last else {
        add(last, height &- y, high &- last &* 32768)
        return
    }
    var remainder = start &- y &* run
    let step = height &* 32768
    let quotient = step / run
    let rest = step &- quotient &* run
    while column < last {
        var h = quotient
        remainder = remainder &+ rest
        if remainder >= run {
            remainder = remainder &- run
            h = h &+ 1
        }
        add(column, h, 32768)
        y = y &+ h
        column = column &+ 1
    }
    add(last, height &- y, high &- last &* 32768)
}
