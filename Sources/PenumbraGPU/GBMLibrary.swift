#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A GBM device on a DRM render node: the native display of EGL's GBM platform.
///
/// Both the node and the device stay open for the life of the process, because EGL keeps a display for each native one
/// and would be left with a dangling pointer.
struct GBMDevice {
    let pointer: UnsafeMutableRawPointer

    /// Nil when libgbm is absent, the node cannot be opened, or no driver takes it.
    init?(node: String) {
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
