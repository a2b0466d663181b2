import Penumbra
import PenumbraSystem

/// The threads that write the output files. They wait for the disk, not for a processor.
final class OutputWriters: Sendable {
    /// The number of threads. A disk takes 2 to 6 milliseconds to synchronise a file, and many at once.
    static let count = max(6, processorCount())

    private struct Queue {
        var files: [EncodedJob] = []
        /// Jobs that match the journal; their files still have to be checked.
        var proofs: [BatchJob] = []
        /// Whether the queue is closed for further files.
        var isClosed = false
    }

    private enum Task {
        case write(EncodedJob)
        case prove(BatchJob)
        case end
    }

    private let run: BatchRun
    private let outputs: BatchOutputs
    /// The queue has its own monitor, so that these threads wake only for its tasks.
    private let queue = Monitor(Queue())
    private let threads = Mutex<[WorkerThreads.Handle]>([])

    init(_ run: BatchRun, _ outputs: BatchOutputs) { (self.run, self.outputs) = (run, outputs) }

    /// Starts the threads.
    ///
    /// - Returns: false if the system grants no thread.
    func start() -> Bool {
        let started = WorkerThreads.start(Self.count) { [self] in work() }
        threads.withLock { $0 = started }
        return !started.isEmpty
    }

    func write(_ job: EncodedJob) { queue.update { $0.files.append(job) } }

    /// Queues the check of a job that matches the journal. If the file is missing or changed, the job runs again.
    func prove(_ job: BatchJob) { queue.update { $0.proofs.append(job) } }

    /// Waits until all files are written.
    func finish() {
        queue.update { $0.isClosed = true }
        for thread in threads.withLock({ $0 }) { thread.join() }
    }

    private func work() {
        var times = StageTimes()
        loop: while true {
            let task = queue.wait { queue -> Task? in
                if !queue.files.isEmpty { return .write(queue.files.removeFirst()) }
                if !queue.proofs.isEmpty { return .prove(queue.proofs.removeFirst()) }
                return queue.isClosed ? .end : nil
            }
            switch task {
            case .write(let job): times.measure(.write) { outputs.write(job, for: run) }
            case .prove(let job): times.measure(.prove) { look(at: job) }
            case .end: break loop
            }
        }
        let spent = times
        run.state.update { $0.summary.stages.add(spent) }
    }

    private func look(at job: BatchJob) {
        if let key = job.claim, outputs.isProven(job, key: key) {
            run.say(.skipped(line: job.line, output: job.output))
            return run.finish(run.share()) { $0.skipped += 1 }
        }
        var job = job
        job.claim = nil
        let changed = job
        run.state.update { $0.ready.append(changed) }
    }
}
