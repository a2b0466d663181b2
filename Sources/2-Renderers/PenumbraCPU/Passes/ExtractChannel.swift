import PenumbraPlan

extension ExtractChannel: BandPass {
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source, (band.lowerBound + dy)..<(band.upperBound + dy))
        let from = max(0, -dx)
        let to = min(target.width, source.width - dx)
        for y in band {
            let row = target.row(y)
            guard source.rows.contains(y + dy), from < to else {
                row.update(repeating: 0, count: target.width)
                continue
            }
            row.update(repeating: 0, count: from)
            context.kernels.extractChannel(source.row(y + dy) + 4 * (from + dx), channel.rawValue, row + from, to - from)
            (row + to).update(repeating: 0, count: target.width - to)
        }
    }
}
