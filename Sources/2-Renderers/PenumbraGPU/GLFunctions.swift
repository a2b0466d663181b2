import CPenumbraEGL
import PenumbraSystem

/// Tracks whether a context still exists. The objects of a destroyed context are gone and must not be deleted by name. The
/// name may belong to another object in the context that is current then.
final class ContextLife {
    var isEnded = false
}

/// The functions of GLES 3.1 that compute on buffers, looked up once for a context.
struct GLFunctions {
    let life = ContextLife()
    let getString: PFNGLGETSTRINGPROC
    let getStringi: PFNGLGETSTRINGIPROC
    let getIntegerv: PFNGLGETINTEGERVPROC
    let getInteger64v: PFNGLGETINTEGER64VPROC
    let getError: PFNGLGETERRORPROC
    let flush: PFNGLFLUSHPROC

    let createShader: PFNGLCREATESHADERPROC
    let shaderSource: PFNGLSHADERSOURCEPROC
    let compileShader: PFNGLCOMPILESHADERPROC
    let getShaderiv: PFNGLGETSHADERIVPROC
    let getShaderInfoLog: PFNGLGETSHADERINFOLOGPROC
    let deleteShader: PFNGLDELETESHADERPROC
    let createProgram: PFNGLCREATEPROGRAMPROC
    let attachShader: PFNGLATTACHSHADERPROC
    let linkProgram: PFNGLLINKPROGRAMPROC
    let getProgramiv: PFNGLGETPROGRAMIVPROC
    let getProgramInfoLog: PFNGLGETPROGRAMINFOLOGPROC
    let programParameteri: PFNGLPROGRAMPARAMETERIPROC
    let getProgramBinary: PFNGLGETPROGRAMBINARYPROC
    let programBinary: PFNGLPROGRAMBINARYPROC
    let deleteProgram: PFNGLDELETEPROGRAMPROC
    let useProgram: PFNGLUSEPROGRAMPROC

    let genBuffers: PFNGLGENBUFFERSPROC
    let deleteBuffers: PFNGLDELETEBUFFERSPROC
    let bindBuffer: PFNGLBINDBUFFERPROC
    let bindBufferRange: PFNGLBINDBUFFERRANGEPROC
    let bufferData: PFNGLBUFFERDATAPROC
    let mapBufferRange: PFNGLMAPBUFFERRANGEPROC
    let unmapBuffer: PFNGLUNMAPBUFFERPROC
    let copyBufferSubData: PFNGLCOPYBUFFERSUBDATAPROC
    let dispatchCompute: PFNGLDISPATCHCOMPUTEPROC
    let memoryBarrier: PFNGLMEMORYBARRIERPROC
    let fenceSync: PFNGLFENCESYNCPROC
    let clientWaitSync: PFNGLCLIENTWAITSYNCPROC
    let deleteSync: PFNGLDELETESYNCPROC

    /// The function that reports resets; nil if the driver does not report them.
    let getGraphicsResetStatus: (@convention(c) () -> UInt32)?

