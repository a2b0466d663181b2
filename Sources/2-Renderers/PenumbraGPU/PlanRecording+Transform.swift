import PenumbraGeometry
import PenumbraPlan

/// Records the pass that draws a surface through a map.
extension PlanRecording {
    func record(_ pass: TransformImage) throws(GPUError) {
        switch pass.sampling.filter {
        case .nearest: try record(pass, TransformImageParameters<PointSampling>())
        case .bilinear:
            var p = TransformImageParameters<PointSampling>()
            p.isBilinear = 1
            try record(pass, p)
        case .area(let weights):
            var p = TransformImageParameters<AreaSampling>()
            p.phasesAcross = Int32(weights.phasesAcross)
            p.phasesDown = Int32(weights.phasesDown)
            p.groupCount = Int32(weights.groups.count)
            p.multiplier = weights.multiplier
            try record(pass, p, weights: tables.add(weights))
        }
    }

    /// Records the pass in tiles, because a turned picture's row reads a column of its source.
    private func record<Sampling>(
        _ pass: TransformImage, _ parameters: TransformImageParameters<Sampling>, weights: StagedTables.Section? = nil
    ) throws(GPUError) {
        let s = pass.sampling
        let (surface, from) = (plan[pass.target], plan[pass.source])
        let (layout, fromLayout) = (layout(pass.target), layout(pass.source))
        let (target, read) = (Resource.surface(pass.target), Resource.surface(pass.source))
        let parts = [s.columnU, s.columnV, s.rowU, s.rowV, s.firstColumns, s.endColumns]
        let table = tables.add(Array(parts.joined()))
        commands.announce(reading: [read], writing: [target])
        func queue(_ columns: Range<Int>, _ rows: Range<Int>) throws(GPUError) {
            let bound = fromLayout.existing(s.inputs(PixelRect(columns: columns, rows: rows), of: from).rows)
            let largest = max(layout.bytes(rows), fromLayout.bytes(bound), table.byteCount, weights?.byteCount ?? 0)
            guard largest <= commands.limits.storageBlockBytes else {
                // The longer side is halved until the part that a tile reads fits in a storage block.
                if rows.count >= columns.count, rows.count > 1 {
                    let middle = rows.lowerBound + rows.count / 2
                    try queue(columns, rows.lowerBound..<middle)
                    try queue(columns, middle..<rows.upperBound)
                } else if columns.count > 1 {
                    let middle = columns.lowerBound + columns.count / 2
                    try queue(columns.lowerBound..<middle, rows)
                    try queue(middle..<columns.upperBound, rows)
                } else {
                    throw .blockTooSmall(from, limit: commands.limits.storageBlockBytes)
                }
                return
            }
            commands.bind(0, target, layout, rows: rows)
            commands.bind(1, read, fromLayout, rows: bound)
            bindTable(2, table)
            if let weights { bindTable(3, weights) }
            var p = parameters
            p.targetWidth = Int32(surface.width)
            p.targetHeight = Int32(surface.height)
            p.targetStride = layout.stride
            p.firstColumn = Int32(columns.lowerBound)
            p.firstRow = Int32(rows.lowerBound)
            p.columnCount = Int32(columns.count)
            p.rowCount = Int32(rows.count)
            p.sourceWidth = Int32(from.width)
            p.sourceHeight = Int32(from.height)
            p.sourceStride = fromLayout.stride
            p.sourceFirstRow = Int32(bound.lowerBound)
            commands.dispatch(p, width: columns.count, height: rows.count)
        }
        try queue(0..<surface.width, 0..<surface.height)
    }
}
