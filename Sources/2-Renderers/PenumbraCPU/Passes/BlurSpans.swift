import PenumbraPlan

extension BlurSpans: BandPass {
    /// The number of target rows that share the running sums of a source row.
    private static let block = 8

    func workBytes(in plan: RenderPlan) -> Int {
        let (width, line) = (plan[target].width, lineLength(plan[target].width))
        return Workspace.bytes(UInt16.self, 4 * line + 16) + Workspace.bytes(UInt32.self, 4 * line + 20)
            + Self.block * Workspace.bytes(UInt32.self, 4 * width + 16)
    }

    /// The pixels of a source row that a row of the target reads.
    private func lineLength(_ width: Int) -> Int { width + kernel.columns.count - 1 }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let (width, length) = (target.width, lineLength(target.width))
        let reach = kernel.reach
        let source = context.rows(
            of: source, band.lowerBound + dy + reach.lowerBound..<band.upperBound + dy + reach.upperBound - 1)
        let line = context.work.take(UInt16.self, 4 * length + 16)
        line.update(repeating: 0, count: 4 * length + 16)
        let sums = context.work.take(UInt32.self, 4 * length + 20)
        (sums + 4 * length).update(repeating: 0, count: 20)
        let totals = (0..<Self.block).map { _ in context.work.take(UInt32.self, 4 * width + 16) }
        // The line's columns in the source, and the part of them that exists.
        let first = dx + kernel.columns.lowerBound
        let held = max(0, min(source.width, first))..<max(0, min(source.width, first + length))
        let (hasRuns, whole, shift) = (kernel.hasRuns, UInt32(1) << UInt32(kernel.bits), UInt32(kernel.shift))
        kernel.edges.withUnsafeBufferPointer { edges in
            // A kernel may have no edges.
            let noEdges = UnsafePointer<SIMD2<Int32>>(bitPattern: 8)!
            let firstEdge = edges.baseAddress ?? noEdges
            for start in stride(from: band.lowerBound, to: band.upperBound, by: Self.block) {
                let rows = start..<min(band.upperBound, start + Self.block)
                for total in totals { total.update(repeating: 0, count: 4 * width + 16) }
                let top = max(0, rows.lowerBound + dy + reach.lowerBound)
                let bottom = min(source.height, rows.upperBound - 1 + dy + reach.upperBound)
                guard !held.isEmpty, top < bottom else {
                    for y in rows { target.row(y).update(repeating: 0, count: 4 * width) }
                    continue
                }
                for row in top..<bottom {
                    (line + 4 * (held.lowerBound - first)).update(
                        from: source.row(row) + 4 * held.lowerBound, count: 4 * held.count)
                    if hasRuns { context.kernels.runningSums(line, sums, length) }
                    for y in rows {
                        let index = row - y - dy - kernel.firstRow
                        guard kernel.rows.indices.contains(index) else { continue }
                        let part = kernel.rows[index]
                        context.kernels.addSpans(
                            line, sums, Int(part.x)..<Int(part.y), firstEdge + Int(part.z), Int(part.w),
                            origin: -kernel.columns.lowerBound, whole: whole, shift: shift, totals[y - start], width)
                    }
                }
                for y in rows {
                    context.kernels.settleSpans(totals[y - start], kernel.multiplier, target.row(y), 4 * width)
                }
            }
        }
    }
}
