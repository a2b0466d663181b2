import Penumbra
import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraGPU
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// One batch being done: what its threads share.
final class BatchRun: Sendable {
    let options: BatchOptions
    let devices: [BatchDevice]
    /// Where outputs go; nil in a worker process.
    let folder: OutputFolder?
    /// Where a worker process sends its files.
    let channel: WorkerChannel?
    let store: AssetStore
    private let outlines: OutlineCache
    let journal: Journal?
    let records: [OutputName: JournalRecord]
    /// What further journals say otherwise of outputs that are in `records`.
    let otherRecords: [OutputName: [JournalRecord]]
    let state: Monitor<PipelineState>
    let writing = Monitor(WriteQueue())
    let stop: StopSignal
    /// Nothing is rendered: only what is there is looked at.
    let onlyChecks: Bool
    /// The most jobs under way.
    let limit: Int
    /// Bytes that all of them may take together: what is free changes, this does not.
    let memory: Int
    private let manifest: Mutex<ManifestCursor>
    private let onEvent: @Sendable (BatchEvent) -> Void
    private let said = Mutex<Set<String>>([])
    /// Draws on the batch's threads, and what no GPU would.
    private let cpu: CPURenderer

    /// Writers wait for the disk, not for a processor.
    static let writers = 6
    private static let mostNotices = 100
    /// Working memory that the CPU renderer keeps from picture to picture.
    private static let idleBytes = 24 << 20

    private struct ManifestCursor: ~Copyable {
        var reader: any EntryReader
        var outputs = OutputNames()
        var saidNotices = false
    }

    init(
        reader: sending any EntryReader, options: BatchOptions, devices: [BatchDevice], roots: BatchRoots,
        folder: OutputFolder?,
        journal: Journal?, records: [OutputName: JournalRecord], otherRecords: [OutputName: [JournalRecord]] = [:],
        onlyChecks: Bool = false,
        channel: WorkerChannel? = nil, stop: StopSignal, onEvent: @escaping @Sendable (BatchEvent) -> Void
    ) {
        manifest = Mutex(ManifestCursor(reader: reader))
        self.options = options
        self.devices = devices
        self.folder = folder
        self.channel = channel
        self.journal = journal
        self.records = records
        self.otherRecords = otherRecords
        self.onlyChecks = onlyChecks
        self.stop = stop
        self.onEvent = onEvent
        store = AssetStore(budget: options.cacheMemory / 2, roots: roots)
        outlines = OutlineCache(bytes: options.cacheMemory / 8)
        cpu = CPURenderer(threads: 1, cachedBytes: options.cacheMemory / 4, idleBytes: Self.idleBytes)
        let gpus = devices.count { if case .gpu = $0 { true } else { false } }
        limit = options.threads + Self.writers + gpus * DeviceThread.mostUnderWay
        memory = options.memory
        state = Monitor(PipelineState(devices: onlyChecks ? 0 : gpus, freeMemory: memory))
    }

    // MARK: Reporting

    func say(_ event: BatchEvent) { onEvent(event) }

    func notice(_ text: String) {
        let isNew = said.withLock { $0.count < Self.mostNotices && $0.insert(text).inserted }
        if isNew { say(.notice(text)) }
    }

    func failed(line: Int, output: String?, _ error: JobError, memory: Int = 0) {
        say(.failed(JobFailure(line: line, output: output, error: error)))
        state.update { state in
            state.underWay -= 1
            state.freeMemory += memory
            state.summary.failed += 1
            if options.stopsAtFailure { state.isStopped = true }
        }
    }

    /// Takes note of a job that was not done, whose place is free of what a killed process may have left there.
    func failed(_ job: BatchJob, _ error: JobError, memory: Int = 0) {
        if options.resumes { folder?.removeTemporary(OutputName(job.output).temporaryName, of: job.output) }
        failed(line: job.line, output: job.output, error, memory: memory)
    }

    /// Ends the batch for a reason that no single job has.
    func end(_ error: BatchError) {
        state.update { state in
            if state.failure == nil { state.failure = error }
            state.isStopped = true
        }
    }

    // MARK: The manifest

