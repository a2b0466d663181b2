import ArgumentParser
import Glibc
import Penumbra
import PenumbraAnimation
import PenumbraBatch
import PenumbraSystem

struct AnimateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "animate",
        abstract: "Draw an animated scene as APNG, WebP, GIF, video or frames.",
        discussion: """
            Frame n shows the scene at n divided by --fps seconds. Y4M is video for other
            programs, RGBA is pixels alone, and a .png with # or %05d is one file per frame.

            EXAMPLES
              penumbra animate loop.json -o loop.webp
              penumbra animate loop.json -o - --format y4m | ffmpeg -i - loop.mp4
              penumbra animate loop.json -o frames/%05d.png --fps 30000/1001 --shard 1/4
            """)

    @OptionGroup(title: "Input") var input: SceneOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A .apng, .webp, .gif, .y4m, .rgba, or numbered .png; \"-\" is standard output.", valueName: "file"))
    var output: String
    @Option(help: ArgumentHelp("Frames per second, such as 30000/1001. Default: 60.", valueName: "rate"))
    var fps: FrameRate?
    @Option(parsing: .unconditional, help: ArgumentHelp("Start. Default: 0.", valueName: "seconds")) var from: Time?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End. Default: canvas.duration, or the end of the last animation.", valueName: "seconds"))
    var to: Time?
    @Option(help: ArgumentHelp("Draw one part of the frames, such as 2/8.", valueName: "part")) var shard: String?
    @Option(help: ArgumentHelp("How often a file plays; 0 is forever.", valueName: "count")) var loops = 0
    @Flag(help: "Keep the numbered frames that exist.") var resume = false
    @Option(help: ArgumentHelp("Format, if not by ending: y4m, rgba, …", valueName: "format", visibility: .hidden))
    var format: String?
    @Option(help: ArgumentHelp("WebP quality, 1 to 100. Default: lossless.", valueName: "number")) var quality: Int?
    @Option(help: ArgumentHelp("Colour behind transparent video. Default: black.", valueName: "color", visibility: .hidden))
    var matte: ColorArgument?

    @OptionGroup(title: "Rendering") var renderer: RendererOptions

    /// Where frames go.
    private enum Target {
        case file(AnimatedFormat)
        case frames(FrameNames)
    }

    func validate() throws {
        _ = try target()
        try check("--quality", quality, 1...100)
        if loops < 0 { throw ValidationError("--loops is \(loops); 0 or more is allowed, and 0 is forever.") }
        if let shard, Shard(shard) == nil { throw ValidationError("--shard is \"\(oneLine(shard))\"; a part such as 2/8 is expected.") }
        if output == "-", isatty(STDOUT_FILENO) != 0 {
            throw ValidationError("A file would be written to the terminal; use -o file.webp, or -o - > file.y4m.")
        }
    }

    private func target() throws -> Target {
        let list = AnimatedFormat.allCases.map(\.ending).joined(separator: ", ")
        if let format {
            guard let known = AnimatedFormat(ending: format) else {
                throw ValidationError("--format is \"\(oneLine(format))\"; \(list) are known.")
            }
            return .file(known)
        }
        if let known = AnimatedFormat(path: output) {
            if resume { throw ValidationError("--resume is for numbered frames; name them frames/%05d.png.") }
            return .file(known)
        }
        if output == "-" { throw ValidationError("-o is \"-\": name the format with --format: \(list).") }
        guard PictureFormat(path: output) == .png else {
            throw ValidationError("-o is \"\(oneLine(output))\"; the endings \(list) and png are known.")
        }
        return .frames(try FrameNames(output, option: "-o"))
    }

    func run() throws {
        let limits = try renderer.limits()
        let scene = try input.read(limits.scene)
        let part = shard.flatMap { Shard($0) }
        do {
            let frames = try FrameRange(
                of: scene, rate: fps ?? .sixty, from: from ?? .zero, to: to, part: (part?.index ?? 1, part?.count ?? 1))
            var sequence = FrameSequence(scene, frames: frames)
            sequence.limits = limits
            sequence.files = try input.files()
            sequence.threads = renderer.drawing.threadCount
            switch try target() {
            case .file(let format): try write(sequence, as: format)
            case .frames(let names): try write(sequence, to: names)
            }
        } catch let error as AnimationError {
            throw CommandFailure(error.status, "\(input.name): \(error)")
        }
    }

    private func draw(
        _ sequence: FrameSequence, skipping skips: @escaping @Sendable (Int) -> Bool = { _ in false },
        deliver: (FrameSequence.Frame) throws -> Void
    ) throws {
        let (device, warning) = try Device.open(
            renderer.drawing.backend, named: renderer.device, threads: 1, shaderFolder: renderer.shaders)
        if let warning { Notices.write("\(warning)") }
        var said: Set<SceneAssets.Notice> = []
        let result = try sequence.run(
            on: device, mayLeaveDevice: renderer.drawing.backend == .auto && renderer.device == nil, skipping: skips
        ) { frame in
            for notice in frame.notices where said.insert(notice).inserted { Notices.write("\(input.name): \(notice)") }
            try deliver(frame)
        }
        for notice in result.notices { Notices.write("\(notice)") }
        if renderer.verbose {
            let share = result.frames > 0 ? result.drawnFrames / Double(result.frames) : 0
            Notices.write(
                "\(result.frames) frames by \(device.description), \(Int((share * 100).rounded())) % of their pixels drawn")
        }
    }

    private func write(_ sequence: FrameSequence, as format: AnimatedFormat) throws {
        let rate = try AnimatedRate(sequence.frames.rate.numerator, sequence.frames.rate.denominator)
        var options = AnimatedOptions(plays: loops)
        options.colorSpace = sequence.scene.canvas.colorSpace
        options.png.effort = renderer.drawing.effort
        options.webp.isLossless = quality == nil
        if let quality { options.webp.quality = quality }
        if let matte { options.matte = SIMD3(matte.color.bytes.x, matte.color.bytes.y, matte.color.bytes.z) }
        var failure: (any Error)?
        func draw(_ emit: (UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) -> [FileWriter.Patch]? {
            var patches: [FileWriter.Patch] = []
            do {
                var encoder: AnimatedEncoder?
                try self.draw(sequence) { frame in
                    let now = try encoder ?? AnimatedEncoder(
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

    private func write(_ sequence: FrameSequence, to names: FrameNames) throws {
        var encoding = PictureOptions.default
        renderer.drawing.apply(to: &encoding)
        encoding.setCanvas(sequence.scene.canvas)
        let isResumed = resume
        try draw(sequence) { number in
            isResumed && access(names[number], F_OK) == 0
        } deliver: { frame in
            try writePicture(
                frame.picture, of: sequence.scene.canvas, as: PictureEncoding(format: .png, options: encoding),
                to: names[frame.number])
        }
    }
}

extension AnimationError: StatusError {
    var status: ExitStatus {
        switch self {
        case .still, .endless, .noFrames, .tooManyFrames, .emptyPart, .motion: .usage
        case .sizeChanged: .badData
        case .render(_, let error): error.status
        case .noThread: .temporary
        }
    }
}

extension AnimatedError: StatusError {
    var status: ExitStatus { ExitStatus(kind) }
}
