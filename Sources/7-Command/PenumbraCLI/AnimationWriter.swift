import Glibc
import Penumbra
import PenumbraSystem

/// Draws the frames of an animated scene and writes them as one file or as numbered files.
struct AnimationWriter {
    private let renderer: RendererOptions
    private let limits: RenderLimits
    /// The allowed folders for the files that the scene names. Nil allows any path, for scenes made from the command line.
    private let files: FileRoots?
    /// The scene's name in messages; nil for scenes made from the command line.
    private let name: String?
    /// Pictures of the scene that are already decoded.
    var images: [ImageSource: Bitmap] = [:]
    /// Whether the output may replace one of these pictures.
    var overwritesInputs = false
    /// How progress is shown on standard error.
    var progress = ProgressStyle.auto
    /// Makes the scene of a time, for documents that are laid out again for each moment.
    var sceneAtTime: (@Sendable (_ time: Time) throws(RenderError) -> Scene)?
    /// How often a file plays; 0 is forever.
    var plays = 0
    /// The quality of a WebP. Nil is lossless.
    var quality: Int?
    /// The colour behind transparent pixels, for formats without them.
    var matte: ColorArgument?

    init(_ renderer: RendererOptions, limits: RenderLimits, files: FileRoots? = nil, name: String? = nil) {
        (self.renderer, self.limits, self.files, self.name) = (renderer, limits, files, name)
        // Frames are freed by another thread than the one that drew them. With an arena for each thread, the memory would grow.
        let threads = renderer.drawing.threadCount + 1
        if limits.memory == nil {
            SystemMemory.keepFreedMemory(threads: threads)
        } else {
            SystemMemory.giveFreedMemoryBack(threads: threads)
        }
    }

    /// The frames of a scene from one time up to, and without, another.
    func frames(
        of scene: Scene, rate: FrameRate, from start: Time = .zero, to end: Time? = nil, part: (index: Int, count: Int) = (1, 1)
    ) throws -> FrameRange {
        try naming { try FrameRange(of: scene, rate: rate, from: start, to: end, part: part) }
    }

