import PenumbraBitmap
import PenumbraSystem

/// One picture that a renderer was asked for, from the asking until it is taken.
final class Ticket: @unchecked Sendable {
    /// Where the picture comes from. Touched on the context's thread only.
    enum Source {
        /// It is not queued yet.
        case none
        case readback(Readback, job: Int)
        /// It was made by itself, after a group failed.
        case made(Bitmap)
        case failed(GPUError)
    }

    /// The picture once it is on the host.
    private enum Outcome {
        case awaited
        case there(Result<Bitmap, GPUError>)
        case taken
    }

    let recording: PlanRecording
    var source = Source.none
    private let outcome = Mutex(Outcome.awaited)

    init(_ recording: PlanRecording) {
        self.recording = recording
    }

    /// What becomes of a picture that was taken or given up: nothing is kept on the device.
    func drop() {
        if case .readback(let readback, let job) = source { readback.drop(job) }
        source = .none
    }

    /// The picture, when it is there. Further calls are errors.
    func take(_ bring: () throws(GPUError) -> Bitmap) throws(GPUError) -> Bitmap {
        let result: Result<Bitmap, GPUError> = outcome.withLock { outcome in
            defer { outcome = .taken }
            switch outcome {
            case .awaited: return Result(catching: bring)
            case .there(let result): return result
            case .taken: return .failure(.invalidPlan(pass: nil, reason: "its picture has been taken before"))
            }
        }
        return try result.get()
    }

    /// Brings the picture to the host, unless it is there.
    func settle(_ bring: () throws(GPUError) -> Bitmap) {
        outcome.withLock { outcome in
            if case .awaited = outcome { outcome = .there(Result(catching: bring)) }
        }
    }
}
