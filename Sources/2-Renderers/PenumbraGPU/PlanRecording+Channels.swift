import PenumbraPlan

extension PlanRecording {
    /// Records the pass in one dispatch if a shader can use a storage block for each mask, for the weights and for the
    /// target. Otherwise there are two dispatches, each of which writes one of a pixel's two words.
    func record(_ pass: MergeChannels) throws(GPUError) {
        let (target, edge, dx) = (stored(pass.target), pass.edge, pass.dx)
        let masks = pass.sources.map { stored($0) }
        let placement = KernelPlacement(pass.kernel, shift: pass.dy)
        let weights = tables.add(pass.kernel)

        func merge<P: SourceParameters & KernelParameters>(
            _ parameters: P, _ masks: [StoredSurface]
        ) throws(GPUError) {
            guard let first = masks.first else { return }
            let surface = target.surface
            var p = parameters
            p.place(placement)
            p.targetWidth = Int32(surface.width)
            // Rows consist of whole elements of two pixels.
            p.targetStride = target.layout.stride / 2
            p.sourceWidth = Int32(first.surface.width)
            p.sourceHeight = Int32(first.surface.height)
            p.sourceStride = first.layout.stride
            func read(_ rows: Range<Int>) -> Range<Int> { first.layout.read(placement.inputs(rows), edge) }
            commands.announce(reading: masks.map(\.resource), writing: [target.resource])
            for rows in try bands(
                surface, rows: 0..<surface.height,
                needed: { [target.layout.bytes($0), first.layout.bytes(read($0)), weights.byteCount] })
            {
                let bound = read(rows)
                commands.bind(0, target.resource, target.layout, rows: rows)
                bindTable(1, weights)
                for (i, mask) in masks.enumerated() { commands.bind(2 + UInt32(i), mask.resource, mask.layout, rows: bound) }
                p.firstRow = Int32(rows.lowerBound)
                p.rowCount = Int32(rows.count)
                p.sourceFirstRow = Int32(bound.lowerBound)
                commands.dispatch(p, width: (surface.width + 1) / 2, height: rows.count)
            }
        }

        func mergeWhole<Channels, Outside>(_ empty: MergeChannelsParameters<Channels, Outside>) throws(GPUError) {
            var p = empty
            p.dx = Int32(heldOffset(dx))
            try merge(p, masks)
        }

        func mergeWords<Outside>(_ empty: MergeChannelsParameters<TwoChannels, Outside>) throws(GPUError) {
            var p = empty
            p.dx = Int32(heldOffset(dx))
            try merge(p, Array(masks[..<2]))
            // Without an alpha, the last mask is bound in its place, and the shader ignores it.
            p.wordKind = masks.count == 3 ? 2 : 1
            try merge(p, [masks[2], masks[masks.count - 1]])
        }

        let isWhole = masks.count + 2 <= commands.limits.storageBlocks
        switch (isWhole, masks.count, edge) {
        case (true, 3, .zero): try mergeWhole(MergeChannelsParameters<ThreeChannels, ZeroEdge>())
        case (true, 3, .clamp): try mergeWhole(MergeChannelsParameters<ThreeChannels, ClampedEdge>())
        case (true, _, .zero): try mergeWhole(MergeChannelsParameters<FourChannels, ZeroEdge>())
        case (true, _, .clamp): try mergeWhole(MergeChannelsParameters<FourChannels, ClampedEdge>())
        case (false, _, .zero): try mergeWords(MergeChannelsParameters<TwoChannels, ZeroEdge>())
        case (false, _, .clamp): try mergeWords(MergeChannelsParameters<TwoChannels, ClampedEdge>())
        }
    }
}
