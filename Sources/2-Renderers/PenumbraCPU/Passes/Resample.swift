import PenumbraBitmap
import PenumbraPlan

extension BandContext {
    func resample(
        _ image: Bitmap, _ columns: ResamplingTable, _ rowTable: ResamplingTable, _ target: Rows, _ band: Range<Int>
    ) {
        guard columns.count > 0, let low = columns.starts.min() else { return }
        // The source columns that are needed at all.
        var high = low
        var mostTaps: Int32 = 1
        for i in 0..<columns.count {
            let taps = columns.offsets[i + 1] - columns.offsets[i]
            high = max(high, columns.starts[i] + taps)
            mostTaps = max(mostTaps, taps)
        }
        let first = Int(low)
        let values = (Int(high) - first) * 4
        let sums = arena.allocate(UInt32.self, image.isOpaque ? 2048 : values)
        // Kernels that take four taps at a time may read three pixels further.
        let combined = arena.allocate(UInt16.self, values + 12)
        (combined + values).update(repeating: 0, count: 12)
        let premultiplied = arena.allocate(UInt16.self, image.isOpaque ? 1 : values)
        if !image.isOpaque { sums.update(repeating: 32768, count: values) }
        let stride = image.width * 4
        let isIdentity = columns.isIdentity
        let fourWeights = isIdentity || mostTaps > 4 ? nil : fourTapWeights(columns)
        let pixels = image.pixels.baseAddress! + first * 4
        columns.starts.withUnsafeBufferPointer { starts in
            columns.offsets.withUnsafeBufferPointer { offsets in
                columns.weights.withUnsafeBufferPointer { columnWeights in
                    rowTable.weights.withUnsafeBufferPointer { rowWeights in
                        for y in band {
                            let from = Int(rowTable.offsets[y])
                            let taps = Int(rowTable.offsets[y + 1]) - from
                            let source = pixels + Int(rowTable.starts[y]) * stride
                            let row = isIdentity ? target.row(y) : combined
                            if image.isOpaque {
                                kernels.combineByteRows(
                                    source, stride, rowWeights.baseAddress! + from, taps, sums, row, values)
                            } else {
                                for t in 0..<taps {
                                    kernels.premultiply(source + t * stride, premultiplied, values / 4)
                                    kernels.accumulate(premultiplied, rowWeights[from + t], sums, values)
                                }
                                kernels.roundSums(sums, row, values)
                            }
                            if isIdentity { continue }
                            if let fourWeights {
                                kernels.combineFourColumns(
                                    combined, first, starts.baseAddress!, fourWeights, target.row(y), target.width)
                            } else {
                                kernels.combineColumns(
                                    combined, first, starts.baseAddress!, offsets.baseAddress!,
                                    columnWeights.baseAddress!, target.row(y), target.width)
                            }
                        }
                    }
                }
            }
        }
    }

    /// The weights of a table with at most four taps a column, four for each column.
    private func fourTapWeights(_ table: ResamplingTable) -> UnsafeMutablePointer<UInt32> {
        let result = arena.allocate(UInt32.self, 4 * table.count)
        for i in 0..<table.count {
            let from = Int(table.offsets[i])
            let taps = Int(table.offsets[i + 1]) - from
            for t in 0..<4 { result[4 * i + t] = t < taps ? table.weights[from + t] : 0 }
        }
        return result
    }
}
