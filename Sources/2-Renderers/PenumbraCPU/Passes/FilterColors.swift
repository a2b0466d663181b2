import PenumbraPlan

extension BandContext {
    func filterColors(_ id: SurfaceID, _ axis: Axis, _ table: SignedTable, _ target: Rows, _ band: Range<Int>) {
        let source = rows(of: id, axis == .horizontal ? band : 0..<plan[id].height)
        table.weights.withUnsafeBufferPointer { weights in
            table.offsets.withUnsafeBufferPointer { offsets in
                table.starts.withUnsafeBufferPointer { starts in
                    for y in band {
                        switch axis {
                        case .horizontal:
                            kernels.filterColumns(
                                source.row(y), starts.baseAddress!, offsets.baseAddress!, weights.baseAddress!, target.row(y),
                                target.width)
                        case .vertical:
                            kernels.filterRows(
                                source.row(Int(starts[y])), source.stride, weights.baseAddress! + Int(offsets[y]),
                                Int(offsets[y + 1] - offsets[y]), target.row(y), target.width)
                        }
                    }
                }
            }
        }
    }
}
