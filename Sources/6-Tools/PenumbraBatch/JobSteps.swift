import Penumbra
import PenumbraSystem

/// The steps of one job, from its manifest entry to the bytes of its file.
final class JobSteps: Sendable {
    let engine: Engine
    let run: BatchRun
    let options: BatchOptions
    let roots: BatchRoots
    private let templates: TemplateStore

    init(_ run: BatchRun, _ engine: Engine, roots: BatchRoots) {
        (self.run, self.engine, self.roots) = (run, engine, roots)
        options = run.options
        templates = TemplateStore(budget: options.cacheMemory / 32)
    }

    /// Binds a job's scene to its parameters and reads the input files.
    ///
    /// - Parameter most: the bytes that the job may take meanwhile.
    func read(
        _ job: BatchJob, _ shaper: TextShaper, within most: Int, _ times: inout StageTimes
    ) throws(JobError) -> (ReadJob, PreparedScene) {
        let deadline = options.secondsAJob.map { ContinuousClock().now + .seconds($0) }
        try checkName(of: job.output)
        if animatedFormat(of: job.output) == nil { _ = try format(of: job.output) }
        let template = try templates.template(job.template, below: roots.manifest, limits: options.limits.scene)
        let open = opener(of: template)
        let bound = try times.measure(.read) { () throws(JobError) in
            try template.bound(
                job.parameters, scale: job.scale ?? options.scale,
                with: PageResources(shaper, options.limits, open: open))
        }
        var scene = bound.scene
        let animation = try animation(of: job, scene, template)
        // An animation holds frames instead of a picture.
        let format = animation == nil ? try format(of: job.output) : .png
        try rethrowing(
            try PictureEncoder.check(scene.canvas.depth, as: format, options: options.picture(of: job)), as: JobError.encoding)
        if let animation { scene = animation.scene }
        var key = JobKey(job, template, settings: options.settings(job, format, animation))
        let bytes = MemoryEstimate.bytesOfAnyPicture + MemoryEstimate.finished(scene.canvas)
        for digest in bound.digests { key.add(picture: digest) }
        func prepare(_ scene: Scene) throws(JobError) -> PreparedScene {
            var prepared = PreparedScene(scene, bytes: bytes)
            do throws(RenderError) {
                // The exact memory need is known only after the headers of the input files were read.
                try engine.prepare(
                    &prepared, shaper: shaper, limits: options.limits, within: most, isAlone: false, until: deadline,
                    times: &times,
                    open: open)
            } catch {
                throw jobError(error, template.name)
            }
            for picture in prepared.pictureDigests { key.add(picture: picture) }
            for text in prepared.textDigests { key.add(text: text) }
            return prepared
        }
        var prepared = try prepare(scene)
        if let animation {
            prepared.bytes += prepared.bytesOfMovingPictures
            let moments = try animation.momentsOfNewInputs(
                template.name, within: options.limits.animationWorkInNanoseconds
            ) { () throws(JobError) in
                if let deadline, ContinuousClock().now >= deadline { throw jobError(.late, template.name) }
            }
            // The frame that needs the most memory decides.
            let (start, allowed) = (ThreadClock.nanoseconds, options.limits.animationWorkInNanoseconds)
            for moment in moments {
                prepared.bytes = max(prepared.bytes, try prepare(moment).bytes)
                let work = ThreadClock.nanoseconds - start
                guard work <= allowed else {
                    throw .animation(
                        scene: template.name,
                        .tooMuchWork(frames: animation.frames.numbers.count, work: work, allowed: allowed))
                }
            }
        }
        let read = ReadJob(
            job: job, scene: template.name, canvas: prepared.scene.canvas, name: OutputName(job.output), format: format,
            key: key.digest, animation: animation, notices: bound.warnings + prepared.assets.notices.map(\.descriptionForMany),
            deadline: deadline)
        return (read, prepared)
    }

    /// Opens the files that a template's scenes name.
    func opener(of template: SceneTemplate) -> FileOpener {
        let (roots, folder) = (roots, template.baseFolder)
        return { path throws(FileError) in
            // Standard input can be read only once, and the manifest may come from there.
            if path == "-" { throw .standardInputTaken }
            return try roots.files(of: folder).open(path)
        }
    }

    func jobError(_ error: RenderError, _ scene: String) -> JobError {
        JobError(error, scene: scene, seconds: options.secondsAJob)
    }

