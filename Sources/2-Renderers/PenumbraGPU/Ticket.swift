import PenumbraBitmap
import PenumbraCodecs
import PenumbraSystem

/// A finished picture, as it comes from a device.
public enum DevicePicture: Sendable {
    case bitmap(Bitmap)
    /// The bytes of a file, the same as `PictureEncoder` makes.
    case file([UInt8])
    /// The samples of a frame of a video, the same as `VideoForm` makes.
    case video(VideoPicture)
}

/// One picture requested from a renderer, from the request until the picture is taken.
final class Ticket: @unchecked Sendable {
    /// The source of the picture. Only the context's thread may use it.
    enum Source {
        /// The picture is not queued yet.
        case none
        case readback(Readback, job: Int)
        /// The picture was made by itself, after a group failed.
        case made(DevicePicture)
        case failed(GPUError)
    }

    /// The picture once it is on the host.
    private enum Outcome {
        case awaited
        case there(Result<DevicePicture, GPUError>)
        case taken
    }

    /// Only the context's thread may change it, and only the thread that takes the picture lets it do so.
    var recording: PlanRecording
    var source = Source.none
    private let outcome = Mutex(Outcome.awaited)

    init(_ recording: PlanRecording) {
        self.recording = recording
    }

    /// Releases a picture that was taken or abandoned, so that nothing is kept on the device.
    func drop() {
        if case .readback(let readback, let job) = source { readback.drop(job) }
        source = .none
    }

    /// Takes the picture, waiting for it if necessary. A second call is an error.
    func take(_ bring: () throws(GPUError) -> DevicePicture) throws(GPUError) -> DevicePicture {
        let result: Result<DevicePicture, GPUError> = outcome.withLock { outcome in
            defer { outcome = .taken }
            switch outcome {
            case .awaited: return Result(catching: bring)
            case .there(let result): return result
            case .taken: return .failure(.invalidPlan(pass: nil, reason: "its picture has been taken before"))
            }
        }
        return try result.get()
    }

    /// Copies the picture to the host, unless it is there.
    func settle(_ bring: () throws(GPUError) -> DevicePicture) {
        outcome.withLock { outcome in
            if case .awaited = outcome { outcome = .there(Result(catching: bring)) }
        }
    }
}
