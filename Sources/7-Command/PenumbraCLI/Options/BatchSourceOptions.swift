import ArgumentParser
import Penumbra
import PenumbraBatch

/// The options that define a batch's jobs.
struct BatchSourceOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("One JSON job per line; \"-\" reads standard input.", valueName: "manifest"))
    var manifest: String?

    @Option(help: ArgumentHelp("Scene or HTML to render for every row of --rows.", valueName: "scene"))
    var template: String?

    @Option(help: ArgumentHelp("Width of the pages of an HTML template.", valueName: "pixels", visibility: .hidden))
    var width: Int?

    @Option(
        help: ArgumentHelp("Height of the pages of an HTML template, or \"auto\".", valueName: "pixels", visibility: .hidden))
    var height: PageHeightArgument?

    @Option(
        help: ArgumentHelp(
            "Parameters: .csv, .tsv or .jsonl; \"-\" is stdin.",
            valueName: "table"))
    var rows: String?

    @Option(help: ArgumentHelp("Format of the table. Default: by ending.", valueName: "format", visibility: .hidden))
    var rowsFormat: RowFormat?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Output per row, such as '${sku}.png'.", valueName: "pattern"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Folder of all outputs. Default: the working directory.",
            valueName: "folder"))
    var outputRoot = ""

    @OptionGroup var roots: RootOptions

    @Option(
        help: ArgumentHelp(
            "Journal. Default: penumbra-batch.journal.", valueName: "file", visibility: .hidden))
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "Part I of N. Default: set by Slurm or Kubernetes.",
            valueName: "I/N"))
    var shard: String?

    /// Checks that the options are consistent.
    ///
    /// - Parameter format: the value of --format.
    func check(format: PictureFormat?) throws {
        if let manifest {
            if template == nil, rows == nil, let table = RowFormat(path: manifest), table != .jsonl {
                throw ValidationError(
                    "\"\(manifest)\" is a table, not a manifest; use --template scene.json --rows \(manifest) -o '${name}.png'."
                )
            }
            for (name, value) in [("--template", template), ("--rows", rows), ("--output", output)] where value != nil {
                throw ValidationError("\(name) goes with a table of rows, not with a manifest. Leave out one of them.")
            }
            guard width == nil, height == nil else { throw ValidationError("--width and --height go with a template in HTML.") }
            if rowsFormat != nil { throw ValidationError("--rows-format goes with --rows.") }
            return
        }
        guard let template, let rows, let output else {
            let missing = [("--template", template), ("--rows", rows), ("--output", output)].filter { $0.1 == nil }.map(\.0)
            throw ValidationError(
                missing.count == 3
                    ? "Name a manifest, or --template, --rows and --output together."
                    : "\(missing.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") missing; a table needs --template, --rows and --output."
            )
        }
        for (name, value) in [("--width", width), ("--height", height?.pixels)] {
            if let value, !(1...1_000_000).contains(value) {
                throw ValidationError("\(name) is \(value); 1 to 1000000 are allowed.")
            }
        }
        do {
            // The ending may come from a column instead.
            if let ending = try OutputPattern(output).ending, ending.contains("."),
                format != nil || AnimatedFormat(path: output) == nil
            {
                _ = try PictureFormatOptions.format(of: output, given: format)
            }
        } catch let error as BatchError {
            throw ValidationError("\(error)")
        }
        if template == "-" && rows == "-" {
            throw ValidationError("The template and the rows cannot both come from standard input.")
        }
        guard rowsFormat != nil || RowFormat(path: rows) != nil else {
            throw ValidationError(
                "\"\(rows)\" ends in none of .csv, .tsv and .jsonl; name its format with --rows-format.")
        }
    }

    func source(_ limits: RenderLimits) throws -> JobSource {
        if let manifest {
            if manifest.lowercased().endsWithBytes(".json"), Self.isScene(manifest, limits) {
                throw CommandFailure(
                    .usage,
                    "\"\(manifest)\" is a scene, not a manifest; use penumbra render \(manifest), or --template \(manifest) --rows …"
                )
            }
            return .manifest(path: manifest)
        }
        guard let template, let rows, let output, let format = rowsFormat ?? RowFormat(path: rows) else {
            throw ValidationError("Name a manifest, or --template, --rows and --output together.")
        }
        var page = PageOptions()
        page.width = width.map(Double.init)
        page.height = (height?.pixels).map(Double.init)
        page.fitsHeight = height == .automatic
        let scene = try SceneTemplate(reading: template, limits: limits.scene, page: page)
        guard scene.isPage || (width == nil && height == nil) else {
            throw CommandFailure(.usage, "--width and --height are for templates in HTML; a scene takes --scale")
        }
        return .rows(path: rows, format: format, template: scene, output: try OutputPattern(output))
    }

    /// Whether a file is one JSON object with a canvas, which no entry of a manifest has.
    private static func isScene(_ path: String, _ limits: RenderLimits) -> Bool {
        guard let bytes = try? readFile(path, limit: limits.scene.documentBytes),
            case .object(let object)? = try? JSONValue(parsing: bytes)
        else { return false }
        return object["canvas"] != nil
    }

    /// Returns the options of the batch.
    ///
    /// - Parameter asksScheduler: whether to use the part that a cluster scheduler assigned to this process, if no part is
    ///   given.
    func options(asksScheduler: Bool = true) throws -> BatchOptions {
        var options = BatchOptions()
        options.wording = \.option
        options.outputRoot = outputRoot
        options.roots = try roots.opened()
        options.journal = journal
        if let shard {
            guard let part = Shard(shard) else {
                throw CommandFailure(.usage, "--shard is \"\(shard)\"; I/N is expected, from 1/N to N/N, as 2/8")
            }
            options.shard = part
        } else if asksScheduler {
            options.shard = try Shard.ofEnvironment(environmentValue)
        }
        return options
    }
}

extension RowFormat: ExpressibleByArgument {}
