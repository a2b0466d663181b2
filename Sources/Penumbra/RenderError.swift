import PenumbraCodecs
import PenumbraEffects
import PenumbraGPU
import PenumbraText

/// Why a scene could not be rendered. The description is one line that says where and what to do.
public enum RenderError: Error, Sendable, CustomStringConvertible {
    /// A picture's file cannot be read.
    case file(place: String, FileError)
    /// A picture cannot be decoded; `file` is nil for a `data:` URL.
    case image(place: String, file: String?, ImageError)
    /// A text cannot be set.
    case text(place: String, TextError)
    /// The scene cannot be turned into passes.
    case planning(PlanningError)
    /// The asked-for backend cannot be used on this host.
    case backendUnavailable(String)
    /// A device's name cannot be read, or goes with another backend.
    case badDevice(String)
    /// The system gives no memory for the picture.
    case outOfMemory(bytes: Int)
    /// The GPU failed while drawing.
    case gpu(GPUError)

    public var description: String {
        switch self {
        case .file(let place, let error): "\(place): \(error)"
        case .image(let place, let file, let error): "\(place): \(file.map { "\"\($0)\": " } ?? "")\(error)"
        case .text(let place, let error): "\(place): \(error)"
        case .planning(let error): "\(error)"
        case .backendUnavailable(let reason), .badDevice(let reason): reason
        case .outOfMemory(let bytes):
            "the picture needs some \(max(1, bytes >> 20)) MiB of memory, which the system does not give. "
                + "Lower canvas.scale, end other programs, or raise the limit (ulimit -v)."
        case .gpu(let error): "\(error)"
        }
    }
}
