import Glibc
import PenumbraGPU
import PenumbraShaders
import PenumbraSystem

/// A choice of the device that draws.
public enum Backend: String, Sendable, CaseIterable {
    /// The first hardware GPU, or the CPU without one. It is never a software GL, because the CPU renderer is many times
    /// faster.
    case auto
    /// A GPU. Opening fails without one.
    case gpu
    /// The CPU renderer.
    case cpu
}

extension Device {
    /// Opens the device that a user asked for.
    ///
    /// - Parameters:
    ///   - name: a notation of `DeviceSelector`. A name asks for a GPU unless the backend is set otherwise.
    ///   - threads: the number of threads of the processor, which draws a picture or copies it from a GPU. Nil uses all
    ///     processors.
    ///   - drawers: the number of threads that would draw pictures if no GPU did. Nil means `threads`.
    /// - Returns: the device, and a warning if it is a software GL, or if it is the processor although the host promises a GPU.
    public static func open(
        _ backend: Backend, named name: String? = nil, threads: Int? = nil, drawers: Int? = nil, shaderFolder: String? = nil
    ) throws(RenderError) -> (device: Device, warning: Message?) {
        if backend == .cpu {
            if let name {
                throw .badDevice("the device \"\(name)\" is a GPU's, the backend is cpu: leave out one of them")
            }
            return (.processor(threads: threads ?? processorCount()), nil)
        }
        // A host without a hardware GPU is normal. `doctor` reports the missing part.
        if backend == .auto, name == nil {
            let report = GPUDevices.report(hardwareOnly: true)
            if report.firstHardware == nil {
                return (.processor(threads: threads ?? processorCount()), warning(report))
            }
        }
        var options = try rethrowing(try options(shaderFolder), as: RenderError.init(opening:))
        options.threads = threads ?? processorCount()
        let device = try rethrowing(try openGPU(name, options), as: RenderError.init(opening:))
        guard let facts = device.facts, facts.isSoftware else {
            guard backend == .auto, name == nil else { return (device, nil) }
            return (device.choosing(threads: drawers ?? threads ?? processorCount()), nil)
        }
        return (
            device,
            "\(facts.renderer) is a software GL, not a GPU: many times slower than \(setting: .backend) cpu, for tests only"
        )
    }

    /// The warning about a processor that draws although a GPU was expected: a container asks for one, or one can't be used.
    private static func warning(_ report: GPUReport) -> Message? {
        let asked = getenv("NVIDIA_VISIBLE_DEVICES").map { String(cString: $0) } ?? ""
        let isAsked = !["", "void", "none"].contains(asked.lowercased())
        let failed = report.devices.filter { !$0.isSoftware && !$0.isUsable }.map(\.renderer)
        guard isAsked || !failed.isEmpty || !report.problems.isEmpty else { return nil }
        // Only the host's own words about the failure help, and most hosts without a GPU are silent.
        var reasons = failed.map { "\($0) can't be used" } + report.problems
        if isAsked { reasons.insert("NVIDIA_VISIBLE_DEVICES is \(oneLine(asked)), but no GPU can be used", at: 0) }
        return
            "drawing on the processor: \(reasons.prefix(3).joined(separator: "; ")). \(setting: .backend) cpu hides this line"
    }

    /// Opens the devices that a batch draws with.
    ///
    /// - Parameter names: the GPUs to use, each once, in the notations of `DeviceSelector`. `all` means every hardware GPU.
    ///   Without names, `backend` decides: the first hardware GPU, else the CPU.
    /// - Returns: the devices, and warnings about software devices.
    public static func open(
        _ backend: Backend, named names: [String]
    ) throws(RenderError) -> (devices: [Device], warnings: [Message]) {
        var result: [Device] = []
        var warnings: [Message] = []
        var names = names
        if let place = names.firstIndex(of: "all") {
            let report = report()
            let all = report.devices.filter { $0.isUsable && !$0.isSoftware }.map { "egl:\($0.index)" }
            if all.isEmpty {
                throw .backendUnavailable("no hardware GPU can be used: \(report.problems.joined(separator: "; "))")
            }
            names.replaceSubrange(place...place, with: all)
        }
        for name in names.isEmpty ? [nil] : names.map(Optional.some) {
            let (device, warning) = try open(backend, named: name, threads: 1)
            if device.isProcessor { return ([device], warning.map { [$0] } ?? []) }
            if result.contains(where: { $0.name == device.name }) { continue }
            result.append(device)
            if let warning { warnings.append(warning) }
        }
        return (result, warnings)
    }

    /// Lists the devices of this host besides the processor.
    public static func report() -> DeviceReport { GPUDevices.report() }

    /// The options of a GPU with shaders from a folder. Nil uses the built-in shaders.
    public static func options(_ shaderFolder: String?) throws(DeviceError) -> DeviceOptions {
        var options = DeviceOptions()
        guard let shaderFolder else { return options }
        options.shaders = try rethrowing(try ShaderLibrary(directory: shaderFolder), as: DeviceError.shaderFiles)
        return options
    }

    /// Opens a GPU by name. Without a name it opens the first hardware device, else a software device.
    private static func openGPU(_ name: String?, _ options: DeviceOptions) throws(DeviceError) -> Device {
        if let name { return try Device(try DeviceSelector(name), options: options) }
        let report = report()
        let isSoftwareOnly = report.firstHardware == nil && report.firstSoftware != nil
        return try Device(isSoftwareOnly ? .software : .firstHardware, options: options)
    }
}

extension RenderError {
    fileprivate init(opening error: DeviceError) {
        switch error {
        case .noDevice(let report):
            self = .backendUnavailable("no GPU can be used: \(report.problems.joined(separator: "; "))")
        case .deviceNotFound(let selector, let report):
            let devices = report.devices.map { "egl:\($0.index) \($0.renderer)" }
            let there = (devices.isEmpty ? [] : ["there is " + devices.joined(separator: ", ")]) + report.problems
            self = .backendUnavailable("no usable GPU is called \"\(selector)\": \(there.joined(separator: "; "))")
        case .badSelector: self = .badDevice("\(error)")
        case .shaderFiles, .compileFailed, .outOfMemory, .contextLost, .limitExceeded, .invalidPlan, .picture, .driver,
            .noThread:
            self = .gpu(error)
        }
    }
}
