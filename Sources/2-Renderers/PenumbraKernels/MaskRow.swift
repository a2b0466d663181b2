import CPenumbraVectors

// Functions of single mask values v, along a row, in place.

extension Kernels {
    /// Inverts a row: `32768 − v`.
    public func invert(_ row: UnsafeMutablePointer<UInt16>, _ count: Int) {
        for x in 0..<count { row[x] = 32768 &- row[x] }
    }

    /// Applies a threshold: `v > threshold ? 32768 : 0`.
    public func threshold(_ row: UnsafeMutablePointer<UInt16>, _ threshold: UInt16, _ count: Int) {
        for x in 0..<count { row[x] = row[x] > threshold ? 32768 : 0 }
    }

    /// Replaces each v by the position of v² between `low` and `high`, from 0 to 32768. `MaskMap.squareRamp` defines the
    /// formula. The row must be writable for `count` rounded up to a multiple of eight.
    public func squareRamp(_ row: UnsafeMutablePointer<UInt16>, _ low: UInt32, _ high: UInt32, _ count: Int) {
        let range = high &- low
        let shift = UInt32(max(0, 16 &- range.leadingZeroBitCount))
        let width = range &>> shift
        let (lows, highs) = (SIMD8<UInt32>(repeating: low), SIMD8<UInt32>(repeating: high))
        var x = 0
        while x < count {
            let v = penumbra_widen8(load8(row + x))
            let distance = (pointwiseMin(pointwiseMax(v &* v, lows), highs) &- lows) &>> SIMD8(repeating: shift)
            let d = pointwiseMin(distance, SIMD8(repeating: width))
            let result = penumbra_quotients(d &* 32768 &+ SIMD8(repeating: width / 2), width)
            UnsafeMutableRawPointer(row + x).storeBytes(of: penumbra_narrow_u8(result), as: SIMD8<UInt16>.self)
            x &+= 8
        }
    }

    /// Multiplies two masks, each inverted first if requested: `(a·b + 16384) >> 15`. Without a second mask, the result is
    /// the first mask.
    public func multiplyMasks(
        _ a: UnsafePointer<UInt16>, _ invertsA: Bool, _ b: UnsafePointer<UInt16>?, _ invertsB: Bool,
        _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        // v xor 0 or 0xFFFF, plus 0 or 32769, is v or 32768 − v.
        let (flipA, addA): (UInt16, UInt16) = invertsA ? (0xFFFF, 32769) : (0, 0)
        let (flipB, addB): (UInt16, UInt16) = invertsB ? (0xFFFF, 32769) : (0, 0)
        guard let b else {
            for x in 0..<count { target[x] = (a[x] ^ flipA) &+ addA }
            return
        }
        var x = 0
        while x &+ 16 <= count {
            let left = (load16(a + x) ^ SIMD16(repeating: flipA)) &+ SIMD16(repeating: addA)
            let right = (load16(b + x) ^ SIMD16(repeating: flipB)) &+ SIMD16(repeating: addB)
            store16(product(left, right), target + x)
            x &+= 16
        }
        while x < count {
            let (left, right) = ((a[x] ^ flipA) &+ addA, (b[x] ^ flipB) &+ addB)
            target[x] = UInt16(truncatingIfNeeded: product(UInt32(left), UInt32(right)))
            x &+= 1
        }
    }

    /// Merges four masks into pixels; without an alpha the pixels are opaque. Sources must be readable, and the target
    /// writable, for `count` rounded up to a multiple of eight.
    public func merge(
        _ red: UnsafePointer<UInt16>, _ green: UnsafePointer<UInt16>, _ blue: UnsafePointer<UInt16>,
        _ alpha: UnsafePointer<UInt16>?, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        var x = 0
        while x < count {
            let alphas = alpha.map { load8($0 + x) } ?? SIMD8(repeating: 32768)
            penumbra_merge_pixels(load8(red + x), load8(green + x), load8(blue + x), alphas, target + 4 &* x)
            x &+= 8
        }
    }
}
