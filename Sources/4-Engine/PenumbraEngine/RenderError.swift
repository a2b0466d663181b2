import PenumbraCodecs
import PenumbraFiles
import PenumbraGPU
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// An error that stopped the rendering of a scene. The description is one line that names the place and the remedy.
public enum RenderError: Error, Sendable, Worded {
    /// The scene asks for more than the limits allow.
    case scene(SceneError)
    /// A picture's file cannot be read.
    case file(place: String, FileError)
    /// A picture cannot be decoded; `file` is nil for a `data:` URL.
    case image(place: String, file: String?, ImageError)
    /// A text cannot be set.
    case text(place: String, TextError)
    /// A font or a glyph is missing, and `RenderLimits.isStrict` allows no replacement.
    case missing(SceneAssets.Notice)
    /// The scene cannot be turned into passes.
    case planning(PlanningError)
    /// The picture needs more memory than `RenderLimits.memory` allows, even in the smallest tiles. Both figures are in bytes.
    case needsMemory(bytes: Int, allowed: Int)
    /// Drawn in tiles that fit in memory, the picture takes longer than `RenderLimits.work` allows. `work` and `allowed` are
    /// nanoseconds of one core; `memory` is in bytes.
    case slowInTiles(work: Int, allowed: Int, memory: Int)
    /// The requested backend cannot be used on this host.
    case backendUnavailable(String)
    /// A device name cannot be read, or belongs to another backend.
    case badDevice(String)
    /// The system has no memory left for the picture.
    case outOfMemory(bytes: Int)
    /// The GPU failed while drawing.
    case gpu(GPUError)
    /// The plan contradicts itself, which is a bug in this program.
    case invalidPlan(PlanError)
    /// The picture took longer than allowed.
    case late

    /// The place in the scene, such as `layers[2].shadows[0].radius`. Nil if the error has none of its own.
    public var place: String? {
        switch self {
        case .scene(let error): error.place
        case .file(let place, _), .image(let place, _, _): place
        case .text(let place, let error): place + error.key
        case .missing(let notice): notice.place
        case .planning, .needsMemory, .slowInTiles, .backendUnavailable, .badDevice, .outOfMemory, .gpu, .invalidPlan, .late:
            nil
        }
    }

    /// Whether the words start with a place in the scene.
    public var hasPlace: Bool {
        switch self {
        case .scene, .file, .image, .text, .missing, .planning: true
        case .needsMemory, .slowInTiles, .backendUnavailable, .badDevice, .outOfMemory, .gpu, .invalidPlan, .late: false
        }
    }

    public var words: Message {
        switch self {
        case .scene(let error): "\(error)"
        case .file(let place, let error): "\(place): \(error)"
        case .image(let place, let file, let error): "\(place): \(file.map { "\"\(oneLine($0))\": " } ?? "")\(error)"
        case .text(let place, let error): "\(place)\(error.key): \(error)"
        case .missing(let notice): "\(notice)"
        case .planning(let error): "\(error)"
        case .needsMemory(let bytes, let allowed):
            "the picture needs \(Limit.memory(bytes, rounded: .up)) of memory even in small tiles, more than the allowed "
                + "\(Limit.memory(allowed, rounded: .down)). Raise \(limit: .memory), or lower canvas.scale."
        case .slowInTiles(let work, let allowed, let memory):
            "in tiles that fit in \(Limit.memory(memory, rounded: .down)), the picture takes some "
                + "\(PlanningError.seconds(work)) s of one core; "
                + "\(PlanningError.seconds(allowed)) s are allowed. Raise \(limit: .memory) or \(limit: .work), or lower canvas.scale."
        case .backendUnavailable(let reason), .badDevice(let reason): "\(reason)"
        case .outOfMemory(let bytes):
            "the picture needs some \(max(1, bytes >> 20)) MiB of memory, which the system does not give. "
                + "Lower canvas.scale, end other programs, or raise the limit (ulimit -v)."
        case .gpu(let error): "\(error)"
        case .invalidPlan(let error): "\(error)"
        case .late: "the picture took longer than it may"
        }
    }
}

extension TextError {
    /// The key of the layer that the error is about, with its dot. Empty for errors of the host.
    var key: String {
        switch self {
        case .noFonts, .noLineRules, .tooManyFiles, .outOfMemory: ""
        case .fontUnreadable, .fontNotInFile, .fontBroken, .fontTooLarge, .fontHasNoOutlines: ".font"
        case .fontSize: ".fontSize"
        case .textTooLong, .characterTooLong, .outlineTooLong, .tooMuchWork: ".string"
        }
    }
}
