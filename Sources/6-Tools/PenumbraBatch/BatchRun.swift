import Penumbra
import PenumbraSystem

/// What the threads of a batch share, whatever does its jobs: the manifest, the state between them, and the reports.
final class BatchRun: Sendable {
    let options: BatchOptions
    let state: Monitor<PipelineState>
    let stop: StopSignal
    /// The jobs under way and their memory: what is free on the host changes, this does not.
    let memory: MemoryBudget
    private let manifest: Mutex<ManifestCursor>
    /// Whether outputs of the manifest were looked at before, by the batch that hands its jobs on.
    private let knowsOutputs: Bool
    /// Whether a batch in another process hands on the jobs.
    private var isWorker: Bool { knowsOutputs }
    /// Told of each job that was not done.
    private let onDrop: @Sendable (BatchJob) -> Void
    private let onEvent: @Sendable (BatchEvent) -> Void
    private let said = Mutex<Set<String>>([])

    private static let mostNotices = 100

    private struct ManifestCursor: ~Copyable {
        var reader: any EntryReader
        var outputs = OutputNames()
        var saidNotices = false
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
        state = Monitor(PipelineState(memory: memory))
    }

    // MARK: Reporting

    func say(_ event: BatchEvent) { onEvent(event) }

    func notice(_ text: String) {
        let isNew = said.withLock { $0.count < Self.mostNotices && $0.insert(text).inserted }
        if isNew { say(.notice(text)) }
    }

    /// Counts a job as ended and its memory as free, and wakes the threads that wait for either.
    func finish(givingBack bytes: Int = 0, _ count: (inout BatchSummary) -> Void = { _ in }) {
        state.update { state in
            memory.end(givingBack: bytes)
            count(&state.summary)
        }
    }

    func failed(line: Int, output: String?, _ error: JobError, memory bytes: Int = 0) {
        let failure = JobFailure(line: line, output: output, error: error)
        // No fault of the job: others would fail in the same way. A worker leaves it to its batch.
        if error.kind == JobError.hostKind, !isWorker {
            finish(givingBack: bytes)
            return end(.tooManyFiles(failure))
        }
        say(.failed(failure))
        state.update { state in
            memory.end(givingBack: bytes)
            state.summary.failed += 1
            if options.stopsAtFailure { state.isStopped = true }
        }
    }

    /// Takes note of a job that was not done.
    func failed(_ job: BatchJob, _ error: JobError, memory: Int = 0) {
        onDrop(job)
        failed(line: job.line, output: job.output, error, memory: memory)
    }

    /// Ends the batch for a reason that no single job has.
    func end(_ error: BatchError) {
        state.update { state in
            if state.failure == nil { state.failure = error }
            state.isStopped = true
        }
    }

    /// Does work on threads that look at the stop signal when they are woken.
    func listening(_ body: () -> Void) {
        stop.listen { [self] in state.update { _ in } }
        body()
        stop.listen(nil)
    }

    /// What was done so far.
    ///
    /// - Throws: what ended the batch.
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

    /// The next job of this part; nil where there is none for now, which has been taken note of.
    func pull() -> BatchJob? {
        let (pulled, notices) = manifest.withLock { cursor -> (Pulled, [String]) in
            let pulled = next(&cursor)
            if case .stopped = pulled { return (pulled, []) }
            if case .failure = pulled { return (pulled, []) }
            let notices = cursor.saidNotices ? [] : cursor.reader.notices
            cursor.saidNotices = true
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
        case .elsewhere: finish { $0.elsewhere += 1 }
        case .end:
            state.update { state in
                state.isAtEnd = true
                // Whatever stopped the batch may have ended the stream as well.
                state.summary.isComplete = !state.isStopped && !stop.isSet
                memory.end()
            }
        case .stopped:
            state.update { state in
                state.isStopped = true
                memory.end()
            }
        case .failure(let error):
            finish()
            end(error)
        }
        return nil
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
            // What has no output belongs to one part, the first.
            let isHere = options.shard.map { shard in output.map(shard.holds) ?? (shard.index == 1) } ?? true
            return isHere ? .refused(line: line, output: output, error) : .elsewhere
        case .job(let job)?:
            if knowsOutputs { return .job(job) }
            if let shard = options.shard, !shard.holds(job.output) { return .elsewhere }
            do throws(JobError) {
                try cursor.outputs.add(job.output, line: job.line)
            } catch {
                return .refused(line: job.line, output: job.output, error)
            }
            return .job(job)
        }
    }
}