    /// The next job of this part; nil where there is none for now, which has been taken note of.
    func pull() -> BatchJob? {
        enum Pulled {
            case job(BatchJob)
            case refused(line: Int, output: String?, JobError)
            case elsewhere
            case end
            case stopped
            case failure(BatchError)
        }
        let (pulled, notices) = manifest.withLock { cursor -> (Pulled, [String]) in
            let entry: ManifestEntry?
            do throws(BatchError) {
                entry = try cursor.reader.next()
            } catch {
                if case .stopped = error { return (.stopped, []) }
                return (.failure(error), [])
            }
            let notices = cursor.saidNotices ? [] : cursor.reader.notices
            cursor.saidNotices = true
            switch entry {
            case nil: return (.end, notices)
            case .refused(let line, let output, let error)?:
                // What has no output belongs to one part, the first.
                let isHere = options.shard.map { shard in output.map(shard.holds) ?? (shard.index == 1) } ?? true
                return (isHere ? .refused(line: line, output: output, error) : .elsewhere, notices)
            case .job(let job)?:
                // The batch has looked at what it tells its workers, and may tell it again.
                if channel != nil { return (.job(job), notices) }
                if let shard = options.shard, !shard.holds(job.output) { return (.elsewhere, notices) }
                do throws(JobError) {
                    try cursor.outputs.add(job.output, line: job.line)
                } catch {
                    return (.refused(line: job.line, output: job.output, error), notices)
                }
                return (.job(job), notices)
            }
        }
        for text in notices { notice(text) }
        switch pulled {
        case .job(let job):
            state.update { $0.summary.jobs += 1 }
            return job
        case .refused(let line, let output, let error):
            state.update { $0.summary.jobs += 1 }
            failed(line: line, output: output, error)
        case .elsewhere:
            state.update { state in
                state.summary.elsewhere += 1
                state.underWay -= 1
            }
        case .end:
            state.update { state in
                state.isAtEnd = true
                // Whatever stopped the batch may have ended the stream as well.
                state.summary.isComplete = !state.isStopped && !stop.isSet
                state.underWay -= 1
            }
        case .stopped:
            state.update { state in
                state.isStopped = true
                state.underWay -= 1
            }
        case .failure(let error):
            state.update { $0.underWay -= 1 }
            end(error)
        }
        return nil
    }

    // MARK: Steps of one job

    /// Binds a job's scene and reads what it is made from.
    func read(_ job: BatchJob, _ shaper: TextShaper, _ times: inout StageTimes) throws(JobError) -> ReadJob {
        try checkName(of: job.output)
        let format = try self.format(of: job.output)
        let template = try store.template(job.template, options.limits.scene)
        let scene = try times.measure(.read) { () throws(JobError) in
            try template.scene(job.parameters, scale: job.scale ?? options.scale)
        }
        let needs = SceneRequirements(scene)
        var key = JobKey(job, template, settings: options.settings(job, format))
        var pictures: [AssetStore.Picture] = []
        var assets = SceneAssets()
        var memory = Self.bytesOfAnyJob + 8 * pixels(scene)
        let allowed = max(self.memory, job.allowance ?? 0)
        do throws(RenderError) {
            for needed in needs.pictures {
                let picture = try times.measure(.read) { () throws(RenderError) in
                    // Looked at before anything is read: how much a job needs is known for certain only when its files' headers
                    // are.
                    try store.picture(needed, of: template.baseFolder, limits: options.limits.images) {
                        size throws(RenderError) in
                        let needed = memory + size
                        guard needed <= allowed else { throw .needsMemory(bytes: needed, allowed: allowed) }
                    }
                }
                key.add(picture: picture.digest)
                memory += picture.bytes.count + (picture.bitmap == nil ? try bytesToDecode(picture, needed) : 0)
                pictures.append(picture)
            }
            for needed in needs.texts {
                let text = try times.measure(.plan) { () throws(RenderError) in
                    try store.text(needed, shaper, of: template.baseFolder)
                }
                key.add(text: text.digest)
                try assets.add(text.layout, of: needed)
            }
        } catch {
            if case .needsMemory(let bytes, let allowed) = error { throw .needsMemory(bytes: bytes, allowed: allowed) }
            throw .render(error)
        }
        for text in assets.notices { notice("line \(job.line): \(text)") }
        return ReadJob(
            job: job, name: OutputName(job.output), scene: scene, format: format, key: key.digest, needs: needs,
            pictures: pictures, assets: assets, memory: memory)
    }

