import Penumbra
import PenumbraSystem

/// A valid job whose scene is bound and whose inputs were read.
package struct ReadJob: Sendable {
    var job: BatchJob
    /// The scene's name in errors.
    var scene: String
    var name: OutputName
    var format: PictureFormat
    var key: Digest
    var prepared: PreparedScene
    /// The animation, if the output is one.
    var animation: JobAnimation?
    /// The time left for reading the job; waiting for memory doesn't count.
    var timeLeft: Duration?
    /// The time by which the job must be drawn, if there is a limit.
    var deadline: ContinuousClock.Instant?

    /// The estimated memory of the job while it is in progress.
    package init(
        job: BatchJob, scene: String, name: OutputName, format: PictureFormat, key: Digest, prepared: PreparedScene,
        animation: JobAnimation? = nil, timeLeft: Duration? = nil, deadline: ContinuousClock.Instant? = nil
    ) {
        self.job = job
        self.scene = scene
        self.name = name
        self.format = format
        self.key = key
        self.prepared = prepared
        self.animation = animation
        self.timeLeft = timeLeft
        self.deadline = deadline
    }

    /// The numbers of the frames, if each frame is a file.
    var frames: FrameSpan? { animation.flatMap { $0.frameNames == nil ? nil : FrameSpan($0.frames.numbers) } }

    var memory: Int { prepared.bytes + (animation?.bytes ?? 0) }
}

/// A job whose picture is ready to be drawn.
package struct PlannedJob: Sendable {
    var read: ReadJob
    var picture: PlannedPicture

    package init(read: ReadJob, picture: PlannedPicture) {
        (self.read, self.picture) = (read, picture)
    }
}

/// A job whose picture was drawn.
package struct DrawnJob: Sendable {
    var read: ReadJob
    /// The picture, or its file if the device made it.
    var picture: DevicePicture
    /// The device that drew the picture.
    var device: String

    init(_ read: ReadJob, _ picture: DevicePicture, device: String) {
        (self.read, self.picture, self.device) = (read, picture, device)
        self.read.prepared.dropAssets()
    }
}

/// A job whose file is ready to be written.
struct EncodedJob: Sendable {
    var job: BatchJob
    var name: OutputName
    var bytes: [UInt8]
    /// The digest of the bytes, if it's already known.
    var digest: Digest?
    var key: Digest
    var device: String
    var memory: Int
    /// The numbered files that `bytes` holds one after another. Nil for one file.
    var frames: EncodedFrames?
}

/// The numbered files of a job, one after another.
struct EncodedFrames: Sendable {
    var first: Int
    var lengths: [Int]
}

/// The queues between the threads of a batch.
///
/// No thread waits while it holds a resource that another thread needs. A job that must wait for memory is queued here without
/// holding memory, and its thread continues with another task.
package struct PipelineState {
    /// Jobs that wait for memory, in the order of service.
    package var waiting: [ReadJob] = []
    /// Jobs for devices with their own threads.
    private(set) var toDraw: [PlannedJob] = []
    /// The time at which a device draws the jobs of `toDraw` even if there are few.
    package private(set) var drawsAt: ContinuousClock.Instant?
    var toEncode: [DrawnJob] = []
    /// Jobs for worker processes.
    package var ready: [BatchJob] = []
    /// Jobs for worker processes that need more than a worker's share of the memory.
    package var large: [BatchJob] = []
    /// The number of worker processes that became ready so far.
    var startedWorkers = 0
    /// The number of working devices that have their own threads.
    package var devices = 0
    /// The memory budget of all jobs that were taken from the manifest and aren't finished.
    let memory: MemoryBudget
    /// Whether a thread waits for the manifest's next job. Other threads then do other work.
    package var isPulling = false {
        didSet { pullsUntil = isPulling ? .now + Self.pullingPatience : nil }
    }
    /// The time at which the thread that pulls is expected to have a job, unless the manifest comes from a slow stream.
    private var pullsUntil: ContinuousClock.Instant?
    /// The threads that are busy with a picture. Each asks for its next task soon, which may bring a device another job.
    package var busyThreads = 0
    /// Whether the manifest gives no more jobs.
    package var isAtEnd = false
    /// Whether the batch was stopped. No further work starts, and jobs that aren't drawn yet are dropped.
    package var isStopped = false
    var failure: BatchError?
    package var summary = BatchSummary()

    package init(memory: MemoryBudget) { self.memory = memory }

    /// Whether no more jobs will be taken from the manifest.
    var isOver: Bool { isAtEnd || isStopped }

    /// Whether no work is left.
    var isDone: Bool { isOver && memory.picturesUnderWay == 0 }

    /// The number of jobs that a device draws at once if so many come soon. They share the dispatches of each pass.
    package static let jobsAtOnce = 8
    /// The longest time that a job waits for other jobs. In this time, eight cards are planned and encoded.
    package static let patience = Duration.milliseconds(100)
    /// The longest time that a job waits for the manifest. Reading a line of a file takes much less.
    private static let pullingPatience = Duration.milliseconds(10)

    /// Adds jobs for devices.
    package mutating func addToDraw(_ jobs: [PlannedJob], isFirst: Bool = false) {
        if toDraw.isEmpty { drawsAt = .now + Self.patience }
        toDraw.insert(contentsOf: jobs, at: isFirst ? 0 : toDraw.count)
    }

    /// The time until which a few jobs wait, because a busy thread may bring more. Nil if no more jobs come.
    package var waitsUntil: ContinuousClock.Instant? {
        guard let drawsAt, busyThreads > 0 else { return nil }
        guard let pullsUntil, busyThreads == 1 else { return drawsAt }
        return min(drawsAt, pullsUntil)
    }

    /// Takes jobs for a device. Takes none while a few jobs wait for more.
    package mutating func takeJobs(_ most: Int, now: ContinuousClock.Instant = .now) -> [PlannedJob] {
        if toDraw.count < Self.jobsAtOnce * devices, let waitsUntil, now < waitsUntil { return [] }
        let taken = toDraw.takeJobs(most, devices: devices)
        // The rest is for the other devices, which wait no longer.
        drawsAt = toDraw.isEmpty ? nil : now
        return taken
    }

    /// A thread's next task.
    package enum Task {
        /// Take a job from the manifest.
        case pull
        /// Start a job whose memory is already reserved.
        case start(ReadJob)
        case encode(DrawnJob)
        /// Draw a job on the CPU that was meant for a device.
        case draw(PlannedJob)
        case end
    }

    /// Takes the next task for a thread; nil if there is no task now.
    ///
    /// - Parameter limit: the maximum number of jobs in progress.
    package mutating func nextTask(limit: Int) -> Task? {
        if !toEncode.isEmpty { return .encode(toEncode.removeFirst()) }
        if devices == 0, !toDraw.isEmpty { return .draw(toDraw.removeFirst()) }
        if isStopped {
            // The waiting jobs were never started.
            if !waiting.isEmpty { summary.isComplete = false }
            memory.end(waiting.count)
            waiting = []
        }
        if let first = waiting.first {
            // A job with an allowance comes when no other job is in progress.
            if memory.take(first.memory, allowance: first.job.allowance ?? 0) { return .start(waiting.removeFirst()) }
        } else if !isAtEnd && !isStopped && !isPulling && memory.picturesUnderWay < limit {
            memory.begin()
            isPulling = true
            return .pull
        }
        return isDone ? .end : nil
    }
}
