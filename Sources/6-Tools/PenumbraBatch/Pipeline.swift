import Penumbra
import PenumbraSystem

/// A job that is known to be a good one: its scene is bound and what it is made from was read.
struct ReadJob: Sendable {
    var job: BatchJob
    var name: OutputName
    var format: PictureFormat
    var key: Digest
    var prepared: PreparedScene
    /// Time left for reading the job; waiting for memory does not count.
    var timeLeft: Duration?
    /// When it must be drawn, where there is a limit.
    var deadline: ContinuousClock.Instant?

    /// What it is thought to take while it is under way.
    var memory: Int { prepared.bytes }
}

/// A job whose picture can be drawn.
struct PlannedJob: Sendable {
    var read: ReadJob
    var picture: PlannedPicture
}

/// A job whose picture was drawn.
struct DrawnJob: Sendable {
    var read: ReadJob
    var bitmap: Bitmap
    /// What drew it.
    var device: String

    init(_ read: ReadJob, _ bitmap: Bitmap, device: String) {
        (self.read, self.bitmap, self.device) = (read, bitmap, device)
        self.read.prepared.dropAssets()
    }
}

/// A job whose file is ready to be written.
struct EncodedJob: Sendable {
    var job: BatchJob
    var name: OutputName
    var bytes: [UInt8]
    /// Of the bytes, where it is known already.
    var digest: Digest?
    var key: Digest
    var device: String
    var memory: Int
}

/// What lies between the threads of a batch.
///
/// No thread waits while it holds what another one needs: a job that must wait for memory lies here, holding none, and its
/// thread goes on with something else.
struct PipelineState {
    /// Jobs that wait for memory, the first to be served first.
    var waiting: [ReadJob] = []
    /// For devices with a thread of their own.
    var toDraw: [PlannedJob] = []
    var toEncode: [DrawnJob] = []
    /// For worker processes.
    var ready: [BatchJob] = []
    /// For worker processes, those that need more than a worker's share.
    var large: [BatchJob] = []
    /// Worker processes that became ready so far.
    var startedWorkers = 0
    /// Devices that draw, of those with a thread of their own.
    var devices = 0
    /// The jobs that were taken from the manifest and not finished, and what memory they leave free.
    let memory: MemoryBudget
    /// A thread waits for the manifest's next job; the others have better to do than to wait for it, too.
    var isPulling = false
    /// No more jobs will be taken from the manifest.
    var isAtEnd = false
    /// Nothing more is begun: what has not been drawn yet is dropped.
    var isStopped = false
    var failure: BatchError?
    var summary = BatchSummary()

    init(memory: MemoryBudget) { self.memory = memory }

    /// No job will be taken from the manifest any more.
    var isOver: Bool { isAtEnd || isStopped }

    /// Whether nothing is left to be done.
    var isDone: Bool { isOver && memory.picturesUnderWay == 0 }

    /// What a thread is to do next.
    enum Task {
        /// To take a job from the manifest.
        case pull
        /// The job's memory has been taken.
        case start(ReadJob)
        case encode(DrawnJob)
        /// To draw on the CPU what was meant for a device.
        case draw(PlannedJob)
        case end
    }

    /// - Parameter limit: the most jobs under way.
    mutating func nextTask(limit: Int) -> Task? {
        if !toEncode.isEmpty { return .encode(toEncode.removeFirst()) }
        if devices == 0, !toDraw.isEmpty { return .draw(toDraw.removeFirst()) }
        if isStopped {
            // What waits was not begun.
            if !waiting.isEmpty { summary.isComplete = false }
            memory.end(waiting.count)
            waiting = []
        }
        if let first = waiting.first {
            // One with an allowance is sent when nothing else is under way.
            if memory.take(first.memory, allowance: first.job.allowance ?? 0) { return .start(waiting.removeFirst()) }
        } else if !isAtEnd && !isStopped && !isPulling && memory.picturesUnderWay < limit {
            memory.begin()
            isPulling = true
            return .pull
        }
        return isDone ? .end : nil
    }
}
