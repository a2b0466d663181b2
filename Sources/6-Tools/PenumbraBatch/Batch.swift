import Glibc
import PenumbraCodecs
import PenumbraFiles
import PenumbraSystem

/// Renders the jobs of a manifest: decoding, planning, drawing, encoding and writing of different jobs overlap.
///
/// Outputs appear whole or not at all. Whatever happens to the process, a later run with `BatchOptions.resumes` goes on where
/// it ended. The same manifest gives the same files on every device and with any number of threads.
public struct Batch {
    public var source: JobSource
    public var options: BatchOptions
    /// What draws: the CPU, or GPUs. With none, the CPU.
    public var devices: [BatchDevice]

    public init(source: JobSource, options: BatchOptions = BatchOptions(), devices: [BatchDevice] = []) {
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
        let folder: OutputFolder
        do {
            folder = try OutputFolder(options.outputRoot)
        } catch {
            throw .outputRoot(error)
        }
        let roots = try self.roots()
        var isolated: (launch: WorkerLaunch, devices: [String])?
        if let launch = options.isolation {
            let (names, warnings) = launch.looksForDevices ? try Self.devices(launch) : (["cpu"], [])
            for warning in warnings { onEvent(.notice(warning)) }
            isolated = (launch, names)
        }
        let reader = try source.reader(options.limits, stop)
        // What the journal says is read when nobody else can write it any more.
        let journal = try Journal(options.journalPath, keepsEntries: options.resumes)
        let records = options.resumes ? try Journal.entries(of: options.journalPath) : [:]
        if !journal.isLocked {
            onEvent(
                .notice("the file system of \"\(journal.path)\" has no locks; let no other batch write this journal meanwhile"))
        }
        let failures = try FailureList(options.failuresPath, options.wording)
        let run = BatchRun(
            reader: reader, options: options, devices: devices, roots: roots, folder: folder, journal: journal,
            records: records,
            stop: stop
        ) { event in
            if case .failed(let failure) = event { failures.add(failure) }
            onEvent(event)
        }
        var summary: BatchSummary
        if let isolated {
            var template: SceneTemplate?
            if case .rows(_, _, let shared, _) = source { template = shared }
            summary = try Self.work(
                run, isolated.launch, devices: isolated.devices, template: template, inputFolder: source.folder)
        } else {
            summary = try Self.work(run)
        }
        do {
            // First the names, then what says that they are there.
            try folder.synchronize()
            try journal.synchronize()
        } catch {
            throw .disk(error)
        }
        if let error = failures.finish() { throw .disk(error) }
        let (seconds, rest) = (clock.now - start).components
        // Where a machine is moved while it runs, its clock may go back.
        summary.seconds = max(0, Double(seconds) + Double(rest) * 1e-18)
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
        let folder: OutputFolder
        do {
            folder = try OutputFolder(options.outputRoot, makesFolder: false)
        } catch {
            throw .outputRoot(error)
        }
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
        let run = BatchRun(
            reader: try source.reader(options.limits, stop), options: options, devices: [], roots: try roots(), folder: folder,
            journal: nil,
            records: records,
            otherRecords: others, onlyChecks: true, stop: stop, onEvent: onEvent)
        return try Self.work(run)
    }

    /// How many entries the manifest has, for showing progress; nil for a stream, which can be read only once.
    public func countEntries() -> Int? {
        var status = stat()
        guard source.path != "-", stat(source.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? source.count(options.limits)
    }

    private func roots() throws(BatchError) -> BatchRoots {
        do {
            return try BatchRoots(folder: source.folder, roots: options.roots)
        } catch {
            throw .root(error)
        }
    }

    /// Does a batch within this process; a worker process its share of one.
    static func work(_ run: BatchRun) throws(BatchError) -> BatchSummary {
        // Those that take from others are started first: what is begun can be finished.
        let writing = run.channel == nil ? startWriters(run) : []
        var canGoOn = !writing.isEmpty || run.channel != nil
        var others: [WorkerThreads.Handle] = []
        for device in run.devices where !run.onlyChecks {
            guard case .gpu(let renderer) = device else { continue }
            let thread = WorkerThreads.start { DeviceThread(run: run, renderer: renderer, name: device.name).work() }
            if let thread { others.append(thread) } else { canGoOn = false }
        }
        var workers: [WorkerThreads.Handle] = []
        for _ in 0..<(canGoOn ? max(1, run.options.threads) : 0) {
            guard
                let thread = WorkerThreads.start({
                    var worker = Worker(run)
                    worker.work()
                })
            else { break }
            workers.append(thread)
        }
        if workers.isEmpty { run.end(.noThread) }
        // Threads that wait look at the signal when they are woken.
        run.stop.listen { run.state.update { _ in } }
        defer { run.stop.listen(nil) }
        for thread in workers { thread.join() }
        for thread in others { thread.join() }
        return try finish(run, writing)
    }

    static func startWriters(_ run: BatchRun) -> [WorkerThreads.Handle] {
        var writing: [WorkerThreads.Handle] = []
        for _ in 0..<(run.onlyChecks ? 1 : BatchRun.writers) {
            guard let thread = WorkerThreads.start({ Writer(run: run).work() }) else { break }
            writing.append(thread)
        }
        return writing
    }

    /// Waits until all files are written.
    static func finish(_ run: BatchRun, _ writing: [WorkerThreads.Handle]) throws(BatchError) -> BatchSummary {
        run.writing.update { $0.isClosed = true }
        for thread in writing { thread.join() }
        let (failure, summary) = run.state.update { ($0.failure, $0.summary) }
        if let failure { throw failure }
        return summary
    }
}

/// One of the threads that put files in their places.
private struct Writer {
    let run: BatchRun

    private enum Task {
        case write(EncodedJob)
        case prove(BatchJob)
        case end
    }

    func work() {
        var times = StageTimes()
        loop: while true {
            let task = run.writing.take { queue -> Task? in
                if !queue.files.isEmpty { return .write(queue.files.removeFirst()) }
                if !queue.proofs.isEmpty { return .prove(queue.proofs.removeFirst()) }
                return queue.isClosed ? .end : nil
            }
            switch task {
            case .write(let job): times.measure(.write) { run.write(job) }
            case .prove(let job): times.measure(.prove) { run.prove(job) }
            case .end: break loop
            }
        }
        let spent = times
        run.state.update { $0.summary.stages.add(spent) }
    }
}
