import Penumbra
import PenumbraBitmap
import PenumbraCodecs
import PenumbraEngine
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// A job that is known to be a good one: its scene is bound and what it is made from was read.
struct ReadJob: Sendable {
    var job: BatchJob
    var name: OutputName
    var scene: Scene
    var format: PictureFormat
    var key: Digest
    var needs: SceneRequirements
    var pictures: [AssetStore.Picture]
    var assets: SceneAssets
    /// What it is thought to take while it is under way.
    var memory: Int
    /// When it must be drawn, where there is a limit.
    var deadline: ContinuousClock.Instant?
}

/// A job whose picture can be drawn.
struct PlannedJob: Sendable {
    var read: ReadJob
    var plan: RenderPlan
    /// Where it has no room on the CPU as a whole, the tiles it has room for.
    var tile: TileSize?
    /// What drawing it on the CPU takes, in those tiles or as a whole.
    var bytes: Int
}

/// A job whose picture was drawn.
struct DrawnJob: Sendable {
    var read: ReadJob
    var bitmap: Bitmap
    /// What drew it.
    var device: String
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

/// Files for the threads that write them. By itself, so that those are woken for nothing else.
struct WriteQueue {
    var files: [EncodedJob] = []
    /// Jobs that are what the journal says, of which it is to be seen whether the file is.
    var proofs: [BatchJob] = []
    /// Nothing more will come.
    var isClosed = false
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
    /// Devices that draw, of those with a thread of their own.
    var devices = 0
    /// Jobs taken from the manifest and not finished.
    var underWay = 0
    var freeMemory: Int
    /// A thread waits for the manifest's next job; the others have better to do than to wait for it, too.
    var isPulling = false
    /// No more jobs will be taken from the manifest.
    var isAtEnd = false
    /// Nothing more is begun: what has not been drawn yet is dropped.
    var isStopped = false
    var failure: BatchError?
    var summary = BatchSummary()

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
            underWay -= waiting.count
            waiting = []
        }
        if let first = waiting.first {
            // One with an allowance is sent when nothing else is under way.
            if first.memory <= freeMemory || first.memory <= first.job.allowance ?? 0 {
                freeMemory -= first.memory
                return .start(waiting.removeFirst())
            }
        } else if !isAtEnd && !isStopped && !isPulling && underWay < limit {
            underWay += 1
            isPulling = true
            return .pull
        }
        return underWay == 0 && (isAtEnd || isStopped) ? .end : nil
    }
}
