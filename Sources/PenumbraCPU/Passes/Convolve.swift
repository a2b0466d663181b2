import PenumbraPlan

extension BandContext {
    func convolveHorizontally(
        _ id: SurfaceID, _ kernel: PolyphaseKernel, _ crossOffset: Int, _ target: Rows, _ band: Range<Int>
    ) {
        let source = rows(of: id, (band.lowerBound + crossOffset)..<(band.upperBound + crossOffset))
        let first = kernel.phase / kernel.phases + kernel.offset
        let last = (target.width - 1 + kernel.phase) / kernel.phases + kernel.offset + kernel.taps
        // The kernels read up to a vector beyond the last tap.
        let padded = arena.allocate(UInt16.self, last - first + 32)
        let shift = kernel.phases.trailingZeroBitCount
        kernel.weights.withUnsafeBufferPointer { weights in
            for y in band {
                guard source.rows.contains(y + crossOffset) else {
                    target.row(y).update(repeating: 0, count: target.width)
                    continue
                }
                copyPadded(
                    source.row(y + crossOffset), source.width, from: first, count: last - first + 32, to: padded)
                if kernel.phases == 1 {
                    kernels.convolve(padded, weights.baseAddress!, kernel.taps, target.row(y), target.width)
                } else {
                    kernels.enlarge(
                        padded, weights.baseAddress!, kernel.taps, shift, kernel.phase, target.row(y), target.width)
                }
            }
        }
    }

    func convolveVertically(
        _ id: SurfaceID, _ kernel: PolyphaseKernel, _ crossOffset: Int, _ target: Rows, _ band: Range<Int>
    ) {
        let source = rows(of: id, sourceRows(kernel, band))
        let from = max(0, -crossOffset)
        let to = min(target.width, source.width - crossOffset)
        for y in band {
            let row = target.row(y)
            guard from < to else {
                row.update(repeating: 0, count: target.width)
                continue
            }
            row.update(repeating: 0, count: from)
            combine(source, kernel, row: y, columns: (from + crossOffset)..<(to + crossOffset), into: row + from)
            (row + to).update(repeating: 0, count: target.width - to)
        }
    }

    /// The source rows that target rows `band` are made of.
    func sourceRows(_ kernel: PolyphaseKernel, _ band: Range<Int>) -> Range<Int> {
        let first = (band.lowerBound + kernel.phase) / kernel.phases + kernel.offset
        let last = (band.upperBound - 1 + kernel.phase) / kernel.phases + kernel.offset + kernel.taps
        return first..<last
    }

    /// One filtered row, `row` of the target, over `columns` of the source, which must exist.
    func combine(
        _ source: Rows, _ kernel: PolyphaseKernel, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt16>
    ) {
        let j = row + kernel.phase
        let first = j / kernel.phases + kernel.offset
        let taps = max(first, 0)..<max(0, first, min(first + kernel.taps, source.height))
        guard !taps.isEmpty else {
            target.update(repeating: 0, count: columns.count)
            return
        }
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt16>.self, capacity: taps.count) { pointers in
            for (i, y) in taps.enumerated() { pointers[i] = UnsafePointer(source.row(y) + columns.lowerBound) }
            kernel.weights.withUnsafeBufferPointer { weights in
                // Rows outside the source are zeros: their taps are left out.
                let start = (j % kernel.phases) * kernel.taps + (taps.lowerBound - first)
                kernels.combineRows(
                    pointers.baseAddress!, weights.baseAddress! + start, taps.count, target, columns.count)
            }
        }
    }
}
