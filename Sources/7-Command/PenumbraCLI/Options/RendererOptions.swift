import ArgumentParser
import Penumbra
import PenumbraSystem

extension TileSize: ExpressibleByArgument {
    /// Parses `512` or `512x256`; each side may be 1 to 65536.
    public init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = parts.first, let width = first, let last = parts.last, let height = last, parts.count <= 2,
            (1...65536).contains(width), (1...65536).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}

/// The options of every command that draws single pictures.
struct RendererOptions: ParsableArguments {
    @OptionGroup var drawing: DrawingOptions

    @Option(help: ArgumentHelp("Device: egl:N, cuda:N, software, a node or PCI id.", valueName: "device"))
    var device: String?

    @Option(help: ArgumentHelp("Folder of shaders, instead of the built-in ones.", valueName: "folder", visibility: .hidden))
    var shaders: String?

    @Option(
        help: ArgumentHelp(
            "Draw in tiles: 512 or 512x256 pixels.",
            valueName: "size", visibility: .hidden))
    var tileSize: TileSize?

    @Flag(name: .shortAndLong, help: "Report the device and the size.")
    var verbose = false

    func validate() throws {
        if let tileSize, min(tileSize.width, tileSize.height) < TileSize.leastSide {
            throw ValidationError(
                "--tile-size is \(tileSize.width)x\(tileSize.height); \(TileSize.leastSide) to 65536 per side are allowed.")
        }
        // The time limit covers everything read from now on, including a scene from a pipe.
        if let seconds = try? limits().jobSeconds { Watchdog.start(seconds: seconds) }
    }

    func limits() throws -> RenderLimits { try drawing.limits.resolved() }

    func makeRenderer() throws -> Renderer {
        let limits = try limits()
        if limits.memory != nil { SystemMemory.giveFreedMemoryBack(threads: drawing.threadCount) }
        let renderer = try Renderer(
            backend: drawing.backend, device: device, threads: drawing.threads, shaderFolder: shaders)
        renderer.tileSize = tileSize
        renderer.limits = limits
        if let warning = renderer.warning { Notices.write("\(warning)") }
        return renderer
    }

    /// Draws a scene and writes the picture.
    ///
    /// - Parameters:
    ///   - files: the allowed folders for the files that the scene names. Nil allows any path, for scenes made from the command
    ///     line.
    ///   - name: the scene's name in messages.
    ///   - isStrict: whether a missing font or glyph is an error.
    func draw(
        _ scene: Scene, images: [ImageSource: Bitmap] = [:], files: FileRoots? = nil, as encoding: PictureEncoding = .png,
        to output: String, name: String? = nil, isStrict: Bool = false
    ) throws {
        try PictureWriter(self, files: files, name: name, isStrict: isStrict).write(
            scene, images: images, as: encoding, to: output)
    }
}

func writeFile(_ text: String, to output: String) throws(FileError) {
    try FileWriter.write(Array(text.utf8), to: output)
}

/// Reads a file that the command line or a document names.
///
/// - Parameters:
///   - limit: the maximum number of bytes.
///   - name: the limit that allows more.
///   - files: the allowed folders. Nil allows any path, and also pipes and standard input, for files named on the command line.
func readFile(
    _ path: String, limit: Int = FileReader.defaultLimit, raisedBy name: Limit? = nil, in files: FileRoots? = nil
) throws(FileError) -> [UInt8] {
    if let files { return try files.read(path, limit: limit, raisedBy: name) }
    return try FileReader.read(path, limit: limit, raisedBy: name)
}

/// - Parameter depth: the most bits per channel of the picture.
func readPicture(_ path: String, limits: ImageLimits = .default, depth: PixelDepth = .eight) throws -> Bitmap {
    try decodePicture(
        try readFile(path, limit: limits.maximumFileBytes, raisedBy: .pictureFileSize), limits: limits, depth: depth,
        file: path)
}

/// Decodes a picture; errors name the file.
///
/// - Parameter file: the picture's name in errors.
func decodePicture(
    _ bytes: [UInt8], limits: ImageLimits, depth: PixelDepth = .eight, file: String
) throws(CommandFailure) -> Bitmap {
    try rethrowing(try ImageDecoder.decode(bytes, limits: limits, depth: depth), as: { CommandFailure($0, file: file) })
}