    /// Refuses names that the batch has for its own files.
    private func checkName(of output: String) throws(JobError) {
        let journal = options.journalPath.lastPathPart.lowercased()
        for name in output.pathParts {
            // Without regard to case: some file systems have none.
            let known = name.lowercased()
            let isJournal = known.startsWithBytes("penumbra-batch") && known.utf8.contains(".journal".utf8)
            let isTaken = ["", ".failed", ".old"].contains { known.utf8.elementsEqual((journal + $0).utf8) }
            if isJournal || isTaken || known.startsWithBytes(".penumbra-") && known.endsWithBytes(".tmp") {
                throw .entry("\"\(oneLine(String(name)))\" is a name of the batch's own files; give the output another")
            }
        }
    }

    private func format(of output: String) throws(JobError) -> PictureFormat {
        let named = PictureFormat(path: output)
        if let format = options.format {
            if let named, named != format {
                throw .entry(
                    "the output's ending is that of a \(named.rawValue), and \(format.rawValue) was asked for with --format")
            }
            return format
        }
        if let named { return named }
        throw .entry("the output's ending is none of .png, .jpg, .jpeg and .webp; change it, or give --format")
    }

    /// The picture, its encoded form and what else stays small.
    private static let bytesOfAnyJob = 1 << 20

    private func pixels(_ scene: Scene) -> Int {
        // A canvas that fits its contents is measured when it is planned.
        if scene.canvas.fitsContent { return 0 }
        let (width, height) = (scene.canvas.size.width * scene.canvas.scale, scene.canvas.size.height * scene.canvas.scale)
        return Int(min(1e12, max(1, width.rounded()) * max(1, height.rounded())))
    }

    private func bytesToDecode(
        _ picture: AssetStore.Picture, _ needed: SceneRequirements.Picture
    ) throws(RenderError) -> Int {
        do {
            let header = try ImageDecoder.information(of: picture.bytes)
            let (pixels, isTooMuch) = header.width.multipliedReportingOverflow(by: header.height)
            // What is beyond the limits takes no memory: decoding refuses it by name.
            let limits = options.limits.images
            guard !isTooMuch, pixels <= limits.maximumPixels, max(header.width, header.height) <= limits.maximumSide else {
                return 0
            }
            return min(1 << 40, 4 * min(1 << 38, pixels))
        } catch {
            throw .image(needed, error)
        }
    }

    /// Decodes a job's pictures and plans it.
    ///
    /// - Returns: nil where it needs more memory than was thought; what it needs is then in `read`, and its pictures are as
    ///   they were.
    func plan(_ read: inout ReadJob, _ times: inout StageTimes) throws(JobError) -> PlannedJob? {
        let before = read
        do throws(RenderError) {
            for index in read.pictures.indices {
                if isLate(read) { break }
                let bitmap = try times.measure(.decode) { () throws(RenderError) in
                    try store.decode(&read.pictures[index], read.needs.pictures[index], limits: options.limits.images)
                }
                read.assets.add(bitmap, of: read.pictures[index].source)
            }
        } catch {
            throw .render(error)
        }
        try checkTime(read)
        let plan = try times.measure(.plan) { () throws(JobError) in
            do throws(PlanningError) {
                return try ScenePlanner.plan(
                    read.scene, images: read.assets.images, texts: read.assets.texts, outlines: outlines,
                    limits: options.limits.canvas, memory: max(memory, read.job.allowance ?? 0))
            } catch {
                throw .render(.planning(error))
            }
        }
        try checkTime(read)
        let picture = plan.width * plan.height * 8
        var drawing = cpu.memoryEstimate(plan)
        let decoded = read.pictures.reduce(0) { $0 + ($1.bitmap.map { $0.width * $0.height * 4 } ?? 0) }
        let held = Self.bytesOfAnyJob + picture + decoded
        // What has no room as a whole is drawn in tiles.
        let allowed = max(memory, read.job.allowance ?? 0)
        var tile: TileSize?
        if held + drawing > allowed {
            let (size, bytes) = TileSize.fitting(plan, in: max(0, allowed - held), keepsPicture: true) {
                cpu.memoryEstimate($0)
            }
            if held + bytes <= allowed { tile = size }
            // What it takes in the least tiles where even those have no room.
            drawing = min(drawing, bytes)
        }
        let needed = held + drawing
        guard needed <= before.memory + Self.slack else {
            read = before
            read.memory = needed
            return nil
        }
        return PlannedJob(read: read, plan: plan, tile: tile, bytes: drawing)
    }

