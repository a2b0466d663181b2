import PenumbraSystem

/// A buffer of the device.
final class GPUBuffer {
    let name: UInt32
    let capacity: Int
    let use: BufferUse
    private let gl: GLFunctions

    fileprivate init(_ gl: GLFunctions, name: UInt32, capacity: Int, use: BufferUse) {
        self.gl = gl
        self.name = name
        self.capacity = capacity
        self.use = use
    }

    deinit {
        if gl.life.isEnded { return }
        var name = name
        gl.deleteBuffers(1, &name)
    }
}

/// What a buffer is for, which tells the driver where to keep it.
enum BufferUse: Hashable {
    /// Written and read by shaders.
    case work
    /// Written by the host, read by shaders.
    case upload
    /// Copied to by the device, read by the host.
    case readback

    var hint: UInt32 {
        switch self {
        case .work: GL.dynamicCopy
        case .upload: GL.streamDraw
        case .readback: GL.streamRead
        }
    }
}

/// Buffers kept for the next pass or picture instead of being freed and made again.
final class BufferPool {
    private let gl: GLFunctions
    /// How many bytes of a use are taken at the moment.
    private(set) var taken: [BufferUse: Int] = [:]
    /// Free buffers, the longest unused first.
    private var free: [GPUBuffer] = []
    private var freeBytes = 0
    /// How many bytes may lie unused. A driver that computes on the CPU shares the host's memory, so less is kept there.
    private let keptBytes: Int

    /// What the driver recorded before a buffer was made, which is not about that buffer: the next look at errors finds it.
    private var unreported = GL.noError

    /// Takes the errors of what was queued so far, and gives the first.
    func takeError() -> UInt32 {
        let latest = gl.takeError()
        defer { unreported = GL.noError }
        return unreported != GL.noError ? unreported : latest
    }

    /// Says, for a test, which allocations fail, by their bytes.
    private let fails: (@Sendable (Int) -> Bool)?

    init(_ gl: GLFunctions, keptBytes: Int, fails: (@Sendable (Int) -> Bool)? = nil) {
        self.gl = gl
        self.keptBytes = keptBytes
        self.fails = fails
    }

    /// A buffer of at least `bytes`, its contents undefined. One that is more than twice as large is left for others.
    ///
    /// - Parameter purpose: what it is for, for the error's text.
    /// - Throws: `GPUError.outOfMemory` when the device has no more, even after all unused buffers are given back.
    func take(_ bytes: Int, _ use: BufferUse, purpose: @autoclosure () -> String) throws(GPUError) -> GPUBuffer {
        let size = Self.rounded(bytes)
        var best: Int?
        for (index, buffer) in free.enumerated()
        where buffer.use == use && buffer.capacity >= size && buffer.capacity <= 2 * size {
            if best.map({ buffer.capacity < free[$0].capacity }) ?? true { best = index }
        }
        if let best {
            let buffer = free.remove(at: best)
            freeBytes -= buffer.capacity
            taken[use, default: 0] += buffer.capacity
            return buffer
        }
        if let buffer = make(size, use) ?? remade(size, use) {
            taken[use, default: 0] += buffer.capacity
            return buffer
        }
        throw .outOfMemory(bytes: bytes, purpose: purpose())
    }

    private func remade(_ size: Int, _ use: BufferUse) -> GPUBuffer? {
        empty()
        return make(size, use)
    }

    func giveBack(_ buffer: GPUBuffer) {
        taken[buffer.use, default: 0] -= buffer.capacity
        free.append(buffer)
        freeBytes += buffer.capacity
        while freeBytes > keptBytes, let oldest = free.first {
            freeBytes -= oldest.capacity
            free.removeFirst()
        }
    }

    /// Frees every unused buffer.
    func empty() {
        free = []
        freeBytes = 0
    }

    private func make(_ size: Int, _ use: BufferUse) -> GPUBuffer? {
        if let fails, fails(size) { return nil }
        // Drivers that have none to give may end the process.
        guard AddressSpace.hasRoom(for: max(AddressSpace.leastAsked, size)) else { return nil }
        let earlier = gl.takeError()
        if unreported == GL.noError { unreported = earlier }
        var name: UInt32 = 0
        gl.genBuffers(1, &name)
        let buffer = GPUBuffer(gl, name: name, capacity: size, use: use)
        gl.bindBuffer(GL.copyWriteBuffer, name)
        gl.bufferData(GL.copyWriteBuffer, size, nil, use.hint)
        return gl.takeError() == GL.noError ? buffer : nil
    }

    /// Sizes in steps of an eighth of their power of two, so that pictures of nearly the same size share buffers.
    static func rounded(_ bytes: Int) -> Int {
        let least = max(bytes, 4096)
        let granule = 1 << max(0, Int.bitWidth - 1 - least.leadingZeroBitCount - 3)
        return (least + granule - 1) / granule * granule
    }
}
