import ArgumentParser
import Penumbra
import PenumbraBatch
import PenumbraSystem

extension Backend: ExpressibleByArgument {}
extension PNGOptions.Effort: ExpressibleByArgument {}

/// What draws, and what it may take: what every command that draws accepts, one picture or a batch.
///
/// An option for both is declared here or in `ScenePictureOptions`, and nowhere else.
struct DrawingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Renderer.", valueName: "backend"))
    var backend = Backend.auto

    @Option(help: ArgumentHelp("CPU threads. Default: all processors.", valueName: "count"))
    var threads: Int?

    @Option(
        help: ArgumentHelp(
            "PNG compression.", valueName: "effort"))
    var effort = PNGOptions.Effort.fast

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @OptionGroup var limits: LimitOptions

    func validate() throws {
        if quiet { Notices.silence() }
        try check("--threads", threads, Limits.threads)
    }

    var threadCount: Int { threads ?? processorCount() }

    /// Takes them over for one picture.
    func apply(to options: inout PictureOptions) {
        options.png.effort = effort
        options.png.threads = threads
    }

    /// Takes them over for a batch.
    func apply(to options: inout BatchOptions) throws {
        options.threads = threadCount
        options.picture.png.effort = effort
        options.limits = try limits.resolved()
    }
}

/// What a scene's own picture is made like, where the command line says otherwise.
struct ScaleOption: ParsableArguments {
    @Option(help: ArgumentHelp("Pixels per point, instead of canvas.scale.", valueName: "factor"))
    var scale: Double?
}

/// How the pictures of scenes are written, by render one and by batch many.
struct ScenePictureOptions: ParsableArguments {
    @OptionGroup var format: PictureFormatOptions

    @Flag(help: "Cut off empty rows and columns at the edges.")
    var trim = false

    /// Takes them over for one picture.
    func encoding(for output: String) throws -> PictureEncoding {
        var encoding = try format.encoding(for: output)
        encoding.trims = trim
        return encoding
    }

    /// Takes them over for a batch.
    func apply(to options: inout BatchOptions) {
        options.format = format.format?.format
        format.apply(to: &options.picture)
        options.trims = trim
    }
}
