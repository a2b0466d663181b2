import PenumbraSystem

/// The GPU devices and, in words, the deficiencies of a host. `penumbra doctor` prints its text.
public struct GPUReport: Hashable, Sendable {
    /// Every device that could be opened, in the order of `egl:N`.
    public var devices: [GPUDevice]
    /// The missing parts and refusals, one sentence each, with the remedy.
    public var problems: [String]

    package init(devices: [GPUDevice], problems: [String]) {
        self.devices = devices
        self.problems = problems
    }

    /// The device that `gpu` means: the first usable hardware device.
    public var firstHardware: GPUDevice? { devices.first { $0.isUsable && !$0.isSoftware } }
    /// The first usable software device.
    public var firstSoftware: GPUDevice? { devices.first { $0.isUsable && $0.isSoftware } }

    /// The first usable device that a selector names.
    public func device(_ selector: GPUDeviceSelector) -> GPUDevice? {
        devices.first { $0.isUsable && selector.matches($0) }
    }

    /// The packages to install on a host without drivers.
    static let packages = "apt-get install libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri"
}

extension GPUReport: Worded {
    public var words: Message {
        var lines: [Message] = []
        if devices.isEmpty {
            lines.append("GPU: none found")
        } else {
            for device in devices { lines.append("GPU \(device)") }
            if firstHardware == nil {
                lines.append(
                    "No hardware GPU. The software device draws only with \(setting: .backend) gpu or \(setting: .device) software."
                )
            }
        }
        for problem in problems { lines.append("- \(problem)") }
        return lines.reduce("") { $0 == "" ? $1 : $0 + "\n" + $1 }
    }
}

extension GPUReport {
    /// The folders in which libglvnd looks for the drivers it forwards EGL calls to.
    static let vendorFolders = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]

    /// Explains from the file system why EGL, or hardware behind it, may be missing.
    static func hostProblems(libraryOpened: Bool) -> [String] {
        var problems: [String] = []
        let vendorFiles = vendorFolders.flatMap { folder in
            (fileNames(in: folder) ?? []).filter { $0.hasSuffix(".json") }.map { folder + "/" + $0 }
        }
        let hasNVIDIA = DRMNode.exists("/proc/driver/nvidia") || DRMNode.exists("/dev/nvidiactl")
        if libraryOpened && vendorFiles.isEmpty {
            problems.append(
                "no vendor driver is registered: \(vendorFolders.joined(separator: " and ")) hold no .json file. "
                    + "For Mesa: \(packages); NVIDIA's driver brings 10_nvidia.json.")
        }
        if hasNVIDIA && !vendorFiles.contains(where: { $0.contains("nvidia") }) {
            problems.append(
                "an NVIDIA GPU is here without its EGL driver (10_nvidia.json below egl_vendor.d). In a container set "
                    + "NVIDIA_DRIVER_CAPABILITIES=graphics,compute,utility (or all); compute-only driver images and "
                    + "partitioned (MIG) GPUs have no EGL.")
        }
        let nodes = DRMNode.renderNodes()
        for node in nodes where !DRMNode.canUse(node) {
            problems.append(
                "no permission on \(node): add the user to the group that owns it (usually render or video), "
                    + "or pass it to the container with its group.")
        }
        if nodes.isEmpty && !hasNVIDIA {
            problems.append("no GPU is visible: there is no /dev/dri/renderD* (in a container: --device /dev/dri).")
        }
        return problems
    }
}
