import PenumbraGeometry
import PenumbraPlan

/// The two words of a colour pixel.
private func words(_ color: PremultipliedColor) -> (redGreen: UInt32, blueAlpha: UInt32) {
    (UInt32(color.red) | UInt32(color.green) << 16, UInt32(color.blue) | UInt32(color.alpha) << 16)
}

/// Passes that write colour surfaces.
extension PlanExecution {
    func queue(_ pass: Pass, _ index: Int) throws(GPUError) {
        switch pass {
        case .clear(let target, let color): try clear(target, color)
        case .fillMesh(let target, let coverage): try fillMesh(target, coverage, index)
        case .extractAlpha(let source, let target, let dx, let dy): try extractAlpha(source, target, dx: dx, dy: dy)
        case .downsample(let source, let target, let dx, let dy): try downsample(source, target, dx: dx, dy: dy)
        case .convolve(let source, let target, let axis, let kernel, let crossOffset):
            try convolve(source, target, axis, kernel, crossOffset: crossOffset, index)
        case .resample(let image, let target, let columns, let rows):
            try resample(image, target, columns, rows, index)
        case .transformImage(let source, let target, let sampling): try transformImage(source, target, sampling, index)
        case .composite(let composite): try self.composite(composite, index)
        }
    }

    private func clear(_ id: SurfaceID, _ color: PremultipliedColor) throws(GPUError) {
        let surface = plan[id]
        let layout = layout(id)
        let target = try buffer(id)
        state.announce(reading: [], writing: [target])
        for rows in try bands(id, rows: 0..<surface.height, needed: { [layout.bytes($0)] }) {
            state.bind(0, target, layout, rows: rows)
            var p = ClearParameters()
            p.targetWidth = Int32(surface.width)
            p.targetStride = layout.stride
            p.rowCount = Int32(rows.count)
            (p.redGreen, p.blueAlpha) = words(color)
            try state.dispatch(p, width: surface.width, height: rows.count)
        }
    }

