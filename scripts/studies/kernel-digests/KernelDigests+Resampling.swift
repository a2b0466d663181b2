import CPenumbraVectors

/// The numbers of a `FilterColors.Stage`.
struct Stage {
    var sourceLift: Int32 = 0
    var targetLift: Int32 = 0
    /// The largest sum of the weights' magnitudes.
    var most = 65535
}

extension Trial {
    mutating func stage() -> Stage {
        switch int(0...2) {
        case 0: return Stage()
        case 1: return Stage(targetLift: 16384)
        default: return Stage(sourceLift: 16384, most: 50900)
        }
    }

    /// Returns colours, or the lifted values of −9421…42189 that a first filter makes.
    mutating func filterInput(_ count: Int, _ stage: Stage) -> UnsafeMutablePointer<UInt16> {
        guard stage.sourceLift > 0 else { return colors(count) }
        let result = take(UInt16.self, 4 * count)
        for i in 0..<4 * count { result[i] = UInt16(16384 + int(-9421...42189)) }
        return result
    }

    /// Returns the columns of a `ResamplingTable` that reads `length` pixels.
    mutating func columns(
        _ count: Int, _ length: Int, mostTaps: Int
    ) -> (starts: [Int32], offsets: [Int32], weights: [UInt32]) {
        var (starts, offsets, weights): ([Int32], [Int32], [UInt32]) = ([], [0], [])
        for _ in 0..<count {
            let taps = int(1...min(length, mostTaps))
            starts.append(int32(0...length - taps))
            weights += self.weights(taps, sum: 65536).map { UInt32($0) }
            offsets.append(Int32(weights.count))
        }
        return (starts, offsets, weights)
    }
}

func testResampling(_ run: Run) {
    run("combineByteRows") { t in
        // Rows are combined in blocks of 2048 bytes.
        let count = t.int(0...19) == 0 ? t.int(2000...4200) : t.int(1...320)
        let (taps, stride) = (t.int(1...9), count + t.int(0...9))
        let weights = t.weights(taps, sum: 8_421_505).map { UInt32($0) }
        let target = t.take(UInt16.self, count)
        kernels.combineByteRows(
            t.bytes(stride * taps), stride, t.copy(weights), taps, t.take(UInt32.self, 2048), target, count)
        t.add(target, count)
    }
    run("premultiply") { t in
        let count = t.width()
        let target = t.take(UInt16.self, 4 * count)
        kernels.premultiply(t.bytes(4 * count), target, count)
        t.add(target, 4 * count)
    }
    run("accumulate, roundSums") { t in
        let (count, taps) = (t.int(1...320), t.int(1...6))
        let sums = t.take(UInt32.self, count)
        sums.update(repeating: 32768, count: count)
        for weight in t.weights(taps, sum: 65536) { kernels.accumulate(t.mask(count), UInt32(weight), sums, count) }
        t.add(sums, count)
        let target = t.take(UInt16.self, count)
        kernels.roundSums(sums, target, count)
        t.add(target, count)
        t.add(sums, count)
    }
    run("combineColumns") { t in
        let (count, length, origin) = (t.width(), t.int(1...90), t.int(0...50))
        let table = t.columns(count, length, mostTaps: 12)
        let target = t.take(UInt16.self, 4 * count)
        kernels.combineColumns(
            t.colors(length), origin, t.copy(table.starts.map { $0 + Int32(origin) }), t.copy(table.offsets),
            t.copy(table.weights), target, count)
        t.add(target, 4 * count)
    }
    run("combineFourColumns") { t in
        let (count, length, origin) = (t.width(), t.int(1...90), t.int(0...50))
        let table = t.columns(count, length, mostTaps: 4)
        let weights = t.take(UInt32.self, 16 * count)
        for i in 0..<count {
            for tap in 0..<4 {
                let at = Int(table.offsets[i]) + tap
                (weights + 16 * i + 4 * tap).update(repeating: at < table.offsets[i + 1] ? table.weights[at] : 0, count: 4)
            }
        }
        let target = t.take(UInt16.self, 4 * count)
        kernels.combineFourColumns(
            t.colors(length + 3), origin, t.copy(table.starts.map { $0 + Int32(origin) }), weights, target, count)
        t.add(target, 4 * count)
    }
}

