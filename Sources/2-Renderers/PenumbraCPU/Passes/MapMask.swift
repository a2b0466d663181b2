import PenumbraPlan

extension MapMask: BandPass {
    func workBytes(in plan: RenderPlan) -> Int {
        Workspace.bytes(UInt16.self, lineLength(plan[target].width))
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source, (band.lowerBound + dy)..<(band.upperBound + dy))
        let line = context.work.take(UInt16.self, lineLength(target.width))
        for y in band {
            let row = line
            if source.rows.contains(y + dy) {
                context.copyPadded(source.row(y + dy), source.width, from: dx, count: target.width, .zero, to: row)
            } else {
                row.update(repeating: 0, count: target.width)
            }
            switch map {
            case .inverted: context.kernels.invert(row, target.width)
            case .above(let threshold): context.kernels.threshold(row, threshold, target.width)
            case .squareRamp(let low, let high): context.kernels.squareRamp(row, low, high, target.width)
            }
            target.row(y).update(from: line, count: target.width)
        }
    }

    /// Returns the length of a line with room for the values that kernels may change beyond the row's end.
    private func lineLength(_ width: Int) -> Int { (width + 7) / 8 * 8 }
}
