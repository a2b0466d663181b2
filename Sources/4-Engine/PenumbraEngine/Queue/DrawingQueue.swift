import PenumbraSystem
import PenumbraText

/// Brings jobs one by one to a queue, which asks for the next one when it has room.
package struct DrawingSource<Job: DrawingJob>: Sendable {
    /// The next job. Called by one thread at a time, and may wait. Nil if there is none now.
    var next: @Sendable () -> Job?
    /// Whether no more jobs come.
    var isAtEnd: @Sendable () -> Bool
    /// Whether jobs that weren't begun are dropped.
    var isStopped: @Sendable () -> Bool

    package init(
        next: @escaping @Sendable () -> Job?, isAtEnd: @escaping @Sendable () -> Bool, isStopped: @escaping @Sendable () -> Bool
    ) {
        (self.next, self.isAtEnd, self.isStopped) = (next, isAtEnd, isStopped)
    }
}

/// How a queue draws.
package struct DrawingQueueOptions: Sendable {
    /// Threads that prepare, plan, draw and encode, each one picture at a time.
    package var threads: Int
    /// The GPUs, each with threads of its own. Without one, the processor draws.
    package var devices: [Device]
    /// The number of jobs from a source that may be in progress, besides those on threads and devices.
    package var room = 0
    /// How long a picture for a GPU waits for others while threads are busy. Pictures that come together are drawn faster.
    package var patience = Duration.zero
    /// Whether the threads leave the processor to other threads of the process.
    package var yields = false
    /// Takes one line for each deviation, with its reason.
    package var notice: @Sendable (String) -> Void
    /// Called with the name of each device that is given up.
    package var lostDevice: @Sendable (String) -> Void

    package init(
        threads: Int, devices: [Device], notice: @escaping @Sendable (String) -> Void,
        lostDevice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.threads = max(1, threads)
        self.devices = devices.filter { !$0.isProcessor }
        (self.notice, self.lostDevice) = (notice, lostDevice)
    }
}