    /// Rejects names that the batch reserves for its own files.
    private func checkName(of output: String) throws(JobError) {
        let journal = options.journalPath.lastPathPart.lowercased()
        for name in output.pathParts {
            // Ignores case, because some file systems do.
            let known = name.lowercased()
            let isJournal = known.startsWithBytes("penumbra-batch") && known.utf8.contains(".journal".utf8)
            let isTaken = ["", ".failed", ".old"].contains { known.utf8.elementsEqual((journal + $0).utf8) }
            if isJournal || isTaken || known.startsWithBytes(".penumbra-") && known.endsWithBytes(".tmp") {
                throw .entry("\"\(oneLine(String(name)))\" is a name of the batch's own files; give the output another")
            }
        }
    }

    func format(of output: String) throws(JobError) -> PictureFormat {
        let named = PictureFormat(path: output)
        if let format = options.format {
            if let named, named != format {
                throw .entry(
                    "the output's ending is for \(named.rawValue), and \(format.rawValue) was asked for with \(setting: .format)"
                )
            }
            return format
        }
        if let named { return named }
        throw .entry("the output ends in none of .png, .jpg, .jpeg, .webp, .avif; change it, or give \(setting: .format)")
    }

    /// The file that one of these devices makes of a picture. Nil if the processor encodes it.
    func encoding(of read: ReadJob, on devices: [Device]) -> FileEncoding? {
        guard devices.takesOver(options.encodesOnDevice), !options.trims, options.encoder == nil else { return nil }
        return FileEncoding(read.format, encoding(of: read))
    }

    /// The encoding of a job's picture.
    private func encoding(of read: ReadJob) -> PictureOptions {
        var encoding = options.picture(of: read.job)
        encoding.setCanvas(read.canvas)
        // The other cores run other jobs.
        encoding.png.threads = 1
        return encoding
    }

    /// Encodes a drawn job as the bytes of its output file.
    ///
    /// - Parameter makesDigest: whether the journal needs a digest of the bytes.
    func encode(
        _ picture: DevicePicture, of read: ReadJob, by device: String, makesDigest: Bool, _ share: DrawingShare,
        _ times: inout StageTimes
    ) throws(JobError) -> EncodedJob {
        if let deadline = read.deadline, ContinuousClock().now >= deadline { throw jobError(.late, read.scene) }
        let bytes: [UInt8]
        switch picture {
        case .file(let file): bytes = file
        case .bitmap(let bitmap):
            bytes = try times.measure(.encode) { () throws(JobError) in try encode(bitmap, of: read).withoutSpareRoom }
        case .video: throw .internalFailure("a frame of a video came instead of a file")
        }
        let digest = makesDigest ? times.measure(.write) { SHA256.digest(of: bytes) } : nil
        return EncodedJob(
            job: read.job, name: read.name, bytes: bytes, digest: digest, key: read.key, device: device, share: share)
    }

    private func encode(_ whole: Bitmap, of read: ReadJob) throws(JobError) -> [UInt8] {
        var bitmap = whole
        if options.trims {
            // The whole picture, the trimmed picture and the file are in memory at the same time.
            let bytes = 2 * bitmap.byteCount
            guard AddressSpace.hasRoom(for: bytes) else { throw .encoding(.outOfMemory(bytes: bytes)) }
            bitmap = bitmap.trimmed(border: read.canvas.borderBytes)
        }
        if let encoder = options.encoder {
            guard let bytes = encoder(bitmap) else {
                throw .internalFailure("the other encoder of a benchmark gave no file")
            }
            return bytes
        }
        let encoding = encoding(of: read)
        guard let budget = encoding.byteBudget else {
            return try rethrowing(
                try PictureEncoder.encode(bitmap, as: read.format, options: encoding, cache: engine.chunks),
                as: JobError.encoding)
        }
        let fitted = try rethrowing(
            try PictureEncoder.fitted(bitmap, as: read.format, options: encoding, within: budget), as: JobError.encoding)
        if fitted.choice != .asGiven { run.notice("within \(budget) bytes: \(fitted.choice.descriptionForMany)", read.job) }
        return fitted.bytes
    }
}

extension [UInt8] {
    /// The bytes in no more memory than they need. Files wait for the disk, and encoders reserve room for incompressible
    /// pictures.
    fileprivate var withoutSpareRoom: [UInt8] {
        capacity - count > count / 8 + 4096 ? withUnsafeBufferPointer { Array($0) } : self
    }
}
