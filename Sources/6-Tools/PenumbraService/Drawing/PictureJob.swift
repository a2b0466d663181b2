import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraSystem

/// A requested picture on its way through the queue.
struct PictureJob: DrawingJob {
    let request: PictureRequest
    let deadline: ContinuousClock.Instant?
    private let painter: Painter
    private var canvas: Canvas?
    /// The names of files in errors, as the scene's author knows them.
    private var namedFiles: [String] = []
    /// The file of the picture, if it was kept from an earlier run.
    private var stored: [UInt8]?

    private var options: PainterOptions { painter.options }
    var allowance: Int? { nil }
    var limits: RenderLimits { options.limits }
    var extraBytes: Int { 0 }
    var isAnimation: Bool { false }

    init(_ request: PictureRequest, until deadline: ContinuousClock.Instant, for painter: Painter) {
        (self.request, self.deadline, self.painter) = (request, deadline, painter)
    }

    mutating func prepare(
        with engine: Engine, _ shaper: TextShaper, within bytes: Int, _ times: inout StageTimes
    ) throws(JobError) -> PreparedScene? {
        guard painter.begins(self) else { return nil }
        stored = painter.storedFile(for: request.key)
        if stored != nil { return nil }
        let bound = try request.template.bound(
            request.parameters, scale: request.scale, with: PageResources(shaper, limits, open: opener))
        let scene = bound.scene
        for text in bound.warnings { painter.notice("\(request.template.name): \(text)") }
        namedFiles = scene.namedFiles
        try rethrowing(
            try PictureEncoder.check(scene.canvas.depth, as: request.format, options: options.picture), as: JobError.encoding)
        var prepared = PreparedScene(
            scene, bytes: MemoryEstimate.bytesOfAnyPicture + MemoryEstimate.finished(scene.canvas))
        try prepare(&prepared, with: engine, shaper, within: bytes, &times)
        canvas = prepared.scene.canvas
        for text in prepared.assets.notices { painter.notice("\(request.template.name): \(text.descriptionForMany)") }
        return prepared
    }

    private func prepare(
        _ prepared: inout PreparedScene, with engine: Engine, _ shaper: TextShaper, within bytes: Int,
        _ times: inout StageTimes
    ) throws(JobError) {
        do throws(RenderError) {
            try engine.prepare(
                &prepared, shaper: shaper, limits: limits, within: bytes, isAlone: false, until: deadline, times: &times,
                open: opener)
        } catch {
            throw jobError(error)
        }
    }

    /// Opens files below the folder of templates.
    private var opener: FileOpener {
        let (files, folder) = (options.files, options.folder)
        return { path throws(FileError) in
            guard let files, path != "-" else { throw .standardInputTaken }
            do throws(FileError) {
                return try files.open(FilePath.join(folder, path)).named(path)
            } catch {
                throw error.named(path)
            }
        }
    }

    func encoding(on devices: [Device]) -> FileEncoding? {
        devices.takesOver(options.encodesOnDevice) ? FileEncoding(request.format, encoding) : nil
    }

    private var encoding: PictureOptions {
        var encoding = options.picture
        if let canvas { encoding.setCanvas(canvas) }
        encoding.png.threads = 1
        return encoding
    }

    func finish(_ picture: DevicePicture, by device: String, _ share: DrawingShare, _ times: inout StageTimes) {
        defer { share.end() }
        do throws(JobError) {
            painter.finish(request.key, .success(try file(of: picture)), device: device)
        } catch {
            painter.finish(request.key, .failure(painter.refusal(error)))
        }
    }

    /// Encodes a picture, unless a device has made its file.
    private func file(of picture: DevicePicture) throws(JobError) -> [UInt8] {
        if let deadline, ContinuousClock().now >= deadline { throw .timeout(seconds: options.seconds) }
        let bitmap: Bitmap
        switch picture {
        case .file(let file): return file
        case .bitmap(let drawn): bitmap = drawn
        case .video: throw .internalFailure("a frame of a video came instead of a file")
        }
        let bytes = try rethrowing(
            try PictureEncoder.encode(bitmap, as: request.format, options: encoding, cache: painter.chunks),
            as: JobError.encoding)
        // An encoder reserves room for the longest file, which would stay taken as long as the file is kept.
        return [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            count = bytes.count
            _ = buffer.initialize(fromContentsOf: bytes)
        }
    }

    func animate(_ prepared: PreparedScene, _ share: DrawingShare, _ times: inout StageTimes) {
        fail(.internalFailure("the service draws no animations"), share)
    }

    func skip(_ share: DrawingShare) {
        defer { share.end() }
        if let stored { painter.finish(request.key, .success(stored), isStored: true) }
    }

    func fail(_ failure: JobError, _ share: DrawingShare) {
        defer { share.end() }
        painter.finish(request.key, .failure(painter.refusal(failure)))
    }

    func failure(_ error: RenderError) -> JobError { jobError(error) }

    private func jobError(_ error: RenderError) -> JobError {
        JobError(error.hidingFolders(except: namedFiles), scene: request.template.name, seconds: options.seconds)
    }
}