    /// How far a job's memory may be beyond what was thought before it waits for more.
    private static let slack = 16 << 20

    private func isLate(_ read: ReadJob) -> Bool { read.deadline.map { ContinuousClock().now >= $0 } ?? false }

    /// - Throws: `JobError.timeout` where a job has taken longer than it may.
    func checkTime(_ read: ReadJob) throws(JobError) {
        if isLate(read) { throw .timeout(seconds: options.secondsAJob ?? 0) }
    }

    /// Draws on the CPU, on this thread.
    func draw(_ planned: PlannedJob, _ times: inout StageTimes) throws(JobError) -> DrawnJob {
        let tile = planned.tile ?? TileSize(width: planned.plan.width, height: planned.plan.height)
        let drawn = times.measure(.draw) {
            Result { () throws(GPUError) in
                try TiledDrawing(gpu: nil, cpu: cpu, mayLeaveDevice: true)
                    .draw(planned.plan, in: tile, until: planned.read.deadline)
            }
        }
        guard let bitmap = try drawn.mapError({ JobError.render(.gpu($0)) }).get() else {
            throw .timeout(seconds: options.secondsAJob ?? 0)
        }
        return DrawnJob(read: planned.read.withoutAssets, bitmap: bitmap, device: "cpu")
    }

    /// Draws in tiles what a device had no room for, and on the CPU what it has no room for in any tile.
    ///
    /// - Returns: nil where it was not drawn in time.
    func draw(_ planned: PlannedJob, inTilesOn renderer: GPURenderer, _ device: String) throws(GPUError) -> DrawnJob? {
        let whole = TileSize(width: planned.plan.width, height: planned.plan.height)
        let drawing = TiledDrawing(gpu: renderer, cpu: cpu, mayLeaveDevice: true, bytes: planned.bytes)
        guard let bitmap = try drawing.draw(planned.plan, in: whole.halved ?? whole, until: planned.read.deadline) else {
            return nil
        }
        return DrawnJob(read: planned.read.withoutAssets, bitmap: bitmap, device: drawing.hasLeftDevice ? "cpu" : device)
    }

    func encode(_ drawn: DrawnJob, _ times: inout StageTimes) throws(JobError) -> EncodedJob {
        let read = drawn.read
        try checkTime(read)
        var encoding = options.picture
        encoding.setScale(read.scene.canvas.scale)
        // Other jobs are on the other cores.
        encoding.png.threads = 1
        var bitmap = drawn.bitmap
        if options.trims { bitmap = bitmap.trimmed(border: read.scene.canvas.borderBytes) }
        let bytes = try times.measure(.encode) { () throws(JobError) in
            if let encoder = options.encoder {
                guard let bytes = encoder(bitmap) else {
                    throw .internalFailure("the encoder that is compared with gave no file")
                }
                return bytes
            }
            do throws(ImageError) {
                return try PictureEncoder.encode(bitmap, as: read.format, options: encoding)
            } catch {
                throw .encoding(error)
            }
        }
        let digest = channel == nil ? times.measure(.write) { SHA256.digest(of: bytes) } : nil
        return EncodedJob(
            job: read.job, name: read.name, bytes: bytes, digest: digest, key: read.key, device: drawn.device,
            memory: read.memory)
    }
}

extension ReadJob {
    /// The same without decoded pictures and texts, which are not needed once it is drawn.
    var withoutAssets: ReadJob {
        var result = self
        result.assets = SceneAssets()
        result.pictures = []
        return result
    }
}

extension Canvas {
    /// The straight bytes of what is cut off at the edges of a picture: its background, or nothing.
    public var borderBytes: SIMD4<UInt8> {
        guard let background, background.alpha > 0 else { return SIMD4(0, 0, 0, 0) }
        func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
        return SIMD4(byte(background.red), byte(background.green), byte(background.blue), byte(background.alpha))
    }
}
