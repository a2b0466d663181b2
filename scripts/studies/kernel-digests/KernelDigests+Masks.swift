import CPenumbraVectors

func testMasks(_ run: Run) {
    run("coverage") { t in
        let width = t.width()
        let stripCount = t.int(0...24)
        var strips: [StripWords] = []
        let spread = t.bool() ? width * 32768 : t.int(1...width * 32768)
        for _ in 0..<stripCount {
            // Strips along the right side are never made.
            let x0 = t.int(0...width * 32768 - 1)
            let x1 = max(0, min(width * 32768, x0 + t.int(-spread...spread)))
            let height = t.int(0...3) == 0 ? 32768 : t.int(1...32768)
            strips.append(SIMD4(0, Int32(x0), Int32(x1), Int32(t.bool() ? height : -height)))
        }
        let sums = t.take(Int32.self, width + 2)
        sums.update(repeating: 0, count: width + 2)
        let target = t.take(UInt16.self, width)
        kernels.coverage(t.copy(strips), stripCount, sums, target, width)
        t.add(target, width)
        t.add(sums, width + 2)
    }
    run("invert") { t in
        let count = t.width()
        let row = t.mask(count)
        kernels.invert(row, count)
        t.add(row, count)
    }
    run("threshold") { t in
        let count = t.width()
        let row = t.mask(count)
        kernels.threshold(row, t.share(), count)
        t.add(row, count)
    }
    run("squareRamp") { t in
        let count = t.width()
        let row = t.mask(roundedUp(count, to: 8))
        let high = t.int(1...(t.bool() ? 1 << 30 : 1 << t.int(0...30)))
        kernels.squareRamp(row, UInt32(t.int(0...high - 1)), UInt32(high), count)
        t.add(row, count)
    }
    run("multiplyMasks") { t in
        let count = t.width()
        let target = t.take(UInt16.self, count)
        let (a, b) = (t.mask(count), t.int(0...3) == 0 ? nil : t.mask(count))
        kernels.multiplyMasks(a, t.bool(), b.map { Values($0) }, t.bool(), target, count)
        t.add(target, count)
    }
    run("merge") { t in
        let count = t.width()
        let padded = roundedUp(count, to: 8)
        let target = t.take(UInt16.self, 4 * padded)
        let alpha = t.bool() ? t.mask(padded) : nil
        kernels.merge(t.mask(padded), t.mask(padded), t.mask(padded), alpha.map { Values($0) }, target, count)
        t.add(target, 4 * count)
    }
    run("noise") { t in
        let count = t.width()
        let target = t.take(UInt16.self, count)
        let columns = t.numbers(count, Int(Int32.min)...Int(Int32.max))
        kernels.noise(columns, Int32(bitPattern: t.word()), UInt32(t.share()), t.word(), target, count)
        t.add(target, count)
    }
}

func testMixes(_ run: Run) {
    run("extremes") { t in
        let (chunk, rows) = (16 * t.int(1...3), t.int(1...8))
        let chunks = t.int(1...5)
        let (lowest, highest) = (t.take(UInt16.self, chunks), t.take(UInt16.self, chunks))
        kernels.extremes(t.mask(rows * chunk * chunks), chunk * chunks, rows, chunk, lowest, highest)
        t.add(lowest, chunks)
        t.add(highest, chunks)
    }
    run("addShare") { t in
        let (count, rows) = (t.width(), t.int(1...8))
        let stride = roundedUp(count, to: 32)
        let positions = t.mask(rows * stride)
        if t.bool() {
            for i in stride..<max(stride, rows * stride) { positions[i] = positions[i - stride] }
        }
        let weightCount = t.int(1...(t.bool() ? 4 : 60))
        let weights = t.take(Int16.self, weightCount)
        for i in 0..<weightCount { weights[i] = t.int(0...2) == 0 ? (t.bool() ? 0 : 16384) : Int16(t.int(-8100...24400)) }
        let sums = t.take(UInt16.self, rows * stride)
        sums.update(repeating: 0, count: rows * stride)
        let shift = t.int(0...15)
        kernels.addShare(
            t.mask(rows * stride), positions, t.int(0...32768), shift, weights, weightCount - 1, sums, count, rows: rows,
            stride: stride)
        for row in 0..<rows { t.add(sums + row * stride, count) }
    }
    run("addWhole") { t in
        let (count, rows) = (t.width(), t.int(1...8))
        let stride = roundedUp(count, to: 32)
        let sums = t.numbers16(rows * stride)
        kernels.addWhole(t.mask(rows * stride), sums, count, rows: rows, stride: stride)
        for row in 0..<rows { t.add(sums + row * stride, count) }
    }
    run("limitSums") { t in
        let count = t.width()
        let target = t.take(UInt16.self, count)
        let limit = t.bool() ? t.mask(count) : nil
        kernels.limitSums(t.numbers16(roundedUp(count, to: 16)), limit.map { Values($0) }, target, count)
        t.add(target, count)
    }
}

