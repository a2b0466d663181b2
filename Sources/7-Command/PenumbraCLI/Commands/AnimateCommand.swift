import ArgumentParser
import Glibc
import Penumbra
import PenumbraBatch
import PenumbraSystem

struct AnimateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "animate",
        abstract: "Draw an animated scene or page as APNG, WebP, GIF, video or frames.",
        discussion: """
            Frame n shows the scene at the time n / --fps. Y4M is uncompressed video, RGBA
            is raw pixels, and a .png with # or %05d in its name is one file per frame.

            EXAMPLES
              penumbra animate loop.json -o loop.webp
              penumbra animate card.html -o card.apng --width 600 --height 315 --fps 30
              penumbra animate loop.json -o - --format y4m | ffmpeg -i - loop.mp4
            """)

    @OptionGroup(title: "Input") var input: SceneOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("A .apng, .webp, .gif, .y4m, .rgba or numbered .png.", valueName: "file"))
    var output: String
    @Option(help: ArgumentHelp("Frames per second, such as 30000/1001. Default: 60.", valueName: "rate"))
    var fps: FrameRate?
    @Option(parsing: .unconditional, help: ArgumentHelp("Start time. Default: 0.", valueName: "seconds")) var from: Time?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End time. Default: the end of the scene.", valueName: "seconds"))
    var to: Time?
    @Option(help: ArgumentHelp("Draw one part of the frames, such as 2/8.", valueName: "part", visibility: .hidden)) var shard:
        String?
    @Option(help: ArgumentHelp("How often a file plays; 0 is forever.", valueName: "count", visibility: .hidden))
    var loops = 0
    @Flag(help: ArgumentHelp("Keep the numbered frames that exist.", visibility: .hidden)) var resume = false
    @Option(help: ArgumentHelp("Format, if not by ending: y4m, rgba, …", valueName: "format", visibility: .hidden))
    var format: String?
    @Option(help: ArgumentHelp("WebP quality, 1 to 100. Default: lossless.", valueName: "number", visibility: .hidden))
    var quality: Int?
    @Option(
        help: ArgumentHelp("Page colour behind GIF and video. Default: none; black.", valueName: "color", visibility: .hidden))
    var matte: ColorArgument?

    @Flag(help: ArgumentHelp("Allow an output that is an input.", visibility: .hidden)) var overwrite = false
    @Option(help: ArgumentHelp("Progress on standard error.", valueName: "style", visibility: .hidden))
    var progress = ProgressStyle.auto

    @OptionGroup(title: "Documents") var vector: VectorOptions
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
        if let shard, Shard(shard) == nil {
            throw ValidationError("--shard is \"\(oneLine(shard))\"; a part such as 2/8 is expected.")
        }
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

    /// The scene that is animated. An SVG document becomes a picture as large as the canvas. The picture plays the document's
    /// animations.
    private func scene(_ limits: RenderLimits) throws -> (Scene, SceneAtTime?) {
        let (bytes, parameters) = try input.contents(limits.scene)
        if HTMLDocument.isDocument(bytes, named: input.scene) { return try page(bytes, parameters, limits) }
        try vector.checkUnused()
        guard VectorOptions.isDocument(bytes, named: input.scene) else {
            return (try input.scene(bytes, parameters, limits.scene), nil)
        }
        guard parameters.isEmpty else { throw CommandFailure(.usage, "--set is for scenes; an SVG has no parameters") }
        var options = SVGOptions(
            baseFolder: ScenePath.folder(of: input.scene), files: try input.files(), shaper: TextShaper(), limits: limits)
        options.allowsMissing = true
        options.time = 0
        let document = try rethrowing(try SVGDocument(bytes, options: options), as: CommandFailure.badData(input.name))
        var scene = document.scene()
        if let scale = input.scale.scale { scene.canvas.scale = scale }
        scene.canvas.duration = try duration(document.duration)
        let picture = ImageContents(source: input.scene == "-" ? .data(bytes) : .file(input.scene))
        scene.layers = [Layer(kind: .image(picture))]
        return (scene, nil)
    }

    private typealias SceneAtTime = @Sendable (_ time: Time) throws(RenderError) -> Scene

    /// A page at its first moment, and at others. The page is laid out for each moment.
    private func page(
        _ bytes: [UInt8], _ values: [String: JSONValue], _ limits: RenderLimits
    ) throws -> (Scene, SceneAtTime?) {
        let files = try input.files()
        let first = try vector.page(
            bytes, path: input.scene, files: files, limits: limits, scale: input.scale.scale, time: 0, values: values)
        let moments = try vector.moments(
            of: bytes, path: input.scene, files: files, limits: limits, size: first.size, scale: input.scale.scale,
            values: values)
        var scene = first.scene(scale: input.scale.scale ?? 1)
        scene.canvas.duration = try duration(first.duration)
        return (scene, moments)
    }

    /// The seconds that a document is shown for.
    private func duration(_ duration: Double) throws -> Double {
        let seconds = duration.isFinite ? duration : to?.seconds ?? 0
        guard seconds > 0 else {
            let reason = duration > 0 ? "its animations never end; set --to" : "it has no animations"
            throw CommandFailure(.badData, "\(input.name): \(reason)")
        }
        return seconds
    }

    func run() throws {
        let limits = try renderer.limits()
        let (scene, sceneAtTime) = try scene(limits)
        let part = shard.flatMap { Shard($0) }
        var writer = AnimationWriter(renderer, limits: limits, files: try input.files(), name: input.name)
        writer.sceneAtTime = sceneAtTime
        writer.plays = loops
        writer.quality = quality
        writer.matte = matte
        writer.overwritesInputs = overwrite
        writer.progress = progress
        let frames = try writer.frames(
            of: scene, rate: fps ?? .sixty, from: from ?? .zero, to: to, part: (part?.index ?? 1, part?.count ?? 1))
        switch try target() {
        case .file(let format): try writer.write(scene, frames, as: format, to: output)
        case .frames(let names): try writer.write(scene, frames, to: names, resuming: resume)
        }
    }
}
