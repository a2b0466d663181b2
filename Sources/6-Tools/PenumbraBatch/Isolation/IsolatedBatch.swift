import Penumbra
import PenumbraSystem

/// Does the jobs of a batch in processes of their own, so that one that crashes costs no other. This process reads the manifest and
/// writes the files; it opens no device.
struct IsolatedBatch {
    let run: BatchRun
    let outputs: BatchOutputs
    let writers: OutputWriters
    let launch: WorkerLaunch
    /// A worker for each; with the processor alone one for each thread.
    let devices: [String]
    /// The scene of every row, of a table.
    let template: SceneTemplate?
    /// The folder that files named in the manifest are looked for from.
    let inputFolder: String

    /// Returns when all is done but what has yet to be written.
    func work() {
        let isOnlyProcessor = devices.allSatisfy { $0 == Device.processorName }
        let places = isOnlyProcessor ? Array(repeating: Device.processorName, count: max(1, run.options.threads)) : devices
        let threads = isOnlyProcessor ? 1 : max(1, run.options.threads / places.count)
        // One half is shared out. The other one is for jobs that need more than their share.
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

    /// Takes jobs from the manifest for the workers.
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
            guard var job = run.pull() else { continue }
            job.claim = outputs.claim(of: job)
            let pulled = job
            run.state.update { $0.ready.append(pulled) }
        }
    }

    /// Asks a worker what there is to draw with, so that no driver is opened in this process.
    ///
    /// - Returns: names of devices, `cpu` among them or nothing else, and words of warning.
    static func devices(_ launch: WorkerLaunch) throws(BatchError) -> (names: [String], warnings: [String]) {
        // A process that somebody kills says nothing of the host.
        for _ in 1..<FailureRow.most {
            if let found = try devices(launch, isLast: false) { return found }
        }
        return try devices(launch, isLast: true) ?? ([Device.processorName], [])
    }

    /// - Returns: nil where the process ended without an answer, and another one may be asked.
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
                "the one that looked for devices \(end.words)\(lastWords.isEmpty ? "" : " (\(lastWords))")", isTemporary: false)
        case .nothing: throw .workers("the one that looked for devices gave no answer in a minute", isTemporary: true)
        case .answer, .nonsense:
            throw .workers("the one that looked for devices \(WorkerEnd.nonsense.words)", isTemporary: false)
        }
    }
}

extension PipelineState {
    /// What a worker's place is to do next.
    enum IsolatedTask {
        case job(BatchJob)
        case end
    }

    /// For a worker that has nothing in hand. The job's memory has been taken: its allowance, or the worker's share.
    mutating func nextIsolatedTask(share: Int) -> IsolatedTask? {
        dropWhatWasNotBegun()
        // The first that needs more is served before others that would take what it waits for.
        if let first = large.first {
            guard let bytes = first.allowance, memory.take(bytes) else { return nil }
            return .job(large.removeFirst())
        }
        if !ready.isEmpty, memory.take(share) {
            return .job(ready.removeFirst())
        }
        return isDone ? .end : nil
    }

    /// For a worker that has its share and can take more.
    mutating func nextFurtherJob() -> BatchJob? {
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
