import PenumbraPlan

extension PlanRecording {
    /// Records one dispatch per share, which sum up in a temporary surface, and one that limits the sums.
    func record(_ pass: MixMasks) throws(GPUError) {
        let target = stored(pass.target)
        let sums = temporary(target.surface)
        for (index, share) in pass.shares.enumerated() {
            switch share.edge {
            case .zero: try add(share, of: pass, to: sums, isFirst: index == 0, MixMasksParameters<ZeroEdge>())
            case .clamp: try add(share, of: pass, to: sums, isFirst: index == 0, MixMasksParameters<ClampedEdge>())
            }
        }
        try limit(sums, pass, target)
    }

    private func add<Outside>(
        _ share: MixMasks.Share, of pass: MixMasks, to sums: StoredSurface, isFirst: Bool, _ empty: MixMasksParameters<Outside>
    ) throws(GPUError) {
        var p = empty
        let (source, position) = (stored(share.source), stored(pass.position))
        let kernel = KernelPlacement(share.kernel, shift: share.dy)
        let weights = tables.add(share.kernel.weights.map { Int32($0) } + share.weights.map { Int32($0) })
        let (dx, dy) = (heldOffset(pass.positionDx), heldOffset(pass.positionDy))
        p.place(kernel)
        p.dx = Int32(heldOffset(share.dx))
        p.isAdded = isFirst ? 0 : 1
        (p.positionDx, p.positionDy) = (Int32(dx), Int32(dy))
        (p.positionWidth, p.positionHeight) = (Int32(position.surface.width), Int32(position.surface.height))
        p.positionStride = position.layout.stride
        (p.firstPosition, p.shift) = (Int32(share.first), Int32(share.shift))
        p.firstShare = Int32(share.kernel.weights.count)
        p.lastShare = Int32(share.kernel.weights.count + share.weights.count - 1)
        p.targetWidth = Int32(sums.surface.width)
        p.targetStride = sums.layout.stride
        (p.sourceWidth, p.sourceHeight) = (Int32(source.surface.width), Int32(source.surface.height))
        p.sourceStride = source.layout.stride
        func read(_ rows: Range<Int>) -> Range<Int> { source.layout.read(kernel.inputs(rows), share.edge) }
        func places(_ rows: Range<Int>) -> Range<Int> {
            position.layout.existing(rows.lowerBound + dy..<rows.upperBound + dy)
        }
        commands.announce(
            reading: [source.resource, position.resource] + (isFirst ? [] : [sums.resource]), writing: [sums.resource])
        for rows in try bands(
            sums.surface, rows: 0..<sums.surface.height,
            needed: {
                [
                    sums.layout.bytes($0), source.layout.bytes(read($0)), weights.byteCount,
                    position.layout.bytes(places($0)),
                ]
            })
        {
            let (bound, placed) = (read(rows), places(rows))
            commands.bind(0, sums.resource, sums.layout, rows: rows)
            commands.bind(1, source.resource, source.layout, rows: bound)
            bindTable(2, weights)
            commands.bind(3, position.resource, position.layout, rows: placed)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.sourceFirstRow = Int32(bound.lowerBound)
            p.positionFirstRow = Int32(placed.lowerBound)
            commands.dispatch(p, width: (sums.surface.width + 1) / 2, height: rows.count)
        }
    }

    private func limit(_ sums: StoredSurface, _ pass: MixMasks, _ target: StoredSurface) throws(GPUError) {
        var p = MixLimitParameters()
        // Without a limit, the sums are bound in its place, and the shader ignores them.
        let most = pass.limit.map { stored($0.surface) } ?? sums
        let dy = pass.limit.map { heldOffset($0.dy) } ?? 0
        p.limitKind = pass.limit == nil ? 0 : 1
        p.dx = Int32(pass.limit.map { heldOffset($0.dx) } ?? 0)
        p.dy = Int32(dy)
        p.sumsStride = sums.layout.stride
        p.targetWidth = Int32(target.surface.width)
        p.targetStride = target.layout.stride
        (p.sourceWidth, p.sourceHeight) = (Int32(most.surface.width), Int32(most.surface.height))
        p.sourceStride = most.layout.stride
        func read(_ rows: Range<Int>) -> Range<Int> { most.layout.existing(rows.lowerBound + dy..<rows.upperBound + dy) }
        commands.announce(reading: [sums.resource] + (pass.limit == nil ? [] : [most.resource]), writing: [target.resource])
        for rows in try bands(
            target.surface, rows: 0..<target.surface.height,
            needed: { [target.layout.bytes($0), sums.layout.bytes($0), most.layout.bytes(read($0))] })
        {
            let bound = read(rows)
            commands.bind(0, target.resource, target.layout, rows: rows)
            commands.bind(1, most.resource, most.layout, rows: bound)
            commands.bind(2, sums.resource, sums.layout, rows: rows)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.sourceFirstRow = Int32(bound.lowerBound)
            commands.dispatch(p, width: (target.surface.width + 1) / 2, height: rows.count)
        }
    }
}
