import ArgumentParser
import Penumbra
import PenumbraBatch

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

    @OptionGroup var running: BatchRunOptions

    func validate() throws {
        try source.check()
        try drawing.check()
    }

    /// How the batch is done; worker processes make the same of the same arguments.
    func options(asksScheduler: Bool = true) throws -> BatchOptions {
        var options = try source.options(asksScheduler: asksScheduler)
        try drawing.apply(to: &options)
        options.resumes = running.resume
        options.stopsAtFailure = running.failFast
        return options
    }

    func run() throws {
        let signals = TerminationSignals()
        SystemMemory.keepFreedMemory(threads: drawing.shared.threadCount)
        var options = try options()
        if running.isolate {
            try drawing.checkDevices()
            options.isolation = BatchWorkerCommand.launch(looksForDevices: drawing.shared.backend != .cpu)
        }
        // Drivers are opened where they may fail.
        let devices = running.isolate ? [] : try drawing.devices()
        let jobs = try source.source(options.limits)
        let batch = Batch(source: jobs, options: options, devices: devices)
        let shown = ProgressReport(style: running.progress, total: batch.countEntries())
        signals.listen { shown.note("stopping: the jobs in hand are finished; once more to drop them") }
        let result = Result { () throws(BatchError) in try batch.run(stop: signals.stop) { shown.take($0) } }
        shown.end()
        if case .failure(.stopped) = result, let signal = signals.received { throw Stopped(signal: signal) }
        var summary = try result.get()
        // The signal may have ended the manifest's writer, too, whose end looks like any other.
        if signals.received != nil { summary.isComplete = false }
        shown.summarize(summary, failures: options.failuresPath, isVerbose: running.verbose)
        if let report = running.report { try writeFile(summary.report(options), to: report) }
        if let signal = signals.received { throw Stopped(signal: signal) }
        if summary.failed > 0 { throw ExitCode(ExitStatus.differs.rawValue) }
    }
}

/// A command ended by a signal.
struct Stopped: Error {
    var signal: Int32
}