extension Trial {
    /// Returns sums of −16384…49151 in 16 bits, which are all patterns of bits.
    mutating func numbers16(_ count: Int) -> UnsafeMutablePointer<UInt16> {
        let result = take(UInt16.self, count)
        for i in 0..<count { result[i] = UInt16(truncatingIfNeeded: next()) }
        return result
    }
}

func testFilters(_ run: Run) {
    run("convolve") { t in
        let (count, taps) = (t.width(), t.int(1...(t.bool() ? 6 : 60)))
        let target = t.take(UInt16.self, count)
        kernels.convolve(t.mask(count + taps + 32), t.filter(taps), taps, target, count)
        t.add(target, count)
    }
    run("enlarge") { t in
        let (count, shift) = (t.width(), t.int(0...5))
        let taps = t.int(0...2) == 0 ? t.int(1...9) : 4
        let phase = t.int(0...(1 << shift - 1))
        let paired = taps > 1 && t.int(0...3) > 0
        let target = t.take(UInt16.self, count)
        kernels.enlarge(
            t.mask((count - 1 + phase) >> shift + taps + 4), t.filter(taps, phases: 1 << shift, hasUnits: !paired), taps,
            shift, phase, paired, target, count)
        t.add(target, count)
    }
    run("combineRows") { t in
        let (count, taps) = (t.width(), t.int(1...30))
        var rows: [Values] = []
        for _ in 0..<taps { rows.append(Values(t.mask(count))) }
        let target = t.take(UInt16.self, count)
        // Taps outside the source are left out.
        let left = t.bool() ? 0 : t.int(0...taps - 1)
        let weights = t.filter(taps, hasUnits: t.bool())
        kernels.combineRows(t.copy(rows), weights + left, taps - left, target, count)
        t.add(target, count)
    }
    run("combineFourRows") { t in
        let (count, rowCount) = (t.width(), t.int(1...8))
        let stride = count + t.int(0...9)
        let target = t.take(UInt16.self, stride * rowCount)
        kernels.combineFourRows(
            t.mask(count), t.mask(count), t.mask(count), t.mask(count), t.filter(4, phases: rowCount), rowCount, target,
            stride, count)
        for row in 0..<rowCount { t.add(target + row * stride, count) }
    }
    run("downsample") { t in
        let count = t.width()
        var rows: [Values] = []
        for _ in 0..<6 { rows.append(Values(t.mask(2 * count + 16))) }
        let (first, second) = (t.take(UInt16.self, count), t.take(UInt16.self, count))
        kernels.downsample(t.copy(rows), first, second, count)
        t.add(first, count)
        t.add(second, count)
    }
}

func testSpreading(_ run: Run) {
    run("peaks") { t in
        let count = t.width()
        let target = t.take(UInt16.self, count)
        let (above, middle, below) = (t.mask(count + 2), t.mask(count + 2), t.mask(count + 2))
        if t.int(0...3) == 0 {
            // The same values on both sides of each pixel, so that no edge has a direction.
            for x in 2..<max(2, count + 2) { (above[x], middle[x]) = (above[x - 2], middle[x - 2]) }
            below.update(from: above, count: count + 2)
        }
        kernels.peaks(above, middle, below, t.bool(), 129, target, count)
        t.add(target, count)
    }
    run("quadrupleRuns") { t in
        let (count, length) = (t.width(), 1 << (2 * t.int(0...3)))
        let target = t.take(UInt16.self, count)
        kernels.quadrupleRuns(t.mask(count + 3 * length), length, target, count)
        t.add(target, count)
    }
    run("spread") { t in
        let count = t.int(1...200)
        let padded = roundedUp(count, to: 16)
        let stride = padded + 40
        func places(_ count: Int, _ t: inout Trial) -> penumbra_places {
            let places = t.take(Int.self, count)
            for i in 0..<count { places[i] = t.int(0...6) * stride + t.int(0...40) }
            return penumbra_places(places: places, count: count)
        }
        let ringCount = t.int(0...12)
        let shares = t.take(UInt16.self, ringCount)
        for i in 0..<ringCount { shares[i] = UInt16(t.int(0...32767)) }
        let row = penumbra_spread_row(
            inner: places(t.int(0...9), &t), outer: places(t.int(0...9), &t), ring: places(ringCount, &t), shares: shares,
            inside_count: t.int(0...ringCount), value_stride: stride)
        let target = t.take(UInt16.self, padded)
        kernels.spread(row, t.mask(8 * stride), target, count)
        t.add(target, count)
    }
}
