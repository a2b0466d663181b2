import PenumbraPlan

/// Offsets this large read nothing of any surface, and sums with them stay inside 32 bits.
private let farOutside = 1 << 20

/// An offset of pixels, held to where it makes no difference any more.
func heldOffset(_ offset: Int) -> Int { max(-farOutside, min(farOutside, offset)) }

/// A kernel's place on the device: everything that fits in 32 bits and reads the same inputs.
struct KernelPlacement {
    let taps: Int
    let phaseBits: Int
    let phase: Int
    let offset: Int

    /// - Parameter shift: added to the output's position, so that outputs asked for are 0 and up.
    init(_ kernel: PolyphaseKernel, shift: Int = 0) {
        let held = max(-(1 << 40), min(1 << 40, shift))
        let moved = kernel.shifted(outputs: held, inputs: 0)
        taps = kernel.taps
        phaseBits = kernel.phases.trailingZeroBitCount
        phase = moved.phase
        // Four times further than any offset of pixels, since up to 2²⁰ taps follow.
        offset = max(-4 * farOutside, min(4 * farOutside, moved.offset))
    }

    /// The inputs that a run of outputs is made of.
    func inputs(_ outputs: Range<Int>) -> Range<Int> {
        let first = ((outputs.lowerBound + phase) >> phaseBits) + offset
        let last = ((outputs.upperBound - 1 + phase) >> phaseBits) + offset
        return first..<(last + taps)
    }
}

/// Passes that write masks.
extension PlanExecution {
    func fillMesh(_ id: SurfaceID, _ coverage: Coverage, _ index: Int) throws(GPUError) {
        let surface = plan[id]
        let layout = layout(id)
        let target = try buffer(id)
        let strips = tables.section(index, 0)
        let stripBytes = MemoryLayout<Coverage.Strip>.stride
        let granule = max(1, state.limits.storageAlignment / stripBytes)
        func stripsBound(_ rows: Range<Int>) -> Range<Int> {
            let first = Int(coverage.rowStarts[rows.lowerBound]) / granule * granule
            return first..<max(first + 1, Int(coverage.rowStarts[rows.upperBound]))
        }
        state.announce(reading: [], writing: [target])
        for rows in try bands(
            id, rows: 0..<surface.height,
            needed: {
                [layout.bytes($0), stripsBound($0).count * stripBytes]
            })
        {
            let bound = stripsBound(rows)
            state.bind(0, target, layout, rows: rows)
            bindTable(1, strips, bytes: bound.lowerBound * stripBytes..<bound.upperBound * stripBytes)
            bindTable(2, tables.section(index, 1))
            var p = FillMeshParameters()
            p.targetWidth = Int32(surface.width)
            p.targetStride = layout.stride
            p.firstRow = Int32(rows.lowerBound)
            p.firstStrip = Int32(bound.lowerBound)
            try state.dispatchGroups(
                p, x: (surface.width + ShaderConstants.span - 1) / ShaderConstants.span, y: rows.count)
        }
    }

    func extractAlpha(_ source: SurfaceID, _ id: SurfaceID, dx: Int, dy: Int) throws(GPUError) {
        let (surface, from) = (plan[id], plan[source])
        let (layout, fromLayout) = (layout(id), layout(source))
        let (target, read) = (try buffer(id), try buffer(source))
        let (dx, dy) = (heldOffset(dx), heldOffset(dy))
        func sourceRows(_ rows: Range<Int>) -> Range<Int> {
            fromLayout.existing(rows.lowerBound + dy..<rows.upperBound + dy)
        }
        state.announce(reading: [read], writing: [target])
        for rows in try bands(
            id, rows: 0..<surface.height,
            needed: {
                [layout.bytes($0), fromLayout.bytes(sourceRows($0))]
            })
        {
            let bound = sourceRows(rows)
            state.bind(0, target, layout, rows: rows)
            state.bind(1, read, fromLayout, rows: bound)
            var p = ExtractAlphaParameters()
            p.targetWidth = Int32(surface.width)
            p.targetStride = layout.stride
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.sourceWidth = Int32(from.width)
            p.sourceHeight = Int32(from.height)
            p.sourceStride = fromLayout.stride
            p.sourceFirstRow = Int32(bound.lowerBound)
            p.dx = Int32(dx)
            p.dy = Int32(dy)
            try state.dispatch(p, width: (surface.width + 1) / 2, height: rows.count)
        }
    }

