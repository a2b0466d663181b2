import PenumbraGeometry
import PenumbraPlan

/// A surface that is read while painting, and the rows of it that a run of target rows needs.
private struct Operand {
    let stored: StoredSurface
    let rows: (Range<Int>) -> Range<Int>

    /// - Parameter dy: the offset that is added to a target row.
    init(_ stored: StoredSurface, dy: Int) {
        self.stored = stored
        rows = { stored.layout.existing($0.lowerBound + dy..<$0.upperBound + dy) }
    }

    init(_ stored: StoredSurface, _ kernel: KernelPlacement) {
        self.stored = stored
        rows = { stored.layout.existing(kernel.inputs($0)) }
    }

    func bytes(_ targetRows: Range<Int>) -> Int { stored.layout.bytes(rows(targetRows)) }
}

extension PlanRecording {
    func record(_ composite: Composite) throws(GPUError) {
        let region = composite.affected(in: plan)
        if region.isEmpty { return }
        if case .surface = composite.source, case .convolvedRows(let id, let kernel, let dx, let dy) = composite.mask,
            composite.clip != nil
        {
            // Source, mask, weights, clip and target are one storage block more than every device has.
            let filtered = temporary(
                Surface(format: .mask, width: region.width, height: region.height, label: plan[id].label))
            let placement = KernelPlacement(kernel, shift: dy, then: region.y)
            try convolve(
                stored(id), filtered, .vertical, placement, tables.add(kernel), crossOffset: heldOffset(dx) + region.x,
                .zero)
            try paint(composite, region, filteredMask: filtered)
        } else {
            try paint(composite, region)
        }
    }

    private func paint(
        _ composite: Composite, _ region: PixelRect, filteredMask: StoredSurface? = nil
    ) throws(GPUError) {
        // Blend modes have a program of their own, which pictures without blend modes need not compile.
        switch composite.operation {
        case .blend(.normal), .mix: try paint(composite, region, filteredMask, CompositeParameters<PlainPainting>())
        case .blend: try paint(composite, region, filteredMask, CompositeParameters<BlendedPainting>())
        }
    }

    /// Records the painting of one region, with the program for the given parameters.
    ///
    /// - Parameter filteredMask: the mask's values in `region`, if they are stored.
    private func paint<Painting: ShaderVariant>(
        _ composite: Composite, _ region: PixelRect, _ filteredMask: StoredSurface?,
        _ parameters: CompositeParameters<Painting>
    ) throws(GPUError) {
        let target = stored(composite.target)
        var p = parameters
        p.targetStride = target.layout.stride
        (p.gridColumn, p.firstColumn) = (Int32(region.x), Int32(region.x))
        p.columnCount = Int32(region.width)
        p.opacity = UInt32(composite.opacity)
        p.operation = composite.operation.number
        p.isMaskInverted = composite.isMaskInverted ? 1 : 0

        var source: Operand?
        switch composite.source {
        case .color(let color):
            (p.redGreen, p.blueAlpha) = color.vector.words
        case .surface(let id, let dx, let dy):
            let read = stored(id)
            let (dx, dy) = (heldOffset(dx), heldOffset(dy))
            p.sourceKind = 1
            (p.sourceDx, p.sourceDy) = (Int32(dx), Int32(dy))
            (p.sourceWidth, p.sourceHeight) = (Int32(read.surface.width), Int32(read.surface.height))
            p.sourceStride = read.layout.stride
            source = Operand(read, dy: dy)
        }

        var mask: Operand?
        func setMask(_ read: StoredSurface, kind: Int32, dx: Int) {
            p.maskKind = kind
            p.maskDx = Int32(dx)
            (p.maskWidth, p.maskHeight) = (Int32(read.surface.width), Int32(read.surface.height))
            p.maskStride = read.layout.stride
        }
        var weights: StagedTables.Section?
        switch composite.mask {
        case .none: break
        case .surface(let id, let dx, let dy):
            let read = stored(id)
            let dy = heldOffset(dy)
            setMask(read, kind: 1, dx: heldOffset(dx))
            p.maskDy = Int32(dy)
            mask = Operand(read, dy: dy)
        case .convolvedRows(let id, let kernel, let dx, let dy):
            if let filteredMask {
                setMask(filteredMask, kind: 1, dx: -region.x)
                p.maskDy = Int32(-region.y)
                mask = Operand(filteredMask, dy: -region.y)
            } else {
                let read = stored(id)
                let placement = KernelPlacement(kernel, shift: dy)
                setMask(read, kind: 2, dx: heldOffset(dx))
                p.place(placement)
                mask = Operand(read, placement)
                weights = tables.add(kernel)
            }
        }

        // A clip uses the storage block of an absent operand: the weights or the source surface.
        var clip: Operand?
        if let wanted = composite.clip {
            let read = stored(wanted.surface)
            let (dx, dy) = (heldOffset(wanted.dx), heldOffset(wanted.dy))
            p.clipKind = weights == nil ? 2 : 1
            p.isClipInverted = wanted.isInverted ? 1 : 0
            (p.clipDx, p.clipDy) = (Int32(dx), Int32(dy))
            (p.clipWidth, p.clipHeight) = (Int32(read.surface.width), Int32(read.surface.height))
            p.clipStride = read.layout.stride
            clip = Operand(read, dy: dy)
        }

        let operands = [source, mask, clip].compactMap { $0 }
        commands.announce(
            reading: operands.map(\.stored.resource), writing: [target.resource],
            area: target.surface.format == .color ? region : nil)
        for rows in try bands(
            target.surface, rows: region.y..<region.maxY,
            needed: { rows in [target.layout.bytes(rows), weights?.byteCount ?? 0] + operands.map { $0.bytes(rows) } })
        {
            (p.gridRow, p.firstRow) = (Int32(rows.lowerBound), Int32(rows.lowerBound))
            p.rowCount = Int32(rows.count)
            /// Binds the rows an operand needs. A block without an operand is bound to the target.
            func bind(_ block: UInt32, _ operand: Operand?) -> Int32 {
                guard let operand else {
                    commands.bind(block, target.resource, target.layout, rows: rows)
                    return 0
                }
                let bound = operand.rows(rows)
                commands.bind(block, operand.stored.resource, operand.stored.layout, rows: bound)
                return Int32(bound.lowerBound)
            }
            commands.bind(0, target.resource, target.layout, rows: rows)
            p.sourceFirstRow = bind(1, source)
            p.maskFirstRow = bind(2, mask)
            if let weights { bindTable(3, weights) } else { _ = bind(3, nil) }
            if clip != nil { p.clipFirstRow = bind(p.clipKind == 1 ? 1 : 3, clip) }
            commands.dispatch(p, width: region.width, height: rows.count)
        }
    }
}
