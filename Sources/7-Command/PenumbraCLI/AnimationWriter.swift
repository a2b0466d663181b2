import Glibc
import Penumbra
import PenumbraAnimation
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
    /// How often a file plays; 0 is forever.
    var plays = 0
    /// The quality of a WebP. Nil is lossless.
    var quality: Int?
    /// The colour behind transparent pixels, for formats without them.
    var matte: ColorArgument?

    init(_ renderer: RendererOptions, limits: RenderLimits, files: FileRoots? = nil, name: String? = nil) {
        (self.renderer, self.limits, self.files, self.name) = (renderer, limits, files, name)
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

    private func draw(
        _ scene: Scene, _ frames: FrameRange, skipping skips: @escaping @Sendable (Int) -> Bool = { _ in false },
        deliver: (FrameSequence.Frame) throws -> Void
    ) throws {
        var sequence = FrameSequence(scene, frames: frames)
        sequence.limits = limits
        sequence.files = try FileRoots.or("/", files)
        sequence.images = images
        sequence.threads = renderer.drawing.threadCount
        let (device, warning) = try Device.open(
            renderer.drawing.backend, named: renderer.device, threads: 1, shaderFolder: renderer.shaders)
        if let warning { Notices.write("\(warning)") }
        var said: Set<SceneAssets.Notice> = []
        let mayLeaveDevice = renderer.drawing.backend == .auto && renderer.device == nil
        let result = try naming {
            try sequence.run(on: device, mayLeaveDevice: mayLeaveDevice, skipping: skips) { frame in
                for notice in frame.notices where said.insert(notice).inserted { Notices.write("\(prefix)\(notice)") }
                try deliver(frame)
            }
        }
        for notice in result.notices { Notices.write("\(notice)") }
        if renderer.verbose {
            let share = result.frames > 0 ? result.drawnFrames / Double(result.frames) : 0
            Notices.write(
                "\(result.frames) frames by \(device.description), \(Int((share * 100).rounded())) % of their pixels drawn")
        }
    }

    /// Writes one file with all frames; `-` means standard output.
    func write(_ scene: Scene, _ frames: FrameRange, as format: AnimatedFormat, to output: String) throws {
        if scene.canvas.depth == .sixteen {
            throw CommandFailure(
                .badData,
                "\"\(output)\": canvas.depth is 16, which one file of frames can't hold. Write numbered PNG files, or set it to 8"
            )
        }
        if !overwritesInputs { try PictureWriter.check(output, isNoneOf: images.keys) }
        let rate = try AnimatedRate(frames.rate.numerator, frames.rate.denominator)
        var options = AnimatedOptions(plays: plays)
        options.colorSpace = scene.canvas.colorSpace
        options.png.effort = renderer.drawing.effort
        options.webp.isLossless = quality == nil
        if let quality { options.webp.quality = quality }
        if let matte { options.matte = SIMD3(matte.color.bytes.x, matte.color.bytes.y, matte.color.bytes.z) }
        var failure: (any Error)?
        func draw(_ emit: (UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> [FileWriter.Patch]? {
            var patches: [FileWriter.Patch] = []
            do {
                var encoder: AnimatedEncoder?
                try self.draw(scene, frames) { frame in
                    let now =
                        try encoder
                        ?? AnimatedEncoder(
                            format, width: frame.picture.width, height: frame.picture.height, rate: rate, options: options)
                    encoder = now
                    try now.append(frame.picture, emit: emit)
                }
                for patch in try encoder?.finish(emit: emit) ?? [] {
                    patches.append(FileWriter.Patch(offset: patch.offset, bytes: patch.bytes))
                }
                if let dropped = encoder?.droppedFrames, dropped > 0 {
                    Notices.write("\(dropped) frames aren't in the file, because a GIF shows at most 50 frames per second")
                }
            } catch FrameFailure<FileError>.emitting(let error) {
                throw error
            } catch FrameFailure<FileError>.encoding(let error) {
                failure = CommandFailure(error.status, "\"\(output)\": \(error)")
            } catch {
                failure = error
            }
            return failure == nil ? patches : nil
        }
        do {
            try FileWriter.writePatched(to: output, pieces: draw)
        } catch {
            throw failure ?? error
        }
    }

    /// Writes one PNG for each frame.
    ///
    /// - Parameter isResumed: whether files that exist are kept.
    func write(_ scene: Scene, _ frames: FrameRange, to names: FrameNames, resuming isResumed: Bool) throws {
        var encoding = PictureOptions.default
        renderer.drawing.apply(to: &encoding)
        encoding.setCanvas(scene.canvas)
        try draw(scene, frames) { number in
            isResumed && access(names[number], F_OK) == 0
        } deliver: { frame in
            try writePicture(
                frame.picture, of: scene.canvas, as: PictureEncoding(format: .png, options: encoding),
                to: names[frame.number])
        }
    }
}

extension AnimationError: StatusError {
    package var status: ExitStatus {
        switch self {
        case .still, .endless, .noFrames, .tooManyFrames, .emptyPart, .motion: .usage
        case .sizeChanged: .badData
        case .render(_, let error): error.status
        case .noThread: .temporary
        }
    }
}

extension AnimatedError: StatusError {
    package var status: ExitStatus { ExitStatus(kind) }
}
