import Penumbra
import PenumbraSystem

/// The threads that put files in their places. They wait for the disk, not for a processor.
final class OutputWriters: Sendable {
    /// How many there are.
    static let count = 6

    private struct Queue {
        var files: [EncodedJob] = []
        /// Jobs that are what the journal says, of which it is to be seen whether the file is.
        var proofs: [BatchJob] = []
        /// Nothing more will come.
        var isClosed = false
    }

    private enum Task {
        case write(EncodedJob)
        case prove(BatchJob)
        case end
    }

    private let run: BatchRun
    private let outputs: BatchOutputs
    /// By itself, so that these threads are woken for nothing else.
    private let queue = Monitor(Queue())
    private let threads = Mutex<[WorkerThreads.Handle]>([])

    init(_ run: BatchRun, _ outputs: BatchOutputs) { (self.run, self.outputs) = (run, outputs) }

    /// - Returns: false where the system gives no thread.
    func start() -> Bool {
        let started = WorkerThreads.start(Self.count) { [self] in work() }
        threads.withLock { $0 = started }
        return !started.isEmpty
    }

    func write(_ job: EncodedJob) { queue.updateForOne { $0.files.append(job) } }

    /// Takes note of a job that is what the journal says: done where its file is, else to be done.
    func prove(_ job: BatchJob) { queue.updateForOne { $0.proofs.append(job) } }

    /// Waits until all files are written.
    func finish() {
        queue.update { $0.isClosed = true }
        for thread in threads.withLock({ $0 }) { thread.join() }
    }

    private func work() {
        var times = StageTimes()
        loop: while true {
            let task = queue.take { queue -> Task? in
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
            run.say(.proven(line: job.line, output: job.output))
            return run.finish { $0.proven += 1 }
        }
        var job = job
        job.claim = nil
        let changed = job
        run.state.update { $0.ready.append(changed) }
    }
}
