import ArgumentParser
import Penumbra
import PenumbraBatch
import PenumbraSystem

extension Backend: ExpressibleByArgument {}
extension PNGOptions.Effort: ExpressibleByArgument {}

/// The drawing and limit options of every command that draws, whether one picture or a batch.
///
/// Options that apply to both are declared only here or in `ScenePictureOptions`.
struct DrawingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Renderer.", valueName: "backend"))
    var backend = Backend.auto

    @Option(help: ArgumentHelp("CPU threads. Default: all processors.", valueName: "count", visibility: .hidden))
    var threads: Int?

    @Option(
        help: ArgumentHelp(
            "PNG compression: 500, 70 or 1 megapixels per second on each core.", valueName: "effort", visibility: .hidden))
    var effort = PNGOptions.Effort.fast

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @OptionGroup var limits: LimitOptions

    func validate() throws {
        if quiet { Notices.silence() }
        try check("--threads", threads, Limits.threads)
    }

    var threadCount: Int { threads ?? processorCount() }

    /// Applies the options to one picture.
    func apply(to options: inout PictureOptions) {
        options.png.effort = effort
        options.png.threads = threads
    }

    /// Applies the options to a batch.
    func apply(to options: inout BatchOptions) throws {
        options.threads = threadCount
        options.picture.png.effort = effort
        options.limits = try limits.resolved()
    }
}

/// The scale option, which overrides the scene's own scale.
struct ScaleOption: ParsableArguments {
    @Option(help: ArgumentHelp("Pixels per point, instead of canvas.scale.", valueName: "factor"))
    var scale: Double?

    func validate() throws {
        if let scale, !(scale > 0 && scale.isFinite) {
            throw ValidationError("--scale is \(scale == 0 ? "0" : "\(scale)"); a number above 0 is allowed.")
        }
    }
}

/// The format options for pictures of scenes, shared by `render` and `batch`.
struct ScenePictureOptions: ParsableArguments {
    @OptionGroup var format: PictureFormatOptions

    @Flag(help: ArgumentHelp("Cut off empty rows and columns at the edges.", visibility: .hidden))
    var trim = false

    @Flag(help: ArgumentHelp("Fail if a font or a glyph is missing.", visibility: .hidden))
    var strict = false

    /// The encoding for one picture.
    func encoding(for output: String) throws -> PictureEncoding {
        var encoding = try format.encoding(for: output)
        encoding.trims = trim
        return encoding
    }

    /// Applies the options to a batch.
    func apply(to options: inout BatchOptions) {
        options.format = format.format?.format
        format.apply(to: &options.picture)
        options.trims = trim
        options.limits.isStrict = strict
    }
}
