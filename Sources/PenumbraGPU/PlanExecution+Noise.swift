import PenumbraPlan

/// Passes that make grain, and that hide bands.
extension PlanExecution {
    func noise(_ id: SurfaceID, _ amount: UInt16, _ seed: UInt32, _ index: Int) throws(GPUError) {
        let target = try stored(id)
        let surface = target.surface
        let places = tables.section(index)
        var p = NoiseParameters()
        p.targetWidth = Int32(surface.width)
        p.targetStride = target.layout.stride
        p.amount = UInt32(amount)
        p.seed = seed
        state.announce(reading: [], writing: [target.buffer])
        for rows in try bands(
            surface, rows: 0..<surface.height, needed: { [target.layout.bytes($0), places.byteCount] })
        {
            state.bind(0, target.buffer, target.layout, rows: rows)
            bindTable(1, places)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            try state.dispatch(p, width: (surface.width + 1) / 2, height: rows.count)
        }
    }

    func dither(_ source: SurfaceID, _ id: SurfaceID) throws(GPUError) {
        let (target, read) = (try stored(id), try stored(source))
        let surface = target.surface
        var p = DitherParameters()
        p.targetWidth = Int32(surface.width)
        p.targetStride = target.layout.stride
        p.sourceStride = read.layout.stride
        state.announce(reading: [read.buffer], writing: [target.buffer])
        for rows in try bands(
            surface, rows: 0..<surface.height, needed: { [target.layout.bytes($0), read.layout.bytes($0)] })
        {
            state.bind(0, target.buffer, target.layout, rows: rows)
            state.bind(1, read.buffer, read.layout, rows: rows)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            try state.dispatch(p, width: surface.width, height: rows.count)
        }
    }
}
