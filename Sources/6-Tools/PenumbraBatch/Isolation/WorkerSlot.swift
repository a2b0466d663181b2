import Glibc
import Penumbra

/// A slot for one worker process. It sends jobs, receives answers and replaces the worker when it dies.
///
/// Jobs of a dead worker are retried one at a time, so that only the job that kills a worker is lost. After three deaths in a
/// row on a device, the slot gives up the device and uses the CPU. One thread runs each slot.
struct WorkerSlot {
    private let batch: IsolatedBatch
    private var run: BatchRun { batch.run }
    /// The device that draws; `cpu` once the original device was given up.
    private var device: String
    /// The number of threads of the worker process.
    private let threads: Int
    /// Bytes of the batch's memory that the slot holds while it has jobs.
    private let share: Int

    private var process: WorkerProcess?
    /// The device of the running process.
    private var processDevice = ""
    private var inHand: [HeldJob] = []
    /// Jobs to retry one by one.
    private var suspects: [BatchJob] = []
    private var lastAnswer = ContinuousClock().now
    private var answers = 0
    private var failedStarts = FailureRow()
    /// The number of workers in the whole batch that had started when a start in this slot last failed.
    private var startedBefore = 0
    private var deviceDeaths = FailureRow()
    /// Bytes of the batch's memory that the slot holds now.
    private var taken = 0

    private struct HeldJob {
        var job: BatchJob
        var sent: ContinuousClock.Instant
        /// The number of answers received before this job was sent.
        var answersBefore: Int
    }

    /// The time limit for a process to become ready. A driver may compile shaders meanwhile.
    private static func startTime(_ device: String) -> Duration { .seconds(device == Device.processorName ? 20 : 60) }
    /// The time limit for a process to end after its last job.
    private static let endTime = Duration.seconds(5)
    /// The time to listen to a worker with room for more jobs before looking for more jobs again.
    private static let pause = Duration.milliseconds(20)

    init(_ batch: IsolatedBatch, device: String, threads: Int, share: Int) {
        (self.batch, self.device, self.threads, self.share) = (batch, device, threads, share)
    }

    /// The maximum number of jobs sent to a worker: more than it runs at once, so that it never waits for the next job.
    static func window(device: String, threads: Int) -> Int {
        device == Device.processorName ? threads + 1 : threads + Device.mostUnderWay
    }

    /// Runs the slot until no work is left.
    mutating func work() {
        while true {
            switch nextJob() {
            case .job(let job)?: send(job)
            case .end?:
                finish()
                return
            case nil: listen()
            }
        }
    }

    // MARK: Taking jobs

    private mutating func nextJob() -> BatchState.IsolatedTask? {
        let isIdle = inHand.isEmpty
        if isTrying, !isIdle { return nil }
        if !suspects.isEmpty { return .job(suspects.removeFirst()) }
        if isIdle, taken > 0 { giveBackMemory() }
        guard inHand.count < Self.window(device: device, threads: threads), inHand.first?.job.allowance == nil else {
            return nil
        }
        let (stop, share) = (run.stop, share)
        if isIdle {
            let task = run.state.wait { state -> BatchState.IsolatedTask? in
                if stop.isSet { state.isStopped = true }
                return state.nextIsolatedTask(share: share)
            }
            if case .job(let job) = task { taken = job.allowance ?? share }
            return task
        }
        return run.state.update { state in
            if stop.isSet { state.isStopped = true }
            return state.nextFurtherJob().map { .job($0) }
        }
    }

    private mutating func giveBackMemory() {
        let bytes = taken
        taken = 0
        run.state.update { $0.memory.giveBack(bytes) }
    }

    // MARK: Processes

    /// The device for the next attempt.
    private var wantedDevice: String { isTrying ? Device.processorName : device }
    /// Whether the next job is retried alone because it may have killed a worker.
    private var isTrying = false

    private mutating func send(_ job: BatchJob) {
        guard startWhereNeeded(), let process else {
            let count = 1 + suspects.count
            (suspects, isTrying) = ([], false)
            return run.state.update { state in
                state.memory.end(count)
                state.summary.isComplete = false
            }
        }
        let now = ContinuousClock().now
        if inHand.isEmpty { lastAnswer = now }
        inHand.append(HeldJob(job: job, sent: now, answersBefore: answers))
        process.send(.job(job))
    }

