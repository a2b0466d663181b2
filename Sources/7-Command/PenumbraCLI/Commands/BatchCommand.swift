import ArgumentParser
import Penumbra
import PenumbraBatch
import PenumbraCPU
import PenumbraCodecs
import PenumbraEngine
import PenumbraGPU
import PenumbraScene
import PenumbraSystem

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Renders many pictures: the jobs of a manifest, or one scene for every row of a table.",
        discussion: """
            A manifest has one job a line: {"scene": "card.json", "parameters": {"title": "Hello"}, "output": "a.png"}. \
            The scene may also stand in the line itself. Of a table each column is a parameter of the template. \
            "-" reads either from standard input.

            Outputs are written whole and noted in a journal. A job that cannot be done is named, and the others are done. \
            After whatever interruption the same command with --resume goes on; without it everything is rendered again.

            Exit codes: 0 all done, 1 some jobs failed, 65 broken table or template, 66 input missing, 73 cannot create \
            the output root, 70 worker processes fail to start, 74 disk full, 75 another batch writes the journal, 130 and 143 stopped by a signal.

            EXAMPLES
              penumbra batch jobs.jsonl --output-root out
              penumbra batch --template card.json --rows products.csv --output '${sku}.png' --output-root out
              penumbra batch jobs.jsonl --output-root out --resume
              penumbra batch jobs.jsonl --output-root out --shard 2/8 --progress json
              penumbra batch jobs.jsonl --output-root out --isolate --max-seconds 30
            """)

    @OptionGroup var source: BatchSourceOptions
    @OptionGroup var drawing: BatchDrawingOptions

    @Flag(help: "Skip what the journal and the outputs themselves prove to be done already.")
    var resume = false

    @Flag(help: "Stop at the first job that fails. The jobs in hand are finished.")
    var failFast = false

    @Flag(help: "Do the jobs in processes of their own: one that crashes, hangs or runs out of memory costs no other job.")
    var isolate = false

    @Option(
        help: ArgumentHelp(
            "How progress is shown on standard error: auto (on a terminal only), plain, json or none.", valueName: "style"))
    var progress = ProgressStyle.auto

    @Option(help: ArgumentHelp("Write a report of the run here, as JSON; \"-\" is standard output.", valueName: "file"))
    var report: String?

    @Flag(name: .shortAndLong, help: "Say on standard error where the time went.")
    var verbose = false

    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        try source.check()
        try drawing.check()
    }

    /// How the batch is done; worker processes make the same of the same arguments.
    func options(asksScheduler: Bool = true) throws -> BatchOptions {
        var options = try source.options(asksScheduler: asksScheduler)
        try drawing.apply(to: &options)
        options.resumes = resume
        options.stopsAtFailure = failFast
        options.limits = try limits.resolved()
        return options
    }

    func run() throws {
        let signals = TerminationSignals()
        SystemMemory.keepFreedMemory(threads: drawing.threads ?? processorCount())
        var options = try options()
        if isolate {
            try drawing.checkDevices()
            options.isolation = BatchWorkerCommand.launch(looksForDevices: drawing.backend != .cpu)
        }
        // Drivers are opened where they may fail.
        let devices = isolate ? [] : try drawing.devices()
        let jobs = try source.source(options.limits)
        let batch = Batch(source: jobs, options: options, devices: devices)
        let shown = ProgressReport(style: progress, total: batch.countEntries(), threads: options.threads)
        signals.listen { shown.note("stopping: the jobs in hand are finished; once more to drop them") }
        let result: Result<BatchSummary, BatchError>
        do throws(BatchError) {
            result = .success(try batch.run(stop: signals.stop) { shown.take($0) })
        } catch {
            result = .failure(error)
        }
        shown.end()
        let summary: BatchSummary
        switch result {
        case .success(var value):
            // The signal may have ended the manifest's writer, too, whose end looks like any other.
            if signals.received != nil { value.isComplete = false }
            summary = value
        case .failure(let error):
            if case .stopped = error, let signal = signals.received { throw Stopped(signal: signal) }
            throw CommandFailure(error)
        }
        shown.summarize(summary, failures: options.failuresPath, isVerbose: verbose)
        if let report { try writeFile(Array(BatchReport(summary, options).text.utf8), to: report) }
        if let signal = signals.received { throw Stopped(signal: signal) }
        if summary.failed > 0 { throw ExitCode(ExitStatus.differs.rawValue) }
    }
}

/// A command ended by a signal.
struct Stopped: Error {
    var signal: Int32
}

