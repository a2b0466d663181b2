import PenumbraPlan

extension Convolve: BandPass {
    func workBytes(in plan: RenderPlan) -> Int {
        axis == .vertical ? 0 : Workspace.bytes(UInt16.self, inputs(plan[target].width).count)
    }

    /// Returns the inputs of a row. The kernels read up to a vector beyond the last tap.
    private func inputs(_ width: Int) -> Range<Int> {
        let shift = kernel.phases.trailingZeroBitCount
        let first = (kernel.phase >> shift) + kernel.offset
        return first..<((width - 1 + kernel.phase) >> shift) + kernel.offset + kernel.taps + 48
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        switch axis {
        case .horizontal: drawAlongRows(target, band, context)
        case .vertical:
            context.combine(
                context.rows(of: source), kernel, edge, rows: band, firstColumn: crossOffset, count: target.width,
                into: target.row(band.lowerBound), stride: target.stride)
        }
    }

    private func drawAlongRows(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source, (band.lowerBound + crossOffset)..<(band.upperBound + crossOffset), edge: edge)
        let shift = kernel.phases.trailingZeroBitCount
        let inputs = inputs(target.width)
        let padded = context.work.take(UInt16.self, inputs.count)
        let paired = !kernel.hasUnitWeight
        kernel.weights.withUnsafeBufferPointer { weights in
            for y in band {
                let sourceY = source.row(nearest: y + crossOffset, edge)
                guard source.rows.contains(sourceY) else {
                    target.row(y).update(repeating: 0, count: target.width)
                    continue
                }
                context.copyPadded(
                    source.row(sourceY), source.width, from: inputs.lowerBound, count: inputs.count, edge, to: padded)
                if kernel.phases == 1 && paired {
                    context.kernels.convolve(padded, weights.baseAddress!, kernel.taps, target.row(y), target.width)
                } else {
                    context.kernels.enlarge(
                        padded, weights.baseAddress!, kernel.taps, shift, kernel.phase & (kernel.phases - 1), paired,
                        target.row(y),
                        target.width)
                }
            }
        }
    }
}

extension BandContext {
    /// Filters rows `rows` of the target, for `count` source columns from `firstColumn` on, which may lie outside the
    /// source.
    func combine(
        _ source: Rows, _ kernel: PolyphaseKernel, _ edge: Edge, rows: Range<Int>, firstColumn: Int, count: Int,
        into target: UnsafeMutablePointer<UInt16>, stride: Int
    ) {
        let from = max(0, min(count, -firstColumn))
        let to = max(from, min(count, source.width - firstColumn))
        if from < to {
            combine(
                source, kernel, edge, rows: rows, columns: (from + firstColumn)..<(to + firstColumn), into: target + from,
                stride: stride)
            guard from > 0 || to < count else { return }
            for i in 0..<rows.count {
                let row = target + i * stride
                row.update(repeating: edge == .clamp ? row[from] : 0, count: from)
                (row + to).update(repeating: edge == .clamp ? row[to - 1] : 0, count: count - to)
            }
            return
        }
        // All columns lie outside the source: they have the value of the nearest column, or zero.
        let nearest = firstColumn < 0 ? 0 : source.width - 1
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 1) { value in
            for (i, y) in rows.enumerated() {
                value[0] = 0
                if edge == .clamp {
                    combine(
                        source, kernel, edge, rows: y..<(y + 1), columns: nearest..<(nearest + 1), into: value.baseAddress!,
                        stride: 1)
                }
                (target + i * stride).update(repeating: value[0], count: count)
            }
        }
    }

    /// The number of rows made at once. More rows would share more work. But rows that lie a power of two apart fall into
    /// one set of the first-level cache, which holds eight lines.
    private static let rowsAtOnce = 8

    /// Filters rows `rows` of the target, over `columns` of the source, which must exist.
    func combine(
        _ source: Rows, _ kernel: PolyphaseKernel, _ edge: Edge, rows: Range<Int>, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt16>, stride: Int
    ) {
        let shift = kernel.phases.trailingZeroBitCount
        let inFours = kernel.taps == 4 && kernel.phases > 1 && !kernel.hasUnitWeight
        var y = rows.lowerBound
        while y < rows.upperBound {
            let j = y + kernel.phase
            // A shift and a mask divide downwards, even for rows before the first row.
            let first = (j >> shift) + kernel.offset
            let q = j & (kernel.phases - 1)
            let out = target + (y - rows.lowerBound) * stride
            if inFours, first >= 0, first + 4 <= source.height {
                // A few rows made from the same four source rows are computed at once.
                let count = min(rows.upperBound - y, kernel.phases - q, Self.rowsAtOnce)
                kernel.weights.withUnsafeBufferPointer { weights in
                    func row(_ t: Int) -> UnsafePointer<UInt16> { UnsafePointer(source.row(first + t) + columns.lowerBound) }
                    kernels.combineFourRows(
                        row(0), row(1), row(2), row(3), weights.baseAddress! + q * 4, count, out, stride, columns.count)
                }
                y += count
                continue
            }
            combineOne(source, kernel, edge, first: first, phase: q, columns: columns, into: out)
            y += 1
        }
    }

    private func combineOne(
        _ source: Rows, _ kernel: PolyphaseKernel, _ edge: Edge, first: Int, phase: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt16>
    ) {
        let taps =
            edge == .clamp
            ? first..<(first + kernel.taps) : max(first, 0)..<max(0, first, min(first + kernel.taps, source.height))
        guard !taps.isEmpty else {
            target.update(repeating: 0, count: columns.count)
            return
        }
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt16>.self, capacity: taps.count) { pointers in
            for (i, y) in taps.enumerated() {
                pointers[i] = UnsafePointer(source.row(source.row(nearest: y, edge)) + columns.lowerBound)
            }
            kernel.weights.withUnsafeBufferPointer { weights in
                // Taps of rows outside the source are left out if these rows are zeros.
                let start = phase * kernel.taps + (taps.lowerBound - first)
                kernels.combineRows(
                    pointers.baseAddress!, weights.baseAddress! + start, taps.count, target, columns.count)
            }
        }
    }
}
