import Glibc
import Penumbra
import PenumbraSystem

/// Renders the jobs of a manifest: decoding, planning, drawing, encoding and writing of different jobs overlap.
///
/// Outputs appear whole or not at all. Whatever happens to the process, a later run with `BatchOptions.resumes` goes on where
/// it ended. The same manifest gives the same files on every device and with any number of threads.
public struct Batch {
    public var source: JobSource
    public var options: BatchOptions
    /// What draws: the CPU, or GPUs. With none, the CPU.
    public var devices: [Device]

    public init(source: JobSource, options: BatchOptions = BatchOptions(), devices: [Device] = []) {
        self.source = source
        self.options = options
        self.devices = devices
    }

    /// Does the batch.
    ///
    /// - Parameters:
    ///   - stop: when it is set, jobs in hand are finished and no other is begun.
    ///   - onEvent: called from several threads at once.
    /// - Returns: what was done; `isComplete` is false where it was stopped.
    /// - Throws: what ends a whole batch. Outputs that are written by then are whole, and in the journal.
    public func run(
        stop: StopSignal = StopSignal(), onEvent: @escaping @Sendable (BatchEvent) -> Void = { _ in }
    ) throws(BatchError) -> BatchSummary {
        let clock = ContinuousClock()
        let start = clock.now
        let folder = try rethrowing(try OutputFolder(options.outputRoot), as: BatchError.outputRoot)
        let roots = try self.roots()
        var isolated: (launch: WorkerLaunch, devices: [String])?
        if let launch = options.isolation {
            let (names, warnings) =
                launch.looksForDevices ? try IsolatedBatch.devices(launch) : ([Device.processorName], [])
            for warning in warnings { onEvent(.notice(warning)) }
            isolated = (launch, names)
        }
        let reader = try source.reader(options.limits, stop)
        // What the journal says is read when nobody else can write it any more.
        let journal = try Journal(
            options.journalPath, keepsEntries: options.resumes, followsLink: options.journal != nil)
        let records = options.resumes ? try Journal.entries(of: options.journalPath) : [:]
        if !journal.isLocked {
            onEvent(
                .notice("the file system of \"\(journal.path)\" has no locks; let no other batch write this journal meanwhile"))
        }
        let failures = try FailureList(options.failuresPath, options.wording)
        let outputs = BatchOutputs(folder, journal: journal, records: records)
        let engine = Engine(memory: options.memory, cacheMemory: options.cacheMemory)
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
            let outlet = FolderOutlet(outputs: outputs, writers: writers)
            LocalBatch(run, JobSteps(run, engine, roots: roots), devices: devices, outlet: outlet).work()
        }
        writers.finish()
        var summary = try run.outcome()
        // First the names, then what says that they are there.
        try rethrowing(try folder.synchronize(), as: BatchError.disk)
        try rethrowing(try journal.synchronize(), as: BatchError.disk)
        if let error = failures.finish() { throw .disk(error) }
        // Where a machine is moved while it runs, its clock may go back.
        summary.seconds = max(0, (clock.now - start).inSeconds)
        summary.threads = options.threads
        return summary
    }

    /// Looks, for every job, whether its output is there, is the file that was written, and was made from what the job says
    /// now. Nothing is rendered or written.
    ///
    /// - Parameter journals: all that the batch wrote, of all its parts.
    /// - Parameter onEvent: called from several threads at once, with `checked`, `failed` (entries that are no jobs) and
    ///   `notice`.
    public func check(
        journals: [String], stop: StopSignal = StopSignal(), onEvent: @escaping @Sendable (BatchEvent) -> Void
    ) throws(BatchError) -> BatchSummary {
        let folder = try rethrowing(try OutputFolder(options.outputRoot, makesFolder: false), as: BatchError.outputRoot)
        var records: [OutputName: JournalRecord] = [:]
        var others: [OutputName: [JournalRecord]] = [:]
        for path in journals {
            for (name, record) in try Journal.entries(of: path) {
                // Which of several journals speaks of the file that is there is seen from the file.
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

    /// How many entries the manifest has, for showing progress; nil for a stream, which can be read only once.
    public func countEntries() -> Int? {
        var status = stat()
        guard source.path != "-", stat(source.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? source.count(options.limits)
    }

    private func roots() throws(BatchError) -> BatchRoots {
        try rethrowing(try BatchRoots(folder: source.folder, roots: options.roots), as: BatchError.root)
    }
}
