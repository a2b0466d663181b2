import Penumbra
import PenumbraSystem

/// The state that the threads of a batch share, besides that of the queue.
package struct BatchState {
    /// Jobs for worker processes.
    package var ready: [BatchJob] = []
    /// Jobs for worker processes that need more than a worker's share of the memory.
    package var large: [BatchJob] = []
    /// The number of worker processes that became ready so far.
    var startedWorkers = 0
    /// The memory budget of all jobs that were taken from the manifest and aren't finished.
    let memory: MemoryBudget
    /// Whether a thread that checks outputs waits for the manifest's next job.
    var isPulling = false
    /// Whether the manifest gives no more jobs.
    package var isAtEnd = false
    /// Whether the batch was stopped. No further work starts, and jobs that aren't drawn yet are dropped.
    package var isStopped = false
    var failure: BatchError?
    package var summary = BatchSummary()

    package init(memory: MemoryBudget) { self.memory = memory }

    /// Whether no more jobs will be taken from the manifest.
    var isOver: Bool { isAtEnd || isStopped }
}
