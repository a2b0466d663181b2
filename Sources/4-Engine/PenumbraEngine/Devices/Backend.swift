import PenumbraCPU
import PenumbraGPU
import PenumbraShaders
import PenumbraSystem

/// What draws.
public enum Backend: String, Sendable, CaseIterable {
    /// The first hardware GPU, else the CPU. Never a software GL: the CPU renderer is many times faster.
    case auto
    /// A GPU, or an error.
    case gpu
    /// The CPU renderer.
    case cpu
}

/// A renderer that was chosen, and why it is not the one that was hoped for.
package enum ChosenBackend {
    case cpu(CPURenderer)
    case gpu(GPURenderer)

    /// Opens what was asked for.
    ///
    /// - Parameters:
    ///   - device: a notation of `GPUDeviceSelector`; it asks for a GPU unless the backend says otherwise.
    /// - Returns: the renderer, and words of warning where it is a software GL.
    package static func open(
        _ backend: Backend, device: String?, threads: Int?, shaderFolder: String?
    ) throws(RenderError) -> (ChosenBackend, warning: Message?) {
        if backend == .cpu {
            if let device {
                throw .badDevice("the device \"\(device)\" is a GPU's, the backend is cpu: leave out one of them")
            }
            return (.cpu(CPURenderer(threads: threads ?? processorCount())), nil)
        }
        if backend == .auto && device == nil {
            // A host without a hardware GPU is an ordinary host; `doctor` says what is missing.
            guard GPUDevices.report().firstHardware != nil else {
                return (.cpu(CPURenderer(threads: threads ?? processorCount())), nil)
            }
        }
        let renderer = try openGPU(device, shaderFolder)
        guard renderer.device.isSoftware else { return (.gpu(renderer), nil) }
        return (
            .gpu(renderer),
            "\(renderer.device.renderer) is a software GL, not a GPU: many times slower than \(setting: .backend) cpu, for tests only"
        )
    }

    private static func openGPU(_ device: String?, _ shaderFolder: String?) throws(RenderError) -> GPURenderer {
        do {
            return try openDevice(device, try options(shaderFolder))
        } catch {
            throw RenderError(opening: error)
        }
    }

    private static func options(_ shaderFolder: String?) throws(GPUError) -> GPUOptions {
        var options = GPUOptions()
        guard let shaderFolder else { return options }
        do {
            options.shaders = try ShaderLibrary(directory: shaderFolder)
        } catch {
            throw .shaderFiles(error)
        }
        return options
    }

    /// The named device; without a name the first hardware device, else a software one.
    private static func openDevice(_ device: String?, _ options: GPUOptions) throws(GPUError) -> GPURenderer {
        if let device { return try GPURenderer(try GPUDeviceSelector(device), options: options) }
        let report = GPUDevices.report()
        let isSoftwareOnly = report.firstHardware == nil && report.firstSoftware != nil
        return try GPURenderer(isSoftwareOnly ? .software : .firstHardware, options: options)
    }
}

extension RenderError {
    fileprivate init(opening error: GPUError) {
        switch error {
        case .noDevice(let report):
            self = .backendUnavailable("no GPU can be used: \(report.problems.joined(separator: "; "))")
        case .deviceNotFound(let selector, let report):
            let devices = report.devices.map { "egl:\($0.index) \($0.renderer)" }
            let there = (devices.isEmpty ? [] : ["there is " + devices.joined(separator: ", ")]) + report.problems
            self = .backendUnavailable("no usable GPU is called \"\(selector)\": \(there.joined(separator: "; "))")
        case .badSelector: self = .badDevice("\(error)")
        default: self = .gpu(error)
        }
    }
}
