import Penumbra
import PenumbraSystem

/// Runs the jobs of a batch in worker processes so that a crash costs only one job.
///
/// This process reads the manifest and writes the files; it opens no device.
struct IsolatedBatch {
    let run: BatchRun
    let outputs: BatchOutputs
    let writers: OutputWriters
    let launch: WorkerLaunch
    /// The device of each worker. A batch without GPUs has one `cpu` worker per thread.
    let devices: [String]
    /// The scene that all rows of a table share.
    let template: SceneTemplate?
    /// The folder that relative input paths start at.
    let inputFolder: String

    /// Returns when all jobs are done, except for outputs that are still to be written.
    func work() {
        let isOnlyProcessor = devices.allSatisfy { $0 == Device.processorName }
        let places = isOnlyProcessor ? Array(repeating: Device.processorName, count: max(1, run.options.threads)) : devices
        let threads = isOnlyProcessor ? 1 : max(1, run.options.threads / places.count)
        // Half of the memory is divided among the workers. The other half is for jobs that need more than a share.
        let share = max(1, run.memory.bytes / (2 * places.count))
        let mostUnderWay = places.reduce(OutputWriters.count) { $0 + WorkerSlot.window(device: $1, threads: threads) + 1 }
        run.listening {
            var working: [WorkerThreads.Handle] = []
            for place in places {
                let thread = WorkerThreads.start {
                    var slot = WorkerSlot(self, device: place, threads: threads, share: share)
                    slot.work()
                }
                if let thread { working.append(thread) } else { break }
            }
            let feeder = working.isEmpty ? nil : WorkerThreads.start { feed(atMost: mostUnderWay) }
            if feeder == nil { run.end(.noThread) }
            feeder?.join()
            for thread in working { thread.join() }
        }
    }

    /// Passes jobs from the manifest to the workers.
    private func feed(atMost most: Int) {
        let stop = run.stop
        while true {
            let goesOn = run.state.wait { state -> Bool? in
                if stop.isSet { state.isStopped = true }
                if state.isOver { return false }
                guard state.memory.picturesUnderWay < most else { return nil }
                state.memory.begin()
                return true
            }
            guard goesOn else { return }
            guard var job = run.pull() else {
                run.share().end()
                continue
            }
            job.claim = outputs.claim(of: job)
            let pulled = job
            run.state.update { $0.ready.append(pulled) }
        }
    }

    /// Asks a worker which devices exist, so that no driver is opened in this process.
    ///
    /// - Returns: the names of the devices, with `cpu` among them or alone, and warnings.
    static func devices(_ launch: WorkerLaunch) throws(BatchError) -> (names: [String], warnings: [String]) {
        // A probe process that was killed reveals nothing about the host, so ask again.
        for _ in 1..<FailureRow.most {
            if let found = try devices(launch, isLast: false) { return found }
        }
        return try devices(launch, isLast: true) ?? ([Device.processorName], [])
    }

    /// Asks one process which devices exist.
    ///
    /// - Returns: nil if the process ended without an answer; another process may then be asked.
    private static func devices(
        _ launch: WorkerLaunch, isLast: Bool
    ) throws(BatchError) -> (names: [String], warnings: [String])? {
        let process = try rethrowing(
            try WorkerProcess(launch),
            as: { (error: SystemError) in BatchError.workers(error.words, isTemporary: error.isTemporary) })
        process.send(.start(WorkerStart(device: nil, threads: 1, memory: 0, template: nil)))
        let event = process.next(until: ContinuousClock().now + .seconds(60))
        switch event {
        case .answer(.ready(let names, let warnings)): return (names.map(\.withoutControls), warnings.map(\.withoutControls))
        case .answer(.refused(let fault, let words)):
            let words = words.withoutControls
            throw .renderer(fault == .badDevice ? .badDevice(words) : .backendUnavailable(words))
        case .closed:
            let (end, lastWords) = process.end(kills: false)
            guard isLast else { return nil }
            throw .workers(
                "the process that looked for devices \(end.words)\(lastWords.isEmpty ? "" : " (\(lastWords))")",
                isTemporary: false)
        case .nothing: throw .workers("the process that looked for devices gave no answer in a minute", isTemporary: true)
        case .answer, .nonsense:
            throw .workers("the process that looked for devices \(WorkerEnd.nonsense.words)", isTemporary: false)
        }
    }
}

extension BatchState {
    /// Whether no work is left.
    private var isDone: Bool { isOver && memory.picturesUnderWay == 0 }

    /// The next task of a worker's slot.
    package enum IsolatedTask {
        case job(BatchJob)
        case end
    }

    /// The next task for an idle worker. The memory for the job, its allowance or the worker's share, is already reserved.
    package mutating func nextIsolatedTask(share: Int) -> IsolatedTask? {
        dropWhatWasNotBegun()
        // A large job goes first, so that smaller jobs can't keep taking the memory that it waits for.
        if let first = large.first {
            guard let bytes = first.allowance, memory.take(bytes) else { return nil }
            return .job(large.removeFirst())
        }
        if !ready.isEmpty, memory.take(share) {
            return .job(ready.removeFirst())
        }
        return isDone ? .end : nil
    }

    /// The next job for a worker that holds its share and can take more jobs.
    package mutating func nextFurtherJob() -> BatchJob? {
        dropWhatWasNotBegun()
        return large.isEmpty && !ready.isEmpty ? ready.removeFirst() : nil
    }

    private mutating func dropWhatWasNotBegun() {
        guard isStopped, !ready.isEmpty || !large.isEmpty else { return }
        summary.isComplete = false
        memory.end(ready.count + large.count)
        (ready, large) = ([], [])
    }
}

extension BatchRun {
    /// The place of a worker's job among the jobs in progress, with memory that this process holds for it.
    func share(_ bytes: Int = 0) -> DrawingShare {
        DrawingShare(bytes: bytes) { [state] bytes in state.update { $0.memory.end(givingBack: bytes) } }
    }
}
