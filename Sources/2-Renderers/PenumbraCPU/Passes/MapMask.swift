import PenumbraPlan

extension BandContext {
    func mapMask(_ id: SurfaceID, _ map: MaskMap, _ dx: Int, _ dy: Int, _ target: Rows, _ band: Range<Int>) {
        let source = rows(of: id, (band.lowerBound + dy)..<(band.upperBound + dy))
        let line = arena.allocate(UInt16.self, (target.width + 7) / 8 * 8)
        for y in band {
            // The kernels may change some values beyond the row's end.
            let row = line
            if source.rows.contains(y + dy) {
                copyPadded(source.row(y + dy), source.width, from: dx, count: target.width, .zero, to: row)
            } else {
                row.update(repeating: 0, count: target.width)
            }
            switch map {
            case .inverted: kernels.invert(row, target.width)
            case .above(let threshold): kernels.threshold(row, threshold, target.width)
            case .squareRamp(let low, let high): kernels.squareRamp(row, low, high, target.width)
            }
            target.row(y).update(from: line, count: target.width)
        }
    }
}
