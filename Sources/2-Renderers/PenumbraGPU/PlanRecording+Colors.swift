import PenumbraPlan

/// Passes that write colour surfaces.
extension PlanRecording {
    func record(_ pass: Clear) throws(GPUError) {
        let surface = plan[pass.target]
        let layout = layout(pass.target)
        let target = Resource.surface(pass.target)
        commands.announce(reading: [], writing: [target])
        for rows in try bands(surface, rows: 0..<surface.height, needed: { [layout.bytes($0)] }) {
            commands.bind(0, target, layout, rows: rows)
            var p = ClearParameters()
            p.targetWidth = Int32(surface.width)
            p.targetStride = layout.stride
            p.rowCount = Int32(rows.count)
            (p.redGreen, p.blueAlpha) = pass.color.vector.words
            commands.dispatch(p, width: surface.width, height: rows.count)
        }
    }

    /// Filters rows first, into a surface as wide as the columns that are read, and then columns. If columns filter nothing,
    /// rows go straight to the target.
    func record(_ pass: Resample) throws(GPUError) {
        let (image, columns, rows) = (pass.image, pass.columns, pass.rows)
        let surface = plan[pass.target]
        let layout = layout(pass.target)
        let target = Resource.surface(pass.target)
        let uploaded = images[image.index]
        let read = Resource.image(image)
        let columnsRead = columns.range
        let isDirect = columns.isUnitShift
        let (columnTable, rowTable) = (tables.add(columns), tables.add(rows))
        let alignment = commands.limits.storageAlignment
        func middleLayout(_ rows: Int) -> SurfaceLayout {
            isDirect
                ? layout : SurfaceLayout(elements: columnsRead.count, elementBytes: 8, rows: rows, alignment: alignment)
        }
        func sourceRows(_ targets: Range<Int>) -> Range<Int> {
            let read = rows.range(of: targets)
            let first = uploaded.rows.lowerBound
            return uploaded.layout.existing(read.lowerBound - first..<read.upperBound - first)
        }
        let runs = try bands(
            surface, rows: 0..<surface.height,
            needed: {
                [
                    layout.bytes($0), isDirect ? 0 : middleLayout($0.count).byteCount, uploaded.layout.bytes(sourceRows($0)),
                    columnTable.byteCount, rowTable.byteCount,
                ]
            })
        let middle =
            isDirect
            ? target
            : commands.temporary(byteCount: middleLayout(runs.map(\.count).max() ?? 1).byteCount)
        for run in runs {
            let bound = sourceRows(run)
            let between = middleLayout(run.count)
            commands.announce(reading: [read], writing: [middle])
            commands.bind(0, middle, between, rows: isDirect ? run : 0..<run.count)
            commands.bind(1, read, uploaded.layout, rows: bound)
            bindTable(2, rowTable)
            var p = ResampleRowsParameters()
            p.targetWidth = Int32(isDirect ? surface.width : columnsRead.count)
            p.targetStride = between.stride
            p.firstRow = Int32(run.lowerBound)
            p.rowCount = Int32(run.count)
            p.tableCount = Int32(surface.height)
            p.sourceStride = uploaded.layout.stride
            p.sourceFirstRow = Int32(uploaded.rows.lowerBound + bound.lowerBound)
            p.sourceFirstColumn = Int32(columnsRead.lowerBound - uploaded.columns.lowerBound)
            p.isOpaque = plan.images[image.index].isOpaque ? 1 : 0
            commands.dispatch(p, width: Int(p.targetWidth), height: run.count)
            if isDirect { continue }

            commands.announce(reading: [middle], writing: [target])
            commands.bind(0, target, layout, rows: run)
            commands.bind(1, middle, between, rows: 0..<run.count)
            bindTable(2, columnTable)
            var q = ResampleColumnsParameters()
            q.targetWidth = Int32(surface.width)
            q.targetStride = layout.stride
            q.rowCount = Int32(run.count)
            q.sourceStride = between.stride
            q.sourceFirstColumn = Int32(columnsRead.lowerBound)
            commands.dispatch(q, width: surface.width, height: run.count)
        }
    }

    /// Records the pass in tiles, because a turned picture's row reads a column of its source.
    func record(_ pass: TransformImage) throws(GPUError) {
        let s = pass.sampling
        let (surface, from) = (plan[pass.target], plan[pass.source])
        let (layout, fromLayout) = (layout(pass.target), layout(pass.source))
        let (target, read) = (Resource.surface(pass.target), Resource.surface(pass.source))
        let parts = [s.columnU, s.columnV, s.rowU, s.rowV, s.acrossU, s.acrossV, s.downU, s.downV]
        let table = tables.add(Array(parts.joined()))
        commands.announce(reading: [read], writing: [target])
        func queue(_ columns: Range<Int>, _ rows: Range<Int>) throws(GPUError) {
            let bound = fromLayout.existing(s.sourceRows(columns, rows, height: from.height))
            let largest = max(layout.bytes(rows), fromLayout.bytes(bound), table.byteCount)
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
            var p = TransformImageParameters()
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
            p.subsamples = Int32(s.subsamples)
            p.nearest = s.isPointSampled ? 1 : 0
            commands.dispatch(p, width: columns.count, height: rows.count)
        }
        try queue(0..<surface.width, 0..<surface.height)
    }
}

extension AffineSampling {
    /// Returns the source rows that a tile of the target may read, before they are clamped to existing rows.
    func sourceRows(_ columns: Range<Int>, _ rows: Range<Int>, height: Int) -> Range<Int> {
        func ends(_ shares: ArraySlice<Int32>) -> (low: Int, high: Int) {
            (Int(shares.min() ?? 0), Int(shares.max() ?? 0))
        }
        let parts = [ends(columnV[columns]), ends(rowV[rows]), ends(acrossV[...]), ends(downV[...])]
        let limit = (height - 1) << 15
        func held(_ position: Int) -> Int { max(0, min(limit, position)) >> 15 }
        let low = held(parts.reduce(0) { $0 + $1.low })
        let high = held(parts.reduce(0) { $0 + $1.high })
        return low..<min(high + 2, height)
    }
}
