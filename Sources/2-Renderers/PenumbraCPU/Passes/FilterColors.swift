import PenumbraPlan

extension FilterColors: BandPass {
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = axis == .horizontal ? context.rows(of: source, band) : context.rows(of: source)
        let (sourceLift, targetLift) = (stage.sourceLift, stage.targetLift)
        let (lowest, highest) = (Stage.lowest, Stage.highest)
        table.weights.withUnsafeBufferPointer { weights in
            table.offsets.withUnsafeBufferPointer { offsets in
                table.starts.withUnsafeBufferPointer { starts in
                    for y in band {
                        switch axis {
                        case .horizontal:
                            context.kernels.filterColumns(
                                source.row(y), starts.baseAddress!, offsets.baseAddress!, weights.baseAddress!,
                                sourceLift: sourceLift, targetLift: targetLift,
                                lowest: lowest, highest: highest, target.row(y), target.width)
                        case .vertical:
                            context.kernels.filterRows(
                                source.row(Int(starts[y])), source.stride, weights.baseAddress! + Int(offsets[y]),
                                Int(offsets[y + 1] - offsets[y]), sourceLift: sourceLift, targetLift: targetLift,
                                lowest: lowest, highest: highest, target.row(y), target.width)
                        }
                    }
                }
            }
        }
    }
}
