import CPenumbraEGL

/// An OpenGL ES 3.1 context without surface or configuration. It is current on the thread that made it until it is
/// destroyed.
///
/// A context must be used and destroyed on that thread only. EGL displays stay initialised, as other contexts of the process
/// may share them.
package final class GPUContext {
    let egl: EGLLibrary
    let gl: GLFunctions
    let device: GPUDevice
    /// EGL's handle of the device behind the display, if EGL reports it.
    let deviceHandle: EGLDeviceEXT?
    private let display: EGLDisplay
    private let context: EGLContext

    /// - Throws: `GPUError.driver` with EGL's own error if a step is refused.
    init(egl: EGLLibrary, candidate: EGLCandidate) throws(GPUError) {
        self.egl = egl
        let display = try Self.display(egl, candidate)
        guard egl.initialize(display, nil, nil) != 0 else {
            throw .driver("the display does not initialise (\(egl.lastError()))")
        }
        let extensions = egl.extensions(of: display)
        for needed in ["EGL_KHR_surfaceless_context"] where !extensions.contains(needed) {
            throw .driver("the driver lacks \(needed)")
        }
        guard extensions.contains("EGL_KHR_no_config_context") || extensions.contains("EGL_MESA_configless_context")
        else { throw .driver("the driver lacks EGL_KHR_no_config_context") }
        guard egl.bindAPI(UInt32(EGL_OPENGL_ES_API)) != 0 else {
            throw .driver("the driver has no OpenGL ES (\(egl.lastError()))")
        }
        let context = try Self.createContext(egl, display, robust: extensions.contains("EGL_EXT_create_context_robustness"))
        guard egl.makeCurrent(display, nil, nil, context) != 0 else {
            let reason = egl.lastError()
            _ = egl.destroyContext(display, context)
            throw .driver("the context cannot be made current (\(reason))")
        }
        do {
            gl = try GLFunctions(egl)
        } catch {
            _ = egl.makeCurrent(display, nil, nil, nil)
            _ = egl.destroyContext(display, context)
            throw error
        }
        self.display = display
        self.context = context
        deviceHandle = egl.device(of: display)
        let renderer = gl.string(GL.renderer)
        device = GPUDevice(
            index: candidate.index, platform: candidate.platform, vendor: gl.string(GL.vendor), renderer: renderer,
            version: gl.string(GL.version), majorVersion: gl.integer(GL.majorVersion),
            minorVersion: gl.integer(GL.minorVersion), drmNode: candidate.drmNode, cudaIndex: candidate.cudaIndex,
            pciAddress: candidate.drmNode.flatMap(DRMNode.pciAddress),
            isSoftware: candidate.declaredSoftware || GPUDevice.softwareRenderers.contains { renderer.contains($0) },
            limits: GPULimits(gl))
    }

    deinit { end() }

    /// Destroys the context and everything it holds. Handles that outlive it no longer do anything.
    package func end() {
        if gl.life.isEnded { return }
        gl.life.isEnded = true
        _ = egl.makeCurrent(display, nil, nil, nil)
        _ = egl.destroyContext(display, context)
    }

    /// Checks that the context still works.
    ///
    /// - Throws: `GPUError.contextLost` if the driver reports a reset, or if the context was ended because of a reset.
    func checkNotLost() throws(GPUError) {
        if gl.life.isEnded { throw .contextLost("while another picture was made") }
        guard let status = gl.getGraphicsResetStatus?(), status != GL.noError else { return }
        switch status {
        case 0x8253: throw .contextLost("this program's work was at fault")
        case 0x8254: throw .contextLost("another program's work was at fault")
        default: throw .contextLost("for an unknown reason")
        }
    }

    private static func display(_ egl: EGLLibrary, _ candidate: EGLCandidate) throws(GPUError) -> EGLDisplay {
        guard let getPlatformDisplay = egl.getPlatformDisplay else {
            throw .driver("EGL has no eglGetPlatformDisplayEXT")
        }
        let display: EGLDisplay?
        switch candidate.native {
        case .device(let device):
            display = getPlatformDisplay(UInt32(EGL_PLATFORM_DEVICE_EXT), device, nil)
        case .surfaceless:
            display = getPlatformDisplay(UInt32(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
        case .gbm(let node):
            guard let gbm = GBMDevice.on(node) else { throw .driver("GBM cannot open \(node)") }
            display = getPlatformDisplay(UInt32(EGL_PLATFORM_GBM_KHR), gbm.pointer, nil)
        }
        guard let display else { throw .driver("EGL gives no display (\(egl.lastError()))") }
        return display
    }

    private static func createContext(
        _ egl: EGLLibrary, _ display: EGLDisplay, robust: Bool
    ) throws(GPUError) -> EGLContext {
        let version = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1]
        if robust {
            let attributes =
                version + [
                    EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT, EGL_NONE,
                ]
            if let context = egl.createContext(display, nil, nil, attributes) { return context }
        }
        guard let context = egl.createContext(display, nil, nil, version + [EGL_NONE]) else {
            throw .driver("OpenGL ES 3.1 is refused (\(egl.lastError()))")
        }
        return context
    }
}

extension EGLCandidate {
    var platform: GPUDevice.Platform {
        switch native {
        case .device: .device
        case .surfaceless: .surfaceless
        case .gbm: .gbm
        }
    }
}
