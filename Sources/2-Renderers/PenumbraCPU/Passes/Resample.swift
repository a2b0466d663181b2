import PenumbraBitmap
import PenumbraPlan

extension Resample: BandPass {
    /// The length of the parts in which the sums of an opaque picture's rows are made.
    private static let opaqueSums = 2048
    /// The values that kernels for four taps at a time may read too far: three pixels.
    private static let slack = 12

    func workBytes(in plan: RenderPlan) -> Int {
        let values = columns.range.count * 4
        return Workspace.bytes(UInt32.self, max(values, Self.opaqueSums)) + Workspace.bytes(UInt16.self, values + Self.slack)
            + Workspace.bytes(UInt16.self, values) + Workspace.bytes(UInt32.self, 16 * columns.count)
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let image = context.plan.images[image.index]
        let rowTable = rows
        // The source columns that any target column needs.
        let read = columns.range
        let first = read.lowerBound
        let values = read.count * 4
        var mostTaps: Int32 = 1
        for i in 0..<columns.count { mostTaps = max(mostTaps, columns.offsets[i + 1] - columns.offsets[i]) }
        let sums = context.work.take(UInt32.self, image.isOpaque ? Self.opaqueSums : values)
        let combined = context.work.take(UInt16.self, values + Self.slack)
        (combined + values).update(repeating: 0, count: Self.slack)
        let premultiplied = context.work.take(UInt16.self, image.isOpaque ? 1 : values)
        if !image.isOpaque { sums.update(repeating: 32768, count: values) }
        let stride = image.width * 4
        let isIdentity = columns.isIdentity
        let fourWeights = isIdentity || mostTaps > 4 ? nil : fourTapWeights(context)
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
                                context.kernels.combineByteRows(
                                    source, stride, rowWeights.baseAddress! + from, taps, sums, row, values)
                            } else {
                                for t in 0..<taps {
                                    context.kernels.premultiply(source + t * stride, premultiplied, values / 4)
                                    context.kernels.accumulate(premultiplied, rowWeights[from + t], sums, values)
                                }
                                context.kernels.roundSums(sums, row, values)
                            }
                            if isIdentity { continue }
                            if let fourWeights {
                                context.kernels.combineFourColumns(
                                    combined, first, starts.baseAddress!, fourWeights, target.row(y), target.width)
                            } else {
                                context.kernels.combineColumns(
                                    combined, first, starts.baseAddress!, offsets.baseAddress!,
                                    columnWeights.baseAddress!, target.row(y), target.width)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the weights of a table with at most four taps per column, repeated for the four channels.
    private func fourTapWeights(_ context: BandContext) -> UnsafeMutablePointer<UInt32> {
        let count = columns.count
        let result = context.work.take(UInt32.self, 16 * count)
        columns.offsets.withUnsafeBufferPointer { offsets in
            columns.weights.withUnsafeBufferPointer { weights in
                for i in 0..<count {
                    let (from, end) = (Int(offsets[i]), Int(offsets[i + 1]))
                    for t in 0..<4 {
                        let weight = from + t < end ? weights[from + t] : 0
                        (result + 16 * i + 4 * t).update(repeating: weight, count: 4)
                    }
                }
            }
        }
        return result
    }
}
