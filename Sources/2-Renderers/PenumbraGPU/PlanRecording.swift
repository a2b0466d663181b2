import PenumbraBitmap
import PenumbraCodecs
import PenumbraPlan
import PenumbraSystem

/// The dispatches of the passes of one plan, with all data needed to run them beside those of other plans.
///
/// A recording is made once for a picture, on the thread that requests the picture. It is immutable from then on.
final class PlanRecording: @unchecked Sendable {
    /// Rows of the canvas that are copied to the host together, and the dispatches that convert them to bytes.
    struct Slice {
        /// How the finished rows lie in memory.
        enum Form {
            case pixels(SurfaceLayout)
            case video(VideoRows)
        }

        var rows: Range<Int>
        var form: Form
        var pass: RecordedPass
        /// The bytes that the dispatches make.
        var byteCount: Int
    }

    let plan: RenderPlan
    /// The file that the device makes of the picture, if it can.
    let encoding: FileEncoding?
    /// The tables of the passes recorded so far.
    var tables: StagedTables
    private(set) var passes: [RecordedPass] = []
    /// The slices in which the picture is copied to the host.
    private(set) var slices: [Slice] = []
    /// The layout of the finished bytes if the device makes a file of them; there is then one slice.
    private(set) var file: (any FileLayout)?
    /// How the samples of a video are made from the picture. Nil if it isn't a frame of a video.
    private(set) var video: VideoForm?
    /// The part of each picture that is read.
    let images: [ImageRegion]
    /// The pictures that a pass reads.
    let readImages: Set<ImageID>
    let commands: DispatchRecorder

    /// - Parameters:
    ///   - sliceBytes: the bytes of a picture that are copied to the host at a time.
    ///   - encoding: the file that is made of the picture on the device, if the picture is small enough for one slice.
    /// - Throws: `GPUError.invalidPlan`; `GPUError.picture` if a picture is damaged; `GPUError.limitExceeded` if a step of the plan is beyond the device.
    init(_ plan: RenderPlan, limits: GPULimits, sliceBytes: Int, file encoding: FileEncoding? = nil) throws(GPUError) {
        try GPUError.check(plan)
        let plan = plan.expandingInstances { !$0.fits(plan, limits) }
        self.plan = plan
        self.encoding = encoding
        commands = DispatchRecorder(limits: limits)
        tables = StagedTables()
        images = try plan.images.indices.map { (index) throws(GPUError) in
            try ImageRegion(plan, ImageID(index: index), limits: limits)
        }
        readImages = Set(plan.passes.flatMap(\.step.images))
        // Pixels that the device can't make are made on this thread, not on the renderer's.
        for image in readImages where images[image.index].coefficients == nil {
            let picture = images[image.index].picture
            if let stream = picture.stream { _ = try rethrowing(try stream.settle(), as: GPUError.picture) }
            guard picture.bytesToCome == 0 || AddressSpace.hasRoom(for: picture.bytesToCome) else {
                throw .outOfMemory(bytes: picture.bytesToCome, purpose: "a picture on the host")
            }
            _ = picture.pixels
        }
        for pass in plan.passes {
            try record(pass)
            passes.append(commands.finishPass())
        }
        try recordFinish(sliceBytes: sliceBytes, encoding)
    }

    /// True if the device reads the codes of a picture, and may leave the picture to the host.
    var readsCodes: Bool { readImages.contains { images[$0.index].readsCodes } }

    /// Reads the codes of all pictures on this thread, so that a new recording leaves none to the device.
    ///
    /// - Throws: `GPUError.picture` if a picture is damaged.
    func settlePictures() throws(GPUError) {
        for image in readImages where images[image.index].readsCodes {
            guard let stream = images[image.index].picture.stream else { continue }
            _ = try rethrowing(try stream.settle(), as: GPUError.picture)
        }
    }

