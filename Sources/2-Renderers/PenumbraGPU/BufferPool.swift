import PenumbraSystem

/// A buffer on the device.
package final class GPUBuffer {
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

/// The purpose of a buffer, which tells the driver where to keep it.
package enum BufferUse: Hashable {
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

/// Keeps buffers for the next pass or picture instead of freeing and making them again.
package final class BufferPool {
    private let gl: GLFunctions
    /// The bytes in use at the moment, by purpose.
    package private(set) var taken: [BufferUse: Int] = [:]
    /// The number of buffers made so far.
    private(set) var made = 0
    /// Free buffers, the longest unused first.
    private var free: [GPUBuffer] = []
    private var freeBytes = 0
    /// The most bytes that may lie unused. A driver that computes on the CPU shares the host's memory, so less is kept
    /// there.
    private let keptBytes: Int
    /// True if the driver computes on the CPU. For a GPU, making a buffer takes long, so buffers have few sizes there.
    private let isSoftware: Bool

    /// An error that the driver recorded before a buffer was made, and that is not about that buffer. The next error check
    /// reports it.
    private var unreported = GL.noError

    /// Returns and clears the first error of the commands queued so far.
    func takeError() -> UInt32 {
        let latest = gl.takeError()
        defer { unreported = GL.noError }
        return unreported != GL.noError ? unreported : latest
    }

    /// Decides, for tests, which allocations fail, by their bytes.
    private let fails: (@Sendable (Int) -> Bool)?

    init(_ gl: GLFunctions, isSoftware: Bool, fails: (@Sendable (Int) -> Bool)? = nil) {
        self.gl = gl
        self.isSoftware = isSoftware
        keptBytes = isSoftware ? 256 << 20 : 4 << 30
        self.fails = fails
    }

    /// Returns a buffer of at least `bytes`, with undefined contents. Free buffers more than twice as large are left for
    /// other uses.
    ///
    /// - Parameter purpose: the buffer's purpose, for the error's text.
    /// - Throws: `GPUError.outOfMemory` if the device has no memory left, even after all unused buffers are freed.
    package func take(_ bytes: Int, _ use: BufferUse, purpose: @autoclosure () -> String) throws(GPUError) -> GPUBuffer {
        let size = Self.rounded(bytes, steps: !isSoftware && bytes <= Self.mostDoubled ? 1 : 8)
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
        // Drivers without free memory may end the process.
        guard AddressSpace.hasRoom(for: max(AddressSpace.leastAsked, size)) else { return nil }
        let earlier = gl.takeError()
        if unreported == GL.noError { unreported = earlier }
        var name: UInt32 = 0
        gl.genBuffers(1, &name)
        let buffer = GPUBuffer(gl, name: name, capacity: size, use: use)
        gl.bindBuffer(GL.copyWriteBuffer, name)
        gl.bufferData(GL.copyWriteBuffer, size, nil, use.hint)
        guard gl.takeError() == GL.noError else { return nil }
        made += 1
        return buffer
    }

    /// The largest size that is rounded up to a power of two.
    private static let mostDoubled = 256 << 20

    /// Rounds sizes up, so that pictures of nearly the same size share buffers.
    ///
    /// - Parameter steps: the number of sizes from a power of two to the next one, itself a power of two.
    package static func rounded(_ bytes: Int, steps: Int = 8) -> Int {
        let least = max(bytes, 4096)
        let granule = max(1, (1 << (Int.bitWidth - 1 - least.leadingZeroBitCount)) / steps)
        return (least + granule - 1) / granule * granule
    }
}
