import ArgumentParser
import Glibc
import Penumbra
import PenumbraBatch

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Render a manifest, or a scene per table row.",
        discussion: """
            A manifest has one job per line:
            {"scene": "card.json", "parameters": {"title": "Hello"}, "output": "a.png"}
            In a table, each column is a parameter of the template.
            Outputs are written whole. A journal lets --resume continue a batch.
            Exit codes: 0 all done, 1 some failed, 75 try again; penumbra help has all.

            EXAMPLES
              penumbra batch jobs.jsonl --output-root out --resume
              penumbra batch --template card.json --rows products.csv -o '${sku}.png'
              penumbra batch jobs.jsonl --isolate --max-seconds 30 --shard 2/8
            """)

    @OptionGroup(title: "Input and output") var source: BatchSourceOptions
    @OptionGroup(title: "Rendering") var drawing: BatchDrawingOptions
    @OptionGroup(title: "Running") var running: BatchRunOptions

    func validate() throws {
        try source.check(format: drawing.picture.format.format?.format)
        try drawing.check()
    }

    /// The batch's options. Worker processes derive the same options from the same arguments.
    func options(asksScheduler: Bool = true) throws -> BatchOptions {
        var options = try source.options(asksScheduler: asksScheduler)
        try drawing.apply(to: &options)
        options.resumes = running.resume
        options.stopsAtFailure = running.failFast
        options.report = running.report
        return options
    }

    func run() throws {
        let signals = TerminationSignals()
        SystemMemory.keepFreedMemory(threads: drawing.shared.threadCount)
        var options = try options()
        if running.isolate {
            try drawing.devices.checkNames(drawing.shared.backend)
            options.isolation = BatchWorkerCommand.launch(looksForDevices: drawing.shared.backend != .cpu)
        }
        // With --isolate, drivers are opened in worker processes, which may crash.
        let devices = running.isolate ? [] : try drawing.devices.open(drawing.shared.backend)
        let jobs = try source.source(options.limits)
        let batch = Batch(source: jobs, options: options, devices: devices)
        options = batch.options
        let names = devices.map { ($0.name, $0.isProcessor ? Device.words(for: $0.name) : $0.description) }
        if isatty(STDERR_FILENO) != 0, drawing.shared.backend == .auto, drawing.devices.device.isEmpty, !names.isEmpty {
            Notices.write("drawing on \(names.map(\.1).joined(separator: ", "))")
        }
        let shown = ProgressReport(style: running.progress, total: batch.countEntries())
        signals.listen { shown.note("stopping after the jobs in progress; signal again to drop them") }
        let result = Result { () throws(BatchError) in try batch.run(stop: signals.stop) { shown.take($0) } }
        shown.end()
        if case .failure(.stopped) = result, let signal = signals.received { throw Stopped(signal: signal) }
        var summary = try result.get()
        if summary.jobs + summary.elsewhere == 0, summary.isComplete { Notices.write("\(jobs.name) has no jobs") }
        // The signal may have ended the manifest's writer too, which looks like a normal end of input.
        if signals.received != nil { summary.isComplete = false }
        shown.summarize(
            summary, devices: Dictionary(names, uniquingKeysWith: { first, _ in first }), failures: options.failuresPath,
            isVerbose: running.verbose)
        if let report = running.report { try writeFile(summary.report(options), to: report) }
        if let signal = signals.received { throw Stopped(signal: signal) }
        if summary.failed > 0 { throw ExitCode(ExitStatus.differs.rawValue) }
    }
}

/// The error of a command that a signal ended.
struct Stopped: Error {
    var signal: Int32
}
