import PenumbraSystem

/// What a host offers to a GPU renderer and, in words, what it lacks. Its text is what `penumbra doctor` prints.
public struct GPUReport: Hashable, Sendable {
    /// Every device that could be opened, in the order of `egl:N`.
    public var devices: [GPUDevice]
    /// What is missing or refused, a sentence each, with what to do.
    public var problems: [String]

    /// The device that `gpu` means: the first one in hardware that can be used.
    public var firstHardware: GPUDevice? { devices.first { $0.isUsable && !$0.isSoftware } }
    /// The first software device that can be used.
    public var firstSoftware: GPUDevice? { devices.first { $0.isUsable && $0.isSoftware } }

    /// The first usable device that a selector names.
    public func device(_ selector: GPUDeviceSelector) -> GPUDevice? {
        devices.first { $0.isUsable && selector.matches($0) }
    }

    /// What to install where nothing is.
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
    /// Where libglvnd looks for the drivers it hands EGL calls to.
    static let vendorFolders = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]

    /// What the file system says about why EGL, or hardware behind it, may be missing.
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
