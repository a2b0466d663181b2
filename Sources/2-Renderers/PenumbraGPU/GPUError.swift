import PenumbraCodecs
import PenumbraPlan
import PenumbraShaders
import PenumbraSystem

/// The reason why a picture could not be rendered on a GPU. The text of every case names the need and the remedy.
public enum GPUError: Error, Sendable {
    /// No device can be used. The report lists the problems.
    case noDevice(GPUReport)
    /// The named device does not exist. The report lists the existing devices.
    case deviceNotFound(selector: String, report: GPUReport)
    /// The name of a device is in no accepted notation.
    case badSelector(String)
    /// The files of a shader are missing.
    case shaderFiles(ShaderLibraryError)
    /// The driver refused a shader. `log` is the driver's own text.
    case compileFailed(shader: String, log: String)
    /// The device has not enough free memory.
    case outOfMemory(bytes: Int, purpose: String)
    /// The device or its driver was reset, and its contents are lost.
    case contextLost(String)
    /// The plan needs more than the device allows.
    case limitExceeded(String)
    /// A picture that the plan shows can't be decoded.
    case picture(ImageError)
    /// The plan contradicts itself at a pass. If the pass is nil, the fault is in the lists of surfaces and pictures.
    case invalidPlan(pass: Int?, reason: String)
    /// The driver failed in a way that no other case covers.
    case driver(String)
    /// The system provides no thread to drive the GPU.
    case noThread(reason: String)
}

extension GPUError: Worded {
    public var words: Message {
        switch self {
        case .noDevice(let report):
            return "no GPU can be used\n\(report)"
        case .deviceNotFound(let selector, let report):
            return "there is no usable GPU \"\(oneLine(selector))\"\n\(report)"
        case .badSelector(let text):
            return "\"\(oneLine(text))\" names no GPU; write \(GPUDeviceSelector.notations)"
        case .shaderFiles(let error):
            return error.words
        case .compileFailed(let shader, let log):
            return "shader \(shader) does not compile on this driver:\n\(log)"
        case .noThread(let reason): return "no thread for the GPU: \(reason); raise the limit (ulimit -u), or render on the CPU"
        case .outOfMemory(let bytes, let purpose):
            let size = "\((bytes + (1 << 20) - 1) >> 20) MiB"
            return "the GPU has no \(size) free for \(purpose). "
                + "Lower canvas.scale, end other users of the GPU, or render on the CPU."
        case .contextLost(let reason):
            return "the GPU was reset (\(reason)); what it held is lost. Try again, or render on the CPU."
        case .limitExceeded(let text):
            return "\(text)"
        case .picture(let error):
            return "a picture of the plan: \(error)"
        case .invalidPlan(let pass, let reason):
            return "\(PlanError(pass: pass, reason: reason))"
        case .driver(let text):
            return "\(text)"
        }
    }
}

extension GPUError {
    /// The device left the codes of a JPEG to the processor, which has not read them yet.
    static let unreadCodes = GPUError.picture(.damaged(.jpeg, "its codes are unusual"))

    /// Makes the error for a plan that no renderer can draw.
    package init(_ error: PlanError) { self = .invalidPlan(pass: error.pass, reason: error.reason) }

    /// Checks that a plan is valid, and that no surface or picture is too large for every device.
    ///
    /// - Throws: `invalidPlan`, or `limitExceeded` for surfaces and pictures whose sides no device can address.
    static func check(_ plan: RenderPlan) throws(GPUError) {
        do throws(PlanError) { try plan.check() } catch { throw GPUError(error) }
        for surface in plan.surfaces where max(surface.width, surface.height) > GPULimits.longestSide {
            throw tooLarge(surface)
        }
        for image in plan.images where max(image.width, image.height) > GPULimits.longestSide {
            throw .limitExceeded(
                "a picture has \(image.width)×\(image.height) pixels; this device allows \(GPULimits.longestSide) per side. "
                    + "Make it smaller.")
        }
    }

    private static func tooLarge(_ surface: Surface) -> GPUError {
        .limitExceeded(
            "\(surface.label) needs a \(surface.width)×\(surface.height) surface; "
                + "this device allows \(GPULimits.longestSide) per side. Lower canvas.scale.")
    }

    static func blockTooSmall(_ surface: Surface, limit: Int) -> GPUError {
        .limitExceeded(
            "\(surface.label) needs a \(surface.width)×\(surface.height) surface; "
                + "this device allows \(limit) bytes in reach of a shader, too few for one step of it. Lower canvas.scale.")
    }
}
