import PenumbraGeometry
import PenumbraPlan

/// Records the pass that draws a surface as an eye sees it.
extension PlanRecording {
    /// Records the pass in tiles, because a tilted picture's row may read many rows of its source.
    func record(_ pass: ProjectImage) throws(GPUError) {
        let s = pass.sampling
        let (surface, from) = (plan[pass.target], plan[pass.source])
        let (layout, fromLayout) = (layout(pass.target), layout(pass.source))
        let (target, read) = (Resource.surface(pass.target), Resource.surface(pass.source))
        let grid = tables.add(s.positions)
        let drawn = tables.add(s.firstColumns + s.endColumns)
        commands.announce(reading: [read], writing: [target])
        func queue(_ columns: Range<Int>, _ rows: Range<Int>) throws(GPUError) {
            let bound = fromLayout.existing(s.inputs(PixelRect(columns: columns, rows: rows), of: from).rows)
            let largest = max(layout.bytes(rows), fromLayout.bytes(bound), grid.byteCount, drawn.byteCount)
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
            bindTable(2, grid)
            bindTable(3, drawn)
            var p = ProjectImageParameters()
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
            p.gridWidth = Int32(s.gridWidth)
            p.shift = Int32(s.shift)
            p.dx = Int32(s.dx)
            p.dy = Int32(s.dy)
            commands.dispatch(p, width: columns.count, height: rows.count)
        }
        try queue(0..<surface.width, 0..<surface.height)
    }
}
