import CPenumbraVectors

let kernels = Kernels()
typealias Values = UnsafePointer<UInt16>
typealias Target = UnsafeMutablePointer<UInt16>

@_cdecl("kernel_digests")
public func kernelDigests(_ seed: UInt64, _ rounds: Int, _ report: Report) {
    let run = Run(seed: seed, rounds: rounds, report: report)
    testMasks(run)
    testMixes(run)
    testFilters(run)
    testSpreading(run)
    testGradients(run)
    testCompositing(run)
    testBlendModes(run)
    testColors(run)
    testResampling(run)
    testTransforms(run)
    testBlurs(run)
}

extension Trial {
    /// The number of pixels of a row.
    mutating func width() -> Int { int(1...80) }

    /// A Q15 value of 0…32768, often one of the two ends.
    mutating func share() -> UInt16 {
        switch int(0...5) {
        case 0: return 0
        case 1: return 32768
        default: return UInt16(int(0...32768))
        }
    }

    /// Returns a row of mask values: random ones, runs, or mostly 0 and 32768.
    mutating func mask(_ count: Int) -> UnsafeMutablePointer<UInt16> {
        let result = take(UInt16.self, count)
        let kind = int(0...3)
        var (value, left) = (UInt16(0), 0)
        for i in 0..<count {
            if left == 0 {
                left = kind == 0 ? 1 : int(1...(kind == 1 ? 6 : 50))
                value = kind == 0 ? UInt16(int(0...32768)) : share()
            }
            result[i] = value
            left -= 1
        }
        return result
    }

    /// Returns premultiplied colours.
    mutating func colors(_ count: Int) -> UnsafeMutablePointer<UInt16> {
        let alphas = mask(count)
        let result = take(UInt16.self, 4 * count)
        let repeats = bool()
        for x in 0..<count {
            let color = repeats && x > 0 && alphas[x] == alphas[x - 1] ? nil : Optional(color(UInt32(alphas[x])))
            for i in 0..<4 { result[4 * x + i] = color?[i] ?? result[4 * (x - 1) + i] }
        }
        return result
    }

    /// A premultiplied colour.
    mutating func color(_ alpha: UInt32) -> SIMD4<UInt16> {
        func part(_ value: UInt16) -> UInt16 { UInt16((UInt32(value) * alpha + 16384) >> 15) }
        return SIMD4(part(share()), part(share()), part(share()), UInt16(alpha))
    }

    /// Returns weights of 0 or more with the given sum.
    mutating func weights(_ count: Int, sum: Int) -> [Int] {
        var weights = [Int](repeating: 0, count: count)
        var left = sum
        for i in 0..<count {
            weights[i] = i == count - 1 ? left : int(0...min(left, 2 * left / (count - i)))
            left -= weights[i]
        }
        let other = int(0...count - 1)
        weights.swapAt(other, count - 1)
        return weights
    }

    /// Returns Q15 weights of several phases, each with the sum 32768.
    ///
    /// - Parameter hasUnits: whether a weight may be 32768.
    mutating func filter(_ taps: Int, phases: Int = 1, hasUnits: Bool = false) -> UnsafeMutablePointer<UInt16> {
        let result = take(UInt16.self, taps * phases)
        for phase in 0..<phases {
            var each = weights(taps, sum: 32768)
            if !hasUnits, taps > 1, let unit = each.firstIndex(of: 32768) {
                each[unit] -= 1
                each[(unit + 1) % taps] += 1
            }
            for t in 0..<taps { result[phase * taps + t] = UInt16(each[t]) }
        }
        return result
    }

    /// Returns weights that may be negative, with the sum 32768 and magnitudes that sum to at most `most`.
    mutating func signedWeights(_ count: Int, most: Int) -> [Int32] {
        guard count > 1 else { return [32768] }
        let negative = int(0...(most - 32768) / 2)
        let positives = int(1...count - 1)
        let (up, down) = (weights(positives, sum: 32768 + negative), weights(count - positives, sum: negative))
        return up.map { Int32($0) } + down.map { Int32(-$0) }
    }

    mutating func copy<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
        let result = take(Value.self, values.count)
        for i in 0..<values.count { result[i] = values[i] }
        return result
    }
}