extension Trial {
    /// Returns the columns' parts and the row's part of positions in a source, in 1/32768 pixel, some beyond its sides.
    mutating func places(_ count: Int, in length: Int) -> (columns: UnsafeMutablePointer<Int32>, row: Int32) {
        if int(0...9) == 0 { return positions(count, reach: length << 15) }
        let columns = take(Int32.self, count)
        let row = int(-length << 15...length << 15)
        let (start, step) = (int(-(2 << 15)...(length + 2) << 15), int(-(3 << 15)...3 << 15))
        for x in 0..<count { columns[x] = Int32(start + step * x - row) }
        return (columns, Int32(row))
    }

    /// Projects random colours onto `count` pixels, and adds these to the digest.
    mutating func project(_ corners: UnsafePointer<Int32>, _ count: Int, _ width: Int, _ height: Int) {
        let row = penumbra_project_row(
            above: corners, below: corners + 2 * (count + 2), source: colors(width * height), stride: 4 * width, width: width,
            height: height)
        let target = take(UInt16.self, 4 * count)
        kernels.projectArea(row, target, count)
        add(target, 4 * count)
    }
}

func testTransforms(_ run: Run) {
    for isBilinear in [false, true] {
        run(isBilinear ? "transformBilinear" : "transformNearest") { t in
            let (count, width, height) = (t.width(), t.int(1...60), t.int(1...30))
            let (u, v) = (t.places(count, in: width), t.places(count, in: height))
            let row = penumbra_transform_row(
                column_u: u.columns, column_v: v.columns, row_u: u.row, row_v: v.row, source: t.colors(width * height),
                stride: 4 * width, width: width, height: height)
            let target = t.take(UInt16.self, 4 * count)
            if isBilinear {
                kernels.transformBilinear(row, target, count)
            } else {
                kernels.transformNearest(row, target, count)
            }
            t.add(target, 4 * count)
        }
    }
    run("transformArea") { t in
        let (count, groupCount) = (t.width(), t.int(1...9))
        let (across, down) = (t.int(1...12), t.int(1...12))
        let total = t.int(16385...32767)
        let (reachX, reachY, width, height) = (12, 6, t.int(13...60), t.int(7...30))
        let weights = t.take(Int16.self, 4 * groupCount * across * down)
        for phase in 0..<across * down {
            let each = t.weights(4 * groupCount, sum: total)
            for i in 0..<4 * groupCount { weights[4 * groupCount * phase + i] = Int16(each[i]) }
        }
        let groups = t.take(Int.self, groupCount)
        for k in 0..<groupCount { groups[k] = 4 * width * t.int(0...reachY - 1) + 4 * t.int(0...reachX - 4) }
        let (columnU, columnV) = (t.take(Int32.self, count), t.take(Int32.self, count))
        let (rowU, rowV) = (t.int32(-(1 << 24)...1 << 24), t.int32(-(1 << 24)...1 << 24))
        for x in 0..<count {
            columnU[x] = t.int32(0...(width - reachX + 1) << 15 - 1) - rowU
            columnV[x] = t.int32(0...(height - reachY + 1) << 15 - 1) - rowV
        }
        let row = penumbra_transform_row(
            column_u: columnU, column_v: columnV, row_u: rowU, row_v: rowV, source: t.colors(width * height),
            stride: 4 * width, width: width, height: height)
        let table = penumbra_area_table(
            weights: weights, groups: groups, group_count: groupCount, phases_across: Int32(across),
            phases_down: Int32(down),
            bias: UInt32(total) << 15, multiplier: UInt32((1 << 46 + total - 1) / total), ahead: groups,
            ahead_count: t.int(0...groupCount))
        let target = t.take(UInt16.self, 4 * count)
        kernels.transformArea(row, table, target, count)
        t.add(target, 4 * count)
    }
    run("projectArea of any corners") { t in
        let (count, width, height) = (t.int(1...10), t.int(1...60), t.int(1...30))
        // Sides of a quadrilateral may cross, and corners may lie as far away as plans may place them.
        let (reachX, reachY) = (1 << t.int(4...27), 1 << t.int(4...27))
        let corners = t.take(Int32.self, 4 * (count + 2))
        for i in 0..<2 * (count + 2) {
            corners[2 * i] = t.int32(-reachX...reachX)
            corners[2 * i + 1] = t.int32(-reachY...reachY)
        }
        t.project(corners, count, width, height)
    }
    run("projectArea") { t in
        let (count, width, height) = (t.int(1...30), t.int(1...60), t.int(1...30))
        // Corners of a map that turns and scales, moved by less than half of a side.
        let unit = 1 << t.int(6...16)
        let (a, b) = (t.int(-unit...unit), t.int(-unit...unit))
        let (originX, originY) = (t.int(-20...width + 20) << 10, t.int(-20...height + 20) << 10)
        let shake = t.bool() ? 0 : max(abs(a), abs(b)) / 4
        let corners = t.take(Int32.self, 4 * (count + 2))
        for line in 0..<2 {
            for x in 0...count + 1 {
                let at = 2 * (line * (count + 2) + x)
                corners[at] = Int32(originX + a * x - b * line + t.int(-shake...shake))
                corners[at + 1] = Int32(originY + b * x + a * line + t.int(-shake...shake))
            }
        }
        t.project(corners, count, width, height)
    }
}

