/// A device that can compute, with its identity and its capabilities.
public struct GPUDevice: Hashable, Sendable {
    /// The EGL platform through which the device is reached.
    public enum Platform: String, Hashable, Sendable {
        case device
        case surfaceless
        case gbm
    }

    /// The N of `egl:N`: the position in EGL's own order of devices. Devices reached through other platforms follow after
    /// them.
    public var index: Int
    public var platform: Platform
    public var vendor: String
    public var renderer: String
    /// The driver's version text, such as `OpenGL ES 3.2 Mesa 22.3.6`.
    public var version: String
    public var majorVersion: Int
    public var minorVersion: Int
    /// The DRM render node, such as `/dev/dri/renderD128`, if there is one.
    public var drmNode: String?
    /// CUDA's number for the same device, if there is one.
    public var cudaIndex: Int?
    /// The PCI address, such as `0000:65:00.0`, if there is one.
    public var pciAddress: String?
    /// True for a driver that computes on the CPU. Such a device is used only when the user names it.
    public var isSoftware: Bool
    public var limits: GPULimits

    package init(
        index: Int, platform: Platform, vendor: String, renderer: String, version: String, majorVersion: Int,
        minorVersion: Int, drmNode: String? = nil, cudaIndex: Int? = nil, pciAddress: String? = nil, isSoftware: Bool,
        limits: GPULimits
    ) {
        self.index = index
        self.platform = platform
        self.vendor = vendor
        self.renderer = renderer
        self.version = version
        self.majorVersion = majorVersion
        self.minorVersion = minorVersion
        self.drmNode = drmNode
        self.cudaIndex = cudaIndex
        self.pciAddress = pciAddress
        self.isSoftware = isSoftware
        self.limits = limits
    }

    /// True if the device meets the renderer's needs: GLES 3.1 and its smallest limits.
    public var isUsable: Bool { unusableReason == nil }

    /// The reason why the device cannot be used; nil if it can.
    public var unusableReason: String? {
        if (majorVersion, minorVersion) < (3, 1) {
            return "it offers OpenGL ES \(majorVersion).\(minorVersion); 3.1 is needed"
        }
        if limits.storageBlocks < 4 { return "a shader can use \(limits.storageBlocks) storage blocks; 4 are needed" }
        return nil
    }

    /// Parts of renderer texts that identify software drivers.
    static let softwareRenderers = ["llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer", "swrast"]
}

extension GPUDevice: CustomStringConvertible {
    public var description: String {
        var text = "egl:\(index) \(renderer) (\(vendor)), \(version)"
        if isSoftware { text += ", software" }
        if let cudaIndex { text += ", cuda:\(cudaIndex)" }
        if let drmNode { text += ", \(drmNode)" }
        if let pciAddress { text += ", pci:\(pciAddress)" }
        if let unusableReason { text += "; cannot be used: \(unusableReason)" }
        return text
    }
}

/// The choice of a device.
public enum GPUDeviceSelector: Hashable, Sendable {
    /// The first hardware device. A software device is never chosen this way.
    case firstHardware
    /// The first device that computes on the CPU, for tests.
    case software
    case egl(Int)
    case cuda(Int)
    case drmNode(String)
    case pci(String)

    static let notations = "egl:0, cuda:0, /dev/dri/renderD128, pci:0000:65:00.0, software or gpu"

    /// Parses `egl:N`, `cuda:N`, a path below /dev/dri, `pci:ADDRESS`, `software`, or `gpu` for the first hardware device.
    ///
    /// - Throws: `GPUError.badSelector` for any other text.
    public init(_ text: String) throws(GPUError) {
        func number(after prefix: String) -> Int? {
            guard text.hasPrefix(prefix) else { return nil }
            return Int(text.dropFirst(prefix.count)).flatMap { $0 >= 0 ? $0 : nil }
        }
        if text == "gpu" {
            self = .firstHardware
        } else if text == "software" {
            self = .software
        } else if let index = number(after: "egl:") {
            self = .egl(index)
        } else if let index = number(after: "cuda:") {
            self = .cuda(index)
        } else if text.hasPrefix("/dev/dri/"), text.count > 9 {
            self = .drmNode(text)
        } else if text.hasPrefix("pci:"), text.count > 4 {
            self = .pci(String(text.dropFirst(4)).lowercased())
        } else {
            throw .badSelector(text)
        }
    }

    package func matches(_ device: GPUDevice) -> Bool {
        switch self {
        case .firstHardware: !device.isSoftware
        case .software: device.isSoftware
        case .egl(let index): device.index == index
        case .cuda(let index): device.cudaIndex == index
        case .drmNode(let path): device.drmNode == path
        case .pci(let address): device.pciAddress.map { $0 == address || $0 == "0000:" + address } ?? false
        }
    }
}

extension GPUDeviceSelector: CustomStringConvertible {
    public var description: String {
        switch self {
        case .firstHardware: "gpu"
        case .software: "software"
        case .egl(let index): "egl:\(index)"
        case .cuda(let index): "cuda:\(index)"
        case .drmNode(let path): path
        case .pci(let address): "pci:\(address)"
        }
    }
}
