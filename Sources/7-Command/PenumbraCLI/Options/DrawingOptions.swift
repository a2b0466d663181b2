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
            "What draws: auto, gpu or cpu. All give the same bytes; auto never takes a software GL.", valueName: "backend"))
    var backend = Backend.auto

    @Option(help: ArgumentHelp("Threads that draw on the CPU and write pictures. Default: all processors.", valueName: "count"))
    var threads: Int?

    @Option(
        help: ArgumentHelp(
            "How much time a smaller PNG is worth: fast, or small, which takes many times longer.", valueName: "effort"))
    var effort = PNGOptions.Effort.fast

    @Flag(name: .shortAndLong, help: "Print nothing but errors on standard error.")
    var quiet = false

    @OptionGroup(title: "Limits") var limits: LimitOptions

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
    @Option(help: ArgumentHelp("Pixels per point, instead of the scene's own canvas.scale.", valueName: "factor"))
    var scale: Double?
}

/// How the pictures of scenes are written, by render one and by batch many.
struct ScenePictureOptions: ParsableArguments {
    @OptionGroup var format: PictureFormatOptions

    @Flag(help: "Cuts off rows and columns at the edges that are all transparent, or all of the canvas's background colour.")
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