func testBlurs(_ run: Run) {
    run("runningSums") { t in
        let count = t.width()
        let sums = t.take(UInt32.self, 4 * count + 4)
        kernels.runningSums(t.colors(count), sums, count)
        t.add(sums, 4 * count + 4)
    }
    run("addSpans") { t in
        let count = t.width()
        // The kernel reads the columns from `first` to before `end`, relative to the target's pixel.
        let (first, end) = (t.int(-30...0), t.int(1...30))
        let length = count + end - first - 1
        let line = t.colors(length + 4)
        (line + 4 * length).update(repeating: 0, count: 16)
        let sums = t.take(UInt32.self, 4 * length + 20)
        (sums + 4 * length).update(repeating: 0, count: 20)
        kernels.runningSums(line, sums, length)
        let low = t.int(first...end)
        let run = low..<(t.bool() ? low : t.int(low...end))
        let edgeCount = t.int(0...4)
        var bits = 15
        // The weights of a row have a sum of at most 131070.
        while (run.count + 2) << bits > 131_000 { bits -= 1 }
        let edges = t.take(SIMD2<Int32>.self, edgeCount)
        for i in 0..<edgeCount { edges[i] = SIMD2(t.int32(first...end - 1), t.int32(1...(1 << bits) / 2)) }
        let totals = t.take(UInt32.self, 4 * count + 16)
        for i in 0..<4 * count + 16 { totals[i] = t.word() >> 2 }
        kernels.addSpans(
            line, sums, run, edges, edgeCount, origin: -first, whole: 1 << UInt32(bits), shift: UInt32(t.int(0...16)),
            totals, count)
        t.add(totals, 4 * count)
    }
    run("settleSpans") { t in
        let count = 4 * t.width()
        let total = t.int(65536...Int(UInt32.max))
        let totals = t.take(UInt32.self, count)
        for i in 0..<count { totals[i] = UInt32(t.int(0...total)) }
        let target = t.take(UInt16.self, count)
        kernels.settleSpans(totals, UInt32((1 << 47 + total / 2) / total), target, count)
        t.add(target, count)
    }
    run("blurRays") { t in
        let (count, width, height) = (t.int(1...40), t.int(1...60), t.int(1...30))
        let reach = 1 << t.int(10...18)
        func line(_ length: Int, _ t: inout Trial) -> SIMD2<Int32> {
            let start = t.int(-20 << 12...(length + 20) << 12)
            return SIMD2(Int32(start), Int32(start + (t.int(0...9) == 0 ? 0 : t.int(-reach...reach))))
        }
        let columns = t.take(SIMD2<Int32>.self, count)
        for x in 0..<count { columns[x] = line(width, &t) }
        let rows = line(height, &t)
        let row = penumbra_ray_row(
            source: t.colors(width * height), stride: 4 * width, width: width, height: height, start: rows.x, end: rows.y)
        let target = t.take(UInt16.self, 4 * count)
        kernels.blurRays(row, columns, target, count)
        t.add(target, 4 * count)
    }
}
