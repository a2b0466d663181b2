import CPenumbraEGL
import PenumbraSystem

/// EGL's functions, looked up in a library opened at run time.
final class EGLLibrary: @unchecked Sendable {
    let getProcAddress: PFNEGLGETPROCADDRESSPROC
    let getError: PFNEGLGETERRORPROC
    let queryString: PFNEGLQUERYSTRINGPROC
    let initialize: PFNEGLINITIALIZEPROC
    let bindAPI: PFNEGLBINDAPIPROC
    let createContext: PFNEGLCREATECONTEXTPROC
    let destroyContext: PFNEGLDESTROYCONTEXTPROC
    let makeCurrent: PFNEGLMAKECURRENTPROC
    let releaseThread: PFNEGLRELEASETHREADPROC
    let getPlatformDisplay: PFNEGLGETPLATFORMDISPLAYEXTPROC?
    let queryDevices: PFNEGLQUERYDEVICESEXTPROC?
    let queryDeviceString: PFNEGLQUERYDEVICESTRINGEXTPROC?
    let queryDeviceAttribute: PFNEGLQUERYDEVICEATTRIBEXTPROC?
    let queryDisplayAttribute: PFNEGLQUERYDISPLAYATTRIBEXTPROC?

    private let library: DynamicLibrary
    /// The library that contains GLES functions when EGL does not return them.
    private let fallback: DynamicLibrary?

    static let defaultName = "libEGL.so.1"

    /// The address space that a driver and its compiler take before they draw anything, in bytes.
    private static let driverBytes = 256 << 20
    /// True if there is room for a driver. Drivers opened with less room end the process. The check runs once, since an open
    /// driver stays open.
    private static let hasRoomForDriver = AddressSpace.hasRoom(for: driverBytes)

    /// - Parameter name: the library's file name or path.
    init(name: String) throws(DynamicLibraryError) {
        guard Self.hasRoomForDriver else {
            throw DynamicLibraryError(
                name: name, reason: "a driver takes \(Self.driverBytes >> 20) MiB of addresses; raise the limit (ulimit -v)")
        }
        let library = try DynamicLibrary(name: name)
        self.library = library
        fallback = try? DynamicLibrary(name: "libGLESv2.so.2")
        func required<T>(_ symbol: String, _ type: T.Type) throws(DynamicLibraryError) -> T {
            guard let pointer = library.symbol(symbol) else {
                throw DynamicLibraryError(name: name, reason: "it has no function \(symbol)")
            }
            return unsafeBitCast(pointer, to: type)
        }
        let lookUp = try required("eglGetProcAddress", PFNEGLGETPROCADDRESSPROC.self)
        func offered<T>(_ symbol: String, _ type: T.Type) -> T? {
            guard let pointer = lookUp(symbol) else { return nil }
            return unsafeBitCast(pointer, to: type)
        }
        getProcAddress = lookUp
        getError = try required("eglGetError", PFNEGLGETERRORPROC.self)
        queryString = try required("eglQueryString", PFNEGLQUERYSTRINGPROC.self)
        initialize = try required("eglInitialize", PFNEGLINITIALIZEPROC.self)
        bindAPI = try required("eglBindAPI", PFNEGLBINDAPIPROC.self)
        createContext = try required("eglCreateContext", PFNEGLCREATECONTEXTPROC.self)
        destroyContext = try required("eglDestroyContext", PFNEGLDESTROYCONTEXTPROC.self)
        makeCurrent = try required("eglMakeCurrent", PFNEGLMAKECURRENTPROC.self)
        releaseThread = try required("eglReleaseThread", PFNEGLRELEASETHREADPROC.self)
        getPlatformDisplay = offered("eglGetPlatformDisplayEXT", PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
        queryDevices = offered("eglQueryDevicesEXT", PFNEGLQUERYDEVICESEXTPROC.self)
        queryDeviceString = offered("eglQueryDeviceStringEXT", PFNEGLQUERYDEVICESTRINGEXTPROC.self)
        queryDeviceAttribute = offered("eglQueryDeviceAttribEXT", PFNEGLQUERYDEVICEATTRIBEXTPROC.self)
        queryDisplayAttribute = offered("eglQueryDisplayAttribEXT", PFNEGLQUERYDISPLAYATTRIBEXTPROC.self)
    }

    /// Returns an EGL or GLES function by name; nil if the driver does not have it.
    func function<T>(_ name: String, as type: T.Type) -> T? {
        if let pointer = getProcAddress(name) { return unsafeBitCast(pointer, to: type) }
        guard let pointer = fallback?.symbol(name) else { return nil }
        return unsafeBitCast(pointer, to: type)
    }

    /// The extensions that the client library offers without a display.
    var clientExtensions: Set<String> { Self.words(queryString(nil, EGL_EXTENSIONS)) }

    func extensions(of display: EGLDisplay) -> Set<String> { Self.words(queryString(display, EGL_EXTENSIONS)) }

    func extensions(ofDevice device: EGLDeviceEXT) -> Set<String> {
        guard let queryDeviceString else { return [] }
        return Self.words(queryDeviceString(device, EGL_EXTENSIONS))
    }

    func string(_ name: Int32, ofDevice device: EGLDeviceEXT) -> String? {
        queryDeviceString?(device, name).map { String(cString: $0) }
    }

    /// Returns the device behind an initialised display, if EGL reports it.
    func device(of display: EGLDisplay) -> EGLDeviceEXT? {
        var value: EGLAttrib = 0
        guard let queryDisplayAttribute, queryDisplayAttribute(display, EGL_DEVICE_EXT, &value) != 0 else { return nil }
        return EGLDeviceEXT(bitPattern: value)
    }

    /// Returns EGL's last error on this thread, by its name in the specification.
    func lastError() -> String {
        switch getError() {
        case EGL_SUCCESS: "no error"
        case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
        case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
        case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
        case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
        case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
        case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
        case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
        case EGL_BAD_MATCH: "EGL_BAD_MATCH"
        case EGL_BAD_NATIVE_PIXMAP: "EGL_BAD_NATIVE_PIXMAP"
        case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
        case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
        case let code: "EGL error 0x\(String(code, radix: 16))"
        }
    }

    private static func words(_ text: UnsafePointer<CChar>?) -> Set<String> {
        guard let text else { return [] }
        return Set(String(cString: text).split(separator: " ").map(String.init))
    }
}
