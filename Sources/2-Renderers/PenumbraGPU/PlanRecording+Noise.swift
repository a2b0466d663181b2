import PenumbraPlan

/// Passes that make grain, and that hide bands.
extension PlanRecording {
    func noise(_ id: SurfaceID, _ amount: UInt16, _ seed: UInt32, _ index: Int) throws(GPUError) {
        let target = stored(id)
        let surface = target.surface
        let places = tables.section(index)
        var p = NoiseParameters()
        p.targetWidth = Int32(surface.width)
        p.targetStride = target.layout.stride
        p.amount = UInt32(amount)
        p.seed = seed
        commands.announce(reading: [], writing: [target.resource])
        for rows in try bands(
            surface, rows: 0..<surface.height, needed: { [target.layout.bytes($0), places.byteCount] })
        {
            commands.bind(0, target.resource, target.layout, rows: rows)
            bindTable(1, places)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            commands.dispatch(p, width: (surface.width + 1) / 2, height: rows.count)
        }
    }

    func dither(_ source: SurfaceID, _ id: SurfaceID) throws(GPUError) {
        let (target, read) = (stored(id), stored(source))
        let surface = target.surface
        var p = DitherParameters()
        p.targetWidth = Int32(surface.width)
        p.targetStride = target.layout.stride
        p.sourceStride = read.layout.stride
        commands.announce(reading: [read.resource], writing: [target.resource])
        for rows in try bands(
            surface, rows: 0..<surface.height, needed: { [target.layout.bytes($0), read.layout.bytes($0)] })
        {
            commands.bind(0, target.resource, target.layout, rows: rows)
            commands.bind(1, read.resource, read.layout, rows: rows)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            commands.dispatch(p, width: surface.width, height: rows.count)
        }
    }
}