    private func recordFinish(sliceBytes: Int, _ encoding: FileEncoding?) throws(GPUError) {
        let layout = layout(plan.canvas)
        let limit = commands.limits.storageBlockBytes
        if case .video(let form) = encoding, plan.depth == .eight { video = form }
        func finished(_ rows: Range<Int>) -> SurfaceLayout {
            SurfaceLayout(
                elements: plan.width, elementBytes: plan.depth.bytesPerPixel, rows: rows.count,
                alignment: commands.limits.storageAlignment)
        }
        func fits(_ rows: Range<Int>) -> Bool {
            guard video != nil else { return finished(rows).byteCount <= sliceBytes }
            let planes = VideoRows(width: plan.width, rows: rows)
            return planes.byteCount <= sliceBytes && planes.groups <= VideoRows.mostGroups
        }
        guard
            let runs = PenumbraGPU.bands(
                0..<plan.height, fits: { layout.bytes($0) <= limit && ($0.count == 1 || fits($0)) })
        else { throw GPUError.blockTooSmall(plan[plan.canvas], limit: limit) }
        if runs.count == 1 { file = Self.layout(encoding, of: plan, limits: commands.limits) }
        for rows in runs {
            if let video {
                let planes = recordVideo(rows, matte: video.matte)
                slices.append(
                    Slice(rows: rows, form: .video(planes), pass: commands.finishPass(), byteCount: planes.byteCount))
                continue
            }
            let target = finished(rows)
            let resource = file == nil ? .finished : commands.temporary(byteCount: target.byteCount)
            commands.announce(reading: [.surface(plan.canvas)], writing: [resource])
            commands.bind(0, resource, target, rows: 0..<rows.count)
            commands.bind(1, .surface(plan.canvas), layout, rows: rows)
            let p = FinishedRows(
                targetWidth: Int32(plan.width), targetStride: target.stride, rowCount: Int32(rows.count),
                sourceStride: layout.stride)
            switch plan.depth {
            case .eight: commands.dispatch(FinishParameters(rows: p), width: plan.width, height: rows.count)
            case .sixteen: commands.dispatch(FinishDeepParameters(rows: p), width: plan.width, height: rows.count)
            }
            file?.record(self, from: resource, target)
            slices.append(
                Slice(
                    rows: rows, form: .pixels(target), pass: commands.finishPass(),
                    byteCount: file?.byteCount ?? target.byteCount))
        }
    }

    private func record(_ pass: Pass) throws(GPUError) {
        switch pass {
        case .clear(let pass): try record(pass)
        case .fillMesh(let pass): try record(pass)
        case .extractChannel(let pass): try record(pass)
        case .mapMask(let pass): try record(pass)
        case .peaks(let pass): try record(pass)
        case .rowMaxima(let pass): try record(pass)
        case .spread(let pass): try record(pass)
        case .noise(let pass): try record(pass)
        case .dither(let pass): try record(pass)
        case .downsample(let pass): try record(pass)
        case .convolve(let pass): try record(pass)
        case .mixMasks(let pass): try record(pass)
        case .mergeChannels(let pass): try record(pass)
        case .shade(let pass): try record(pass)
        case .resample(let pass): try record(pass)
        case .filterColors(let pass): try record(pass)
        case .transformImage(let pass): try record(pass)
        case .projectImage(let pass): try record(pass)
        case .mapColors(let pass): try record(pass)
        case .filterPixels(let pass): try record(pass)
        case .blurSpans(let pass): try record(pass)
        case .blurRays(let pass): try record(pass)
        case .composite(let pass): try record(pass)
        case .drawInstances(let pass): try record(pass)
        }
    }

    func layout(_ id: SurfaceID) -> SurfaceLayout { layout(plan[id]) }

    private func layout(_ surface: Surface) -> SurfaceLayout {
        SurfaceLayout(surface.format, width: surface.width, rows: surface.height, alignment: commands.limits.storageAlignment)
    }

    func stored(_ id: SurfaceID) -> StoredSurface {
        StoredSurface(surface: plan[id], layout: layout(id), resource: .surface(id))
    }

    /// Makes a surface that only one pass uses.
    func temporary(_ surface: Surface) -> StoredSurface {
        let layout = layout(surface)
        return StoredSurface(
            surface: surface, layout: layout, resource: commands.temporary(byteCount: layout.byteCount))
    }

    /// Binds a whole table of a pass.
    func bindTable(_ index: UInt32, _ section: StagedTables.Section) {
        bindTable(index, section, bytes: 0..<section.byteCount)
    }

    /// Binds some bytes of a table. The first byte must be at a multiple of the device's alignment.
    func bindTable(_ index: UInt32, _ section: StagedTables.Section, bytes: Range<Int>) {
        commands.bind(index, .table(section.index), offset: bytes.lowerBound, byteCount: bytes.count)
    }

    /// Cuts the rows of a target into runs whose bound parts all fit in a storage block.
    ///
    /// - Parameter needed: returns the bytes of each bound part for a run of target rows.
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
