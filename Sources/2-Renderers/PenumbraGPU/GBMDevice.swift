import Glibc
import PenumbraSystem

/// A GBM device on a DRM render node: the native display of EGL's GBM platform.
///
/// Both the node and the device stay open for the life of the process. EGL keeps a display for each native device and would
/// be left with a dangling pointer.
struct GBMDevice: @unchecked Sendable {
    private static let opened = Mutex<[String: GBMDevice]>([:])

    let pointer: UnsafeMutableRawPointer

    /// Returns the device of a node, which is opened only once. Nil if libgbm is missing, the node cannot be opened, or no
    /// driver accepts it.
    static func on(_ node: String) -> GBMDevice? {
        opened.withLock { opened in
            if let device = opened[node] { return device }
            let device = GBMDevice(node: node)
            opened[node] = device
            return device
        }
    }

    private init?(node: String) {
        guard let library = try? DynamicLibrary(name: "libgbm.so.1"),
            let symbol = library.symbol("gbm_create_device")
        else { return nil }
        typealias CreateDevice = @convention(c) (Int32) -> UnsafeMutableRawPointer?
        let createDevice = unsafeBitCast(symbol, to: CreateDevice.self)
        let descriptor = open(node, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let device = createDevice(descriptor) else {
            close(descriptor)
            return nil
        }
        pointer = device
    }
}
