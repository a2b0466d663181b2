import PenumbraPlan

extension MergeChannels: BandPass {
    private static let rowsAtOnce = 8

    func workBytes(in plan: RenderPlan) -> Int {
        let stride = self.stride(plan[target].width)
        return Workspace.bytes(UInt16.self, Self.rowsAtOnce * sources.count * stride) + Workspace.bytes(UInt16.self, 4 * stride)
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let inputs = kernel.inputs((band.lowerBound + dy)..<(band.upperBound + dy))
        let sources = self.sources.map { context.rows(of: $0, inputs, edge: edge) }
        let stride = self.stride(target.width)
        let plane = stride * Self.rowsAtOnce
        let lines = context.work.take(UInt16.self, plane * sources.count)
        let merged = context.work.take(UInt16.self, stride * 4)
        var y = band.lowerBound
        while y < band.upperBound {
            let end = min(band.upperBound, y + Self.rowsAtOnce)
            for (i, source) in sources.enumerated() {
                context.combine(
                    source, kernel, edge, rows: (y + dy)..<(end + dy), firstColumn: dx, count: target.width,
                    into: lines + i * plane, stride: stride)
            }
            for row in y..<end {
                let line = lines + (row - y) * stride
                // The kernel writes eight pixels at a time.
                context.kernels.merge(
                    line, line + plane, line + 2 * plane, sources.count > 3 ? line + 3 * plane : nil, merged, target.width)
                target.row(row).update(from: merged, count: target.width * 4)
            }
            y = end
        }
    }

    private func stride(_ width: Int) -> Int { (width + 31) / 32 * 32 + 32 }
}
