import ArgumentParser
import Penumbra
import PenumbraSystem

extension TileSize: ExpressibleByArgument {
    /// `512`, or `512x256`; 1 to 65536 a side.
    public init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = parts.first, let width = first, let last = parts.last, let height = last, parts.count <= 2,
            (1...65536).contains(width), (1...65536).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}

/// What every command that draws single pictures accepts.
struct RendererOptions: ParsableArguments {
    @OptionGroup var drawing: DrawingOptions

    @Option(help: ArgumentHelp("egl:N, cuda:N, software, a render node or PCI id.", valueName: "device"))
    var device: String?

    @Option(help: ArgumentHelp("Folder of shaders, instead of the built-in ones.", valueName: "folder"))
    var shaders: String?

    @Option(
        help: ArgumentHelp(
            "Draw in tiles: 512 or 512x256 pixels.",
            valueName: "size"))
    var tileSize: TileSize?

    @Flag(name: .shortAndLong, help: "Report the device and the size.")
    var verbose = false

    func validate() throws {
        if let tileSize, min(tileSize.width, tileSize.height) < TileSize.leastSide {
            throw ValidationError(
                "--tile-size is \(tileSize.width)x\(tileSize.height); \(TileSize.leastSide) to 65536 a side are allowed.")
        }
        // All that is read from now on, a scene from a pipe among it, is within the limit.
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

    /// Draws a scene and writes it.
    ///
    /// - Parameter files: where the files that the scene names may lie; nil is anywhere, for scenes of the command line's own
    ///   words.
    func draw(
        _ scene: Scene, images: [ImageSource: Bitmap] = [:], files: FileRoots? = nil, as encoding: PictureEncoding = .png,
        to output: String
    ) throws {
        try PictureWriter(self, files: files).write(scene, images: images, as: encoding, to: output)
    }
}

func writeFile(_ text: String, to output: String) throws(FileError) {
    try FileWriter.write(Array(text.utf8), to: output)
}

/// - Parameters:
///   - limit: the most bytes.
///   - name: the limit that allows more.
///   - files: where it may lie; nil is anywhere, and for pipes and standard input, too, for what the command line names.
func readFile(
    _ path: String, limit: Int = FileReader.defaultLimit, raisedBy name: Limit? = nil, in files: FileRoots? = nil
) throws(FileError) -> [UInt8] {
    if let files { return try files.read(path, limit: limit, raisedBy: name) }
    return try FileReader.read(path, limit: limit, raisedBy: name)
}

func readPicture(_ path: String, limits: ImageLimits = .default) throws -> Bitmap {
    try decodePicture(
        try readFile(path, limit: limits.maximumFileBytes, raisedBy: .pictureFileSize), limits: limits, file: path)
}

/// - Parameter file: what errors call it.
func decodePicture(_ bytes: [UInt8], limits: ImageLimits, file: String) throws(CommandFailure) -> Bitmap {
    try rethrowing(try ImageDecoder.decode(bytes, limits: limits), as: { CommandFailure($0, file: file) })
}