    /// Makes sure that a worker process for the wanted device is running.
    ///
    /// - Returns: false if no process can be started, which ends the batch.
    private mutating func startWhereNeeded() -> Bool {
        if let process, inHand.isEmpty {
            if processDevice != wantedDevice { endProcess() }
            // A worker that died idle didn't die because of the job that comes now.
            looking: while true {
                switch process.next(until: ContinuousClock().now) {
                case .closed: endProcess()
                case .answer(.notice(let text, _)):
                    run.notice(text.withoutControls)
                    continue looking
                case .answer, .nothing, .nonsense: break
                }
                break
            }
        }
        while process == nil {
            if let fault = start() {
                let started = run.state.update { state in
                    state.summary.lostWorkers += 1
                    return state.startedWorkers
                }
                // Other workers start on this host, so somebody killed this worker.
                if started != startedBefore { failedStarts.succeeded() }
                startedBefore = started
                if wantedDevice == Device.processorName { failedStarts.failed() } else { diedOnDevice() }
                if failedStarts.isTooLong {
                    run.end(.workers(fault.words, isTemporary: fault.isTemporary))
                    return false
                }
                usleep(200_000)
            } else {
                failedStarts.succeeded()
                run.state.update { $0.startedWorkers += 1 }
            }
        }
        return true
    }

    private struct StartFault {
        var words: String
        var isTemporary = false
    }

    /// Starts a process and waits until it is ready.
    private mutating func start() -> StartFault? {
        let device = wantedDevice
        let started: WorkerProcess
        do throws(SystemError) {
            started = try WorkerProcess(batch.launch)
        } catch {
            return StartFault(words: error.words, isTemporary: error.isTemporary)
        }
        started.send(
            .start(
                WorkerStart(
                    device: device, threads: threads, memory: share, template: batch.template, folder: batch.inputFolder)))
        let event = started.next(until: ContinuousClock().now + Self.startTime(device))
        tell(started)
        switch event {
        // The warnings were already reported when the devices were listed.
        case .answer(.ready):
            (process, processDevice) = (started, device)
            return nil
        case .answer(.refused(_, let words)): return StartFault(words: words.withoutControls)
        case .closed:
            let (end, lastWords) = started.end(kills: false)
            return StartFault(words: "\(LostWorker(end: end, lastWords: lastWords))")
        case .nothing: return StartFault(words: "it was not ready in time")
        case .answer, .nonsense: return StartFault(words: "it \(WorkerEnd.nonsense.words)")
        }
    }

    private mutating func diedOnDevice() {
        guard device != Device.processorName else { return }
        deviceDeaths.failed()
        guard deviceDeaths.isTooLong else { return }
        run.notice(Device.givenUp(device, "lost its worker process"))
        let name = device
        run.state.update { $0.summary.givenUpDevices.append(name) }
        device = Device.processorName
    }

    /// Reports the lines that a process wrote to standard error.
    private func tell(_ process: WorkerProcess) {
        for line in process.takeLines() { run.notice("worker: \(line)") }
    }

    // MARK: Answers

    private mutating func listen() {
        guard let process else { return }
        let now = ContinuousClock().now
        var deadline: ContinuousClock.Instant?
        var isTooLate = false
        if let seconds = run.options.secondsAJob, let oldest = inHand.first {
            deadline = lastAnswer + .seconds(seconds)
            // A job that this many other jobs have overtaken was started long ago.
            let window = Self.window(device: processDevice, threads: threads)
            isTooLate = answers - oldest.answersBefore >= window && now > oldest.sent + .seconds(seconds)
        }
        if isTooLate || deadline.map({ now >= $0 }) ?? false {
            return lost(.timeout(seconds: run.options.secondsAJob ?? 0))
        }
        let mayTakeMore = suspects.isEmpty && !isTrying && inHand.count < Self.window(device: device, threads: threads)
        if mayTakeMore { deadline = min(deadline ?? now + Self.pause, now + Self.pause) }
        let event = process.next(until: deadline)
        tell(process)
        switch event {
        case .answer(let answer): take(answer)
        case .closed: lost(nil)
        case .nonsense: lost(.nonsense)
        case .nothing: break
        }
    }

