import PenumbraGeometry
import PenumbraPlan

struct RowSumsParameters: ProgramParameters {
    static let shader = "row_sums"
    var columnCount: Int32 = 0
    var rowCount: Int32 = 0
    var sumsStride: Int32 = 0
    var sourceStride: Int32 = 0
    var sourceFirstColumn: Int32 = 0
}

struct BlurSpansParameters<Runs: ShaderVariant>: ProgramParameters {
    static var shader: String { "blur_spans" }
    static var variant: [ShaderDefinition] { [Runs.definition] }
    var targetStride: Int32 = 0
    var firstColumn: Int32 = 0
    var firstRow: Int32 = 0
    var columnCount: Int32 = 0
    var rowCount: Int32 = 0
    var source = SourceSurface()
    /// The source's column and row that the kernel's column 0 and first row read for the target's first pixel.
    var dx: Int32 = 0
    var dy: Int32 = 0
    var kernelRowCount: Int32 = 0
    var bits: Int32 = 0
    var shift: Int32 = 0
    var multiplier: UInt32 = 0
    /// The source's columns and rows of which there are sums.
    var sumsFirstColumn: Int32 = 0
    var sumsEndColumn: Int32 = 0
    var sumsFirstRow: Int32 = 0
    var sumsStride: Int32 = 0
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
        if pass.kernel.needsSums {
            try record(pass, BlurSpansParameters<LongRuns>(), hasSums: true)
        } else {
            try record(pass, BlurSpansParameters<ShortRuns>(), hasSums: false)
        }
    }

    /// Records the pass in tiles. Each tile has sums of the part of the source that it reads.
    private func record<Runs>(
        _ pass: BlurSpans, _ parameters: BlurSpansParameters<Runs>, hasSums: Bool
    ) throws(GPUError) {
        let kernel = pass.kernel
        let (target, read) = (stored(pass.target), stored(pass.source))
        guard kernel.rounds <= SpanKernel.mostRounds else {
            throw .limitExceeded(
                "\(target.surface.label) needs \(kernel.rounds) rounds of a shader's loop; every device makes at most "
                    + "\(SpanKernel.mostRounds). Lower the radius of the blur, or canvas.scale.")
        }
        let table = tables.add(kernel.words)
        let limit = commands.limits.storageBlockBytes
        /// The existing part of the source that a tile reads; one pixel if there is none, because shaders need a bound range.
        func region(_ tile: PixelRect) -> PixelRect {
            let part = pass.reads(of: tile, in: plan)[0].rect.intersection(read.surface.bounds)
            return part.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : part
        }
        func sumsLayout(_ region: PixelRect) -> SurfaceLayout {
            SurfaceLayout(
                elements: region.width + 1, elementBytes: BlurSpans.bytesOfSum, rows: region.height,
                alignment: commands.limits.storageAlignment)
        }
        let tiles = try tiles(of: target.surface, limit: read.surface) { tile in
            let region = region(tile)
            let sums = hasSums ? sumsLayout(region).byteCount : 0
            let largest = max(target.layout.bytes(tile.rows), read.layout.bytes(region.rows), table.byteCount, sums)
            return largest <= limit
                && (sums <= BlurSpans.preferredBytesOfSums
                    || tile.width <= kernel.columns.count && tile.height <= kernel.rows.count)
        }
        let sums = hasSums ? commands.temporary(byteCount: tiles.map { sumsLayout(region($0)).byteCount }.max() ?? 0) : nil
        for tile in tiles {
            let region = region(tile)
            if let sums { record(sums, sumsLayout(region), of: read, region) }
            commands.announce(reading: [read.resource] + (sums.map { [$0] } ?? []), writing: [target.resource])
            commands.bind(0, target.resource, target.layout, rows: tile.rows)
            commands.bind(1, read.resource, read.layout, rows: region.rows)
            bindTable(2, table)
            var p = parameters
            if let sums {
                let layout = sumsLayout(region)
                commands.bind(3, sums, layout, rows: 0..<region.height)
                (p.sumsFirstColumn, p.sumsEndColumn) = (Int32(region.x), Int32(region.maxX))
                (p.sumsFirstRow, p.sumsStride) = (Int32(region.y), layout.stride)
            }
            p.targetStride = target.layout.stride
            (p.firstColumn, p.firstRow) = (Int32(tile.x), Int32(tile.y))
            (p.columnCount, p.rowCount) = (Int32(tile.width), Int32(tile.height))
            p.source = SourceSurface(
                sourceWidth: Int32(read.surface.width), sourceHeight: Int32(read.surface.height),
                sourceStride: read.layout.stride, sourceFirstRow: Int32(region.y))
            (p.dx, p.dy) = (Int32(heldOffset(pass.dx)), Int32(heldOffset(pass.dy) + kernel.firstRow))
            p.kernelRowCount = Int32(kernel.rows.count)
            (p.bits, p.shift, p.multiplier) = (Int32(kernel.bits), Int32(kernel.shift), kernel.multiplier)
            commands.dispatch(p, width: (tile.width + 3) / 4, height: tile.height)
        }
    }

    /// Records the sums of part of a surface.
    private func record(_ sums: Resource, _ layout: SurfaceLayout, of read: StoredSurface, _ region: PixelRect) {
        commands.announce(reading: [read.resource], writing: [sums])
        commands.bind(0, sums, layout, rows: 0..<region.height)
        commands.bind(1, read.resource, read.layout, rows: region.rows)
        var p = RowSumsParameters()
        (p.columnCount, p.rowCount) = (Int32(region.width), Int32(region.height))
        (p.sumsStride, p.sourceStride) = (layout.stride, read.layout.stride)
        p.sourceFirstColumn = Int32(region.x)
        commands.dispatchGroups(p, x: 1, y: region.height)
    }

    /// Cuts a surface into tiles that each satisfy a condition, halving the longer side of a tile until it does.
    ///
    /// - Parameter source: the surface that an error names if not even a single pixel satisfies the condition.
    private func tiles(
        of surface: Surface, limit source: Surface, fits: (PixelRect) -> Bool
    ) throws(GPUError) -> [PixelRect] {
        var result: [PixelRect] = []
        func add(_ tile: PixelRect) throws(GPUError) {
            guard !fits(tile) else { return result.append(tile) }
            guard tile.width > 1 || tile.height > 1 else {
                throw .blockTooSmall(source, limit: commands.limits.storageBlockBytes)
            }
            var (first, second) = (tile, tile)
            if tile.height >= tile.width {
                first.height = tile.height / 2
                second.height -= first.height
                second.y += first.height
            } else {
                first.width = tile.width / 2
                second.width -= first.width
                second.x += first.width
            }
            try add(first)
            try add(second)
        }
        try add(surface.bounds)
        return result
    }

    /// Records the pass in tiles, because a row may read many rows of its source.
    func record(_ pass: BlurRays) throws(GPUError) {
        let (target, read) = (stored(pass.target), stored(pass.source))
        let (columns, rows) = (tables.add(pass.sampling.columns), tables.add(pass.sampling.rows))
        func bound(_ tile: PixelRect) -> Range<Int> { read.layout.existing(pass.reads(of: tile, in: plan)[0].rect.rows) }
        commands.announce(reading: [read.resource], writing: [target.resource])
        let tiles = try tiles(of: target.surface, limit: read.surface) { tile in
            max(target.layout.bytes(tile.rows), read.layout.bytes(bound(tile)), columns.byteCount, rows.byteCount)
                <= commands.limits.storageBlockBytes
        }
        for tile in tiles {
            let bound = bound(tile)
            commands.bind(0, target.resource, target.layout, rows: tile.rows)
            commands.bind(1, read.resource, read.layout, rows: bound)
            bindTable(2, columns)
            bindTable(3, rows)
            var p = BlurRaysParameters()
            p.targetStride = target.layout.stride
            (p.firstColumn, p.firstRow) = (Int32(tile.x), Int32(tile.y))
            (p.columnCount, p.rowCount) = (Int32(tile.width), Int32(tile.height))
            p.source = SourceSurface(
                sourceWidth: Int32(read.surface.width), sourceHeight: Int32(read.surface.height),
                sourceStride: read.layout.stride, sourceFirstRow: Int32(bound.lowerBound))
            commands.dispatch(p, width: tile.width, height: tile.height)
        }
    }
}

