import CPenumbraVectors
import PenumbraPlan

extension Shade: BandPass {
    func workBytes(in plan: RenderPlan) -> Int {
        let padded = padded(plan[target].width)
        // Positions, and the shares of a round gradient's columns in u, v and w.
        return 4 * Workspace.bytes(Int32.self, padded) + Workspace.bytes(UInt16.self, padded * 4)
    }

    /// The kernels take eight pixels at a time.
    private func padded(_ count: Int) -> Int { (count + 7) / 8 * 8 }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        shading.withIntervals { draw(target, band, $0, context) }
    }

    private func draw(
        _ target: Rows, _ band: Range<Int>, _ intervals: UnsafeBufferPointer<penumbra_interval>, _ context: BandContext
    ) {
        let padded = padded(target.width)
        let line = GradientLine(
            positions: context.work.take(Int32.self, padded), values: context.work.take(UInt16.self, padded * 4),
            intervals: intervals, isPremultiplied: shading.isPremultiplied,
            isColor: context.plan[self.target].format == .color, kernels: context.kernels)
        switch shading.geometry {
        case .linear(let columns, let rows): draw(columns, rows, line, target, band)
        case .round(let round): draw(round, line, target, band, context)
        case .conic(let places): draw(places, line, target, band, context)
        }
    }

    private func draw(_ columns: [Int32], _ rows: [Int32], _ line: GradientLine, _ target: Rows, _ band: Range<Int>) {
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
                // A row of a single colour is made once and repeated.
                let count = isVertical ? 1 : target.width
                line.kernels.linearPositions(columns.baseAddress!, rows[y], GradientShading.length, line.positions, count)
                if isVertical { line.repeatFirst(to: row, target.width) } else { line.shade(to: row, count) }
            }
        }
    }

    private func draw(
        _ round: GradientShading.Round, _ line: GradientLine, _ target: Rows, _ band: Range<Int>, _ context: BandContext
    ) {
        let columnU = padded(round.columnU, context)
        let columnV = padded(round.columnV, context)
        let columnW = round.columnW.isEmpty ? nil : padded(round.columnW, context)
        for y in band {
            context.kernels.roundPositions(
                penumbra_round_row(
                    column_u: columnU, column_v: columnV, row_u: round.rowU[y], row_v: round.rowV[y], column_w: columnW,
                    is_hyperbolic: round.isHyperbolic, row_w: columnW == nil ? 0 : round.rowW[y],
                    farthest_drift: GradientShading.farthestDrift,
                    farthest: GradientShading.farthest, inner: round.inner, span: round.span, shift: round.scale.shift,
                    multiplier: round.scale.multiplier, length: GradientShading.length),
                line.positions, target.width)
            line.shade(to: target.row(y), target.width)
        }
    }

    private func draw(
        _ places: GradientShading.Places, _ line: GradientLine, _ target: Rows, _ band: Range<Int>, _ context: BandContext
    ) {
        let columnU = padded(places.columnU, context)
        let columnV = padded(places.columnV, context)
        GradientShading.turnCoefficients.withUnsafeBufferPointer { coefficients in
            for y in band {
                context.kernels.conicPositions(
                    columnU, columnV, places.rowU[y], places.rowV[y], coefficients.baseAddress!, coefficients.count,
                    line.positions, target.width)
                line.shade(to: target.row(y), target.width)
            }
        }
    }

    private func padded(_ values: [Int32], _ context: BandContext) -> UnsafePointer<Int32> {
        let count = padded(values.count)
        let copy = context.work.take(Int32.self, count)
        for i in 0..<count { copy[i] = i < values.count ? values[i] : 0 }
        return UnsafePointer(copy)
    }
}

extension GradientShading {
    /// Calls `body` with the intervals as kernels read them: the memory of both types is laid out in the same way.
    fileprivate func withIntervals(_ body: (UnsafeBufferPointer<penumbra_interval>) -> Void) {
        precondition(Self.hasLayoutOfKernels, "a kernel's interval has another layout")
        intervals.withUnsafeBytes { body($0.assumingMemoryBound(to: penumbra_interval.self)) }
    }

    private static let hasLayoutOfKernels =
        MemoryLayout<Interval>.stride == MemoryLayout<penumbra_interval>.stride
        && MemoryLayout<Interval>.offset(of: \.start) == MemoryLayout<penumbra_interval>.offset(of: \.start)
        && MemoryLayout<Interval>.offset(of: \.scale.shift) == MemoryLayout<penumbra_interval>.offset(of: \.shift)
        && MemoryLayout<Interval>.offset(of: \.scale.multiplier) == MemoryLayout<penumbra_interval>.offset(of: \.multiplier)
        && MemoryLayout<Interval>.offset(of: \.first) == MemoryLayout<penumbra_interval>.offset(of: \.first)
        && MemoryLayout<Interval>.offset(of: \.last) == MemoryLayout<penumbra_interval>.offset(of: \.last)
}

/// One row of a gradient in progress.
private struct GradientLine {
    let positions: UnsafeMutablePointer<Int32>
    let values: UnsafeMutablePointer<UInt16>
    let intervals: UnsafeBufferPointer<penumbra_interval>
    let isPremultiplied: Bool
    let isColor: Bool
    let kernels: any PixelKernels

    var channels: Int { isColor ? 4 : 1 }

    private func shade(_ count: Int, _ target: UnsafeMutablePointer<UInt16>) {
        guard let first = intervals.baseAddress else { return }
        if isColor {
            kernels.shade(positions, first, intervals.count, isPremultiplied, target, count)
        } else {
            kernels.shadeMask(positions, first, intervals.count, target, count)
        }
    }

    func shade(to row: UnsafeMutablePointer<UInt16>, _ count: Int) {
        // Kernels write eight pixels at a time.
        if count % 8 == 0 { return shade(count, row) }
        shade(count, values)
        row.update(from: values, count: count * channels)
    }

    func repeatFirst(to row: UnsafeMutablePointer<UInt16>, _ count: Int) {
        shade(1, values)
        guard isColor else { return row.update(repeating: values[0], count: count) }
        let pixel = SIMD4(values[0], values[1], values[2], values[3])
        UnsafeMutableRawPointer(row).assumingMemoryBound(to: SIMD4<UInt16>.self).update(repeating: pixel, count: count)
    }
}
