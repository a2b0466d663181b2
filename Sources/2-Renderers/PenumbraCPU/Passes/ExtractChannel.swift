import PenumbraPlan

extension BandContext {
    func extractChannel(
        _ id: SurfaceID, _ channel: Channel, _ dx: Int, _ dy: Int, _ target: Rows, _ band: Range<Int>
    ) {
        let source = rows(of: id, (band.lowerBound + dy)..<(band.upperBound + dy))
        let from = max(0, -dx)
        let to = min(target.width, source.width - dx)
        for y in band {
            let row = target.row(y)
            guard source.rows.contains(y + dy), from < to else {
                row.update(repeating: 0, count: target.width)
                continue
            }
            row.update(repeating: 0, count: from)
            kernels.extractChannel(source.row(y + dy) + 4 * (from + dx), channel.rawValue, row + from, to - from)
            (row + to).update(repeating: 0, count: target.width - to)
        }
    }
}
