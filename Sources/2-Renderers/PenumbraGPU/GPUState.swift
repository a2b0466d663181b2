import CPenumbraEGL
import PenumbraPlan
import PenumbraShaders
import PenumbraSystem

/// The objects a renderer keeps on its device between pictures. They belong to the context's thread. Limits and programs are for
/// any thread.
package final class GPUState {
    package let context: GPUContext
    package let pool: BufferPool
    let images: ImageCache
    /// The device's limits, with the size and number of storage blocks reduced as the options demand.
    let limits: GPULimits
    /// How many invocations may be idle.
    let idle: IdleWork
    /// The work done so far.
    package var counts: GPUCounts
    private let library: ShaderLibrary
    private let cache: ProgramCache?
    let faults: GPUFaults
    /// The threads that copy the rows of a picture.
    let threads: Int
    private let programs = Mutex<[ObjectIdentifier: Program]>([:])
    private var hazards = Hazards()
    /// The clock of a picture that is being measured; otherwise nil.
    package var stageClock: StageClock?
    /// The clock of a group whose shaders are being measured; otherwise nil.
    var shaderClock: ShaderClock?
    /// The staging buffers of the commands queued since the last fence.
    private var staged: [GPUBuffer] = []
    /// The staging buffers that the device may still read, the oldest first.
    private var stagedBehindFences: [(fence: GLsync, buffers: [GPUBuffer])] = []

    var gl: GLFunctions { context.gl }

    init(context: GPUContext, options: GPUOptions, counts: GPUCounts = GPUCounts()) {
        self.context = context
        self.counts = counts
        library = options.shaders
        cache = options.programCacheDirectory.map { ProgramCache(directory: $0, device: context.device) }
        faults = options.faults
        threads = options.threads
        pool = BufferPool(context.gl, isSoftware: context.device.isSoftware, fails: options.faults.allocation)
        images = ImageCache(pool: pool, budget: options.imageCacheBytes)
        limits = options.limited(context.device.limits)
        idle = options.toleratesIdle ?? !context.device.isSoftware ? .little : .none
    }

    deinit {
        if gl.life.isEnded { return }
        for (fence, _) in stagedBehindFences { gl.deleteSync(fence) }
    }

    /// Returns the program for a kind of parameters, on any thread. It is compiled when it is first used.
    func program(_ type: any ProgramParameters.Type) throws(GPUError) -> Program {
        try programs.withLock { (programs) throws(GPUError) in
            if let program = programs[ObjectIdentifier(type)] { return program }
            let program = try Program(gl, type, library: library, cache: cache, uniformBytes: limits.uniformBytes)
            programs[ObjectIdentifier(type)] = program
            return program
        }
    }

    /// Binds part of a buffer as storage block `index` of the next dispatch.
    func bind(_ index: UInt32, _ buffer: GPUBuffer, offset: Int, byteCount: Int) {
        gl.bindBufferRange(GL.storageBuffer, index, buffer.name, offset, byteCount)
    }

    /// Binds the words of the next dispatch's pictures. The bound part is as large as programs declare.
    func bindParameters(_ buffer: GPUBuffer, offset: Int) {
        gl.bindBufferRange(GL.uniformBuffer, 0, buffer.name, offset, limits.uniformBytes)
    }

    /// Runs the work groups of a program: `z` pictures of `x` × `y` groups.
    ///
    /// - Parameter isShared: whether there are several pictures, or several layers of one.
    func dispatch(_ program: Program, x: Int, y: Int, z: Int, isShared: Bool) throws(GPUError) {
        try program.use(isShared: isShared)
        gl.dispatchCompute(UInt32(x), UInt32(y), UInt32(z))
        counts.dispatches += 1
        shaderClock?.mark(program.title)
    }

    /// Declares the buffers that the next dispatches use, and waits on the device for earlier dispatches they depend on.
    ///
    /// Dispatches announced together must not depend on each other.
    func announce(reading: [UInt32], writing: [UInt32]) {
        if hazards.barrierNeeded(reading: reading, writing: writing) {
            counts.barriers += 1
            gl.memoryBarrier(GL.storageBarrier | GL.updateBarrier)
        }
    }

    /// Makes the shaders' writes visible to later copies and host reads.
    func finishWrites() {
        counts.barriers += 1
        gl.memoryBarrier(GL.storageBarrier | GL.updateBarrier)
        hazards = Hazards()
    }

    /// A part of a staging buffer and its destination.
    struct Copy {
        var from: Int
        var to: GPUBuffer
        var at: Int
        var byteCount: Int
    }

    /// A buffer that the host writes, and that the device copies from. Shaders therefore read the device's memory and not the
    /// host's.
    struct Staging {
        let buffer: GPUBuffer
        /// The memory to write. Any thread may write it.
        let memory: UnsafeMutableRawPointer
        let byteCount: Int
    }

    /// Maps a buffer for the bytes that are to be uploaded. Buffers are reused once a fence shows that the device has read
    /// them: this call never waits.
    func beginUpload(byteCount: Int) throws(GPUError) -> Staging {
        reclaimStaging()
        try stageClock?.mark(.kernels)
        let purpose = "what a picture is made from"
        let buffer = try pool.take(byteCount, .upload, purpose: purpose)
        gl.bindBuffer(GL.copyReadBuffer, buffer.name)
        let access = GL.mapWrite | GL.mapInvalidate | GL.mapUnsynchronized
        guard let memory = gl.mapBufferRange(GL.copyReadBuffer, 0, byteCount, access) else {
            pool.giveBack(buffer)
            try checkErrors(purpose: purpose, bytes: byteCount)
            throw .driver("a buffer of \(byteCount) bytes cannot be mapped")
        }
        return Staging(buffer: buffer, memory: memory, byteCount: byteCount)
    }

    /// Gives up an upload that was begun.
    func abandon(_ staging: Staging) {
        if gl.life.isEnded { return }
        gl.bindBuffer(GL.copyReadBuffer, staging.buffer.name)
        _ = gl.unmapBuffer(GL.copyReadBuffer)
        pool.giveBack(staging.buffer)
    }

    /// Queues copies of written bytes to work buffers.
    func endUpload(_ staging: Staging, _ copies: [Copy]) throws(GPUError) {
        staged.append(staging.buffer)
        try stageClock?.mark(.host)
        gl.bindBuffer(GL.copyReadBuffer, staging.buffer.name)
        guard gl.unmapBuffer(GL.copyReadBuffer) != 0 else { throw .contextLost("a buffer was lost while it was written") }
        // Writes by copy commands are visible without a barrier.
        let written = Array(Set(copies.map(\.to.name)))
        announce(reading: [], writing: written)
        hazards.forget(written)
        for copy in copies where copy.byteCount > 0 {
            gl.bindBuffer(GL.copyWriteBuffer, copy.to.name)
            gl.copyBufferSubData(GL.copyReadBuffer, GL.copyWriteBuffer, copy.from, copy.at, copy.byteCount)
        }
        counts.uploadedBytes += staging.byteCount
        shaderClock?.mark("copies to the device")
        try stageClock?.mark(.upload)
    }

    /// Puts a fence behind the queued commands. Once it is passed, the staging buffers used so far are free again.
    package func closeStaging() throws(GPUError) {
        guard !staged.isEmpty else { return }
        let fence = try makeFence()
        stagedBehindFences.append((fence, staged))
        staged = []
    }

    /// Makes a fence behind the queued commands.
    ///
    /// - Throws: the driver's error if it cannot make a fence.
    func makeFence() throws(GPUError) -> GLsync {
        if let fence = gl.fenceSync(GL.syncComplete, 0) { return fence }
        try checkErrors(purpose: "a fence", bytes: 0)
        throw .driver("the driver makes no fence")
    }

    /// Gives back the staging buffers that the device has read.
    package func reclaimStaging() {
        while let oldest = stagedBehindFences.first {
            switch gl.clientWaitSync(oldest.fence, 0, 0) {
            case GL.alreadySignaled, GL.conditionSatisfied: break
            default: return
            }
            gl.deleteSync(oldest.fence)
            for buffer in oldest.buffers { pool.giveBack(buffer) }
            stagedBehindFences.removeFirst()
        }
    }

    /// Checks that the device was not reset.
    ///
    /// - Throws: `GPUError.contextLost` after a reset, or after a reset that a test simulates.
    package func checkNotLost(plans: [RenderPlan] = []) throws(GPUError) {
        try context.checkNotLost()
        if let reset = faults.reset, !plans.isEmpty, reset(plans) { throw .contextLost("a test says so") }
    }

    /// Frees everything that is only kept for speed.
    package func freeUnused() {
        images.empty()
        pool.empty()
    }

    /// Discards the errors recorded by the driver: errors of an abandoned picture do not concern the next picture.
    func forgetErrors() { _ = pool.takeError() }

    /// Checks for errors of the driver.
    ///
    /// - Throws: the first error that the driver has recorded since the last check.
    func checkErrors(purpose: String, bytes: Int) throws(GPUError) {
        try checkNotLost()
        let error = pool.takeError()
        switch error {
        case GL.noError: return
        case GL.contextLost: throw .contextLost("the driver says so")
        case GL.outOfMemory: throw .outOfMemory(bytes: bytes, purpose: purpose)
        default: throw .driver("OpenGL ES error 0x\(String(error, radix: 16)) while working on \(purpose)")
        }
    }
}