    private mutating func take(_ answer: WorkerAnswer) {
        switch answer {
        case .done(let line, let key, let device, let bytes):
            guard let job = answered(line) else { return lost(.nonsense) }
            let isDevice = device == processDevice && device != Device.processorName
            if isDevice { deviceDeaths.succeeded() }
            let encoded = EncodedJob(
                job: job, name: OutputName(job.output), bytes: bytes, digest: nil, key: key,
                device: isDevice ? device : Device.processorName,
                share: run.share(bytes.count))
            // The bytes count as used until the file is written; the worker may start another job before that.
            run.memory.hold(bytes.count)
            batch.writers.write(encoded)
        case .frames(let line, let key, let first, let lengths, let bytes):
            guard inHand.contains(where: { $0.job.line == line && $0.job.numbered != nil }), let job = answered(line) else {
                return lost(.nonsense)
            }
            do throws(JobError) {
                try run.claimFrames(of: job)
            } catch {
                return run.failed(job, error, run.share())
            }
            let encoded = EncodedJob(
                job: job, name: OutputName(job.output), bytes: bytes, digest: nil, key: key, device: Device.processorName,
                share: run.share(bytes.count), frames: EncodedFrames(first: first, lengths: lengths))
            run.memory.hold(bytes.count)
            batch.writers.write(encoded)
        case .unchanged(let line):
            guard inHand.contains(where: { $0.job.line == line && $0.job.claim != nil }), let job = answered(line) else {
                return lost(.nonsense)
            }
            batch.writers.prove(job)
        case .failed(let line, let kind, let words):
            guard let job = answered(line) else { return lost(.nonsense) }
            run.failed(job, .reported(kind: kind.withoutControls, words.withoutControls), run.share())
        case .needsMemory(let line, let bytes):
            // An answer that asks for no more memory than the worker has is invalid.
            guard inHand.contains(where: { $0.job.line == line && bytes > max(share, $0.job.allowance ?? 0) }),
                var job = answered(line)
            else { return lost(.nonsense) }
            if bytes > run.memory.bytes {
                run.failed(job, .needsMemory(bytes: bytes, allowed: run.memory.bytes), run.share())
            } else {
                job.allowance = bytes
                run.state.update { $0.large.append(job) }
            }
        case .notice(let text, let line):
            run.notice(text.withoutControls, inHand.first { $0.job.line == line }?.job)
        case .ready, .refused, .finished: lost(.nonsense)
        }
    }

    /// The job that was answered; nil if the worker didn't have the job.
    private mutating func answered(_ line: Int) -> BatchJob? {
        guard let place = inHand.firstIndex(where: { $0.job.line == line }) else { return nil }
        lastAnswer = ContinuousClock().now
        answers += 1
        if suspects.isEmpty { isTrying = false }
        return inHand.remove(at: place).job
    }

    // MARK: Deaths

    /// Handles a worker that is gone, or ends it.
    ///
    /// - Parameter reason: nil if the process ended by itself.
    private mutating func lost(_ reason: WorkerEnd?) {
        guard let dead = process else { return }
        process = nil
        let (end, lastWords) = dead.end(kills: reason != nil)
        tell(dead)
        let jobs = inHand.map(\.job)
        inHand = []
        run.state.update { $0.summary.lostWorkers += 1 }
        if processDevice != Device.processorName { diedOnDevice() }
        let loss = LostWorker(end: reason ?? end, lastWords: lastWords)
        // A job that kills a device's worker may still work on the CPU.
        if jobs.count == 1, let job = jobs.first, processDevice == Device.processorName {
            isTrying = isTrying && !suspects.isEmpty
            run.failed(job, .worker(loss), run.share())
        } else if !jobs.isEmpty {
            if processDevice != Device.processorName {
                run.notice(
                    "\(processDevice): a worker process \(loss.end.words); its jobs are tried again one by one on the CPU")
            }
            suspects = jobs + suspects
            isTrying = true
        }
    }

    /// Waits for the process to end by itself.
    private mutating func endProcess() {
        guard let process else { return }
        self.process = nil
        process.endSending()
        let deadline = ContinuousClock().now + Self.endTime
        while case .answer(let answer) = process.next(until: deadline) {
            if case .finished(let times) = answer { run.state.update { $0.summary.stages.add(times) } }
        }
        _ = process.end(kills: false)
        tell(process)
    }

    private mutating func finish() {
        endProcess()
        if taken > 0 { giveBackMemory() }
    }
}
