import PenumbraPlan

/// What one thread needs to draw one band of rows after another.
final class BandContext {
    unowned let execution: Execution
    var arena: Arena
    var kernels: PixelKernels { execution.kernels }
    var plan: RenderPlan { execution.plan }
    /// Row sums of coverage, all zero between rows.
    private var coverageSums: UnsafeMutableBufferPointer<Int32>?

    init(execution: Execution) {
        self.execution = execution
        arena = Arena(pool: execution.renderer.pool)
    }

    deinit {
        coverageSums?.deallocate()
    }

    /// Takes back all that was handed out.
    func rewind() {
        arena.rewind(to: .start)
    }

    func allocateRows(of surface: Surface, _ rows: Range<Int>) -> Rows {
        Rows(
            base: arena.allocate(UInt16.self, surface.valueStride * rows.count), stride: surface.valueStride,
            firstRow: rows.lowerBound, rowCount: rows.count, width: surface.width, height: surface.height)
    }

    /// `count` zeros, which the user leaves zero.
    func zeroedSums(_ count: Int) -> UnsafeMutablePointer<Int32> {
        if let coverageSums, coverageSums.count >= count { return coverageSums.baseAddress! }
        coverageSums?.deallocate()
        let fresh = UnsafeMutableBufferPointer<Int32>.allocate(capacity: max(count, 1024))
        fresh.initialize(repeating: 0)
        coverageSums = fresh
        return fresh.baseAddress!
    }

    /// Rows `wanted` of a surface, as far as it has them: stored ones, or made for this band. Where edges are clamped these
    /// include the nearest row to each that it does not have.
    func rows(of id: SurfaceID, _ wanted: Range<Int>, edge: Edge = .zero) -> Rows {
        if let stored = execution.stored[id.index] { return stored }
        let surface = plan[id]
        var band = wanted.clamped(to: 0..<surface.height)
        if edge == .clamp && !wanted.isEmpty {
            let last = surface.height - 1
            band = max(0, min(last, wanted.lowerBound))..<(max(0, min(last, wanted.upperBound - 1)) + 1)
        }
        let made = allocateRows(of: surface, band)
        for index in execution.analysis.producers[id.index] { run(plan.passes[index], into: made, band) }
        return made
    }

    /// Does what `pass` says for the rows `band` of its target, which are in `target`.
    func run(_ pass: Pass, into target: Rows, _ band: Range<Int>) {
        guard !band.isEmpty else { return }
        // Lines, and the rows of what it reads, are wanted no longer than it runs.
        let mark = arena.mark
        defer { arena.rewind(to: mark) }
        switch pass {
        case .clear(_, let color): clear(color, target, band)
        case .fillMesh(_, let coverage): fillMesh(coverage, target, band)
        case .extractChannel(let source, _, let channel, let dx, let dy):
            extractChannel(source, channel, dx, dy, target, band)
        case .mapMask(let source, _, let map, let dx, let dy): mapMask(source, map, dx, dy, target, band)
        case .filterColors(let source, _, let axis, let table): filterColors(source, axis, table, target, band)
        case .noise(_, let columns, let rows, let amount, let seed): noise(columns, rows, amount, seed, target, band)
        case .dither(let source, _): dither(source, target, band)
        case .peaks(let source, _, let dx, let dy, let isInverted): peaks(source, dx, dy, isInverted, target, band)
        case .rowMaxima(let source, _, let levels): rowMaxima(source, levels, target, band)
        case .spread(let source, _, let disc, let isInverted): spread(source, disc, isInverted, target, band)
        case .downsample(let source, _, let dx, let dy, let edge): downsample(source, dx, dy, edge, target, band)
        case .convolve(let source, _, let axis, let kernel, let crossOffset, let edge):
            switch axis {
            case .horizontal: convolveHorizontally(source, kernel, crossOffset, edge, target, band)
            case .vertical: convolveVertically(source, kernel, crossOffset, edge, target, band)
            }
        case .mergeChannels(let sources, _, let kernel, let dx, let dy, let edge):
            mergeChannels(sources, kernel, dx, dy, edge, target, band)
        case .shade(let id, let shading): shade(shading, target, plan[id].format == .color, band)
        case .resample(let image, _, let columns, let rows): resample(plan.images[image.index], columns, rows, target, band)
        case .transformImage(let source, _, let sampling): transformImage(source, sampling, target, band)
        case .composite(let composite): self.composite(composite, target, band)
        }
    }
}
