import Penumbra
import PenumbraSystem

/// Receives the finished files of the jobs that run in this process, and ends the jobs' shares.
protocol JobOutlet: Sendable {
    /// Whether the outlet needs a digest of each file's bytes for the journal.
    var makesDigests: Bool { get }
    /// Whether a job's output from an earlier run is still valid.
    func isProven(_ read: ReadJob) -> Bool
    func deliver(_ encoded: EncodedJob)
    /// Takes the bytes of an animation while they are made.
    ///
    /// - Parameter make: hands the file's bytes to its argument, in order, and returns the bytes that replace others.
    /// - Throws: an error, after which the share is not ended.
    func deliver(_ read: ReadJob, _ share: DrawingShare, _ make: @escaping AnimationMaker) throws(JobError)
    /// Takes the numbered files of an animation while they are made.
    ///
    /// - Parameter make: hands the number and the bytes of each file to its argument, in order.
    /// - Throws: an error, after which the share is not ended.
    func deliver(
        _ read: ReadJob, frames: FrameSpan, _ share: DrawingShare, _ make: @escaping FrameMaker
    ) throws(JobError)
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
    func deliver(_ read: ReadJob, _ share: DrawingShare, _ make: @escaping AnimationMaker) throws(JobError) {
        try outputs.write(read, share, for: run, make)
    }

    func deliver(
        _ read: ReadJob, frames: FrameSpan, _ share: DrawingShare, _ make: @escaping FrameMaker
    ) throws(JobError) {
        try outputs.write(read, frames: frames, share, for: run, make)
    }
}

/// Runs the jobs of a batch in this process: all jobs, or a worker's share.
struct LocalBatch {
    private let run: BatchRun
    private let queue: DrawingQueue<RowJob>

    init(_ run: BatchRun, _ steps: JobSteps, devices: [Device], outlet: any JobOutlet) {
        var options = DrawingQueueOptions(
            threads: run.options.threads, devices: devices, notice: { run.notice($0) },
            lostDevice: { name in run.state.update { $0.summary.givenUpDevices.append(name) } })
        options.room = OutputWriters.count
        // In this time, eight cards are planned and encoded.
        options.patience = .milliseconds(100)
        let source = DrawingSource(
            next: { run.pull().map { RowJob($0, steps, outlet: outlet) } },
            isAtEnd: { run.state.look { $0.isAtEnd } },
            isStopped: { run.stop.isSet || run.state.look { $0.isStopped } })
        self.run = run
        queue = DrawingQueue(steps.engine, options, source: source)
    }

    /// Returns when all jobs are done, except for files that the outlet has yet to write.
    func work() {
        run.listening(waking: queue.wake) {
            if !queue.start() { run.end(.noThread) }
            let (times, dropped) = queue.join()
            run.state.update { state in
                state.summary.stages.add(times)
                if dropped > 0 { state.summary.isComplete = false }
            }
        }
    }
}