/// Draws jobs on the processor's threads and on GPUs, all within one memory budget.
///
/// A job waits for memory, is prepared and planned, drawn by a device or a thread, encoded, and given to its owner. The queue
/// begins jobs in the order in which they come. A job that needs more memory than it has gives back all of it, waits first in
/// line, and is prepared again.
package final class DrawingQueue<Job: DrawingJob>: Sendable {
    let engine: Engine
    let options: DrawingQueueOptions
    let state: Monitor<QueueState<Job>>
    private let source: DrawingSource<Job>?
    private let threads = Mutex<[WorkerThreads.Handle]>([])
    private let times = Mutex(StageTimes())
    private let mostJobs: Int
    /// The memory that a job is begun with. All threads together take half of the budget for preparing.
    private let firstBytes: Int

    /// The amount by which a planned picture may exceed the memory that its scene was expected to take.
    private static var slack: Int { 16 << 20 }

    /// - Parameter source: brings the jobs. Nil if they come by `add`.
    package init(_ engine: Engine, _ options: DrawingQueueOptions, source: DrawingSource<Job>? = nil) {
        (self.engine, self.options, self.source) = (engine, options, source)
        mostJobs = options.threads + options.room + options.devices.count * Device.mostUnderWay
        firstBytes = max(1, engine.memory.bytes / (2 * options.threads))
        var state = QueueState<Job>(memory: engine.memory, patience: options.patience)
        state.devices = options.devices.count
        self.state = Monitor(state)
    }

    /// Starts the threads. False if the system gives none.
    package func start() -> Bool {
        // Threads for later stages start first, so that any job that starts can be finished.
        var started: [WorkerThreads.Handle] = []
        for device in options.devices {
            if let thread = WorkerThreads.start({ [self] in draw(on: device) }) {
                started.append(thread)
            } else {
                gaveUp(device, leaving: [])
            }
        }
        let workers = WorkerThreads.start(options.threads, hasLargeStacks: true) { [self] in
            if options.yields { WorkerThreads.lowerPriority() }
            var worker = QueueWorker(queue: self)
            worker.work()
        }
        let all = started + workers
        threads.withLock { $0 = all }
        if workers.isEmpty { close() }
        return !workers.isEmpty
    }

    /// Adds a job.
    package func add(_ job: Job) {
        state.update { state in
            state.memory.begin()
            state.wait(job, for: firstBytes)
        }
    }

    /// The number of jobs that were added and aren't begun.
    package var waiting: Int { state.look { $0.waiting.count } }

    /// Lets the queue end once all its jobs are done.
    package func close() { state.update { $0.isAtEnd = true } }

    /// Lets the threads look again at the source.
    package func wake() { state.update { _ in } }

    /// Waits until all jobs are done, and returns the time that the steps took.
    package func join() -> (times: StageTimes, dropped: Int) {
        for thread in threads.withLock({ $0 }) { thread.join() }
        threads.withLock { $0 = [] }
        return (times.withLock { $0 }, state.look { $0.dropped })
    }

    func add(_ spent: StageTimes) { times.withLock { $0.add(spent) } }

    func share(_ bytes: Int) -> DrawingShare {
        DrawingShare(bytes: bytes) { [state] bytes in state.update { $0.memory.end(givingBack: bytes) } }
    }

    // MARK: Tasks of a thread

    /// Waits for a task. The thread is not busy meanwhile.
    fileprivate func nextTask() -> QueueState<Job>.Task {
        let (source, most) = (source, mostJobs)
        let mostToDraw = options.devices.count * Device.mostUnderWay
        func take(_ state: inout QueueState<Job>) -> QueueState<Job>.Task? {
            if let source {
                if source.isStopped() { state.isStopped = true }
                if source.isAtEnd() { state.isAtEnd = true }
            }
            return state.nextTask(pulling: source == nil ? nil : most, mostToDraw: mostToDraw)
        }
        let found = state.update { state in
            let task = take(&state)
            if task == nil { state.busyThreads -= 1 }
            return task
        }
        if let found { return found }
        return state.wait { state in
            let task = take(&state)
            if task != nil { state.busyThreads += 1 }
            return task
        }
    }

    /// Takes the next job of the source.
    fileprivate func pull() {
        let job = source?.next()
        let bytes = firstBytes
        // This thread takes its next task at once, and then leaves the rest to those that wait.
        state.look { state in
            state.isPulling = false
            if let job { state.wait(job, for: bytes) } else { state.memory.end() }
        }
    }

    /// Prepares and plans a job, and draws it unless a device does.
    fileprivate func start(_ begun: QueueState<Job>.Waiting, _ shaper: TextShaper, _ times: inout StageTimes) {
        var job = begun.job
        var held = begun.bytes
        let most = max(engine.memory.bytes, job.allowance ?? 0)
        do throws(Job.Failure) {
            guard var prepared = try job.prepare(with: engine, shaper, within: held, &times) else {
                return job.skip(share(held))
            }
            let (extra, limits, deadline) = (job.extraBytes, job.limits, job.deadline)
            let expected = prepared.bytes + extra
            guard try takes(expected, holding: &held, of: most, for: job) else {
                return wait(begun, holding: held, for: expected)
            }
            let picture = try rethrowing(
                try engine.plan(
                    &prepared, limits: limits, within: max(most, expected + Self.slack) - extra,
                    holding: held < most ? held - extra : nil,
                    until: deadline, times: &times),
                as: job.failure)
            guard try takes(picture.bytes + extra, holding: &held, of: most, for: job, slack: Self.slack) else {
                return wait(begun, holding: held, for: picture.bytes + extra)
            }
            // Later frames may need more than the first one.
            let needed = max(picture.bytes + extra, job.isAnimation ? expected : 0)
            let share = share(giveBack(of: held, beyond: needed))
            if job.isAnimation {
                try rethrowing(try prepared.settlePictures(), as: job.failure)
                // An animation may take minutes.
                state.update { $0.busyThreads -= 1 }
                defer { state.update { $0.busyThreads += 1 } }
                return job.animate(prepared, share, &times)
            }
            let planned = QueueState<Job>.Planned(job: job, picture: picture, share: share)
            let goesToDevice = state.update { state in
                if state.devices > 0 { state.addToDraw([planned]) }
                return state.devices > 0
            }
            if !goesToDevice { draw(planned, &times) }
        } catch {
            guard let needed = error.neededBytes, held < most else { return job.fail(error, share(held)) }
            guard needed <= most else {
                return job.fail(job.failure(.needsMemory(bytes: needed, allowed: most)), share(held))
            }
            // Twice the memory lets a job that finds little by little how much it needs be prepared less often.
            wait(begun, holding: held, for: held > most / 2 ? most : max(needed, 2 * held))
        }
    }

    fileprivate func draw(_ planned: QueueState<Job>.Planned, _ times: inout StageTimes) {
        let job = planned.job
        do throws(RenderError) {
            let bitmap = try times.measure(.draw) { () throws(RenderError) in
                try engine.draw(planned.picture, until: job.deadline)
            }
            job.finish(.bitmap(bitmap), by: Device.processorName, planned.share, &times)
        } catch {
            job.fail(job.failure(error), planned.share)
        }
    }

    // MARK: Memory

    /// Takes memory until a job holds what it needs.
    ///
    /// - Parameter slack: the bytes that the job may lack.
    /// - Returns: false if the job must wait.
    private func takes(
        _ needed: Int, holding held: inout Int, of most: Int, for job: Job, slack: Int = 0
    ) throws(Job.Failure) -> Bool {
        let missing = needed - held
        guard missing > 0 else { return true }
        guard needed <= max(most, held + slack) else { throw job.failure(.needsMemory(bytes: needed, allowed: most)) }
        guard engine.memory.take(missing, allowance: max(0, (job.allowance ?? 0) - held)) else { return missing <= slack }
        held = needed
        return true
    }

    /// Gives back what a planned job doesn't need, and returns what it keeps.
    private func giveBack(of held: Int, beyond needed: Int) -> Int {
        guard held > needed else { return held }
        state.update { $0.memory.giveBack(held - needed) }
        return needed
    }

    /// Lets a job wait for more memory than it holds, as it was when it was begun.
    private func wait(_ begun: QueueState<Job>.Waiting, holding held: Int, for bytes: Int) {
        state.update { state in
            state.memory.giveBack(held)
            state.wait(begun.job, for: bytes, isFirst: true)
        }
    }
}

/// One thread of a queue, which runs the next task until none is left.
private struct QueueWorker<Job: DrawingJob> {
    let queue: DrawingQueue<Job>
    private let shaper = TextShaper()
    private var times = StageTimes()

    init(queue: DrawingQueue<Job>) { self.queue = queue }

    mutating func work() {
        queue.state.update { $0.busyThreads += 1 }
        loop: while true {
            switch queue.nextTask() {
            case .pull: queue.pull()
            case .start(let job): queue.start(job, shaper, &times)
            case .encode(let drawn): drawn.job.finish(drawn.picture, by: drawn.device, drawn.share, &times)
            case .draw(let planned): queue.draw(planned, &times)
            case .end: break loop
            }
        }
        queue.state.update { $0.busyThreads -= 1 }
        queue.add(times)
    }
}
