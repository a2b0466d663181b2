import CPenumbraEGL
import PenumbraShaders
import PenumbraSystem

/// A compiled shader, and the layout of its pictures' words in the uniform block. Any thread may read the layout; all else
/// belongs to the context's thread.
final class Program: @unchecked Sendable {
    let title: String
    private let gl: GLFunctions
    let shader: JobShader
    private let cache: ProgramCache?
    /// The program for one picture; `shared` is the program for several pictures per dispatch. Both are compiled when first
    /// needed.
    private var single: ProgramObject?
    private var shared: ProgramObject?

    /// The words per picture that hold the starts of its parts of the storage blocks; parameters follow.
    var bindings: Int { shader.bindings }

    /// The number of four-word vectors per picture.
    var stride: Int { shader.stride }

    /// - Throws: `GPUError.shaderFiles`.
    init(
        _ gl: GLFunctions, _ type: any ProgramParameters.Type, library: ShaderLibrary, cache: ProgramCache?, uniformBytes: Int
    ) throws(GPUError) {
        self.gl = gl
        self.cache = cache
        title = type.title
        let constants = ShaderConstants.all + type.variant.map { ShaderConstant($0.name, $0.value) }
        shader = JobShader(
            try rethrowing(library.source(of: type.shader, constants: constants), as: GPUError.shaderFiles),
            parameters: type.parameters, uniformBytes: uniformBytes)
    }

    /// Makes this the program of the next dispatch.
    ///
    /// - Parameter isShared: true if the dispatch makes several pictures or layers.
    /// - Throws: `GPUError.compileFailed` with the driver's log.
    func use(isShared: Bool) throws(GPUError) {
        gl.useProgram(try object(isShared: isShared).name)
    }

    private func object(isShared: Bool) throws(GPUError) -> ProgramObject {
        if let object = isShared ? shared : single { return object }
        let object = try ProgramObject(
            gl, title: title, source: shader.text(isShared: isShared), cache: cache)
        if isShared { shared = object } else { single = object }
        return object
    }
}

/// A linked program, loaded from the cache or compiled from its source.
final class ProgramObject {
    let name: UInt32
    private let gl: GLFunctions

    init(_ gl: GLFunctions, title: String, source: String, cache: ProgramCache?) throws(GPUError) {
        self.gl = gl
        let program = gl.createProgram()
        // The name 0 means no program, and would be taken for a linked program.
        guard program != 0 else { throw .driver("the driver makes no program for shader \(title)") }
        if let binary = cache?.binary(of: title, source: source) {
            binary.bytes.withUnsafeBytes { bytes in
                gl.programBinary(program, binary.format, bytes.baseAddress, Int32(bytes.count))
            }
            var linked: Int32 = 0
            gl.getProgramiv(program, GL.linkStatus, &linked)
            if linked != 0 {
                name = program
                return
            }
            // A refused binary leaves an error that is unrelated to the program compiled next.
            _ = gl.takeError()
        }
        do {
            try Self.compile(gl, into: program, title: title, source: source)
        } catch {
            gl.deleteProgram(program)
            throw error
        }
        name = program
        if let cache { Self.store(gl, program, title: title, source: source, in: cache) }
    }

    deinit {
        if !gl.life.isEnded { gl.deleteProgram(name) }
    }

    private static func compile(
        _ gl: GLFunctions, into program: UInt32, title: String, source: String
    ) throws(GPUError) {
        let shader = gl.createShader(GL.computeShader)
        guard shader != 0 else { throw .driver("the driver makes no shader for \(title)") }
        defer { gl.deleteShader(shader) }
        source.withCString { text in
            var pointer: UnsafePointer<CChar>? = text
            gl.shaderSource(shader, 1, &pointer, nil)
        }
        gl.compileShader(shader)
        var done: Int32 = 0
        gl.getShaderiv(shader, GL.compileStatus, &done)
        guard done != 0 else {
            throw .compileFailed(shader: title, log: log(shader, gl.getShaderiv, gl.getShaderInfoLog))
        }
        gl.attachShader(program, shader)
        gl.programParameteri(program, GL.binaryRetrievableHint, 1)
        gl.linkProgram(program)
        done = 0
        gl.getProgramiv(program, GL.linkStatus, &done)
        guard done != 0 else {
            throw .compileFailed(shader: title, log: log(program, gl.getProgramiv, gl.getProgramInfoLog))
        }
    }

    private static func log(
        _ object: UInt32, _ get: PFNGLGETSHADERIVPROC, _ getLog: PFNGLGETSHADERINFOLOGPROC
    ) -> String {
        var length: Int32 = 0
        get(object, GL.infoLogLength, &length)
        guard length > 0 else { return "(the driver gives no log)" }
        var text = [CChar](repeating: 0, count: Int(length) + 1)
        var written: Int32 = 0
        getLog(object, length, &written, &text)
        return String(decoding: text.prefix(Int(written)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func store(
        _ gl: GLFunctions, _ program: UInt32, title: String, source: String, in cache: ProgramCache
    ) {
        guard gl.integer(GL.binaryFormatCount) > 0 else { return }
        var length: Int32 = 0
        gl.getProgramiv(program, GL.binaryLength, &length)
        guard length > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        var written: Int32 = 0
        var format: UInt32 = 0
        gl.getProgramBinary(program, length, &written, &format, &bytes)
        guard gl.takeError() == GL.noError, written > 0, written <= length else { return }
        cache.store(ProgramCache.Binary(format: format, bytes: Array(bytes.prefix(Int(written)))), of: title, source: source)
    }
}