extension BlurSpans {
    /// The bytes of the sums of one pixel.
    static let bytesOfSum = 16
    /// The most bytes of sums that a tile may have, unless it's already as small as its kernel.
    static let preferredBytesOfSums = 64 << 20

    /// The most bytes of sums that exist at once.
    func bytesOfSums(in plan: RenderPlan) -> Int {
        guard kernel.needsSums else { return 0 }
        let source = plan[source]
        let columns = min(source.width, 2 * kernel.columns.count) + 1
        let ofSmallTile = Self.bytesOfSum * columns * min(source.height, 2 * kernel.rows.count)
        return min(Self.bytesOfSum * (source.width + 1) * source.height, max(Self.preferredBytesOfSums, ofSmallTile))
    }
}

extension SpanKernel {
    /// The most rounds of all loops of a shader. llvmpipe ends every loop after 65,535, without an error.
    fileprivate static let mostRounds = 65_000

    /// The rounds of the shader's loops for one pixel. The end of a loop counts as a round. Without sums, runs are at most eight
    /// pixels long.
    fileprivate var rounds: Int { (needsSums ? 2 : 11) * rows.count + edges.count }

    /// Whether sums take less time, or far fewer rounds, than adding the pixels of runs one by one.
    fileprivate var needsSums: Bool { rows.count > 4096 || rows.contains { $0.y - $0.x > 8 } }

    /// The kernel in the form that the shader reads: two words for each row's run and for its edges, and then the edges.
    fileprivate var words: [SIMD2<Int32>] { rows.flatMap { [$0.lowHalf, $0.highHalf] } + edges }
}
