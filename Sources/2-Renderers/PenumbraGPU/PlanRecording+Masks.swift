import PenumbraPlan

/// An offset this large reads nothing of any surface, or only its edge. Sums with it stay inside 32 bits.
private let farOutside = 1 << 20

/// Limits an offset in pixels to the range in which it makes a difference.
func heldOffset(_ offset: Int) -> Int { max(-farOutside, min(farOutside, offset)) }

/// A kernel's parameters on the device, limited to 32 bits so that they still read the same inputs.
struct KernelPlacement {
    let taps: Int
    let phaseBits: Int
    let phase: Int
    let offset: Int

    /// - Parameters:
    ///   - shift: added to the output's position, so that the requested outputs are 0 and up.
    ///   - further: a position inside a surface, also added to the output's position.
    init(_ kernel: PolyphaseKernel, shift: Int = 0, then further: Int = 0) {
        let held = max(-(1 << 40), min(1 << 40, shift))
        let moved = kernel.shifted(outputs: held + further, inputs: 0)
        taps = kernel.taps
        phaseBits = kernel.phases.trailingZeroBitCount
        phase = moved.phase
        // The limit is four times that of a pixel offset, since up to 2²⁰ taps follow.
        offset = max(-4 * farOutside, min(4 * farOutside, moved.offset))
    }

    /// Returns the inputs that a run of outputs is made from.
    func inputs(_ outputs: Range<Int>) -> Range<Int> {
        let first = ((outputs.lowerBound + phase) >> phaseBits) + offset
        let last = ((outputs.upperBound - 1 + phase) >> phaseBits) + offset
        return first..<(last + taps)
    }
}

/// Passes that write masks.
extension PlanRecording {
    func record(_ pass: FillMesh) throws(GPUError) {
        let coverage = pass.coverage
        let surface = plan[pass.target]
        let layout = layout(pass.target)
        let target = Resource.surface(pass.target)
        let short = ShortStrips(coverage)
        let strips = short.map { tables.add($0.places) } ?? tables.add(coverage.strips)
        let starts = short?.rowStarts ?? coverage.rowStarts
        let rowStarts = tables.add(starts)
        let stripBytes = short == nil ? MemoryLayout<Coverage.Strip>.stride : MemoryLayout<SIMD2<UInt32>>.stride
        let granule = max(1, commands.limits.storageAlignment / stripBytes)
        func stripsBound(_ rows: Range<Int>) -> Range<Int> {
            let first = Int(starts[rows.lowerBound]) / granule * granule
            return first..<max(first + 1, Int(starts[rows.upperBound]))
        }
        commands.announce(reading: [], writing: [target])
        for rows in try bands(
            surface, rows: 0..<surface.height,
            needed: {
                [layout.bytes($0), stripsBound($0).count * stripBytes]
            })
        {
            let bound = stripsBound(rows)
            commands.bind(0, target, layout, rows: rows)
            bindTable(1, strips, bytes: bound.lowerBound * stripBytes..<bound.upperBound * stripBytes)
            bindTable(2, rowStarts)
            var p = FillMeshParameters()
            p.targetWidth = Int32(surface.width)
            p.targetStride = layout.stride
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.firstStrip = Int32(bound.lowerBound)
            p.isShort = short == nil ? 0 : 1
            commands.dispatchGroups(
                p, x: (surface.width + ShaderConstants.span - 1) / ShaderConstants.span, y: rows.count)
        }
    }

    func record(_ pass: ExtractChannel) throws(GPUError) {
        var p = ExtractChannelParameters()
        let dy = heldOffset(pass.dy)
        p.dx = Int32(heldOffset(pass.dx))
        p.dy = Int32(dy)
        p.channel = Int32(pass.channel.rawValue)
        try makeMask(p, stored(pass.source), stored(pass.target), .zero) { $0.lowerBound + dy..<$0.upperBound + dy }
    }