/// What a batch's jobs are.
struct BatchSourceOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The manifest, one JSON object a line; \"-\" reads standard input.", valueName: "manifest"))
    var manifest: String?

    @Option(help: ArgumentHelp("A scene that is rendered once for every row of --rows.", valueName: "scene"))
    var template: String?

    @Option(
        help: ArgumentHelp(
            "The rows, .csv, .tsv or .jsonl, whose columns are parameters of the template; \"-\" reads standard input.",
            valueName: "table"))
    var rows: String?

    @Option(help: ArgumentHelp("How the rows are written: csv, tsv or jsonl. Default: by the ending.", valueName: "format"))
    var rowsFormat: RowFormat?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where a row's picture goes, with columns in it: 'out/${sku}.png'.", valueName: "pattern"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The folder that all outputs lie below; made where it is missing. Default: the working directory.",
            valueName: "folder"))
    var outputRoot = ""

    @Option(
        help: ArgumentHelp(
            "Files that jobs name may lie below this folder, too, besides each scene's own; may be repeated. \"/\" allows all.",
            valueName: "folder"))
    var root: [String] = []

    @Option(
        help: ArgumentHelp(
            "The journal. Default: penumbra-batch.journal in the output root, with the shard in its name.", valueName: "file"))
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "Do only the I-th of N parts. Default: what Slurm (SLURM_ARRAY_TASK_ID) or Kubernetes (JOB_COMPLETION_INDEX) say.",
            valueName: "I/N"))
    var shard: String?

    func check() throws {
        if manifest != nil {
            for (name, value) in [("--template", template), ("--rows", rows), ("--output", output)] where value != nil {
                throw ValidationError("\(name) goes with a table of rows, not with a manifest. Leave out one of them.")
            }
            if rowsFormat != nil { throw ValidationError("--rows-format goes with --rows.") }
            return
        }
        guard let template, let rows, output != nil else {
            throw ValidationError("Name a manifest, or --template, --rows and --output together.")
        }
        if template == "-" && rows == "-" {
            throw ValidationError("The template and the rows cannot both come from standard input.")
        }
        guard rowsFormat != nil || RowFormat(path: rows) != nil else {
            throw ValidationError(
                "\"\(rows)\" ends in none of .csv, .tsv and .jsonl; say how it is written with --rows-format.")
        }
    }

    func source(_ limits: RenderLimits) throws -> JobSource {
        if let manifest { return .manifest(path: manifest) }
        guard let template, let rows, let output, let format = rowsFormat ?? RowFormat(path: rows) else {
            throw ValidationError("Name a manifest, or --template, --rows and --output together.")
        }
        do {
            let scene = try SceneTemplate(reading: template, limits: limits.scene)
            return .rows(path: rows, format: format, template: scene, output: try OutputPattern(output))
        } catch let error as JobError {
            throw CommandFailure(error)
        } catch let error as BatchError {
            throw CommandFailure(error)
        }
    }

    /// - Parameter asksScheduler: takes the part that a cluster's scheduler gave this process, where none is given.
    func options(asksScheduler: Bool = true) throws -> BatchOptions {
        var options = BatchOptions()
        options.wording = \.option
        options.outputRoot = outputRoot
        options.roots = root
        options.journal = journal
        if let shard {
            guard let part = Shard(shard) else {
                throw CommandFailure(.usage, "--shard is \"\(shard)\"; I/N is expected, from 1/N to N/N, as 2/8")
            }
            options.shard = part
        } else if asksScheduler {
            do throws(ShardError) {
                options.shard = try Shard.ofEnvironment(environmentValue)
            } catch {
                throw CommandFailure(.usage, "\(error)")
            }
        }
        return options
    }
}

/// What draws a batch's pictures and how they are written.
struct BatchDrawingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What draws: auto, gpu or cpu. All give the same bytes; auto never takes a software GL.", valueName: "backend"))
    var backend = Backend.auto

    @Option(
        help: ArgumentHelp(
            "A GPU to use: egl:N, cuda:N, /dev/dri/renderDN, pci:0000:65:00.0, or all; may be repeated.", valueName: "device"))
    var device: [String] = []

    @Option(help: ArgumentHelp("Threads that decode, draw and encode. Default: all processors.", valueName: "count"))
    var threads: Int?

    @Option(help: ArgumentHelp("Pixels a point, instead of each scene's own canvas.scale.", valueName: "factor"))
    var scale: Double?

    @Option(help: ArgumentHelp("png, jpeg or webp. Default: by each output's ending.", valueName: "format"))
    var format: FormatArgument?

    @Option(
        help: ArgumentHelp(
            "How much time a smaller PNG is worth: fast, or small, which takes many times longer.", valueName: "effort"))
    var effort = PNGOptions.Effort.fast

    @Option(help: ArgumentHelp("Of JPEGs and lossy WebPs, 1 to 100. Default: 85.", valueName: "number"))
    var quality: Int?

    @Flag(help: "Write WebPs that keep every pixel exactly.")
    var lossless = false

    @Option(help: ArgumentHelp("What transparent pixels of a JPEG are laid over. Default: white.", valueName: "color"))
    var matte: ColorArgument?

    @Flag(help: "Cuts off rows and columns at the edges that are all transparent, or all of the canvas's background colour.")
    var trim = false

    func check() throws {
        if let threads, threads < 1 || threads > 1024 {
            throw ValidationError("--threads is \(threads); 1 to 1024 are allowed.")
        }
        try PenumbraCLI.check("--scale", scale, Limits.scale)
        if let quality, !(1...100).contains(quality) {
            throw ValidationError("--quality is \(quality); 1 to 100 are allowed.")
        }
        if let matte, matte.color.alpha != 1 {
            throw ValidationError("The colour of --matte is transparent; name an opaque one.")
        }
    }

    func apply(to options: inout BatchOptions) throws {
        options.threads = threads ?? processorCount()
        options.scale = scale
        options.trims = trim
        options.format = format?.format
        if let quality { options.picture.setQuality(quality) }
        options.picture.webp.isLossless = lossless
        if let matte {
            let bytes = matte.color.bytes
            options.picture.jpeg.matte = SIMD3(bytes.x, bytes.y, bytes.z)
        }
        options.picture.png.effort = effort
    }

    /// Refuses what no device can be, without opening one.
    func checkDevices() throws {
        if backend == .cpu, let name = device.first {
            throw CommandFailure(.usage, "the device \"\(name)\" is a GPU's, the backend is cpu: leave out one of them")
        }
    }

    func devices() throws -> [BatchDevice] {
        do {
            let (devices, warnings) = try BatchDevice.open(backend, devices: device)
            for warning in warnings { writeToStandardError("penumbra: \(warning)\n") }
            return devices
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension RowFormat: ExpressibleByArgument {}
