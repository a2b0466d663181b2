import PenumbraPlan

/// Passes that grow masks.
extension PlanRecording {
    func record(_ pass: Peaks) throws(GPUError) {
        var p = PeaksParameters()
        let dy = heldOffset(pass.dy)
        p.dx = Int32(heldOffset(pass.dx))
        p.dy = Int32(dy)
        p.isInverted = pass.isInverted ? 1 : 0
        try makeMask(p, stored(pass.source), stored(pass.target), .zero) { rows in
            rows.lowerBound / 2 + dy - 1..<(rows.upperBound - 1) / 2 + dy + 2
        }
    }

    func record(_ pass: RowMaxima) throws(GPUError) {
        var p = RowMaximaParameters()
        let count = pass.levels + 1
        p.rowsEach = Int32(count)
        try makeMask(p, stored(pass.source), stored(pass.target), .zero) { rows in
            2 * (rows.lowerBound / count)..<2 * ((rows.upperBound - 1) / count) + 2
        }
    }

    func record(_ pass: Spread) throws(GPUError) {
        let disc = pass.disc
        var p = SpreadParameters()
        let count = disc.levels + 1
        p.rowsEach = Int32(count)
        (p.reachX, p.reachY) = (Int32(disc.reachX), Int32(disc.reachY))
        p.discRows = Int32(disc.rows.count)
        p.ringCount = Int32(disc.ring.count)
        p.isInverted = pass.isInverted ? 1 : 0
        try makeMask(p, stored(pass.source), stored(pass.target), .zero, weights: tables.add(disc.words)) { rows in
            rows.lowerBound * count..<(rows.upperBound + 2 * disc.reachY) * count
        }
    }
}

extension SpreadDisc {
    /// The disc in the form that the shader reads: rows with their runs' first and last offsets, then the ring.
    var words: [SIMD4<Int32>] {
        rows.map { row in
            // A row without an inner run has a run that begins after it ends; both offsets fit in sixteen bits.
            SIMD4(
                Int32(row.dy), Int32(row.first) << 16 | Int32(row.last) & 0xFFFF, Int32(row.outerFirst), Int32(row.outerLast))
        } + ring.map { SIMD4(Int32($0.dx), Int32($0.dy), Int32($0.share), 0) }
    }
}