    func record(_ pass: MapMask) throws(GPUError) {
        var p = MapMaskParameters()
        let dy = heldOffset(pass.dy)
        p.dx = Int32(heldOffset(pass.dx))
        p.dy = Int32(dy)
        switch pass.map {
        case .inverted:
            p.mapKind = 0
        case .above(let threshold):
            p.mapKind = 1
            p.threshold = UInt32(threshold)
        case .squareRamp(let low, let high):
            p.mapKind = 2
            (p.low, p.high) = (low, high)
            let shift = max(0, 16 - (high - low).leadingZeroBitCount)
            p.shift = Int32(shift)
            p.width = (high - low) >> UInt32(shift)
            // A width of one has no reciprocal in 32 bits; the largest 32-bit number serves as well.
            p.reciprocal = UInt32(min(UInt64(UInt32.max), (1 << 32) / UInt64(p.width)))
        }
        try makeMask(p, stored(pass.source), stored(pass.target), .zero) { $0.lowerBound + dy..<$0.upperBound + dy }
    }

    func record(_ pass: Downsample) throws(GPUError) {
        switch pass.edge {
        case .zero: try record(pass, DownsampleParameters<ZeroEdge>())
        case .clamp: try record(pass, DownsampleParameters<ClampedEdge>())
        }
    }

    private func record<Outside>(_ pass: Downsample, _ empty: DownsampleParameters<Outside>) throws(GPUError) {
        var p = empty
        let dy = heldOffset(pass.dy)
        p.dx = Int32(heldOffset(pass.dx))
        p.dy = Int32(dy)
        try makeMask(p, stored(pass.source), stored(pass.target), pass.edge) {
            2 * $0.lowerBound + dy..<2 * $0.upperBound + 2 + dy
        }
    }

    func record(_ pass: Convolve) throws(GPUError) {
        try convolve(
            stored(pass.source), stored(pass.target), pass.axis, KernelPlacement(pass.kernel), tables.add(pass.kernel),
            crossOffset: pass.crossOffset, pass.edge)
    }

    /// Records a filter of a mask along an axis.
    ///
    /// - Parameters:
    ///   - kernel: the kernel's place for the target's output 0.
    ///   - weights: the kernel's weights among the tables.
    func convolve(
        _ source: StoredSurface, _ target: StoredSurface, _ axis: Axis, _ kernel: KernelPlacement,
        _ weights: StagedTables.Section, crossOffset: Int, _ edge: Edge
    ) throws(GPUError) {
        func run<Direction, Outside>(_ empty: ConvolveParameters<Direction, Outside>) throws(GPUError) {
            var p = empty
            let across = heldOffset(crossOffset)
            p.place(kernel)
            p.crossOffset = Int32(across)
            try makeMask(p, source, target, edge, weights: weights) { rows in
                switch axis {
                case .horizontal: rows.lowerBound + across..<rows.upperBound + across
                case .vertical: kernel.inputs(rows)
                }
            }
        }
        switch (axis, edge) {
        case (.horizontal, .zero): try run(ConvolveParameters<AlongRows, ZeroEdge>())
        case (.horizontal, .clamp): try run(ConvolveParameters<AlongRows, ClampedEdge>())
        case (.vertical, .zero): try run(ConvolveParameters<AlongColumns, ZeroEdge>())
        case (.vertical, .clamp): try run(ConvolveParameters<AlongColumns, ClampedEdge>())
        }
    }

    /// Makes a mask from a surface, two pixels per invocation.
    ///
    /// - Parameters:
    ///   - weights: a table to bind as block 2.
    ///   - wanted: returns the source rows that a run of target rows needs, existing or not.
    func makeMask<P: SourceParameters>(
        _ parameters: P, _ source: StoredSurface, _ target: StoredSurface, _ edge: Edge,
        weights: StagedTables.Section? = nil, wanted: (Range<Int>) -> Range<Int>
    ) throws(GPUError) {
        let surface = target.surface
        var p = parameters
        p.targetWidth = Int32(surface.width)
        p.targetStride = target.layout.stride
        p.sourceWidth = Int32(source.surface.width)
        p.sourceHeight = Int32(source.surface.height)
        p.sourceStride = source.layout.stride
        commands.announce(reading: [source.resource], writing: [target.resource])
        for rows in try bands(
            surface, rows: 0..<surface.height,
            needed: {
                [target.layout.bytes($0), source.layout.bytes(source.layout.read(wanted($0), edge)), weights?.byteCount ?? 0]
            })
        {
            let bound = source.layout.read(wanted(rows), edge)
            commands.bind(0, target.resource, target.layout, rows: rows)
            commands.bind(1, source.resource, source.layout, rows: bound)
            if let weights { bindTable(2, weights) }
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.sourceFirstRow = Int32(bound.lowerBound)
            commands.dispatch(p, width: (surface.width + 1) / 2, height: rows.count)
        }
    }
}
