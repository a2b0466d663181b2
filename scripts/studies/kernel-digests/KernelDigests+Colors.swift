import CPenumbraVectors

/// The shift and the multiplier that divide by a width, as `GradientShading.Scale` finds them.
func scale(_ width: Int32) -> (shift: Int32, multiplier: UInt32) {
    guard width > 0 else { return (0, 0) }
    let shift = Int32(32 - width.leadingZeroBitCount) - 16
    let shifted = UInt32(shift >= 0 ? width >> shift : width << -shift)
    return (shift, ((1 << 31) + shifted / 2) / shifted)
}

extension Trial {
    /// Returns the parts of positions that belong to the columns, and the part of a row. Both have magnitudes below 2³⁰.
    ///
    /// - Parameter reach: the approximate magnitude of most sums.
    mutating func positions(_ count: Int, reach: Int) -> (columns: UnsafeMutablePointer<Int32>, row: Int32) {
        let most = 1 << 30 - 1
        func held(_ value: Int) -> Int32 { Int32(max(-most, min(most, value))) }
        let columns = take(Int32.self, count)
        let row = int(-most...most) >> (bool() ? 0 : 8)
        let (start, step) = (int(-reach...reach), int(-reach...reach) / int(1...count))
        let kind = int(0...3)
        for x in 0..<count {
            let sum = kind == 0 ? int(-2 * reach...2 * reach) : start + step * x
            columns[x] = held(kind == 1 ? int(-most...most) : sum - row)
        }
        return (columns, held(row))
    }

    /// Returns the intervals of a gradient.
    mutating func intervals(_ isPremultiplied: Bool) -> [penumbra_interval] {
        let length = 1 << 18
        var starts = [0]
        for _ in 0..<int(0...5) { starts.append(int(0...length)) }
        starts.sort()
        return starts.indices.map { i in
            let end = i + 1 < starts.count ? starts[i + 1] : length
            let (shift, multiplier) = scale(Int32(end - starts[i]))
            func words(_ t: inout Trial) -> (UInt32, UInt32) {
                let c = isPremultiplied ? t.color(UInt32(t.share())) : SIMD4(t.share(), t.share(), t.share(), t.share())
                return (UInt32(c.x) | UInt32(c.y) << 16, UInt32(c.z) | UInt32(c.w) << 16)
            }
            return penumbra_interval(
                start: Int32(starts[i]), shift: shift, multiplier: multiplier, first: words(&self), last: words(&self))
        }
    }

    /// Returns positions along a gradient, some of which are repeated.
    mutating func gradientPositions(_ count: Int) -> UnsafeMutablePointer<Int32> {
        let result = take(Int32.self, count)
        var (value, left) = (Int32(0), 0)
        let longest = bool() ? 1 : 40
        for x in 0..<count {
            if left == 0 {
                left = int(1...longest)
                value = int(0...4) == 0 ? (bool() ? 0 : 1 << 18) : int32(0...1 << 18)
            }
            result[x] = value
            left -= 1
        }
        return result
    }
}

func testRound(_ run: Run, _ name: StaticString, hasDrift: Bool, isHyperbolic: Bool) {
    run(name) { t in
        let count = t.width()
        let padded = roundedUp(count, to: 8)
        // Most radii lie near the ring from `inner` to `inner + span`.
        let reach = 1 << t.int(8...21)
        let (u, v) = (t.positions(padded, reach: reach), t.positions(padded, reach: reach))
        let w = t.positions(padded, reach: 1 << t.int(8...22))
        let isFar = t.int(0...9) == 0
        let inner = isFar ? t.int(-(1 << 30)...1 << 30) : t.int(0...3) == 0 ? 0 : t.int(-reach...reach)
        let span = isFar ? t.int(0...1 << 30) : t.int(0...2 * reach)
        let (shift, multiplier) = scale(Int32(span))
        let row = penumbra_round_row(
            column_u: u.columns, column_v: v.columns, row_u: u.row, row_v: v.row,
            column_w: hasDrift ? Optional(UnsafePointer(w.columns)) : nil, is_hyperbolic: isHyperbolic,
            row_w: hasDrift ? w.row : 0, farthest_drift: 1 << 22, farthest: 1 << 21,
            inner: Int32(inner), span: Int32(span), shift: shift, multiplier: multiplier, length: 1 << 18)
        let target = t.take(Int32.self, padded)
        kernels.roundPositions(row, target, count)
        t.add(target, count)
    }
}

func testGradients(_ run: Run) {
    run("linearPositions") { t in
        let count = t.width()
        let (columns, row) = t.positions(count, reach: 1 << 18)
        let target = t.take(Int32.self, count)
        kernels.linearPositions(columns, row, 1 << 18, target, count)
        t.add(target, count)
    }
    testRound(run, "roundPositions", hasDrift: false, isHyperbolic: false)
    testRound(run, "roundPositions with drift", hasDrift: true, isHyperbolic: false)
    testRound(run, "roundPositions hyperbolic", hasDrift: true, isHyperbolic: true)
    run("conicPositions") { t in
        let count = t.width()
        let padded = roundedUp(count, to: 8)
        let reach = 1 << t.int(0...29)
        let (u, v) = (t.positions(padded, reach: reach), t.positions(padded, reach: reach))
        let coefficients = t.copy([41721, -13876, 8065, -4831, 2166, -477] as [Int32])
        let target = t.take(Int32.self, padded)
        kernels.conicPositions(u.columns, v.columns, u.row, v.row, coefficients, 6, target, count)
        t.add(target, count)
    }
    run("shade") { t in
        let count = t.width()
        let padded = roundedUp(count, to: 8)
        let isPremultiplied = t.bool()
        let intervals = t.intervals(isPremultiplied)
        let target = t.take(UInt16.self, 4 * padded)
        kernels.shade(t.gradientPositions(padded), t.copy(intervals), intervals.count, isPremultiplied, target, count)
        t.add(target, 4 * count)
    }
    run("shadeMask") { t in
        let count = t.width()
        let padded = roundedUp(count, to: 8)
        let intervals = t.intervals(t.bool())
        let target = t.take(UInt16.self, padded)
        kernels.shadeMask(t.gradientPositions(padded), t.copy(intervals), intervals.count, target, count)
        t.add(target, count)
    }
}

