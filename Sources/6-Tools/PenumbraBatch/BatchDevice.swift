import Penumbra
import PenumbraCPU
import PenumbraEngine
import PenumbraGPU
import PenumbraSystem

/// Something that draws a batch's pictures.
public enum BatchDevice: Sendable {
    /// The CPU renderer; each of the batch's threads draws a picture of its own.
    case cpu(CPURenderer)
    /// A device with one context on one thread.
    case gpu(GPURenderer)

    /// What journals and reports call it: `cpu`, `egl:0`.
    public var name: String {
        switch self {
        case .cpu: "cpu"
        case .gpu(let renderer): "egl:\(renderer.device.index)"
        }
    }
}

extension BatchDevice {
    /// Opens what a batch draws with.
    ///
    /// - Parameter names: GPUs to use, in the notations of `GPUDeviceSelector`, each once; `all` is every hardware GPU. None:
    ///   the first hardware GPU, else the CPU, as `backend` says.
    /// - Returns: the devices, and words of warning about software ones.
    public static func open(
        _ backend: Backend, devices names: [String] = []
    ) throws(RenderError) -> (devices: [BatchDevice], warnings: [Message]) {
        var result: [BatchDevice] = []
        var warnings: [Message] = []
        var names = names
        if let place = names.firstIndex(of: "all") {
            let report = GPUDevices.report()
            let all = report.devices.filter { $0.isUsable && !$0.isSoftware }.map { "egl:\($0.index)" }
            if all.isEmpty {
                throw .backendUnavailable("no hardware GPU can be used: \(report.problems.joined(separator: "; "))")
            }
            names.replaceSubrange(place...place, with: all)
        }
        for name in names.isEmpty ? [nil] : names.map(Optional.some) {
            let renderer = try Renderer(backend: backend, device: name, threads: 1)
            guard let gpu = renderer.gpuRenderer else { return ([.cpu(CPURenderer(threads: 1))], []) }
            let isKnown = result.contains {
                if case .gpu(let other) = $0 { other.device.index == gpu.device.index } else { false }
            }
            if isKnown { continue }
            result.append(.gpu(gpu))
            if let warning = renderer.warning { warnings.append(warning) }
        }
        return (result, warnings)
    }
}