    /// Rows first, into a surface as wide as the columns that are read; then columns. Where columns filter nothing,
    /// rows go straight to the target.
    private func resample(
        _ image: ImageID, _ id: SurfaceID, _ columns: ResamplingTable, _ rows: ResamplingTable, _ index: Int
    ) throws(GPUError) {
        let surface = plan[id]
        let layout = layout(id)
        let target = try buffer(id)
        let uploaded = try self.image(image)
        let columnsRead = columns.range
        let isDirect = columns.isUnitShift
        let (columnTable, rowTable) = (tables.section(index, 0), tables.section(index, 1))
        let alignment = state.limits.storageAlignment
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
            id, rows: 0..<surface.height,
            needed: {
                [
                    layout.bytes($0), isDirect ? 0 : middleLayout($0.count).byteCount, uploaded.layout.bytes(sourceRows($0)),
                    columnTable.byteCount, rowTable.byteCount,
                ]
            })
        let middle =
            isDirect
            ? target
            : try state.pool.take(middleLayout(runs.map(\.count).max() ?? 1).byteCount, .work, purpose: surface.label)
        for run in runs {
            let bound = sourceRows(run)
            let between = middleLayout(run.count)
            state.announce(reading: [uploaded.buffer], writing: [middle])
            state.bind(0, middle, between, rows: isDirect ? run : 0..<run.count)
            state.bind(1, uploaded.buffer, uploaded.layout, rows: bound)
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
            try state.dispatch(p, width: Int(p.targetWidth), height: run.count)
            if isDirect { continue }

            state.announce(reading: [middle], writing: [target])
            state.bind(0, target, layout, rows: run)
            state.bind(1, middle, between, rows: 0..<run.count)
            bindTable(2, columnTable)
            var q = ResampleColumnsParameters()
            q.targetWidth = Int32(surface.width)
            q.targetStride = layout.stride
            q.rowCount = Int32(run.count)
            q.sourceStride = between.stride
            q.sourceFirstColumn = Int32(columnsRead.lowerBound)
            try state.dispatch(q, width: surface.width, height: run.count)
        }
        if !isDirect { state.pool.giveBack(middle) }
    }

    /// In tiles, because a turned picture's row reads a column of its source.
    private func transformImage(
        _ source: SurfaceID, _ id: SurfaceID, _ sampling: AffineSampling, _ index: Int
    ) throws(GPUError) {
        let (surface, from) = (plan[id], plan[source])
        let (layout, fromLayout) = (layout(id), layout(source))
        let (target, read) = (try buffer(id), try buffer(source))
        let table = tables.section(index)
        state.announce(reading: [read], writing: [target])
        func queue(_ columns: Range<Int>, _ rows: Range<Int>) throws(GPUError) {
            let bound = fromLayout.existing(sampling.sourceRows(columns, rows, height: from.height))
            let largest = max(layout.bytes(rows), fromLayout.bytes(bound), table.byteCount)
            guard largest <= state.limits.storageBlockBytes else {
                // The longer side in halves, until what a tile reads is in reach.
                if rows.count >= columns.count, rows.count > 1 {
                    let middle = rows.lowerBound + rows.count / 2
                    try queue(columns, rows.lowerBound..<middle)
                    try queue(columns, middle..<rows.upperBound)
                } else if columns.count > 1 {
                    let middle = columns.lowerBound + columns.count / 2
                    try queue(columns.lowerBound..<middle, rows)
                    try queue(middle..<columns.upperBound, rows)
                } else {
                    throw .blockTooSmall(from, limit: state.limits.storageBlockBytes)
                }
                return
            }
            state.bind(0, target, layout, rows: rows)
            state.bind(1, read, fromLayout, rows: bound)
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
            p.subsamples = Int32(sampling.subsamples)
            p.nearest = sampling.isPointSampled ? 1 : 0
            try state.dispatch(p, width: columns.count, height: rows.count)
        }
        try queue(0..<surface.width, 0..<surface.height)
    }

    private func composite(_ composite: Composite, _ index: Int) throws(GPUError) {
        let region = painted(composite)
        if region.isEmpty || composite.opacity == 0 { return }
        let id = composite.target
        let layout = layout(id)
        let target = try buffer(id)
        var p = CompositeParameters()
        p.targetStride = layout.stride
        p.firstColumn = Int32(region.x)
        p.columnCount = Int32(region.width)
        p.opacity = UInt32(composite.opacity)
        // What is read, and which of its rows a run of target rows needs. A block that no operand uses is bound to the target.
        var source: (buffer: GPUBuffer, layout: SurfaceLayout, rows: (Range<Int>) -> Range<Int>)?
        var mask: (buffer: GPUBuffer, layout: SurfaceLayout, rows: (Range<Int>) -> Range<Int>)?
        switch composite.source {
        case .color(let color):
            (p.redGreen, p.blueAlpha) = words(color)
        case .surface(let from, let dx, let dy):
            let fromLayout = self.layout(from)
            let (dx, dy) = (heldOffset(dx), heldOffset(dy))
            p.sourceKind = 1
            (p.sourceDx, p.sourceDy) = (Int32(dx), Int32(dy))
            (p.sourceWidth, p.sourceHeight) = (Int32(plan[from].width), Int32(plan[from].height))
            p.sourceStride = fromLayout.stride
            source = (try buffer(from), fromLayout, { fromLayout.existing($0.lowerBound + dy..<$0.upperBound + dy) })
        }
        func setMask(_ from: SurfaceID, dx: Int) throws(GPUError) -> (GPUBuffer, SurfaceLayout) {
            p.maskDx = Int32(heldOffset(dx))
            (p.maskWidth, p.maskHeight) = (Int32(plan[from].width), Int32(plan[from].height))
            p.maskStride = self.layout(from).stride
            return (try buffer(from), self.layout(from))
        }
        var weights: StagedTables.Section?
        switch composite.mask {
        case .none: break
        case .surface(let from, let dx, let dy):
            let (read, fromLayout) = try setMask(from, dx: dx)
            let dy = heldOffset(dy)
            p.maskKind = 1
            p.maskDy = Int32(dy)
            mask = (read, fromLayout, { fromLayout.existing($0.lowerBound + dy..<$0.upperBound + dy) })
        case .convolvedRows(let from, let kernel, let dx, let dy):
            let (read, fromLayout) = try setMask(from, dx: dx)
            let placement = KernelPlacement(kernel, shift: dy)
            p.maskKind = 2
            p.taps = Int32(placement.taps)
            p.phaseBits = Int32(placement.phaseBits)
            p.phase = Int32(placement.phase)
            p.offset = Int32(placement.offset)
            mask = (read, fromLayout, { fromLayout.existing(placement.inputs($0)) })
            weights = tables.section(index)
        }
        state.announce(reading: [source?.buffer, mask?.buffer].compactMap { $0 }, writing: [target])
        let operands = [source, mask]
        for rows in try bands(
            id, rows: region.y..<region.maxY,
            needed: { rows in
                [layout.bytes(rows), weights?.byteCount ?? 0]
                    + operands.compactMap { $0 }.map { $0.layout.bytes($0.rows(rows)) }
            })
        {
            state.bind(0, target, layout, rows: rows)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            if let source {
                let bound = source.rows(rows)
                p.sourceFirstRow = Int32(bound.lowerBound)
                state.bind(1, source.buffer, source.layout, rows: bound)
            } else {
                state.bind(1, target, layout, rows: rows)
            }
            if let mask {
                let bound = mask.rows(rows)
                p.maskFirstRow = Int32(bound.lowerBound)
                state.bind(2, mask.buffer, mask.layout, rows: bound)
            } else {
                state.bind(2, target, layout, rows: rows)
            }
            if let weights { bindTable(3, weights) } else { state.bind(3, target, layout, rows: rows) }
            try state.dispatch(p, width: region.width, height: rows.count)
        }
    }

    /// The part of a composite's region outside which it changes nothing: there the source or the mask is 0.
    private func painted(_ composite: Composite) -> PixelRect {
        var region = composite.region.intersection(
            PixelRect(x: 0, y: 0, width: plan[composite.target].width, height: plan[composite.target].height))
        func keep(_ id: SurfaceID, dx: Int, dy: Int?) {
            let surface = plan[id]
            let x = -heldOffset(dx)
            region = region.intersection(
                PixelRect(
                    x: x, y: dy.map { -heldOffset($0) } ?? region.y, width: surface.width,
                    height: dy == nil ? region.height : surface.height))
        }
        if case .surface(let id, let dx, let dy) = composite.source { keep(id, dx: dx, dy: dy) }
        switch composite.mask {
        case .none: break
        case .surface(let id, let dx, let dy): keep(id, dx: dx, dy: dy)
        case .convolvedRows(let id, _, let dx, _): keep(id, dx: dx, dy: nil)
        }
        return region
    }
}

extension AffineSampling {
    /// The source rows that a tile of the target may read, before they are held to those that exist.
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
