import PenumbraPlan

extension PlanRecording {
    func record(_ pass: Shade) throws(GPUError) {
        switch plan[pass.target].format {
        case .color: try record(pass, ShadeParameters<ColorTarget>())
        case .mask: try record(pass, ShadeParameters<MaskTarget>())
        }
    }

    private func record<Format>(_ pass: Shade, _ empty: ShadeParameters<Format>) throws(GPUError) {
        let (target, shading) = (stored(pass.target), pass.shading)
        let surface = target.surface
        let (places, intervals) = (tables.add(shading.places), tables.add(shading.intervalWords))
        let count = shading.intervals.count
        var p = empty
        p.targetWidth = Int32(surface.width)
        p.targetHeight = Int32(surface.height)
        // An element is a word of two pixels, or two pixels of two words each. Rows are whole elements long in both cases.
        p.targetStride = surface.format == .mask ? target.layout.stride : target.layout.stride / 2
        p.intervalCount = Int32(count)
        p.firstStep = count < 2 ? 0 : Int32(1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount))
        switch shading.geometry {
        case .linear: p.kind = 0
        case .conic: p.kind = 3
        case .round(let round):
            p.kind = round.isHyperbolic ? 4 : round.columnW.isEmpty ? 1 : 2
            (p.inner, p.span) = (round.inner, round.span)
            (p.shift, p.multiplier) = (round.scale.shift, round.scale.multiplier)
        }
        commands.announce(reading: [], writing: [target.resource])
        for rows in try bands(
            surface, rows: 0..<surface.height,
            needed: { [target.layout.bytes($0), places.byteCount, intervals.byteCount] })
        {
            commands.bind(0, target.resource, target.layout, rows: rows)
            bindTable(1, places)
            bindTable(2, intervals)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            commands.dispatch(p, width: (surface.width + 1) / 2, height: rows.count)
        }
    }
}

extension GradientShading {
    /// The table of positions that the shader reads: first the columns' entries, then the rows' entries, each a pair (u, v).
    /// A linear gradient has pairs (t, 0). A gradient with a w has pairs (w, 0) at the end, again columns before rows.
    var places: [SIMD2<Int32>] {
        switch geometry {
        case .linear(let columns, let rows):
            return (columns + rows).map { SIMD2($0, 0) }
        case .round(let round):
            return zip(round.columnU, round.columnV).map { SIMD2($0, $1) } + zip(round.rowU, round.rowV).map { SIMD2($0, $1) }
                + (round.columnW + round.rowW).map { SIMD2($0, 0) }
        case .conic(let places):
            return zip(places.columnU, places.columnV).map { SIMD2($0, $1) }
                + zip(places.rowU, places.rowV).map { SIMD2($0, $1) }
        }
    }

    /// Two elements for each interval, in the form that the shader reads.
    var intervalWords: [SIMD4<UInt32>] {
        intervals.flatMap { interval in
            let first = interval.first.words
            let last = interval.last.words
            // If both ends are opaque, a product with alpha changes nothing.
            let isStraight = !isPremultiplied && (UInt32(interval.first.w) != Q15.one || UInt32(interval.last.w) != Q15.one)
            return [
                SIMD4(
                    UInt32(bitPattern: interval.start), UInt32(bitPattern: interval.scale.shift), interval.scale.multiplier,
                    isStraight ? 1 : 0),
                SIMD4(first.redGreen, first.blueAlpha, last.redGreen, last.blueAlpha),
            ]
        }
    }
}
