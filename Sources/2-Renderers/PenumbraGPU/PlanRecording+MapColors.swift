import PenumbraPlan

struct MapColorsParameters: SourceParameters {
    static let shader = "map_colors"
    var target = TargetRows()
    var source = SourceSurface()
    var dx: Int32 = 0
    var dy: Int32 = 0
    var matrixCount: Int32 = 0
}

extension PlanRecording {
    func record(_ pass: MapColors) throws(GPUError) {
        let (target, read) = (stored(pass.target), stored(pass.source))
        let (dx, dy) = (heldOffset(pass.dx), heldOffset(pass.dy))
        let table = tables.add(pass.table)
        var p = MapColorsParameters()
        p.targetWidth = Int32(target.surface.width)
        p.targetStride = target.layout.stride
        (p.sourceWidth, p.sourceHeight) = (Int32(read.surface.width), Int32(read.surface.height))
        p.sourceStride = read.layout.stride
        (p.dx, p.dy) = (Int32(dx), Int32(dy))
        p.matrixCount = Int32(pass.matrices.count)
        func rowsRead(_ rows: Range<Int>) -> Range<Int> {
            read.layout.existing(rows.lowerBound + dy..<rows.upperBound + dy)
        }
        commands.announce(reading: [read.resource], writing: [target.resource])
        for rows in try bands(
            target.surface, rows: 0..<target.surface.height,
            needed: { [target.layout.bytes($0), read.layout.bytes(rowsRead($0)), table.byteCount] })
        {
            let bound = rowsRead(rows)
            commands.bind(0, target.resource, target.layout, rows: rows)
            commands.bind(1, read.resource, read.layout, rows: bound)
            bindTable(2, table)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.sourceFirstRow = Int32(bound.lowerBound)
            commands.dispatch(p, width: target.surface.width, height: rows.count)
        }
    }
}