/// Counts of the work a renderer has done since it was opened.
public struct GPUCounts: Hashable, Sendable {
    public var pictures = 0
    /// Groups of pictures that were queued together. A single picture counts as a group.
    public var groups = 0
    public var dispatches = 0
    /// The number of times that the device waited for earlier dispatches.
    public var barriers = 0
    /// The bytes that were copied to the device.
    public var uploadedBytes = 0
    /// The bytes of finished pictures, or of their files, that were copied to the host.
    public var readBackBytes = 0
    /// The number of times that a plan's picture was already on the device.
    public var reusedImages = 0
    /// The number of pictures whose pixels were made on the device.
    public var decodedImages = 0
    /// The buffers that the present context has made, since no kept one could be used.
    public var buffers = 0
    /// The processor time of the renderer's thread, which talks to the driver.
    public var threadSeconds = 0.0
    /// The time in which this thread worked or waited for the driver.
    public var busySeconds = 0.0

    public init() {}
}

/// Tracks the buffers used since the last barrier.
package struct Hazards {
    package init() {}

    private var read: Set<UInt32> = []
    private var written: Set<UInt32> = []

    /// True if a use depends on an earlier use: a read after a write, or a write after a read or a write.
    package mutating func barrierNeeded(reading: [UInt32], writing: [UInt32]) -> Bool {
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

    mutating func forget(_ names: [UInt32]) {
        read.subtract(names)
        written.subtract(names)
    }
}
