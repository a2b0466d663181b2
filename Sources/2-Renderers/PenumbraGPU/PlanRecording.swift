import PenumbraBitmap
import PenumbraPlan

/// The dispatches that the passes of one plan take, with all that is needed to run them beside those of other plans.
///
/// Made once for a picture, on the thread that asks for it; immutable from then on.
final class PlanRecording: @unchecked Sendable {
    /// Rows of the canvas that come back to the host together, and the dispatches that make bytes of them.
    struct Slice {
        var rows: Range<Int>
        var layout: SurfaceLayout
        var pass: RecordedPass
    }

    let plan: RenderPlan
    let tables: StagedTables
    private(set) var passes: [RecordedPass] = []
    /// How the picture is brought to the host.
    private(set) var slices: [Slice] = []
    /// The part of each picture that is read.
    let images: [ImageRegion]
    /// The pictures that a pass reads.
    let readImages: Set<ImageID>
    let commands: DispatchRecorder

    /// - Parameter sliceBytes: how many bytes of a picture are brought to the host at a time.
    /// - Throws: `GPUError.invalidPlan`; `GPUError.limitExceeded` when one step of it is beyond the device.
    init(_ plan: RenderPlan, limits: GPULimits, sliceBytes: Int) throws(GPUError) {
        try PlanCheck.check(plan)
        self.plan = plan
        commands = DispatchRecorder(limits: limits)
        tables = StagedTables(plan, alignment: limits.storageAlignment)
        images = plan.images.indices.map { ImageRegion(plan, ImageID(index: $0), alignment: limits.storageAlignment) }
        readImages = Set(
            plan.passes.compactMap { pass in
                guard case .resample(let image, _, _, _) = pass else { return nil }
                return image
            })
        for (index, pass) in plan.passes.enumerated() {
            try record(pass, index)
            passes.append(commands.finishPass())
        }
        try recordFinish(sliceBytes: sliceBytes)
    }

    private func recordFinish(sliceBytes: Int) throws(GPUError) {
        let layout = layout(plan.canvas)
        let limit = commands.limits.storageBlockBytes
        func finished(_ rows: Range<Int>) -> SurfaceLayout {
            SurfaceLayout(
                elements: plan.width, elementBytes: 4, rows: rows.count, alignment: commands.limits.storageAlignment)
        }
        guard
            let runs = PenumbraGPU.bands(
                0..<plan.height,
                fits: { layout.bytes($0) <= limit && ($0.count == 1 || finished($0).byteCount <= sliceBytes) })
        else { throw GPUError.blockTooSmall(plan[plan.canvas], limit: limit) }
        for rows in runs {
            let target = finished(rows)
            commands.announce(reading: [.surface(plan.canvas)], writing: [.finished])
            commands.bind(0, .finished, target, rows: 0..<rows.count)
            commands.bind(1, .surface(plan.canvas), layout, rows: rows)
            var p = FinishParameters()
            p.targetWidth = Int32(plan.width)
            p.targetStride = target.stride
            p.rowCount = Int32(rows.count)
            p.sourceStride = layout.stride
            commands.dispatch(p, width: plan.width, height: rows.count)
            slices.append(Slice(rows: rows, layout: target, pass: commands.finishPass()))
        }
    }

    private func record(_ pass: Pass, _ index: Int) throws(GPUError) {
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

    func layout(_ id: SurfaceID) -> SurfaceLayout { layout(plan[id]) }

    private func layout(_ surface: Surface) -> SurfaceLayout {
        SurfaceLayout(surface.format, width: surface.width, rows: surface.height, alignment: commands.limits.storageAlignment)
    }

    func stored(_ id: SurfaceID) -> StoredSurface {
        StoredSurface(surface: plan[id], layout: layout(id), resource: .surface(id))
    }

    /// A surface that only one pass knows.
    func temporary(_ surface: Surface) -> StoredSurface {
        let layout = layout(surface)
        return StoredSurface(
            surface: surface, layout: layout, resource: commands.temporary(byteCount: layout.byteCount))
    }

    /// The part of a picture that the plan reads.
    func image(_ id: ImageID) -> ImageRegion { images[id.index] }

    /// Binds a table of a pass, whole.
    func bindTable(_ index: UInt32, _ section: StagedTables.Section) {
        bindTable(index, section, bytes: 0..<section.byteCount)
    }

    /// Binds some bytes of a table; the first must be a multiple of the device's alignment.
    func bindTable(_ index: UInt32, _ section: StagedTables.Section, bytes: Range<Int>) {
        commands.bind(index, .tables, offset: section.offset + bytes.lowerBound, byteCount: bytes.count)
    }

    /// Cuts the rows of a target into runs whose bound parts all fit in a storage block.
    ///
    /// - Parameter needed: the bytes of each bound part for a run of target rows.
    func bands(
        _ surface: Surface, rows: Range<Int>, needed: (Range<Int>) -> [Int]
    ) throws(GPUError) -> [Range<Int>] {
        let limit = commands.limits.storageBlockBytes
        guard let result = PenumbraGPU.bands(rows, fits: { needed($0).allSatisfy { $0 <= limit } }) else {
            throw GPUError.blockTooSmall(surface, limit: limit)
        }
        return result
    }
}

/// A surface on the device.
struct StoredSurface {
    let surface: Surface
    let layout: SurfaceLayout
    let resource: Resource
}
