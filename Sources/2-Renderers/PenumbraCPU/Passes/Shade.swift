import CPenumbraVectors
import PenumbraPlan

extension BandContext {
    func shade(_ shading: GradientShading, _ target: Rows, _ isColor: Bool, _ band: Range<Int>) {
        // The kernels take eight pixels at a time.
        let padded = (target.width + 7) / 8 * 8
        let line = GradientLine(
            positions: arena.allocate(Int32.self, padded), values: arena.allocate(UInt16.self, padded * 4),
            intervals: intervals(shading), isPremultiplied: shading.isPremultiplied, isColor: isColor)
        switch shading.geometry {
        case .linear(let columns, let rows): shade(columns, rows, line, target, band)
        case .round(let round): shade(round, line, target, band)
        case .conic(let places): shade(places, line, target, band)
        }
    }

    private func shade(_ columns: [Int32], _ rows: [Int32], _ line: GradientLine, _ target: Rows, _ band: Range<Int>) {
        let isVertical = columns.allSatisfy { $0 == columns.first }
        let first = rows[band.lowerBound]
        let isHorizontal = rows[band].allSatisfy { $0 == first }
        columns.withUnsafeBufferPointer { columns in
            for y in band {
                let row = target.row(y)
                if isHorizontal && y > band.lowerBound {
                    row.update(from: target.row(y - 1), count: target.width * line.channels)
                    continue
                }
                // A row of one colour is made once and repeated.
                let count = isVertical ? 1 : target.width
                kernels.linearPositions(columns.baseAddress!, rows[y], GradientShading.length, line.positions, count)
                line.shade(kernels, count)
                if isVertical { line.repeatFirst(to: row, target.width) } else { line.copy(to: row, count) }
            }
        }
    }

    private func shade(_ round: GradientShading.Round, _ line: GradientLine, _ target: Rows, _ band: Range<Int>) {
        let columnU = padded(round.columnU)
        let columnV = padded(round.columnV)
        let columnW = round.columnW.isEmpty ? nil : padded(round.columnW)
        for y in band {
            kernels.roundPositions(
                RoundNumbers(
                    columnU: columnU, columnV: columnV, rowU: round.rowU[y], rowV: round.rowV[y],
                    columnW: columnW, rowW: columnW == nil ? 0 : round.rowW[y], inner: round.inner, span: round.span,
                    shift: round.scale.shift, multiplier: round.scale.multiplier),
                line.positions, target.width)
            line.shade(kernels, target.width)
            line.copy(to: target.row(y), target.width)
        }
    }

    private func shade(_ places: GradientShading.Places, _ line: GradientLine, _ target: Rows, _ band: Range<Int>) {
        let columnU = padded(places.columnU)
        let columnV = padded(places.columnV)
        GradientShading.turnCoefficients.withUnsafeBufferPointer { coefficients in
            for y in band {
                kernels.conicPositions(
                    columnU, columnV, places.rowU[y], places.rowV[y], coefficients.baseAddress!, coefficients.count,
                    line.positions, target.width)
                line.shade(kernels, target.width)
                line.copy(to: target.row(y), target.width)
            }
        }
    }

    private func padded(_ values: [Int32]) -> UnsafePointer<Int32> {
        let count = (values.count + 7) / 8 * 8
        let copy = arena.allocate(Int32.self, count)
        for i in 0..<count { copy[i] = i < values.count ? values[i] : 0 }
        return UnsafePointer(copy)
    }

    private func intervals(_ shading: GradientShading) -> UnsafeBufferPointer<penumbra_interval> {
        let result = arena.allocate(penumbra_interval.self, shading.intervals.count)
        func words(_ color: SIMD4<UInt16>) -> (UInt32, UInt32) {
            (UInt32(color.x) | UInt32(color.y) << 16, UInt32(color.z) | UInt32(color.w) << 16)
        }
        for (i, interval) in shading.intervals.enumerated() {
            result[i] = penumbra_interval(
                start: interval.start, shift: interval.scale.shift, multiplier: interval.scale.multiplier,
                first: words(interval.first), last: words(interval.last))
        }
        return UnsafeBufferPointer(start: result, count: shading.intervals.count)
    }
}

/// One row of a gradient under way.
private struct GradientLine {
    let positions: UnsafeMutablePointer<Int32>
    let values: UnsafeMutablePointer<UInt16>
    let intervals: UnsafeBufferPointer<penumbra_interval>
    let isPremultiplied: Bool
    let isColor: Bool

    var channels: Int { isColor ? 4 : 1 }

    func shade(_ kernels: PixelKernels, _ count: Int) {
        guard let first = intervals.baseAddress else { return }
        if isColor {
            kernels.shade(positions, first, intervals.count, isPremultiplied, values, count)
        } else {
            kernels.shadeMask(positions, first, intervals.count, values, count)
        }
    }

    func copy(to row: UnsafeMutablePointer<UInt16>, _ count: Int) {
        row.update(from: values, count: count * channels)
    }

    func repeatFirst(to row: UnsafeMutablePointer<UInt16>, _ count: Int) {
        guard isColor else { return row.update(repeating: values[0], count: count) }
        let pixel = SIMD4(values[0], values[1], values[2], values[3])
        UnsafeMutableRawPointer(row).assumingMemoryBound(to: SIMD4<UInt16>.self).update(repeating: pixel, count: count)
    }
}