    private func naming<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as AnimationError {
            throw CommandFailure(error.status, "\(prefix)\(error)")
        }
    }

    /// The scene's name at the start of a message.
    private var prefix: String { name.map { "\($0): " } ?? "" }

    private func sequence(_ scene: Scene, _ frames: FrameRange) throws -> FrameSequence {
        var sequence = FrameSequence(scene, frames: frames)
        sequence.limits = limits
        sequence.files = try FileRoots.or("/", files)
        sequence.images = images
        sequence.sceneAtTime = sceneAtTime
        sequence.threads = renderer.drawing.threadCount
        return sequence
    }

    private func device() throws -> Device {
        let (device, warning) = try Device.open(
            renderer.drawing.backend, named: renderer.device, threads: 1, drawers: renderer.drawing.threadCount,
            shaderFolder: renderer.shaders)
        if let warning { Notices.write("\(warning)") }
        return device
    }

    private var mayLeaveDevice: Bool { renderer.drawing.backend == .auto && renderer.device == nil }

    /// Reports on frames while they are drawn.
    private final class Reporter {
        let progress: FrameProgress
        private let prefix: String
        private var reported: Set<SceneAssets.Notice> = []

        init(_ progress: FrameProgress, prefix: String) { (self.progress, self.prefix) = (progress, prefix) }

        func take(_ frame: FrameReport) {
            for notice in frame.notices where reported.insert(notice).inserted { progress.note("\(prefix)\(notice)") }
            progress.advance()
        }
    }

    private func report(_ result: FrameSequence.Result, _ notices: [String], on device: Device) {
        for notice in notices { Notices.write(notice) }
        guard renderer.verbose else { return }
        let share = result.frames > 0 ? result.drawnFrames / Double(result.frames) : 0
        Notices.write(
            "\(result.frames) frames by \(result.device ?? device.description), \(Int((share * 100).rounded())) % of their pixels drawn"
        )
    }

    /// Writes one file with all frames; `-` means standard output.
    func write(_ scene: Scene, _ frames: FrameRange, as format: AnimatedFormat, to output: String) throws {
        if !overwritesInputs { try PictureWriter.check(output, isNoneOf: scene.pictureSources + images.keys) }
        var options = AnimatedOptions(plays: plays)
        options.png.effort = renderer.drawing.effort
        options.webp.isLossless = quality == nil
        if let quality { options.webp.quality = quality }
        if let matte { options.matte = SIMD3(matte.color.bytes.x, matte.color.bytes.y, matte.color.bytes.z) }
        let file = AnimationFile(try sequence(scene, frames), as: format, options: options)
        let device = try device()
        let progress = FrameProgress(style: progress, total: frames.numbers.count)
        let reporter = Reporter(progress, prefix: prefix)
        var failure: (any Error)?
        var result = AnimationFile.Result()
        func draw(_ emit: (UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> [FileWriter.Patch]? {
            do {
                result = try naming {
                    try file.write(on: device, mayLeaveDevice: mayLeaveDevice, onFrame: reporter.take) { try emit($0) }
                }
                return result.patches.map { FileWriter.Patch(offset: $0.offset, bytes: $0.bytes) }
            } catch let error as FileError {
                throw error
            } catch let error as AnimatedError {
                failure = CommandFailure(error.status, "\"\(output)\": \(error)")
            } catch {
                failure = error
            }
            return nil
        }
        do {
            if format.needsPatches {
                try FileWriter.writePatched(to: output, pieces: draw)
            } else {
                // The next program in a pipe gets each frame as soon as it is drawn.
                try FileWriter.write(to: output) { emit throws(FileError) in try draw(emit) != nil }
            }
        } catch {
            progress.end(isComplete: false)
            throw failure ?? error
        }
        progress.end(isComplete: true)
        report(result.drawing, result.notices, on: device)
    }

    /// Writes one PNG for each frame.
    ///
    /// - Parameter isResumed: whether files that exist are kept.
    func write(_ scene: Scene, _ frames: FrameRange, to names: FrameNames, resuming isResumed: Bool) throws {
        var encoding = PictureOptions.default
        renderer.drawing.apply(to: &encoding)
        encoding.setCanvas(scene.canvas)
        if !overwritesInputs {
            let inputs = scene.pictureSources + images.keys
            if !inputs.isEmpty { for number in frames.numbers { try PictureWriter.check(names[number], isNoneOf: inputs) } }
        }
        let finished = isResumed ? Set(frames.numbers.filter { access(names[$0], F_OK) == 0 }) : []
        let device = try device()
        let progress = FrameProgress(style: progress, total: frames.numbers.count, skipped: finished.count)
        let reporter = Reporter(progress, prefix: prefix)
        do {
            var sequence = try sequence(scene, frames)
            sequence.handling = FrameHandling(storing: encoding.png)
            let result = try naming {
                try sequence.run(
                    on: device, mayLeaveDevice: mayLeaveDevice, skipping: { finished.contains($0) }
                ) { frame in
                    try writePicture(
                        frame.picture, of: scene.canvas, as: PictureEncoding(format: .png, options: encoding),
                        to: names[frame.number])
                    reporter.take(frame.report)
                }
            }
            progress.end(isComplete: true)
            report(result, result.notices, on: device)
        } catch {
            progress.end(isComplete: false)
            throw error
        }
    }
}

extension AnimationError: StatusError {
    package var status: ExitStatus {
        switch self {
        case .still, .endless, .noFrames, .tooManyFrames, .emptyPart, .motion: .usage
        case .sizeChanged, .tooMuchWork, .tooMuchWorkSoFar: .badData
        case .render(_, let error): error.status
        case .noThread: .temporary
        }
    }
}

extension AnimatedError: StatusError {
    package var status: ExitStatus { ExitStatus(kind) }
}
