import CPenumbraEGL
import PenumbraShaders

/// A compiled shader and where its parameters go.
final class Program<Parameters: ProgramParameters> {
    private let gl: GLFunctions
    private let object: ProgramObject
    private let uniforms: [(location: Int32, isUnsigned: Bool)]
    /// What each uniform holds, to pass only what changes.
    private var held: [UInt32]?

    /// - Throws: `GPUError.compileFailed` with the driver's log, `GPUError.parametersDiffer` where the active uniforms are
    ///   not exactly the properties of `Parameters`, by name and type.
    init(_ gl: GLFunctions, library: ShaderLibrary, cache: ProgramCache?) throws(GPUError) {
        self.gl = gl
        let source: String
        do {
            let constants = ShaderConstants.all + Parameters.variant.map { ShaderConstant($0.name, $0.value) }
            source = try library.source(of: Parameters.shader, constants: constants)
        } catch {
            throw .shaderFiles(error)
        }
        object = try ProgramObject(gl, title: Parameters.title, source: source, cache: cache)
        uniforms = try Self.matched(object)
    }

    /// Makes this the program of the next dispatch, with these parameters.
    func use(_ parameters: Parameters) {
        gl.useProgram(object.name)
        withUnsafeBytes(of: parameters) { bytes in
            let words = bytes.bindMemory(to: UInt32.self)
            for (i, uniform) in uniforms.enumerated() where held == nil || held?[i] != words[i] {
                if uniform.isUnsigned {
                    gl.uniform1ui(uniform.location, words[i])
                } else {
                    gl.uniform1i(uniform.location, Int32(bitPattern: words[i]))
                }
            }
            held = Array(words)
        }
    }

    /// The uniforms' locations in the order of the struct's properties.
    private static func matched(_ program: ProgramObject) throws(GPUError) -> [(location: Int32, isUnsigned: Bool)] {
        var active = program.activeUniforms()
        var result: [(location: Int32, isUnsigned: Bool)] = []
        var onlyInProgram: [String] = []
        for property in Mirror(reflecting: Parameters()).children {
            let label = property.label ?? "?"
            let isUnsigned = property.value is UInt32
            let type = isUnsigned ? GL.unsignedInt : GL.int
            guard let uniform = active.removeValue(forKey: label), uniform == type, isUnsigned || property.value is Int32
            else {
                onlyInProgram.append(label)
                continue
            }
            result.append((program.location(of: label), isUnsigned))
        }
        guard onlyInProgram.isEmpty, active.isEmpty,
            MemoryLayout<Parameters>.size == result.count * MemoryLayout<UInt32>.size
        else {
            throw .parametersDiffer(
                shader: Parameters.title, onlyInShader: active.keys.sorted(), onlyInProgram: onlyInProgram)
        }
        return result
    }
}

/// A linked program, from the cache or from its source.
final class ProgramObject {
    let name: UInt32
    private let gl: GLFunctions

    init(_ gl: GLFunctions, title: String, source: String, cache: ProgramCache?) throws(GPUError) {
        self.gl = gl
        let program = gl.createProgram()
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
            // A refused binary leaves an error that says nothing about the program compiled next.
            _ = gl.getError()
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

    /// The active uniforms' types by name; arrays are named as GLES names them, `values[0]`.
    func activeUniforms() -> [String: UInt32] {
        var count: Int32 = 0
        var longest: Int32 = 0
        gl.getProgramiv(name, GL.activeUniforms, &count)
        gl.getProgramiv(name, GL.activeUniformMaximumLength, &longest)
        var result: [String: UInt32] = [:]
        var text = [CChar](repeating: 0, count: Int(longest) + 1)
        for index in 0..<UInt32(max(0, count)) {
            var length: Int32 = 0
            var size: Int32 = 0
            var type: UInt32 = 0
            gl.getActiveUniform(name, index, Int32(text.count), &length, &size, &type, &text)
            let bytes = text.prefix(Int(length)).map { UInt8(bitPattern: $0) }
            result[String(decoding: bytes, as: UTF8.self)] = type
        }
        return result
    }

    func location(of uniform: String) -> Int32 { gl.getUniformLocation(name, uniform) }

    private static func compile(
        _ gl: GLFunctions, into program: UInt32, title: String, source: String
    ) throws(GPUError) {
        let shader = gl.createShader(GL.computeShader)
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
        guard written > 0, gl.getError() == GL.noError else { return }
        cache.store(ProgramCache.Binary(format: format, bytes: Array(bytes.prefix(Int(written)))), of: title, source: source)
    }
}
