import PenumbraPlan

/// Passes that make grain and passes that hide banding.
extension PlanRecording {
    func record(_ pass: Noise) throws(GPUError) {
        let target = stored(pass.target)
        let surface = target.surface
        let places = tables.add(pass.columns + pass.rows)
        var p = NoiseParameters()
        p.targetWidth = Int32(surface.width)
        p.targetStride = target.layout.stride
        p.amount = UInt32(pass.amount)
        p.seed = pass.seed
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

    func record(_ pass: Dither) throws(GPUError) {
        let (target, read) = (stored(pass.target), stored(pass.source))
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
