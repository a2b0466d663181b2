import ArgumentParser
import Penumbra

/// The outputs of a recipe, its picture and its scene, with the drawing options.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A .png, .jpg, .webp or .avif; \"-\" is standard output.", valueName: "file"))
    var output: String?

    @OptionGroup(visibility: .hidden) var picture: PictureFormatOptions

    @Option(help: ArgumentHelp("Pixels per point.", valueName: "factor")) var scale = 1.0

    @Option(help: ArgumentHelp("Write the scene as JSON; \"-\" is standard output.", valueName: "file"))
    var emitScene: String?

    @OptionGroup(visibility: .hidden) var renderer: RendererOptions

    func validate() throws {
        if output == nil && emitScene == nil {
            throw ValidationError("Nothing to write: name a picture with -o, or a scene with --emit-scene.")
        }
        try check("--scale", scale, Limits.scale)
        // Only recipes that move write the formats of animations; they check their options.
        if let format = output.flatMap(AnimatedFormat.init(path:)), format != .webp { return }
        try picture.check(output: output)
    }

    /// Writes the requested outputs of one scene.
    ///
    /// - Parameter files: the allowed folders for files that aren't among `images`. Nil allows any path on the command line.
    func write(_ scene: Scene, images: [ImageSource: Bitmap], files: FileRoots? = nil) throws {
        let encoding = try output.map { try picture.encoding(for: $0) }
        if let emitScene { try writeScene(scene, to: emitScene) }
        if let output, let encoding {
            try renderer.draw(scene, images: images, files: files, as: encoding, to: output)
        }
    }

    /// Writes numbered files, all drawn by one renderer. Every file is complete or absent; files written before a failure
    /// remain.
    ///
    /// - Parameter scene: makes the scene of a frame; the first frame is 0.
    func writeFrames(_ count: Int, images: [ImageSource: Bitmap], scene: (Int) -> Scene) throws {
        if let emitScene {
            let names = try FrameNames(emitScene, option: "--emit-scene")
            for index in 0..<count { try writeScene(scene(index), to: names[index]) }
        }
        guard let output else { return }
        let names = try FrameNames(output, option: "-o")
        let writer = try PictureWriter(renderer)
        let encoding = try picture.encoding(for: output)
        for index in 0..<count { try writer.write(scene(index), images: images, as: encoding, to: names[index]) }
    }

    /// The format of the one file that shows all frames of a recipe that moves. Nil for numbered files.
    ///
    /// A WebP is animated, except a name with a place for a number.
    var animatedFormat: AnimatedFormat? {
        guard let output, let format = AnimatedFormat(path: output) else { return nil }
        return format == .webp && FrameNames.hasNumber(output) ? nil : format
    }

    /// Checks the format's options for one file that shows all frames.
    func checkAnimation() throws {
        guard let output, let format = animatedFormat else { return }
        try picture.checkValues()
        if picture.maxBytes != nil { throw ValidationError("--max-bytes is for single pictures; \"\(output)\" is animated.") }
        if picture.format != nil { throw ValidationError("--format is for single pictures; \"\(output)\" is animated.") }
        if format != .webp, picture.quality != nil || picture.lossless {
            throw ValidationError(
                "--quality and --lossless are for WebP, and the output is another format, \(format.rawValue).")
        }
        if picture.quality != nil, picture.lossless {
            throw ValidationError("--quality and --lossless exclude each other.")
        }
    }

    /// Writes the requested outputs of one animated scene.
    ///
    /// - Parameter files: the allowed folders for files that aren't among `images`. Nil allows any path on the command line.
    func writeAnimation(
        _ scene: Scene, rate: FrameRate, images: [ImageSource: Bitmap] = [:], files: FileRoots? = nil
    ) throws {
        try checkAnimation()
        if let emitScene { try writeScene(scene, to: emitScene) }
        guard let output, let format = animatedFormat else { return }
        var writer = AnimationWriter(renderer, limits: try renderer.limits(), files: files)
        writer.images = images
        writer.overwritesInputs = picture.overwrite
        writer.quality = picture.quality
        writer.matte = picture.matte
        try writer.write(scene, try writer.frames(of: scene, rate: rate), as: format, to: output)
    }

    private func writeScene(_ scene: Scene, to file: String) throws {
        try writeFile(try scene.json(baseFolder: ScenePath.folder(of: file)), to: file)
    }
}
