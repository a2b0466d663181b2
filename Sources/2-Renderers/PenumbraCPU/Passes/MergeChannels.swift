import PenumbraPlan

extension BandContext {
    private static let mergedRowsAtOnce = 8

    func mergeChannels(
        _ ids: [SurfaceID], _ kernel: PolyphaseKernel, _ dx: Int, _ dy: Int, _ edge: Edge, _ target: Rows,
        _ band: Range<Int>
    ) {
        let sources = ids.map { rows(of: $0, 0..<plan[$0].height) }
        let stride = (target.width + 31) / 32 * 32 + 32
        let plane = stride * Self.mergedRowsAtOnce
        let lines = arena.allocate(UInt16.self, plane * sources.count)
        let merged = arena.allocate(UInt16.self, stride * 4)
        var y = band.lowerBound
        while y < band.upperBound {
            let end = min(band.upperBound, y + Self.mergedRowsAtOnce)
            for (i, source) in sources.enumerated() {
                combine(
                    source, kernel, edge, rows: (y + dy)..<(end + dy), firstColumn: dx, count: target.width,
                    into: lines + i * plane, stride: stride)
            }
            for row in y..<end {
                let line = lines + (row - y) * stride
                // The kernel writes eight pixels at a time.
                kernels.merge(
                    line, line + plane, line + 2 * plane, sources.count > 3 ? line + 3 * plane : nil, merged, target.width)
                target.row(row).update(from: merged, count: target.width * 4)
            }
            y = end
        }
    }
}
