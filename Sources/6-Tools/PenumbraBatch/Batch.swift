import Glibc
import Penumbra
import PenumbraSystem

/// Renders the jobs of a manifest. Decoding, planning, drawing, encoding and writing of different jobs overlap.
///
/// Every output file is complete or absent. After any interruption, a later run with `BatchOptions.resumes` continues where the
/// last run ended. The same manifest gives the same files on every device and with any number of threads.
public struct Batch {
    public var source: JobSource
    public var options: BatchOptions
    /// The devices that draw: the CPU, or GPUs. An empty list means the CPU.
    public var devices: [Device]

    public init(source: JobSource, options: BatchOptions = BatchOptions(), devices: [Device] = []) {
        self.source = source
        self.options = options
        self.options.chooseJournal(of: source)
        self.devices = devices
    }

    /// Runs the batch.
    ///
    /// - Parameters:
    ///   - stop: when this signal is set, jobs in progress are finished and no further job starts.
    ///   - onEvent: called from several threads at once.
    /// - Returns: a summary of the run. `isComplete` is false if the run was stopped early.
    /// - Throws: errors that end the whole batch. Outputs written by then are complete and recorded in the journal.
    public func run(
        stop: StopSignal = StopSignal(), onEvent: @escaping @Sendable (BatchEvent) -> Void = { _ in }
    ) throws(BatchError) -> BatchSummary {
        let clock = ContinuousClock()
        let start = clock.now
        try source.check(options)
        let folder = try rethrowing(try OutputFolder(options.outputRoot), as: BatchError.outputRoot)
        if let report = options.report { try rethrowing(try FileWriter.checkPath(report), as: BatchError.report) }
        let roots = try self.roots()
        var isolated: (launch: WorkerLaunch, devices: [String])?
        if let launch = options.isolation {
            let (names, warnings) =
                launch.looksForDevices ? try IsolatedBatch.devices(launch) : ([Device.processorName], [])
            for warning in warnings { onEvent(.notice(warning)) }
            isolated = (launch, names)
        }
        let reader = try source.reader(options.limits, stop)
        // The journal is read only after no other process can write it.
        let finished = options.resumes ? 0 : (try? Journal.entries(of: options.journalPath))?.count ?? 0
        let journal = try Journal(
            options.journalPath, keepsEntries: options.resumes, followsLink: options.journal != nil, batch: source.identity)
        let records = options.resumes ? try entriesOfEarlierRuns() : [:]
        if !journal.isLocked {
            onEvent(
                .notice("the file system of \"\(journal.path)\" has no locks; let no other batch write this journal meanwhile"))
        }
        if finished > 0 {
            onEvent(
                .notice(
                    "\(finished) finished job\(finished == 1 ? "" : "s") will be rendered again; the earlier journal is kept as "
                        + "\"\(journal.path).old\". Use \(options.wording(.resumes)) to skip finished jobs."))
        }
        let failures = try FailureList(options.failuresPath, options.wording)
        let outputs = BatchOutputs(folder, journal: journal, records: records)
        let engine = Engine(
            memory: options.memory, cacheMemory: options.cacheMemory,
            keepsCoefficients: devices.takesOver(options.decodesOnDevice))
        let resumes = options.resumes
        let run = BatchRun(
            reader: reader, options: options, memory: engine.memory, stop: stop,
            onDrop: { job in if resumes { outputs.removeTemporary(of: job) } },
            onEvent: { event in
                if case .failed(let failure) = event { failures.add(failure) }
                onEvent(event)
            })
        let writers = OutputWriters(run, outputs)
        guard writers.start() else { throw .noThread }
        if let isolated {
            var template: SceneTemplate?
            if case .rows(_, _, let shared, _) = source { template = shared }
            IsolatedBatch(
                run: run, outputs: outputs, writers: writers, launch: isolated.launch, devices: isolated.devices,
                template: template, inputFolder: source.folder
            ).work()
        } else {
            let outlet = FolderOutlet(outputs: outputs, writers: writers, run: run)
            LocalBatch(run, JobSteps(run, engine, roots: roots), devices: devices, outlet: outlet).work()
        }
        writers.finish()
        var summary = try run.outcome()
        // First sync the names, then the journal lines that claim the files exist.
        try rethrowing(try folder.synchronize(), as: BatchError.disk)
        try rethrowing(try journal.synchronize(), as: BatchError.disk)
        if let error = failures.finish() { throw .disk(error) }
        // The clock may go back if a virtual machine is moved while it runs.
        summary.seconds = max(0, (clock.now - start).inSeconds)
        summary.threads = options.threads
        return summary
    }

    /// The entries of the batch's journal. Journals of the same folder under the plain name count where it has none, since a
    /// manifest may have moved.
    private func entriesOfEarlierRuns() throws(BatchError) -> [OutputName: JournalRecord] {
        let own = try Journal.entries(of: options.journalPath)
        guard options.journalOfBatch != nil else { return own }
        var plain = options
        plain.journalOfBatch = nil
        guard let others = try? Journal.entries(of: plain.journalPath) else { return own }
        return own.merging(others) { own, _ in own }
    }

    /// Checks every job's output: whether it exists, is the file that was written, and matches the job's current inputs.
    /// Renders and writes nothing.
    ///
    /// - Parameter journals: all journals that the batch wrote, including those of all its parts.
    /// - Parameter onEvent: called from several threads at once, with `checked`, `failed` (invalid manifest entries) and
    ///   `notice`.
    public func check(
        journals: [String], stop: StopSignal = StopSignal(), onEvent: @escaping @Sendable (BatchEvent) -> Void
    ) throws(BatchError) -> BatchSummary {
        try source.check(options)
        let folder = try rethrowing(try OutputFolder(options.outputRoot, makesFolder: false), as: BatchError.outputRoot)
        var records: [OutputName: JournalRecord] = [:]
        var others: [OutputName: [JournalRecord]] = [:]
        for path in journals {
            for (name, record) in try Journal.entries(of: path) {
                // If several journals know this output, the file itself shows which record is current.
                if let known = records[name], known != record {
                    others[name, default: []].append(record)
                } else {
                    records[name] = record
                }
            }
        }
        let engine = Engine(memory: options.memory, cacheMemory: options.cacheMemory)
        let run = BatchRun(
            reader: try source.reader(options.limits, stop), options: options, memory: engine.memory, stop: stop,
            onEvent: onEvent)
        let outputs = BatchOutputs(folder, journal: nil, records: records, otherRecords: others)
        BatchCheck(run: run, steps: JobSteps(run, engine, roots: try roots()), outputs: outputs).work()
        return try run.outcome()
    }

    /// The number of entries in the manifest, for showing progress. Nil for a stream, which can be read only once.
    public func countEntries() -> Int? {
        var status = stat()
        guard source.path != "-", stat(source.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? source.count(options.limits)
    }

    private func roots() throws(BatchError) -> BatchRoots {
        try rethrowing(try BatchRoots(folder: source.folder, roots: options.roots), as: BatchError.root)
    }
}
