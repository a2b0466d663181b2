import PenumbraPlan

/// Passes that write colour surfaces.
extension PlanRecording {
    func record(_ pass: Clear) throws(GPUError) {
        let surface = plan[pass.target]
        let layout = layout(pass.target)
        let target = Resource.surface(pass.target)
        // A layer that replaces all below can be painted together with those above.
        commands.announce(reading: [], writing: [target], area: surface.bounds)
        for rows in try bands(surface, rows: 0..<surface.height, needed: { [layout.bytes($0)] }) {
            for block in UInt32(0)..<4 { commands.bind(block, target, layout, rows: rows) }
            var p = CompositeParameters<PlainPainting>()
            p.operation = Composite.Operation.replaceNumber
            p.targetStride = layout.stride
            p.columnCount = Int32(surface.width)
            p.gridRow = Int32(rows.lowerBound)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            (p.redGreen, p.blueAlpha) = pass.color.vector.words
            let alone = ClearParameters(
                targetWidth: Int32(surface.width), targetStride: layout.stride, rowCount: Int32(rows.count),
                redGreen: p.redGreen, blueAlpha: p.blueAlpha)
            commands.dispatch(p, alone: alone, width: surface.width, height: rows.count)
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
}
