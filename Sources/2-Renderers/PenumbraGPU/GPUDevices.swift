import CPenumbraEGL

/// Finds the GPU devices of this host.
public enum GPUDevices {
    /// Opens every device that EGL can reach, reads its properties, and closes it again.
    ///
    /// The call never fails: a host without EGL gives a report without devices that names the missing parts. It takes some
    /// 10–200 ms per device, since each device gets a context.
    /// - Parameters:
    ///   - libraryName: the EGL library. Tests name a library that does not exist.
    ///   - hardwareOnly: leaves out devices that EGL itself calls software. On a host without a GPU's device node, EGL isn't
    ///     even opened.
    ///   - deviceFolder: the folder of the device nodes, for tests.
    public static func report(
        libraryName: String = "libEGL.so.1", hardwareOnly: Bool = false, deviceFolder: String = "/dev"
    ) -> GPUReport {
        if hardwareOnly && !DRMNode.showsHardware(in: deviceFolder) { return GPUReport(devices: [], problems: []) }
        // A separate thread keeps the caller's current context, if any, current.
        do throws(GPUError) {
            return try GPUThread().run { inspected(libraryName, hardwareOnly: hardwareOnly) }
        } catch {
            return GPUReport(devices: [], problems: [error.description])
        }
    }

    private static func inspected(_ libraryName: String, hardwareOnly: Bool) -> GPUReport {
        let egl: EGLLibrary
        do {
            egl = try EGLLibrary(name: libraryName)
        } catch {
            let missing = "\(error.name) cannot be opened (\(error.reason)). \(GPUReport.packages)"
            return GPUReport(devices: [], problems: [missing] + GPUReport.hostProblems(libraryOpened: false))
        }
        var devices: [GPUDevice] = []
        var problems: [String] = []
        var opened: Set<UnsafeMutableRawPointer> = []
        for candidate in EGLCandidate.all(egl) where !(hardwareOnly && candidate.declaredSoftware) {
            do {
                let context = try GPUContext(egl: egl, candidate: candidate)
                // The surfaceless platform often leads to a device that the device platform has listed already.
                if let handle = context.deviceHandle, !opened.insert(handle).inserted { continue }
                devices.append(context.device)
            } catch {
                problems.append("\(candidate.name) cannot be used: \(error)")
            }
        }
        _ = egl.releaseThread()
        if !devices.contains(where: { $0.isUsable && !$0.isSoftware }) {
            problems += GPUReport.hostProblems(libraryOpened: true)
        }
        return GPUReport(devices: devices, problems: problems)
    }
}

/// A way to reach a display that is not opened yet.
struct EGLCandidate {
    enum Native {
        case device(EGLDeviceEXT)
        case surfaceless
        case gbm(node: String)
    }

    var index: Int
    var native: Native
    var drmNode: String?
    var cudaIndex: Int?
    var declaredSoftware: Bool

    var name: String {
        switch native {
        case .device: "EGL device egl:\(index)"
        case .surfaceless: "the surfaceless platform (egl:\(index))"
        case .gbm(let node): "GBM on \(node) (egl:\(index))"
        }
    }

    /// Lists the devices of the device platform in EGL's order, then the surfaceless platform, then GBM on each remaining
    /// render node. A remaining node belongs to none of the devices.
    static func all(_ egl: EGLLibrary) -> [EGLCandidate] {
        let extensions = egl.clientExtensions
        var result: [EGLCandidate] = []
        if extensions.contains("EGL_EXT_platform_device") || extensions.contains("EGL_EXT_device_base") {
            for device in devices(egl) { result.append(EGLCandidate(device, index: result.count, egl: egl)) }
        }
        func add(_ native: Native, node: String?) {
            result.append(
                EGLCandidate(index: result.count, native: native, drmNode: node, cudaIndex: nil, declaredSoftware: false))
        }
        if extensions.contains("EGL_MESA_platform_surfaceless") { add(.surfaceless, node: nil) }
        if extensions.contains("EGL_KHR_platform_gbm") || extensions.contains("EGL_MESA_platform_gbm") {
            let known = Set(result.compactMap(\.drmNode))
            for node in DRMNode.renderNodes() where !known.contains(node) && DRMNode.canUse(node) {
                add(.gbm(node: node), node: node)
            }
        }
        return result
    }

    private static func devices(_ egl: EGLLibrary) -> [EGLDeviceEXT] {
        guard let queryDevices = egl.queryDevices else { return [] }
        var count: Int32 = 0
        guard queryDevices(0, nil, &count) != 0, count > 0 else { return [] }
        var devices = [EGLDeviceEXT?](repeating: nil, count: Int(count))
        guard queryDevices(count, &devices, &count) != 0 else { return [] }
        return devices.prefix(Int(count)).compactMap { $0 }
    }
}

extension EGLCandidate {
    fileprivate init(_ device: EGLDeviceEXT, index: Int, egl: EGLLibrary) {
        let extensions = egl.extensions(ofDevice: device)
        var node: String?
        if extensions.contains("EGL_EXT_device_drm_render_node") {
            node = egl.string(EGL_DRM_RENDER_NODE_FILE_EXT, ofDevice: device)
        }
        if node == nil && extensions.contains("EGL_EXT_device_drm") {
            node = egl.string(EGL_DRM_DEVICE_FILE_EXT, ofDevice: device)
        }
        var cuda: EGLAttrib = 0
        let hasCUDA =
            extensions.contains("EGL_NV_device_cuda")
            && egl.queryDeviceAttribute?(device, EGL_CUDA_DEVICE_NV, &cuda) == EGLBoolean(EGL_TRUE)
        self.init(
            index: index, native: .device(device), drmNode: node, cudaIndex: hasCUDA ? Int(cuda) : nil,
            declaredSoftware: extensions.contains("EGL_MESA_device_software"))
    }
}
