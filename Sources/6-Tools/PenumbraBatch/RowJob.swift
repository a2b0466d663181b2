import Penumbra
import PenumbraSystem

/// A job of a batch on its way through the queue.
struct RowJob: DrawingJob {
    private let job: BatchJob
    private let steps: JobSteps
    private let outlet: any JobOutlet
    /// The job with what its files say. Nil until it is read.
    private var read: ReadJob?

    private var run: BatchRun { steps.run }
    var allowance: Int? { job.allowance }
    var limits: RenderLimits { steps.options.limits }
    var deadline: ContinuousClock.Instant? { read?.deadline }
    var extraBytes: Int { read?.animation?.bytes ?? 0 }
    var isAnimation: Bool { read?.animation != nil }

    init(_ job: BatchJob, _ steps: JobSteps, outlet: any JobOutlet) {
        (self.job, self.steps, self.outlet) = (job, steps, outlet)
    }

    mutating func prepare(
        with engine: Engine, _ shaper: TextShaper, within bytes: Int, _ times: inout StageTimes
    ) throws(JobError) -> PreparedScene? {
        let (read, prepared) = try steps.read(job, shaper, within: bytes, &times)
        self.read = read
        if read.animation?.frameNames != nil { try run.claimFrames(of: job) }
        return times.measure(.prove) { outlet.isProven(read) } ? nil : prepared
    }

    func encoding(on devices: [Device]) -> FileEncoding? { read.flatMap { steps.encoding(of: $0, on: devices) } }

    func finish(_ picture: DevicePicture, by device: String, _ share: DrawingShare, _ times: inout StageTimes) {
        guard let read else { return fail(.internalFailure("the job was drawn before it was read"), share) }
        sayNotices()
        do throws(JobError) {
            outlet.deliver(
                try steps.encode(picture, of: read, by: device, makesDigest: outlet.makesDigests, share, &times))
        } catch {
            run.failed(job, error, share)
        }
    }

    func animate(_ prepared: PreparedScene, _ share: DrawingShare, _ times: inout StageTimes) {
        guard let read else { return fail(.internalFailure("the job was drawn before it was read"), share) }
        sayNotices()
        do throws(JobError) {
            try steps.animate(read, prepared, share, for: outlet, &times)
        } catch {
            run.failed(job, error, share)
        }
    }

    func skip(_ share: DrawingShare) {
        sayNotices()
        run.say(.skipped(line: job.line, output: job.output))
        run.finish(share) { $0.skipped += 1 }
    }

    func fail(_ failure: JobError, _ share: DrawingShare) {
        sayNotices()
        run.failed(job, failure, share)
    }

    func failure(_ error: RenderError) -> JobError { steps.jobError(error, read?.scene ?? "") }

    /// Reports the notices once, however often the job was prepared.
    private func sayNotices() {
        guard let read else { return }
        for text in read.notices { run.notice("\(read.scene): \(text)", job) }
    }
}

extension JobError: DrawingFailure {
    package var neededBytes: Int? {
        switch self {
        case .needsMemory(let bytes, _): bytes
        // The tiles were chosen for all the memory there is.
        case .render(_, .slowInTiles), .reported, .worker: nil
        default: words.limits.contains(.memory) ? 0 : nil
        }
    }
}

/// A valid job whose scene is bound and whose inputs were read.
struct ReadJob: Sendable {
    var job: BatchJob
    /// The scene's name in errors.
    var scene: String
    var canvas: Canvas
    var name: OutputName
    var format: PictureFormat
    var key: Digest
    /// The animation, if the output is one.
    var animation: JobAnimation?
    /// The notices about the scene, which concern other jobs as well.
    var notices: [String]
    /// The time by which the job must be drawn, if there is a limit. Waiting for memory doesn't count.
    var deadline: ContinuousClock.Instant?

    /// The numbers of the frames, if each frame is a file.
    var frames: FrameSpan? { animation.flatMap { $0.frameNames == nil ? nil : FrameSpan($0.frames.numbers) } }
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
    /// Ended once the file is written.
    var share: DrawingShare
    /// The numbered files that `bytes` holds one after another. Nil for one file.
    var frames: EncodedFrames?
}

/// The numbered files of a job, one after another.
struct EncodedFrames: Sendable {
    var first: Int
    var lengths: [Int]
}
