import PenumbraBitmap
import PenumbraPlan

/// One plan on its way through the device: its buffers, and which passes are queued.
///
/// A surface gets a buffer at the first pass that writes it and gives it back after the last one that uses it; the
/// buffer may then serve another surface of the same plan.
final class PlanExecution {
    let state: GPUState
    let plan: RenderPlan
    let tables: StagedTables
    private var buffers: [GPUBuffer?]
    private var tableBuffer: GPUBuffer?
    private var images: [Int: UploadedImage] = [:]

    init(_ state: GPUState, _ plan: RenderPlan) throws(GPUError) {
        try PlanCheck.check(plan)
        self.state = state
        self.plan = plan
        buffers = Array(repeating: nil, count: plan.surfaces.count)
        tables = StagedTables(plan, alignment: state.limits.storageAlignment)
    }

    /// Queues every pass and hands the canvas over. With `keepingSurfaces`, no buffer is given back in between.
    func run(keepingSurfaces: Bool = false) throws(GPUError) -> GPUBuffer {
        try uploadTables()
        let lastUses = keepingSurfaces ? [:] : Self.lastUses(plan)
        let lastImageUses = Self.lastImageUses(plan)
        for (index, pass) in plan.passes.enumerated() {
            try queue(pass, index)
            for id in lastUses[index] ?? [] where id != plan.canvas { release(id) }
            for image in lastImageUses[index] ?? [] { images.removeValue(forKey: image).map { state.pool.giveBack($0.buffer) } }
        }
        if let tableBuffer { state.pool.giveBack(tableBuffer) }
        tableBuffer = nil
        let canvas = try buffer(plan.canvas)
        if !keepingSurfaces { buffers[plan.canvas.index] = nil }
        return canvas
    }

    func queue(_ pass: Pass, _ index: Int) throws(GPUError) {
        switch pass {
        case .clear(let target, let color): try clear(target, color)
        case .fillMesh(let target, let coverage): try fillMesh(target, coverage, index)
        case .extractChannel(let source, let target, let channel, let dx, let dy):
            try extractChannel(source, target, channel, dx: dx, dy: dy)
        case .mapMask(let source, let target, let map, let dx, let dy): try mapMask(source, target, map, dx: dx, dy: dy)
        case .filterColors(let source, let target, let axis, let table):
            try filterColors(source, target, axis, table, index)
        case .noise(let target, _, _, let amount, let seed): try noise(target, amount, seed, index)
        case .dither(let source, let target): try dither(source, target)
        case .peaks(let source, let target, let dx, let dy, let isInverted):
            try peaks(source, target, dx: dx, dy: dy, isInverted)
        case .rowMaxima(let source, let target, let levels): try rowMaxima(source, target, levels)
        case .spread(let source, let target, let disc, let isInverted): try spread(source, target, disc, isInverted, index)
        case .downsample(let source, let target, let dx, let dy, let edge):
            try downsample(source, target, dx: dx, dy: dy, edge)
        case .convolve(let source, let target, let axis, let kernel, let crossOffset, let edge):
            try convolve(
                stored(source), stored(target), axis, KernelPlacement(kernel), tables.section(index),
                crossOffset: crossOffset, edge)
        case .mergeChannels(let sources, let target, let kernel, let dx, let dy, let edge):
            try mergeChannels(sources, target, kernel, dx: dx, dy: dy, edge, index)
        case .shade(let target, let shading): try shade(target, shading, index)
        case .resample(let image, let target, let columns, let rows):
            try resample(image, target, columns, rows, index)
        case .transformImage(let source, let target, let sampling): try transformImage(source, target, sampling, index)
        case .composite(let composite): try self.composite(composite, index)
        }
    }

    /// The buffer of a surface, made when first asked for.
    func buffer(_ id: SurfaceID) throws(GPUError) -> GPUBuffer {
        if let buffer = buffers[id.index] { return buffer }
        let surface = plan[id]
        let made = try state.pool.take(layout(id).byteCount, .work, purpose: surface.label)
        buffers[id.index] = made
        return made
    }

    func layout(_ id: SurfaceID) -> SurfaceLayout { layout(plan[id]) }

    private func layout(_ surface: Surface) -> SurfaceLayout {
        SurfaceLayout(surface.format, width: surface.width, rows: surface.height, alignment: state.limits.storageAlignment)
    }

    func stored(_ id: SurfaceID) throws(GPUError) -> StoredSurface {
        StoredSurface(surface: plan[id], layout: layout(id), buffer: try buffer(id))
    }

    /// A surface that only one pass knows, to be given back to the pool by its buffer.
    func temporary(_ surface: Surface) throws(GPUError) -> StoredSurface {
        let layout = layout(surface)
        let buffer = try state.pool.take(layout.byteCount, .work, purpose: surface.label)
        return StoredSurface(surface: surface, layout: layout, buffer: buffer)
    }

    /// Binds a table of a pass, whole.
    func bindTable(_ index: UInt32, _ section: StagedTables.Section) {
        bindTable(index, section, bytes: 0..<section.byteCount)
    }

    /// Binds some bytes of a table; the first must be a multiple of the device's alignment.
    func bindTable(_ index: UInt32, _ section: StagedTables.Section, bytes: Range<Int>) {
        guard let tableBuffer else { return }
        state.bind(index, tableBuffer, offset: section.offset + bytes.lowerBound, byteCount: bytes.count)
    }

    /// Cuts the rows of a target into runs whose bound parts all fit in a storage block.
    ///
    /// - Parameter needed: the bytes of each bound part for a run of target rows.
    func bands(
        _ surface: Surface, rows: Range<Int>, needed: (Range<Int>) -> [Int]
    ) throws(GPUError) -> [Range<Int>] {
        let limit = state.limits.storageBlockBytes
        guard let result = PenumbraGPU.bands(rows, fits: { needed($0).allSatisfy { $0 <= limit } }) else {
            throw GPUError.blockTooSmall(surface, limit: limit)
        }
        return result
    }

    private func release(_ id: SurfaceID) {
        guard let buffer = buffers[id.index] else { return }
        buffers[id.index] = nil
        state.pool.giveBack(buffer)
    }

    private func uploadTables() throws(GPUError) {
        guard tables.byteCount > 0 else { return }
        tableBuffer = try state.upload(byteCount: tables.byteCount, purpose: "the plan's tables") { tables.write(to: $0) }
    }

    /// The part of a picture that the plan reads, on the device.
    func image(_ id: ImageID) throws(GPUError) -> UploadedImage {
        if let image = images[id.index] { return image }
        let image = try UploadedImage(state, plan, id)
        images[id.index] = image
        return image
    }

    /// For each pass, the surfaces that no later pass uses.
    private static func lastUses(_ plan: RenderPlan) -> [Int: [SurfaceID]] {
        var last: [SurfaceID: Int] = [:]
        for (index, pass) in plan.passes.enumerated() {
            for id in pass.sources + [pass.target] { last[id] = index }
        }
        return Dictionary(grouping: last.keys) { last[$0] ?? 0 }
    }

    private static func lastImageUses(_ plan: RenderPlan) -> [Int: [Int]] {
        var last: [Int: Int] = [:]
        for (index, pass) in plan.passes.enumerated() {
            if case .resample(let image, _, _, _) = pass { last[image.index] = index }
        }
        return Dictionary(grouping: last.keys) { last[$0] ?? 0 }
    }
}

/// A surface on the device.
struct StoredSurface {
    let surface: Surface
    let layout: SurfaceLayout
    let buffer: GPUBuffer
}