func testCompositing(_ run: Run) {
    run("compositeColor") { t in
        let count = t.width()
        let destination = t.colors(count)
        kernels.compositeColor(destination, t.color(UInt32(t.share())), count)
        t.add(destination, 4 * count)
    }
    run("compositeColorMasked") { t in
        let count = t.width()
        let destination = t.colors(count)
        kernels.compositeColorMasked(destination, t.color(UInt32(t.share())), t.mask(count), count)
        t.add(destination, 4 * count)
    }
    run("compositeSurface") { t in
        let count = t.width()
        let destination = t.colors(count)
        let mask = t.bool() ? t.mask(count) : nil
        kernels.compositeSurface(destination, t.colors(count), mask.map { Values($0) }, UInt32(t.share()), count)
        t.add(destination, 4 * count)
    }
    run("mixSurface") { t in
        let count = t.width()
        let destination = t.colors(count)
        let mask = t.bool() ? t.mask(count) : nil
        kernels.mixSurface(destination, t.colors(count), mask.map { Values($0) }, UInt32(t.share()), count)
        t.add(destination, 4 * count)
    }
    run("extractChannel") { t in
        let count = t.width()
        let target = t.take(UInt16.self, count)
        kernels.extractChannel(t.colors(count), t.int(0...3), target, count)
        t.add(target, count)
    }
    run("finish") { t in
        let count = t.width()
        let target = t.take(UInt8.self, 4 * count)
        kernels.finish(t.colors(count), target, count)
        t.add(target, 4 * count)
    }
    run("finishDeep") { t in
        let count = t.width()
        let target = t.take(UInt8.self, 8 * count)
        kernels.finishDeep(t.colors(count), target, count)
        t.add(target, 8 * count)
    }
}

func testBlendModes(_ run: Run) {
    // Mode 0, normal, has kernels of its own.
    let names: [StaticString] = [
        "blend multiply", "blend screen", "blend overlay", "blend darken", "blend lighten", "blend color-dodge",
        "blend color-burn", "blend hard-light", "blend soft-light", "blend difference", "blend exclusion", "blend hue",
        "blend saturation", "blend color", "blend luminosity", "blend plus-lighter", "blend plus-darker",
    ]
    for index in names.indices {
        run(names[index]) { t in
            let count = t.width()
            let destination = t.colors(count)
            let mask = t.bool() ? t.mask(count) : nil
            kernels.blend(
                UInt32(index + 1), destination, t.colors(count), mask.map { Values($0) }, UInt32(t.share()), count)
            t.add(destination, 4 * count)
        }
    }
}

func testColors(_ run: Run) {
    run("mapColors") { t in
        let (count, matrixCount) = (t.width(), t.int(1...3))
        let table = t.take(Int32.self, 14 * matrixCount)
        for i in 0..<matrixCount {
            for row in 0..<3 {
                var left = t.int(0...65535)
                for column in 0..<4 {
                    let magnitude = t.int(0...left)
                    left -= magnitude
                    table[14 * i + 4 * row + column] = Int32(t.bool() ? magnitude : -magnitude)
                }
            }
            table[14 * i + 12] = t.int32(0...15)
            table[14 * i + 13] = Int32(t.share())
        }
        let target = t.take(UInt16.self, 4 * count)
        kernels.mapColors(t.colors(count), table, 14, matrixCount, target, count)
        t.add(target, 4 * count)
    }
    run("dither") { t in
        let count = t.width()
        let offsets = t.take(Int32.self, 8)
        for i in 0..<8 { offsets[i] = Int32(2 * t.int(0...63) - 63) }
        let target = t.take(UInt16.self, 4 * count)
        kernels.dither(t.colors(count), offsets, target, count)
        t.add(target, 4 * count)
    }
    run("filterColumns") { t in
        let (count, length) = (t.width(), t.int(1...60))
        let stage = t.stage()
        var (starts, offsets, weights): ([Int32], [Int32], [Int32]) = ([], [0], [])
        for _ in 0..<count {
            let taps = t.int(1...min(length, 12))
            starts.append(t.int32(0...length - taps))
            weights += t.signedWeights(taps, most: stage.most)
            offsets.append(Int32(weights.count))
        }
        let target = t.take(UInt16.self, 4 * count)
        kernels.filterColumns(
            t.filterInput(length, stage), t.copy(starts), t.copy(offsets), t.copy(weights), sourceLift: stage.sourceLift,
            targetLift: stage.targetLift, lowest: -9421, highest: 42189, target, count)
        t.add(target, 4 * count)
    }
    run("filterRows") { t in
        let (count, taps) = (t.width(), t.int(1...12))
        let stage = t.stage()
        let stride = 4 * (count + t.int(0...5))
        let target = t.take(UInt16.self, 4 * count)
        kernels.filterRows(
            t.filterInput(stride / 4 * taps, stage), stride, t.copy(t.signedWeights(taps, most: stage.most)), taps,
            sourceLift: stage.sourceLift, targetLift: stage.targetLift, lowest: -9421, highest: 42189, target, count)
        t.add(target, 4 * count)
    }
}
