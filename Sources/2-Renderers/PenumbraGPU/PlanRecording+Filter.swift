import PenumbraPlan

/// Records the pass that filters colours with weights of either sign.
extension PlanRecording {
    func record(_ pass: FilterColors) throws(GPUError) {
        let (axis, table) = (pass.axis, pass.table)
        let (target, read) = (stored(pass.target), stored(pass.source))
        let (surface, places, weights) = (target.surface, tables.add(table.places), tables.add(table.weights))
        /// Returns the source rows that a run of target rows is made from.
        func rowsRead(_ rows: Range<Int>) -> Range<Int> {
            axis == .vertical ? read.layout.existing(table.inputs(rows)) : rows
        }
        var p = FilterColorsParameters()
        p.targetWidth = Int32(surface.width)
        p.targetStride = target.layout.stride
        p.sourceStride = read.layout.stride
        p.isVertical = axis == .vertical ? 1 : 0
        p.sourceLift = pass.stage.sourceLift
        p.targetLift = pass.stage.targetLift
        p.lowest = FilterColors.Stage.lowest
        p.highest = FilterColors.Stage.highest
        commands.announce(reading: [read.resource], writing: [target.resource])
        for rows in try bands(
            surface, rows: 0..<surface.height,
            needed: { [target.layout.bytes($0), read.layout.bytes(rowsRead($0)), places.byteCount, weights.byteCount] })
        {
            let bound = rowsRead(rows)
            commands.bind(0, target.resource, target.layout, rows: rows)
            commands.bind(1, read.resource, read.layout, rows: bound)
            bindTable(2, places)
            bindTable(3, weights)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.sourceFirstRow = Int32(bound.lowerBound)
            commands.dispatch(p, width: surface.width, height: rows.count)
        }
    }
}

extension SignedTable {
    /// For each index: its first source index, its first weight and the number of weights.
    var places: [SIMD4<Int32>] {
        starts.indices.map { SIMD4(starts[$0], offsets[$0], offsets[$0 + 1] - offsets[$0], 0) }
    }
}
