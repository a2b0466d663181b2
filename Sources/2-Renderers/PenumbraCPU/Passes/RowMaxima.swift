import PenumbraPlan

extension BandContext {
    func rowMaxima(_ id: SurfaceID, _ levels: Int, _ target: Rows, _ band: Range<Int>) {
        let count = levels + 1
        let source = rows(of: id, 0..<plan[id].height)
        let width = target.width
        // Runs are made from runs a quarter as long, and read beyond the row's end, where there is nothing.
        let longest = 1 << (2 * max(0, levels - 1))
        let padded = width + longest + 32
        let runs = arena.allocate(UInt16.self, 2 * padded)
        var (short, long) = (runs, runs + padded)
        for y in band.lowerBound / count...(band.upperBound - 1) / count {
            if band.contains(y * count) { target.row(y * count).update(from: source.row(2 * y), count: width) }
            short.update(from: source.row(2 * y + 1), count: width)
            (short + width).update(repeating: 0, count: padded - width)
            for k in 0..<levels {
                if k > 0 {
                    kernels.quadrupleRuns(short, 1 << (2 * (k - 1)), long, width)
                    (long + width).update(repeating: 0, count: padded - width)
                    swap(&short, &long)
                }
                let row = y * count + 1 + k
                if band.contains(row) { target.row(row).update(from: short, count: width) }
            }
        }
    }
}
