import Penumbra
import PenumbraSystem

/// Receives the finished files of the jobs that run in this process.
protocol JobOutlet: Sendable {
    /// Whether the outlet needs a digest of each file's bytes for the journal.
    var makesDigests: Bool { get }
    /// Whether a job's output from an earlier run is still valid.
    func isProven(_ read: ReadJob) -> Bool
    func deliver(_ encoded: EncodedJob)
    /// Takes the bytes of an animation while they are made.
    ///
    /// - Parameter make: hands the file's bytes to its argument, in order, and returns the bytes that replace others.
    func deliver(_ planned: PlannedJob, _ make: @escaping AnimationMaker) throws(JobError)
    /// Takes the numbered files of an animation while they are made.
    ///
    /// - Parameter make: hands the number and the bytes of each file to its argument, in order.
    func deliver(_ planned: PlannedJob, frames: FrameSpan, _ make: @escaping FrameMaker) throws(JobError)
}

/// Makes the bytes of an animated file.
typealias AnimationMaker = ((UnsafeRawBufferPointer) throws -> Void) throws(JobError) -> [FilePatch]

/// Makes the numbered files of an animation.
typealias FrameMaker = ((Int, [UInt8]) throws -> Void) throws(JobError) -> Void

/// Writes files to the output folder.
struct FolderOutlet: JobOutlet {
    let outputs: BatchOutputs
    let writers: OutputWriters
    let run: BatchRun
    var makesDigests: Bool { true }

    func isProven(_ read: ReadJob) -> Bool { outputs.isProven(read.job, key: read.key) }
    func deliver(_ encoded: EncodedJob) { writers.write(encoded) }

    /// Writes a long file piece by piece on the job's own thread.
    func deliver(_ planned: PlannedJob, _ make: @escaping AnimationMaker) throws(JobError) {
        try outputs.write(planned.read, for: run, make)
    }

    func deliver(_ planned: PlannedJob, frames: FrameSpan, _ make: @escaping FrameMaker) throws(JobError) {
        try outputs.write(planned.read, frames: frames, for: run, make)
    }
}

/// Runs the jobs of a batch in this process: all jobs, or a worker's share.
struct LocalBatch: Sendable {
    let run: BatchRun
    let steps: JobSteps
    let outlet: any JobOutlet
    /// The GPUs, each served by its own threads.
    let devices: [Device]

    init(_ run: BatchRun, _ steps: JobSteps, devices: [Device], outlet: any JobOutlet) {
        (self.run, self.steps, self.outlet) = (run, steps, outlet)
        self.devices = devices.filter { !$0.isProcessor }
        let count = self.devices.count
        run.state.update { $0.devices = count }
    }

    /// Returns when all jobs are done, except for files that the outlet has yet to write.
    func work() {
        run.listening {
            // Threads for later stages start first, so that any job that starts can be finished.
            var others: [WorkerThreads.Handle] = []
            for device in devices {
                guard let thread = WorkerThreads.start({ draw(on: device) }) else { break }
                others.append(thread)
            }
            let workers = WorkerThreads.start(others.count == devices.count ? max(1, run.options.threads) : 0) {
                var worker = Worker(batch: self)
                worker.work()
            }
            if workers.isEmpty { run.end(.noThread) }
            for thread in workers { thread.join() }
            for thread in others { thread.join() }
        }
    }

    /// The maximum number of jobs in progress.
    var mostJobs: Int { run.options.threads + OutputWriters.count + devices.count * Device.mostUnderWay }
}

/// One thread of a batch, which runs the next available task until all tasks are done.
private struct Worker {
    let batch: LocalBatch
    let run: BatchRun
    let steps: JobSteps
    private let shaper = TextShaper()
    private var times = StageTimes()

    init(batch: LocalBatch) { (self.batch, run, steps) = (batch, batch.run, batch.steps) }

    mutating func work() {
        run.state.update { $0.busyThreads += 1 }
        loop: while true {
            switch nextTask() {
            case .pull: pull()
            case .start(let job): start(job)
            case .encode(let drawn): encode(drawn)
            case .draw(let planned): draw(planned)
            case .end: break loop
            }
        }
        let spent = times
        run.state.update { state in
            state.busyThreads -= 1
            state.summary.stages.add(spent)
        }
    }

    /// Waits for a task. The thread is not busy meanwhile.
    private func nextTask() -> PipelineState.Task {
        func take(_ state: inout PipelineState) -> PipelineState.Task? {
            if run.stop.isSet { state.isStopped = true }
            return state.nextTask(limit: batch.mostJobs)
        }
        // The other threads were woken when the task came, so taking it wakes none. Only a device may have to wait less: if
        // nothing goes on but the pulling of a job.
        let (found, shortensWait) = run.state.look { state in
            (take(&state), state.isPulling && state.busyThreads == 1 && state.devices > 0)
        }
        if let found {
            if shortensWait { run.state.update { _ in } }
            return found
        }
        run.state.update { $0.busyThreads -= 1 }
        func takeBusily(_ state: inout PipelineState) -> PipelineState.Task? {
            let task = take(&state)
            if task != nil { state.busyThreads += 1 }
            return task
        }
        return run.state.wait(wakesOthers: { $0.devices > 0 && $0.busyThreads == 1 }, takeBusily)
    }

    private mutating func pull() {
        let pulled = run.pull()
        run.state.update { $0.isPulling = false }
        guard let job = pulled else { return }
        do throws(JobError) {
            let read = try steps.read(job, shaper, &times)
            let outlet = batch.outlet
            if read.animation?.frameNames != nil { try run.claimFrames(of: job) }
            if times.measure(.prove, { outlet.isProven(read) }) {
                run.say(.skipped(line: job.line, output: job.output))
                return run.finish { $0.skipped += 1 }
            }
            try steps.checkMemory(read)
            // The job starts when there's memory for it.
            run.state.update { $0.waiting.append(read) }
        } catch {
            run.failed(job, error)
        }
    }

    private mutating func start(_ job: ReadJob) {
        let taken = job.memory
        var read = job
        read.deadline = job.timeLeft.map { ContinuousClock().now + $0 }
        do throws(JobError) {
            guard let planned = try steps.plan(&read, &times) else {
                try steps.checkMemory(read)
                return run.state.update { state in
                    state.memory.giveBack(taken)
                    state.waiting.append(read)
                }
            }
            if read.animation != nil {
                // An animation may take minutes.
                run.state.update { $0.busyThreads -= 1 }
                defer { run.state.update { $0.busyThreads += 1 } }
                return try steps.animate(planned, for: batch.outlet, &times)
            }
            let goesToDevice = run.state.update { state in
                if state.devices > 0 { state.addToDraw([planned]) }
                return state.devices > 0
            }
            if !goesToDevice { draw(planned) }
        } catch {
            run.failed(job.job, error, memory: taken)
        }
    }

    private mutating func draw(_ planned: PlannedJob) {
        do throws(JobError) {
            encode(try steps.draw(planned, &times))
        } catch {
            run.failed(planned.read.job, error, memory: planned.read.memory)
        }
    }

    private mutating func encode(_ drawn: DrawnJob) {
        do throws(JobError) {
            batch.outlet.deliver(try steps.encode(drawn, makesDigest: batch.outlet.makesDigests, &times))
        } catch {
            run.failed(drawn.read.job, error, memory: drawn.read.memory)
        }
    }
}
