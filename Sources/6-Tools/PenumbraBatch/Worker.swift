import Penumbra
import PenumbraText

/// One of a batch's threads: does whatever is to be done next until all is done.
struct Worker {
    let run: BatchRun
    private let shaper = TextShaper()
    private var times = StageTimes()

    init(_ run: BatchRun) {
        self.run = run
    }

    mutating func work() {
        loop: while true {
            let limit = run.limit
            let stop = run.stop
            let task = run.state.wait { state -> PipelineState.Task? in
                if stop.isSet { state.isStopped = true }
                return state.nextTask(limit: limit)
            }
            switch task {
            case .pull: pull()
            case .start(let job): start(job)
            case .encode(let drawn): encode(drawn)
            case .draw(let planned): draw(planned)
            case .end: break loop
            }
        }
        let spent = times
        run.state.update { $0.summary.stages.add(spent) }
    }

    private mutating func pull() {
        let pulled = run.pull()
        run.state.update { $0.isPulling = false }
        guard let job = pulled else { return }
        do throws(JobError) {
            let read = try run.read(job, shaper, &times)
            if run.onlyChecks { return check(read) }
            if times.measure(.prove, { run.isProven(read) }) {
                run.say(.proven(line: job.line, output: job.output))
                run.state.update { state in
                    state.underWay -= 1
                    state.summary.proven += 1
                }
                return
            }
            try wait(read)
        } catch {
            run.failed(job, error)
        }
    }

    private mutating func check(_ read: ReadJob) {
        let standing = times.measure(.prove) { run.standing(read.job.output, read.name, key: read.key) }
        run.say(.checked(line: read.job.line, output: read.job.output, standing))
        run.state.update { $0.underWay -= 1 }
    }

    /// Begins a job where there is memory for it, else leaves it for when there is.
    private mutating func wait(_ read: ReadJob) throws(JobError) {
        try checkMemory(read)
        run.state.update { $0.waiting.append(read) }
    }

    private func checkMemory(_ read: ReadJob) throws(JobError) {
        let allowed = max(run.memory, read.job.allowance ?? 0)
        guard read.memory <= allowed else { throw .needsMemory(bytes: read.memory, allowed: allowed) }
    }

    private mutating func start(_ job: ReadJob) {
        let taken = job.memory
        var read = job
        read.deadline = run.options.secondsAJob.map { ContinuousClock().now + .seconds($0) }
        do throws(JobError) {
            guard let planned = try run.plan(&read, &times) else {
                try checkMemory(read)
                run.state.update { state in
                    state.freeMemory += taken
                    state.waiting.append(read)
                }
                return
            }
            let goesToDevice = run.state.update { state in
                if state.devices > 0 { state.toDraw.append(planned) }
                return state.devices > 0
            }
            if !goesToDevice { draw(planned) }
        } catch {
            run.failed(job.job, error, memory: taken)
        }
    }

    private mutating func draw(_ planned: PlannedJob) {
        do throws(JobError) {
            encode(try run.draw(planned, &times))
        } catch {
            run.failed(planned.read.job, error, memory: planned.read.memory)
        }
    }

    private mutating func encode(_ drawn: DrawnJob) {
        do throws(JobError) {
            let encoded = try run.encode(drawn, &times)
            // Sending takes less than waking another thread.
            if run.channel != nil { return run.write(encoded) }
            run.writing.updateForOne { $0.files.append(encoded) }
        } catch {
            run.failed(drawn.read.job, error, memory: drawn.read.memory)
        }
    }
}
