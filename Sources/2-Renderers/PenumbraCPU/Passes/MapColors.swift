import PenumbraPlan

extension MapColors: BandPass {
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source, (band.lowerBound + dy)..<(band.upperBound + dy))
        let from = min(target.width, max(0, -dx))
        let to = max(from, min(target.width, source.width - dx))
        table.withUnsafeBufferPointer { table in
            for y in band {
                let row = target.row(y)
                guard source.rows.contains(y + dy), from < to else {
                    row.update(repeating: 0, count: 4 * target.width)
                    continue
                }
                row.update(repeating: 0, count: 4 * from)
                context.kernels.mapColors(
                    source.row(y + dy) + 4 * (from + dx), table.baseAddress!, Self.numbersPerMatrix, matrices.count,
                    row + 4 * from, to - from)
                (row + 4 * to).update(repeating: 0, count: 4 * (target.width - to))
            }
        }
    }
}
