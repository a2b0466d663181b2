import PenumbraBitmap
import PenumbraPlan

extension BandContext {
    func resample(
        _ image: Bitmap, _ columns: ResamplingTable, _ rowTable: ResamplingTable, _ target: Rows, _ band: Range<Int>
    ) {
        guard columns.count > 0, let low = columns.starts.min() else { return }
        // The source columns that are needed at all.
        var high = low
        for i in 0..<columns.count {
            high = max(high, columns.starts[i] + columns.offsets[i + 1] - columns.offsets[i])
        }
        let first = Int(low)
        let values = (Int(high) - first) * 4
        let sums = arena.allocate(UInt32.self, image.isOpaque ? 2048 : values)
        let combined = arena.allocate(UInt16.self, values)
        let premultiplied = arena.allocate(UInt16.self, image.isOpaque ? 1 : values)
        if !image.isOpaque { sums.update(repeating: 32768, count: values) }
        let stride = image.width * 4
        let isIdentity = columns.isIdentity
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
                            if !isIdentity {
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
}