    func downsample(_ source: SurfaceID, _ id: SurfaceID, dx: Int, dy: Int) throws(GPUError) {
        let (surface, from) = (plan[id], plan[source])
        let (layout, fromLayout) = (layout(id), layout(source))
        let (target, read) = (try buffer(id), try buffer(source))
        let (dx, dy) = (heldOffset(dx), heldOffset(dy))
        func sourceRows(_ rows: Range<Int>) -> Range<Int> {
            fromLayout.existing(2 * rows.lowerBound + dy..<2 * rows.upperBound + 2 + dy)
        }
        state.announce(reading: [read], writing: [target])
        for rows in try bands(
            id, rows: 0..<surface.height,
            needed: {
                [layout.bytes($0), fromLayout.bytes(sourceRows($0))]
            })
        {
            let bound = sourceRows(rows)
            state.bind(0, target, layout, rows: rows)
            state.bind(1, read, fromLayout, rows: bound)
            var p = DownsampleParameters()
            p.targetWidth = Int32(surface.width)
            p.targetStride = layout.stride
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.sourceWidth = Int32(from.width)
            p.sourceHeight = Int32(from.height)
            p.sourceStride = fromLayout.stride
            p.sourceFirstRow = Int32(bound.lowerBound)
            p.dx = Int32(dx)
            p.dy = Int32(dy)
            try state.dispatch(p, width: (surface.width + 1) / 2, height: rows.count)
        }
    }

    func convolve(
        _ source: SurfaceID, _ id: SurfaceID, _ axis: Axis, _ kernel: PolyphaseKernel, crossOffset: Int, _ index: Int
    ) throws(GPUError) {
        switch axis {
        case .horizontal:
            try convolve(ConvolveRowsParameters(), source, id, axis, kernel, crossOffset: crossOffset, index)
        case .vertical:
            try convolve(ConvolveColumnsParameters(), source, id, axis, kernel, crossOffset: crossOffset, index)
        }
    }

    private func convolve<P: ProgramParameters & ConvolveParameters>(
        _ empty: P, _ source: SurfaceID, _ id: SurfaceID, _ axis: Axis, _ kernel: PolyphaseKernel, crossOffset: Int,
        _ index: Int
    ) throws(GPUError) {
        let (surface, from) = (plan[id], plan[source])
        let (layout, fromLayout) = (layout(id), layout(source))
        let (target, read) = (try buffer(id), try buffer(source))
        let placement = KernelPlacement(kernel)
        let across = heldOffset(crossOffset)
        let weights = tables.section(index)
        func sourceRows(_ rows: Range<Int>) -> Range<Int> {
            switch axis {
            case .horizontal: fromLayout.existing(rows.lowerBound + across..<rows.upperBound + across)
            case .vertical: fromLayout.existing(placement.inputs(rows))
            }
        }
        state.announce(reading: [read], writing: [target])
        for rows in try bands(
            id, rows: 0..<surface.height,
            needed: {
                [layout.bytes($0), fromLayout.bytes(sourceRows($0)), weights.byteCount]
            })
        {
            let bound = sourceRows(rows)
            state.bind(0, target, layout, rows: rows)
            state.bind(1, read, fromLayout, rows: bound)
            bindTable(2, weights)
            var p = empty
            p.targetWidth = Int32(surface.width)
            p.targetStride = layout.stride
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.sourceWidth = Int32(from.width)
            p.sourceHeight = Int32(from.height)
            p.sourceStride = fromLayout.stride
            p.sourceFirstRow = Int32(bound.lowerBound)
            p.taps = Int32(placement.taps)
            p.phaseBits = Int32(placement.phaseBits)
            p.phase = Int32(placement.phase)
            p.offset = Int32(placement.offset)
            p.crossOffset = Int32(across)
            try state.dispatch(p, width: (surface.width + 1) / 2, height: rows.count)
        }
    }
}
