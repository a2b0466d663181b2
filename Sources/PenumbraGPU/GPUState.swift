import PenumbraPlan
import PenumbraShaders

/// What a renderer keeps on its device between pictures. Belongs to the context's thread.
final class GPUState {
    let context: GPUContext
    let pool: BufferPool
    /// The device's limits, its storage blocks cut down in size and number where the options say so.
    let limits: GPULimits
    private let library: ShaderLibrary
    private let cache: ProgramCache?
    private var programs: [ObjectIdentifier: AnyObject] = [:]
    private var hazards = Hazards()
    /// Set while a picture is measured.
    var stageClock: StageClock?

    var gl: GLFunctions { context.gl }

    init(context: GPUContext, options: GPUOptions) {
        self.context = context
        library = options.shaders
        cache = options.programCacheDirectory.map { ProgramCache(directory: $0, device: context.device) }
        pool = BufferPool(context.gl, keptBytes: context.device.isSoftware ? 256 << 20 : 4 << 30)
        var limits = context.device.limits
        if let largest = options.largestBlockBytes { limits.storageBlockBytes = min(limits.storageBlockBytes, largest) }
        if let largest = options.largestBlockCount { limits.storageBlocks = min(limits.storageBlocks, largest) }
        self.limits = limits
    }

    /// The program of a kind of parameters, compiled when it is wanted first.
    func program<P: ProgramParameters>(_ type: P.Type = P.self) throws(GPUError) -> Program<P> {
        if let program = programs[ObjectIdentifier(type)] as? Program<P> { return program }
        let program = try Program<P>(gl, library: library, cache: cache)
        programs[ObjectIdentifier(type)] = program
        return program
    }

    /// Binds part of a buffer as storage block `index` of the next dispatch.
    func bind(_ index: UInt32, _ buffer: GPUBuffer, offset: Int, byteCount: Int) {
        gl.bindBufferRange(GL.storageBuffer, index, buffer.name, offset, byteCount)
    }

    func bind(_ index: UInt32, _ buffer: GPUBuffer, _ layout: SurfaceLayout, rows: Range<Int>) {
        bind(index, buffer, offset: rows.lowerBound * layout.rowBytes, byteCount: layout.bytes(rows))
    }

    /// Runs a pixel program over `width` × `height` invocations.
    func dispatch<P: ProgramParameters>(_ parameters: P, width: Int, height: Int) throws(GPUError) {
        let (gw, gh) = (ShaderConstants.groupWidth, ShaderConstants.groupHeight)
        try dispatchGroups(parameters, x: (width + gw - 1) / gw, y: (height + gh - 1) / gh)
    }

    func dispatchGroups<P: ProgramParameters>(_ parameters: P, x: Int, y: Int) throws(GPUError) {
        try program(P.self).use(parameters)
        gl.dispatchCompute(UInt32(x), UInt32(y), 1)
    }

    /// Says which buffers the next dispatches use, and waits on the device for those they depend on.
    ///
    /// Dispatches announced together must not depend on each other.
    func announce(reading: [GPUBuffer], writing: [GPUBuffer]) {
        if hazards.barrierNeeded(reading: reading.map(\.name), writing: writing.map(\.name)) {
            gl.memoryBarrier(GL.storageBarrier)
        }
    }

    /// Lets copies and host reads after this see what shaders wrote.
    func finishWrites() {
        gl.memoryBarrier(GL.storageBarrier | GL.updateBarrier)
        hazards = Hazards()
    }

    /// A work buffer with what `fill` writes to its first `byteCount` bytes.
    ///
    /// The host writes a buffer of its own that is then copied, so that shaders read the device's memory and not the host's.
    func upload(
        byteCount: Int, purpose: @autoclosure () -> String, _ fill: (UnsafeMutableRawPointer) -> Void
    ) throws(GPUError) -> GPUBuffer {
        try stageClock?.mark(.kernels)
        let staging = try pool.take(byteCount, .upload, purpose: purpose())
        let buffer = try pool.take(byteCount, .work, purpose: purpose())
        announce(reading: [], writing: [buffer])
        gl.bindBuffer(GL.copyReadBuffer, staging.name)
        guard let pointer = gl.mapBufferRange(GL.copyReadBuffer, 0, byteCount, GL.mapWrite | GL.mapInvalidate) else {
            try checkErrors(purpose: purpose(), bytes: byteCount)
            throw .driver("a buffer of \(byteCount) bytes cannot be mapped")
        }
        let start = stageClock == nil ? nil : ContinuousClock.now
        fill(pointer)
        if let start { stageClock?.addHostUpload(.now - start) }
        try stageClock?.mark(.host)
        guard gl.unmapBuffer(GL.copyReadBuffer) != 0 else { throw .contextLost("a buffer was lost while it was written") }
        gl.bindBuffer(GL.copyWriteBuffer, buffer.name)
        gl.copyBufferSubData(GL.copyReadBuffer, GL.copyWriteBuffer, 0, 0, byteCount)
        pool.giveBack(staging)
        try stageClock?.mark(.upload)
        return buffer
    }

    /// - Throws: what the driver has recorded since the last check.
    func checkErrors(purpose: String, bytes: Int) throws(GPUError) {
        try context.checkNotLost()
        let error = gl.getError()
        switch error {
        case GL.noError: return
        case GL.outOfMemory: throw .outOfMemory(bytes: bytes, purpose: purpose)
        default: throw .driver("OpenGL ES error 0x\(String(error, radix: 16)) while working on \(purpose)")
        }
    }
}

/// Which buffers have been used since the last barrier.
struct Hazards {
    private var read: Set<UInt32> = []
    private var written: Set<UInt32> = []

    /// True where a use depends on one before it: a read of what was written, a write of what was read or written.
    mutating func barrierNeeded(reading: [UInt32], writing: [UInt32]) -> Bool {
        let depends =
            reading.contains { written.contains($0) } || writing.contains { written.contains($0) || read.contains($0) }
        if depends {
            read = []
            written = []
        }
        read.formUnion(reading)
        written.formUnion(writing)
        return depends
    }
}
