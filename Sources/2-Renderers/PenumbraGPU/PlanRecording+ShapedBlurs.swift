import PenumbraGeometry
import PenumbraPlan

struct BlurSpansParameters: SourceParameters {
    static let shader = "blur_spans"
    var target = TargetRows()
    var source = SourceSurface()
    var dx: Int32 = 0
    var dy: Int32 = 0
    var kernelRowCount: Int32 = 0
    var bits: Int32 = 0
    var shift: Int32 = 0
    var multiplier: UInt32 = 0
}

struct BlurRaysParameters: ProgramParameters {
    static let shader = "blur_rays"
    var targetStride: Int32 = 0
    var firstColumn: Int32 = 0
    var firstRow: Int32 = 0
    var columnCount: Int32 = 0
    var rowCount: Int32 = 0
    var source = SourceSurface()
}

/// Records the blurs of lenses, of motion and of zoom.
extension PlanRecording {
    func record(_ pass: BlurSpans) throws(GPUError) {
        let kernel = pass.kernel
        let (target, read) = (stored(pass.target), stored(pass.source))
        let (dx, dy) = (heldOffset(pass.dx), heldOffset(pass.dy) + kernel.firstRow)
        let (kernelRows, edges) = (tables.add(kernel.rows), tables.add(kernel.edges))
        var p = BlurSpansParameters()
        p.targetWidth = Int32(target.surface.width)
        p.targetStride = target.layout.stride
        (p.sourceWidth, p.sourceHeight) = (Int32(read.surface.width), Int32(read.surface.height))
        p.sourceStride = read.layout.stride
        (p.dx, p.dy) = (Int32(dx), Int32(dy))
        p.kernelRowCount = Int32(kernel.rows.count)
        (p.bits, p.shift, p.multiplier) = (Int32(kernel.bits), Int32(kernel.shift), kernel.multiplier)
        func rowsRead(_ rows: Range<Int>) -> Range<Int> {
            read.layout.existing(rows.lowerBound + dy..<rows.upperBound + dy + kernel.rows.count - 1)
        }
        commands.announce(reading: [read.resource], writing: [target.resource])
        for rows in try bands(
            target.surface, rows: 0..<target.surface.height,
            needed: {
                [target.layout.bytes($0), read.layout.bytes(rowsRead($0)), kernelRows.byteCount, edges.byteCount]
            })
        {
            let bound = rowsRead(rows)
            commands.bind(0, target.resource, target.layout, rows: rows)
            commands.bind(1, read.resource, read.layout, rows: bound)
            bindTable(2, kernelRows)
            bindTable(3, edges)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            p.sourceFirstRow = Int32(bound.lowerBound)
            commands.dispatch(p, width: (target.surface.width + 3) / 4, height: rows.count)
        }
    }

    /// Records the pass in tiles, because a row may read many rows of its source.
    func record(_ pass: BlurRays) throws(GPUError) {
        let (target, read) = (stored(pass.target), stored(pass.source))
        let (columns, rows) = (tables.add(pass.sampling.columns), tables.add(pass.sampling.rows))
        commands.announce(reading: [read.resource], writing: [target.resource])
        func queue(_ part: PixelRect) throws(GPUError) {
            let needed = pass.reads(of: part, in: plan)[0].rect
            let bound = read.layout.existing(needed.rows)
            let largest = max(
                target.layout.bytes(part.rows), read.layout.bytes(bound), columns.byteCount, rows.byteCount)
            guard largest <= commands.limits.storageBlockBytes else {
                // The longer side is halved until the part that a tile reads fits in a storage block.
                guard part.width > 1 || part.height > 1 else {
                    throw .blockTooSmall(read.surface, limit: commands.limits.storageBlockBytes)
                }
                var (first, second) = (part, part)
                if part.height >= part.width {
                    first.height = part.height / 2
                    second.height -= first.height
                    second.y += first.height
                } else {
                    first.width = part.width / 2
                    second.width -= first.width
                    second.x += first.width
                }
                try queue(first)
                try queue(second)
                return
            }
            commands.bind(0, target.resource, target.layout, rows: part.rows)
            commands.bind(1, read.resource, read.layout, rows: bound)
            bindTable(2, columns)
            bindTable(3, rows)
            var p = BlurRaysParameters()
            p.targetStride = target.layout.stride
            (p.firstColumn, p.firstRow) = (Int32(part.x), Int32(part.y))
            (p.columnCount, p.rowCount) = (Int32(part.width), Int32(part.height))
            p.source = SourceSurface(
                sourceWidth: Int32(read.surface.width), sourceHeight: Int32(read.surface.height),
                sourceStride: read.layout.stride, sourceFirstRow: Int32(bound.lowerBound))
            commands.dispatch(p, width: part.width, height: part.height)
        }
        try queue(target.surface.bounds)
    }
}
