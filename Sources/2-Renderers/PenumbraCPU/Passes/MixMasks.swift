import PenumbraPlan

extension MixMasks: BandPass {
    /// The number of rows mixed at once. Rows made from the same source rows share most of the work.
    private static let rowsAtOnce = 8
    /// The number of columns whose positions decide together which shares they need.
    private static let chunk = 32

    /// Counts rows of positions, of sums and of one share's values.
    func workBytes(in plan: RenderPlan) -> Int {
        let stride = self.stride(plan[target].width)
        return 3 * Workspace.bytes(UInt16.self, Self.rowsAtOnce * stride)
            + 2 * Workspace.bytes(UInt16.self, stride / Self.chunk) + Workspace.bytes(UInt16.self, stride)
    }

    private func stride(_ width: Int) -> Int { (width + Self.chunk - 1) / Self.chunk * Self.chunk }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let positions = context.rows(of: position, (band.lowerBound + positionDy)..<(band.upperBound + positionDy))
        let limits = limit.map { context.rows(of: $0.surface, (band.lowerBound + $0.dy)..<(band.upperBound + $0.dy)) }
        let sources = shares.map { context.rows(of: $0.source) }
        let reaches = shares.map { $0.reach }
        let plateaus = shares.map { $0.plateau }
        let (kernels, chunk, stride) = (context.kernels, Self.chunk, stride(target.width))
        let places = context.work.take(UInt16.self, Self.rowsAtOnce * stride)
        let sums = context.work.take(UInt16.self, Self.rowsAtOnce * stride)
        let values = context.work.take(UInt16.self, Self.rowsAtOnce * stride)
        let lowest = context.work.take(UInt16.self, stride / chunk)
        let highest = context.work.take(UInt16.self, stride / chunk)
        let limitRow = context.work.take(UInt16.self, stride)
        var y = band.lowerBound
        while y < band.upperBound {
            let rows = y..<min(band.upperBound, y + Self.rowsAtOnce)
            for row in rows {
                Self.read(
                    positions, row: row + positionDy, from: positionDx, count: stride, context, places + (row - y) * stride)
            }
            kernels.extremes(places, stride, rows.count, chunk, lowest, highest)
            sums.update(repeating: 0, count: rows.count * stride)
            for (index, share) in shares.enumerated() {
                let (reach, plateau) = (reaches[index], plateaus[index])
                /// Whether the share's weight is one in a whole chunk.
                func isWhole(_ column: Int) -> Bool {
                    Int(lowest[column / chunk]) >= plateau.lowerBound && Int(highest[column / chunk]) < plateau.upperBound
                }
                var column = 0
                while column < target.width {
                    // Neighbouring chunks that need the share are filtered together.
                    var end = column
                    let isWeighed = !isWhole(column)
                    while end < target.width, Int(lowest[end / chunk]) <= reach.upperBound,
                        Int(highest[end / chunk]) >= reach.lowerBound, isWhole(end) != isWeighed
                    {
                        end += chunk
                    }
                    guard end > column else {
                        column += chunk
                        continue
                    }
                    let count = min(end, target.width) - column
                    context.combine(
                        sources[index], share.kernel, share.edge,
                        rows: (rows.lowerBound + share.dy)..<(rows.upperBound + share.dy),
                        firstColumn: column + share.dx, count: count, into: values + column, stride: stride)
                    guard isWeighed else {
                        kernels.addWhole(values + column, sums + column, count, rows: rows.count, stride: stride)
                        column = end
                        continue
                    }
                    share.weights.withUnsafeBufferPointer { weights in
                        kernels.addShare(
                            values + column, places + column, Int(share.first), Int(share.shift), weights.baseAddress!,
                            weights.count - 1, sums + column, count, rows: rows.count, stride: stride)
                    }
                    column = end
                }
            }
            for row in rows {
                var most: UnsafePointer<UInt16>?
                if let limit, let limits {
                    Self.read(limits, row: row + limit.dy, from: limit.dx, count: target.width, context, limitRow)
                    most = UnsafePointer(limitRow)
                }
                kernels.limitSums(sums + (row - y) * stride, most, target.row(row), target.width)
            }
            y = rows.upperBound
        }
    }

    /// Copies part of a row, with zeros where the surface has no pixels.
    private static func read(
        _ source: Rows, row: Int, from column: Int, count: Int, _ context: BandContext, _ line: UnsafeMutablePointer<UInt16>
    ) {
        guard source.rows.contains(row) else {
            line.update(repeating: 0, count: count)
            return
        }
        context.copyPadded(source.row(row), source.width, from: column, count: count, .zero, to: line)
    }
}

extension MixMasks.Share {
    /// Neighbouring positions whose weight is one, if the first weight that isn't zero is one. Otherwise empty.
    fileprivate var plateau: Range<Int> {
        guard let start = weights.firstIndex(where: { $0 != 0 }), weights[start] == 16384 else { return 0..<0 }
        let end = weights[start...].firstIndex { $0 != 16384 } ?? weights.count
        let low = start == 0 ? 0 : Int(first) + start << Int(shift)
        return low..<(end == weights.count ? Int(UInt16.max) + 1 : Int(first) + end << Int(shift))
    }

    /// The positions whose weight may differ from zero.
    fileprivate var reach: ClosedRange<Int> {
        let used = weights.firstIndex { $0 != 0 } ?? 0
        let last = weights.lastIndex { $0 != 0 } ?? 0
        let low = used == 0 ? 0 : Int(first) + used << Int(shift)
        let high = last == weights.count - 1 ? Int(UInt16.max) : Int(first) + (last + 1) << Int(shift) - 1
        return low...max(low, high)
    }
}