    /// - Throws: `GPUError.driver` with the name of the first function that the driver lacks.
    init(_ egl: EGLLibrary) throws(GPUError) {
        func find<T>(_ name: String, _ type: T.Type) throws(GPUError) -> T {
            guard let function = egl.function(name, as: type) else {
                throw .driver("the driver has no function \(name); OpenGL ES 3.1 is needed")
            }
            return function
        }
        getString = try find("glGetString", PFNGLGETSTRINGPROC.self)
        getStringi = try find("glGetStringi", PFNGLGETSTRINGIPROC.self)
        getIntegerv = try find("glGetIntegerv", PFNGLGETINTEGERVPROC.self)
        getInteger64v = try find("glGetInteger64v", PFNGLGETINTEGER64VPROC.self)
        getError = try find("glGetError", PFNGLGETERRORPROC.self)
        flush = try find("glFlush", PFNGLFLUSHPROC.self)
        createShader = try find("glCreateShader", PFNGLCREATESHADERPROC.self)
        shaderSource = try find("glShaderSource", PFNGLSHADERSOURCEPROC.self)
        compileShader = try find("glCompileShader", PFNGLCOMPILESHADERPROC.self)
        getShaderiv = try find("glGetShaderiv", PFNGLGETSHADERIVPROC.self)
        getShaderInfoLog = try find("glGetShaderInfoLog", PFNGLGETSHADERINFOLOGPROC.self)
        deleteShader = try find("glDeleteShader", PFNGLDELETESHADERPROC.self)
        createProgram = try find("glCreateProgram", PFNGLCREATEPROGRAMPROC.self)
        attachShader = try find("glAttachShader", PFNGLATTACHSHADERPROC.self)
        linkProgram = try find("glLinkProgram", PFNGLLINKPROGRAMPROC.self)
        getProgramiv = try find("glGetProgramiv", PFNGLGETPROGRAMIVPROC.self)
        getProgramInfoLog = try find("glGetProgramInfoLog", PFNGLGETPROGRAMINFOLOGPROC.self)
        programParameteri = try find("glProgramParameteri", PFNGLPROGRAMPARAMETERIPROC.self)
        getProgramBinary = try find("glGetProgramBinary", PFNGLGETPROGRAMBINARYPROC.self)
        programBinary = try find("glProgramBinary", PFNGLPROGRAMBINARYPROC.self)
        deleteProgram = try find("glDeleteProgram", PFNGLDELETEPROGRAMPROC.self)
        useProgram = try find("glUseProgram", PFNGLUSEPROGRAMPROC.self)
        genBuffers = try find("glGenBuffers", PFNGLGENBUFFERSPROC.self)
        deleteBuffers = try find("glDeleteBuffers", PFNGLDELETEBUFFERSPROC.self)
        bindBuffer = try find("glBindBuffer", PFNGLBINDBUFFERPROC.self)
        bindBufferRange = try find("glBindBufferRange", PFNGLBINDBUFFERRANGEPROC.self)
        bufferData = try find("glBufferData", PFNGLBUFFERDATAPROC.self)
        mapBufferRange = try find("glMapBufferRange", PFNGLMAPBUFFERRANGEPROC.self)
        unmapBuffer = try find("glUnmapBuffer", PFNGLUNMAPBUFFERPROC.self)
        copyBufferSubData = try find("glCopyBufferSubData", PFNGLCOPYBUFFERSUBDATAPROC.self)
        dispatchCompute = try find("glDispatchCompute", PFNGLDISPATCHCOMPUTEPROC.self)
        memoryBarrier = try find("glMemoryBarrier", PFNGLMEMORYBARRIERPROC.self)
        fenceSync = try find("glFenceSync", PFNGLFENCESYNCPROC.self)
        clientWaitSync = try find("glClientWaitSync", PFNGLCLIENTWAITSYNCPROC.self)
        deleteSync = try find("glDeleteSync", PFNGLDELETESYNCPROC.self)
        typealias ResetStatus = @convention(c) () -> UInt32
        getGraphicsResetStatus =
            ["glGetGraphicsResetStatus", "glGetGraphicsResetStatusKHR", "glGetGraphicsResetStatusEXT"].lazy
            .compactMap { egl.function($0, as: ResetStatus.self) }.first
    }

    /// Returns and clears the errors that the driver has recorded; the result is the first error.
    func takeError() -> UInt32 {
        let first = getError()
        guard first != GL.noError else { return first }
        // A driver keeps a handful of flags. A driver whose device was reset may report errors for ever.
        for _ in 0..<16 where getError() == GL.noError { break }
        return first
    }

    /// Returns a string that the driver reports, escaped for messages, because some drivers take it from the environment.
    func string(_ name: UInt32) -> String {
        guard let text = getString(name) else { return "" }
        return oneLine(String(cString: text))
    }

    func integer(_ name: UInt32) -> Int {
        var value: Int32 = 0
        getIntegerv(name, &value)
        return Int(value)
    }

    func longInteger(_ name: UInt32) -> Int {
        var value: Int64 = 0
        getInteger64v(name, &value)
        return Int(value)
    }
}
