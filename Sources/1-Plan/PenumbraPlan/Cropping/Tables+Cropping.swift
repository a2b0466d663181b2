import PenumbraGeometry

extension ResamplingTable {
    /// Returns the table for some of the target's indices.
    func cropped(to outputs: Range<Int>) -> ResamplingTable {
        let first = offsets[outputs.lowerBound]
        return ResamplingTable(
            starts: Array(starts[outputs]), offsets: offsets[outputs.lowerBound...outputs.upperBound].map { $0 - first },
            weights: Array(weights[Int(first)..<Int(offsets[outputs.upperBound])]))
    }
}

extension SignedTable {
    /// Returns the table for some of the target's indices, for a source that starts `inputs` further on.
    func cropped(to outputs: Range<Int>, inputs: Int) -> SignedTable {
        let first = offsets[outputs.lowerBound]
        return SignedTable(
            starts: starts[outputs].map { $0 - Int32(inputs) },
            offsets: offsets[outputs.lowerBound...outputs.upperBound].map { $0 - first },
            weights: Array(weights[Int(first)..<Int(offsets[outputs.upperBound])]))
    }
}

extension AffineSampling {
    /// Returns the sampling of part of the target, from part of the source.
    func cropped(to part: PixelRect, of source: PixelRect) -> AffineSampling {
        var result = self
        let (columns, rows) = (part.x..<part.maxX, part.y..<part.maxY)
        result.columnU = Array(columnU[columns])
        result.columnV = Array(columnV[columns])
        // Sums may wrap around and back, as long as they end inside 32 bits.
        result.rowU = rowU[rows].map { $0 &- Int32(truncatingIfNeeded: source.x << 15) }
        result.rowV = rowV[rows].map { $0 &- Int32(truncatingIfNeeded: source.y << 15) }
        func held(_ column: Int32) -> Int32 { max(0, min(Int32(part.width), column - Int32(part.x))) }
        result.firstColumns = firstColumns[rows].map(held)
        result.endColumns = endColumns[rows].map(held)
        return result
    }
}

extension GradientShading {
    /// Returns the gradient on part of its surface.
    func cropped(columns: Range<Int>, rows: Range<Int>) -> GradientShading {
        var result = self
        switch geometry {
        case .linear(let columnPlaces, let rowPlaces):
            result.geometry = .linear(columns: Array(columnPlaces[columns]), rows: Array(rowPlaces[rows]))
        case .round(var round):
            round.columnU = Array(round.columnU[columns])
            round.columnV = Array(round.columnV[columns])
            round.rowU = Array(round.rowU[rows])
            round.rowV = Array(round.rowV[rows])
            if !round.columnW.isEmpty {
                round.columnW = Array(round.columnW[columns])
                round.rowW = Array(round.rowW[rows])
            }
            result.geometry = .round(round)
        case .conic(let places):
            result.geometry = .conic(
                Places(
                    columnU: Array(places.columnU[columns]), columnV: Array(places.columnV[columns]),
                    rowU: Array(places.rowU[rows]), rowV: Array(places.rowV[rows])))
        }
        return result
    }
}
