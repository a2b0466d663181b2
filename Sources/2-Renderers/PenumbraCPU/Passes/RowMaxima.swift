import PenumbraPlan

extension RowMaxima: BandPass {
    func workBytes(in plan: RenderPlan) -> Int {
        Workspace.bytes(UInt16.self, 2 * lineLength(plan[target].width))
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let count = levels + 1
        let source = context.rows(of: source)
        let width = target.width
        let padded = lineLength(width)
        let runs = context.work.take(UInt16.self, 2 * padded)
        var (short, long) = (runs, runs + padded)
        for y in band.lowerBound / count...(band.upperBound - 1) / count {
            if band.contains(y * count) { target.row(y * count).update(from: source.row(2 * y), count: width) }
            short.update(from: source.row(2 * y + 1), count: width)
            (short + width).update(repeating: 0, count: padded - width)
            for k in 0..<levels {
                if k > 0 {
                    context.kernels.quadrupleRuns(short, 1 << (2 * (k - 1)), long, width)
                    (long + width).update(repeating: 0, count: padded - width)
                    swap(&short, &long)
                }
                let row = y * count + 1 + k
                if band.contains(row) { target.row(row).update(from: short, count: width) }
            }
        }
    }

    /// Returns the length of a line. Runs are made from runs a quarter as long, which read beyond the row's end, where all
    /// values are zero.
    private func lineLength(_ width: Int) -> Int { width + (1 << (2 * max(0, levels - 1))) + 32 }
}
