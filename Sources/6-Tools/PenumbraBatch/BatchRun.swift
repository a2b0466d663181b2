import Penumbra
import PenumbraSystem

/// The state that a batch's threads share: the manifest, the pipeline's state and the reports. It doesn't depend on where the
/// jobs run.
final class BatchRun: Sendable {
    let options: BatchOptions
    let state: Monitor<BatchState>
    let stop: StopSignal
    /// The memory budget of the running jobs. The budget is fixed, while the host's free memory changes.
    let memory: MemoryBudget
    private let manifest: Mutex<ManifestCursor>
    /// Whether the parent batch has already checked the manifest's outputs.
    private let knowsOutputs: Bool
    /// Whether this process is a worker whose jobs come from another process.
    private var isWorker: Bool { knowsOutputs }
    /// Called for each job that was dropped.
    private let onDrop: @Sendable (BatchJob) -> Void
    private let onEvent: @Sendable (BatchEvent) -> Void
    /// The notices so far, each with the number of jobs that it concerns.
    private let reported = Mutex<[String: Int]>([:])

    private static let mostNotices = 100
    private static let more = "further warnings are not shown"

    private struct ManifestCursor: ~Copyable {
        var reader: any EntryReader
        var outputs = OutputNames()
        var hasReportedNotices = false
    }

    init(
        reader: sending any EntryReader, options: BatchOptions, memory: MemoryBudget, knowsOutputs: Bool = false,
        stop: StopSignal, onDrop: @escaping @Sendable (BatchJob) -> Void = { _ in },
        onEvent: @escaping @Sendable (BatchEvent) -> Void
    ) {
        manifest = Mutex(ManifestCursor(reader: reader))
        self.options = options
        self.memory = memory
        self.knowsOutputs = knowsOutputs
        self.stop = stop
        self.onDrop = onDrop
        self.onEvent = onEvent
        state = Monitor(BatchState(memory: memory))
    }

    // MARK: Reporting

    func say(_ event: BatchEvent) { onEvent(event) }

    /// Reports a notice once, and counts it for every job that it concerns. A worker leaves that to its batch.
    ///
    /// - Parameter job: the job that the notice is about; nil for the whole batch.
    func notice(_ text: String, _ job: BatchJob? = nil) {
        let (count, isFull) = reported.withLock { counts -> (Int, Bool) in
            guard counts[text] != nil || counts.count < Self.mostNotices else {
                defer { counts[Self.more] = 1 }
                return (0, counts[Self.more] == nil)
            }
            counts[text, default: 0] += 1
            return (counts[text] ?? 0, false)
        }
        if isFull, !isWorker { say(.notice(Self.more, line: nil, output: nil)) }
        if job != nil, !isWorker, count > 0 {
            state.update { $0.summary.notices[text] = max(count, $0.summary.notices[text] ?? 0) }
        }
        if count == 1 || count > 1 && isWorker { say(.notice(text, line: job?.line, output: job?.output)) }
    }

    /// Counts a job as finished, and then gives its memory to others.
    func finish(_ share: DrawingShare?, _ count: (inout BatchSummary) -> Void) {
        state.update { count(&$0.summary) }
        share?.end()
    }

    func failed(line: Int, output: String?, _ error: JobError, _ share: DrawingShare? = nil) {
        defer { share?.end() }
        let failure = JobFailure(line: line, output: output, error: error)
        // The host caused this error, so other jobs would fail in the same way. A worker leaves the decision to its batch.
        if error.kind == JobError.hostKind, !isWorker { return end(.tooManyFiles(failure)) }
        say(.failed(failure))
        state.update { state in
            state.summary.failed += 1
            if options.stopsAtFailure { state.isStopped = true }
        }
    }

    /// Records a failed job.
    func failed(_ job: BatchJob, _ error: JobError, _ share: DrawingShare?) {
        onDrop(job)
        failed(line: job.line, output: job.output, error, share)
    }

    /// Ends the batch for a reason that doesn't belong to a single job.
    func end(_ error: BatchError) {
        state.update { state in
            if state.failure == nil { state.failure = error }
            state.isStopped = true
        }
    }

    /// Runs `body` while setting the stop signal wakes the waiting threads.
    func listening(waking wake: @escaping @Sendable () -> Void = {}, _ body: () -> Void) {
        stop.listen { [self] in
            state.update { _ in }
            wake()
        }
        body()
        stop.listen(nil)
    }

    /// The summary of the run so far.
    ///
    /// - Throws: the error that ended the batch.
    func outcome() throws(BatchError) -> BatchSummary {
        let (failure, summary) = state.update { ($0.failure, $0.summary) }
        if let failure { throw failure }
        return summary
    }

    // MARK: The manifest

    private enum Pulled {
        case job(BatchJob)
        case refused(line: Int, output: String?, JobError)
        case elsewhere
        case end
        case stopped
        case failure(BatchError)
    }

    /// The next job of this part. Nil if no job is available now; the reason is already recorded.
    func pull() -> BatchJob? {
        let (pulled, notices) = manifest.withLock { cursor -> (Pulled, [String]) in
            let pulled = next(&cursor)
            if case .stopped = pulled { return (pulled, []) }
            if case .failure = pulled { return (pulled, []) }
            let notices = cursor.hasReportedNotices ? [] : cursor.reader.notices
            cursor.hasReportedNotices = true
            return (pulled, notices)
        }
        for text in notices { notice(text) }
        switch pulled {
        case .job(let job):
            state.update { $0.summary.jobs += 1 }
            return job
        case .refused(let line, let output, let error):
            state.update { $0.summary.jobs += 1 }
            failed(line: line, output: output, error)
        case .elsewhere: state.update { $0.summary.elsewhere += 1 }
        case .end:
            state.update { state in
                state.isAtEnd = true
                // The event that stopped the batch may have ended the stream as well.
                state.summary.isComplete = !state.isStopped && !stop.isSet
            }
        case .stopped: state.update { $0.isStopped = true }
        case .failure(let error): end(error)
        }
        return nil
    }

    /// Checks the numbered files of a job whose name alone doesn't tell that it stands for them.
    func claimFrames(of job: BatchJob) throws(JobError) {
        guard !knowsOutputs, let numbered = job.numbered, !numbered.isCertain else { return }
        try manifest.withLock { cursor throws(JobError) in try cursor.outputs.claim(numbered, line: job.line) }
    }

    private func next(_ cursor: inout ManifestCursor) -> Pulled {
        let entry: ManifestEntry?
        do throws(BatchError) {
            entry = try cursor.reader.next()
        } catch {
            if case .stopped = error { return .stopped }
            return .failure(error)
        }
        switch entry {
        case nil: return .end
        case .refused(let line, let output, let error)?:
            // An entry without an output belongs to one part, the first.
            let isHere = options.shard.map { shard in output.map(shard.holds) ?? (shard.index == 1) } ?? true
            return isHere ? .refused(line: line, output: output, error) : .elsewhere
        case .job(let job)?:
            if knowsOutputs { return .job(job) }
            if let shard = options.shard, !shard.holds(job.output) { return .elsewhere }
            do throws(JobError) {
                try cursor.outputs.add(job.output, line: job.line, numbered: job.numbered)
            } catch {
                return .refused(line: job.line, output: job.output, error)
            }
            return .job(job)
        }
    }
}
