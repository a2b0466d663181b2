/// The state that the threads of a queue share: the jobs between two steps.
///
/// No thread waits while it holds something that another thread needs. A job that must wait for memory holds none meanwhile,
/// and its thread continues with another task.
package struct QueueState<Job: DrawingJob>: Sendable {
    /// A job that waits for memory.
    package struct Waiting: Sendable {
        package var job: Job
        /// The bytes that the job needs, as far as known.
        package var bytes: Int
    }

    /// A job whose picture can be drawn.
    package struct Planned: Sendable {
        var job: Job
        var picture: PlannedPicture
        var share: DrawingShare

        package init(job: Job, picture: PlannedPicture, share: DrawingShare) {
            (self.job, self.picture, self.share) = (job, picture, share)
        }
    }

    /// A job whose picture was drawn.
    package struct Drawn: Sendable {
        var job: Job
        var picture: DevicePicture
        var device: String
        var share: DrawingShare
    }

    /// Jobs that wait for memory, in the order of service.
    private(set) var waiting: [Waiting] = []
    /// Pictures for devices with their own threads.
    private(set) var toDraw: [Planned] = []
    /// The time at which a device draws the pictures of `toDraw` even if there are few.
    package private(set) var drawsAt: ContinuousClock.Instant?
    var toEncode: [Drawn] = []
    /// The number of working devices that have their own threads.
    package var devices = 0
    /// The memory of all jobs that are in progress.
    let memory: MemoryBudget
    /// Whether a thread waits for the next job of the source. Other threads then do other work.
    package var isPulling = false {
        didSet { pullsUntil = isPulling ? .now + Self.pullingPatience : nil }
    }
    /// The time at which the thread that pulls is expected to have a job, unless the source is a slow stream.
    private var pullsUntil: ContinuousClock.Instant?
    /// The threads that are busy with a picture. Each asks for its next task soon, which may bring a device another job.
    package var busyThreads = 0
    /// Whether no more jobs come.
    package var isAtEnd = false
    /// Whether the queue was stopped: no further work starts, and jobs that wait are dropped.
    package var isStopped = false
    /// The number of jobs that were dropped because the queue was stopped.
    package private(set) var dropped = 0

    /// The longest time that a picture waits for other pictures.
    private let patience: Duration

    package init(memory: MemoryBudget, patience: Duration = .zero) { (self.memory, self.patience) = (memory, patience) }

    /// Whether no work is left.
    var isDone: Bool { (isAtEnd || isStopped) && memory.picturesUnderWay == 0 }

    // MARK: Devices

    /// The number of pictures that a device draws at once if so many come soon. They share the dispatches of each pass.
    package static var picturesAtOnce: Int { 8 }
    /// The longest time that a picture waits for the source. Reading a line of a file takes much less.
    private static var pullingPatience: Duration { .milliseconds(10) }

    /// Adds pictures for devices.
    package mutating func addToDraw(_ pictures: [Planned], isFirst: Bool = false) {
        if toDraw.isEmpty { drawsAt = .now + patience }
        toDraw.insert(contentsOf: pictures, at: isFirst ? 0 : toDraw.count)
    }

    /// The time until which a few pictures wait, because a busy thread may bring more. Nil if no more come.
    package var waitsUntil: ContinuousClock.Instant? {
        guard let drawsAt, busyThreads > 0 else { return nil }
        guard let pullsUntil, busyThreads == 1 else { return drawsAt }
        return min(drawsAt, pullsUntil)
    }

    /// Takes pictures for a device, and leaves a part for the other devices. Takes none while a few wait for more.
    package mutating func takePictures(_ most: Int, now: ContinuousClock.Instant = .now) -> [Planned] {
        if toDraw.count < Self.picturesAtOnce * devices, let waitsUntil, now < waitsUntil { return [] }
        let share = (toDraw.count + max(1, devices) - 1) / max(1, devices)
        let taken = Array(toDraw.prefix(min(most, share)))
        toDraw.removeFirst(taken.count)
        // The rest is for the other devices, which wait no longer.
        drawsAt = toDraw.isEmpty ? nil : now
        return taken
    }

    // MARK: Tasks

    /// Lets a job wait for memory.
    ///
    /// - Parameter isFirst: true if the job was begun already. It then goes before those that weren't.
    package mutating func wait(_ job: Job, for bytes: Int, isFirst: Bool = false) {
        waiting.insert(Waiting(job: job, bytes: bytes), at: isFirst ? 0 : waiting.count)
    }

    /// A thread's next task.
    package enum Task {
        /// Take a job from the source.
        case pull
        /// Prepare and plan a job that holds this memory.
        case start(Waiting)
        case encode(Drawn)
        /// Draw a picture on the processor that was meant for a device.
        case draw(Planned)
        case end
    }

    /// Takes the next task for a thread; nil if there is no task now.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of jobs in progress. Nil if jobs aren't pulled.
    ///   - mostToDraw: the number of pictures for devices from which on no job starts.
    package mutating func nextTask(pulling limit: Int?, mostToDraw: Int) -> Task? {
        if !toEncode.isEmpty { return .encode(toEncode.removeFirst()) }
        if devices == 0, !toDraw.isEmpty { return .draw(toDraw.removeFirst()) }
        if isStopped {
            dropped += waiting.count
            memory.end(waiting.count)
            waiting = []
        }
        if let first = waiting.first {
            // A job with an allowance comes when no other job is in progress.
            if toDraw.count <= mostToDraw, memory.take(first.bytes, allowance: first.job.allowance ?? 0) {
                return .start(waiting.removeFirst())
            }
        } else if let limit, !isAtEnd, !isStopped, !isPulling, memory.picturesUnderWay < limit {
            memory.begin()
            isPulling = true
            return .pull
        }
        return isDone ? .end : nil
    }
}
