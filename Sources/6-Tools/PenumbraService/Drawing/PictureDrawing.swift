import Penumbra
import PenumbraBatch
import PenumbraEngine
import PenumbraSystem

/// How a service draws.
public struct PainterOptions: Sendable {
    /// Threads that plan, draw and encode, each one picture at a time.
    public var threads = processorCount()
    /// The GPUs that draw, each with threads of its own. Without one, the processor draws.
    public var devices: [Device] = []
    /// Whether a GPU makes the files of fast PNGs, and of JPEGs that aren't progressive. Nil means yes, except on a software
    /// GL.
    public var encodesOnDevice: Bool?
    /// Whether a GPU makes the pixels of JPEGs from coefficients. Nil means yes, except on a software GL.
    public var decodesOnDevice: Bool?
    /// Pictures that may wait for a thread. Further requests get 503.
    public var queueLength = 64
    /// The seconds that a picture may take, with its time in the queue.
    public var seconds = 10.0
    /// The bytes of finished files that are kept in memory.
    public var keptBytes = 64 << 20
    /// The folder of finished files that are kept on the disk. Nil keeps none, and then no file is written.
    public var storeFolder: String?
    /// The bytes of finished files that are kept on the disk.
    public var storedBytes = 1 << 30
    /// The limits of each picture. The memory is that of all pictures in progress together.
    public var limits = RenderLimits.default
    public var picture = PictureOptions.default
    /// The folders of the files that scenes may name. Nil allows none.
    public var files: FileRoots?
    /// The folder at which the paths in scenes start. Errors name files by these paths, so that clients don't learn where the
    /// folder lies.
    public var folder = ""

    /// The bytes from which on no more pictures are planned for GPUs.
    var bytesOnDevices: Int { devices.isEmpty ? 0 : limits.pictureMemory / 2 }
    /// The bytes that one picture may take. All threads together take the bytes that GPUs leave.
    var bytesOfPicture: Int { (limits.pictureMemory - bytesOnDevices) / max(1, threads) }

    public init() {}
}

/// A picture that is ready to be drawn.
package struct PlannedRequest: Sendable {
    var request: PictureRequest
    var picture: PlannedPicture
    var canvas: Canvas
    var deadline: ContinuousClock.Instant
}

/// Plans, draws and encodes pictures on the calling thread. Pictures, texts and outlines are kept for later pictures.
package struct PictureDrawing: Sendable {
    private let options: PainterOptions
    let engine: Engine
    /// The bytes of decoded pictures, texts and outlines that are kept.
    private static let cachedBytes = 128 << 20
    private let notice: @Sendable (String) -> Void

    package init(_ options: PainterOptions, notice: @escaping @Sendable (String) -> Void) {
        (self.options, self.notice) = (options, notice)
        let all = options.limits.pictureMemory
        engine = Engine(
            memory: all, cacheMemory: min(all / 4, Self.cachedBytes),
            keepsCoefficients: options.devices.takesOver(options.decodesOnDevice))
    }

    package func plan(
        _ request: PictureRequest, _ shaper: TextShaper, until deadline: ContinuousClock.Instant
    ) throws(JobError) -> PlannedRequest {
        let (name, memory) = (request.template.name, options.bytesOfPicture)
        let scene = try request.template.scene(request.parameters, scale: request.scale)
        try rethrowing(
            try PictureEncoder.check(scene.canvas.depth, as: request.format, options: options.picture), as: JobError.encoding)
        do throws(RenderError) {
            var times = StageTimes()
            var prepared = PreparedScene(
                scene, bytes: MemoryEstimate.bytesOfAnyPicture + MemoryEstimate.finished(scene.canvas))
            let (files, folder) = (options.files, options.folder)
            try engine.prepare(
                &prepared, shaper: shaper, limits: options.limits, within: memory, isAlone: false, until: deadline,
                times: &times
            ) { path throws(FileError) in
                guard let files, path != "-" else { throw .standardInputTaken }
                do throws(FileError) {
                    return try files.open(FilePath.join(folder, path)).named(path)
                } catch {
                    throw error.named(path)
                }
            }
            for text in prepared.assets.notices { notice("\(name): \(text.descriptionForMany)") }
            let planned = try engine.plan(
                &prepared, limits: options.limits, within: memory, until: deadline, times: &times)
            guard planned.bytes <= memory else { throw .needsMemory(bytes: planned.bytes, allowed: memory) }
            return PlannedRequest(
                request: request, picture: planned, canvas: prepared.scene.canvas, deadline: deadline)
        } catch {
            throw jobError(error.hidingFolders(except: scene.namedFiles), name)
        }
    }

    /// Draws on the processor.
    func draw(_ planned: PlannedRequest) throws(JobError) -> DevicePicture {
        do throws(RenderError) {
            return .bitmap(try engine.draw(planned.picture, until: planned.deadline))
        } catch {
            throw jobError(error, planned.request.template.name)
        }
    }

    func jobError(_ error: RenderError, _ name: String) -> JobError {
        JobError(error, scene: name, seconds: options.seconds)
    }

    /// The file that a device makes of a picture. Nil if the processor encodes it.
    func deviceEncoding(of planned: PlannedRequest) -> FileEncoding? {
        options.devices.takesOver(options.encodesOnDevice) ? FileEncoding(planned.request.format, encoding(of: planned)) : nil
    }

    private func encoding(of planned: PlannedRequest) -> PictureOptions {
        var encoding = options.picture
        encoding.setCanvas(planned.canvas)
        encoding.png.threads = 1
        return encoding
    }

    /// Encodes a picture, unless a device has made its file.
    func file(of planned: PlannedRequest, _ picture: DevicePicture) throws(JobError) -> [UInt8] {
        guard ContinuousClock().now < planned.deadline else { throw .timeout(seconds: options.seconds) }
        let bitmap: Bitmap
        switch picture {
        case .file(let file): return file
        case .bitmap(let drawn): bitmap = drawn
        }
        let bytes = try rethrowing(
            try PictureEncoder.encode(bitmap, as: planned.request.format, options: encoding(of: planned)),
            as: JobError.encoding)
        // An encoder reserves room for the longest file, which would stay taken as long as the file is kept.
        return [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            count = bytes.count
            _ = buffer.initialize(fromContentsOf: bytes)
        }
    }

    /// Draws a small scene with the kernels for every processor and with the kernels for this one, and compares the pictures.
    static func isCorrect() -> Bool {
        let json = """
            {"version": 1, "canvas": {"width": 48, "height": 32, "background": "#336699"}, "layers": [
              {"type": "layer", "frame": [8, 6, 30, 18], "cornerRadius": 5, "backgroundColor": "#ffffff",
               "shadows": [{"color": "#000000", "opacity": 0.5, "radius": 4, "offset": [0, 2]}]}]}
            """
        do {
            let engine = Engine(threads: 1)
            let scene = try Scene(json: Array(json.utf8))
            let plan = try engine.passes(of: scene, try engine.assets(for: scene, shaper: TextShaper()))
            let first = try Device.processor(threads: 1, kernels: .baseline).draw(plan)
            let second = try Device.processor(threads: 1).draw(plan)
            return first == second
        } catch {
            return false
        }
    }
}
