/// The limits of a device that decide how passes are cut into dispatches.
public struct GPULimits: Hashable, Sendable {
    /// The largest part of a buffer that a shader can access at once, in bytes.
    public var storageBlockBytes: Int
    /// The alignment of the start of a bound buffer part, in bytes.
    public var storageAlignment: Int
    /// The number of buffers that one shader may use.
    public var storageBlocks: Int
    /// The most invocations in a work group.
    public var groupInvocations: Int
    /// The memory that a work group shares, in bytes.
    public var sharedBytes: Int
    /// The alignment, in bytes, of a buffer range bound as uniforms; OpenGL ES allows at most 256.
    public var uniformAlignment = 256
    /// The bytes of parameters that a dispatch may have; every device allows 16 KiB.
    public var uniformBytes = 16 << 10

    package init(
        storageBlockBytes: Int, storageAlignment: Int, storageBlocks: Int, groupInvocations: Int, sharedBytes: Int,
        uniformAlignment: Int = 256, uniformBytes: Int = 16 << 10
    ) {
        self.storageBlockBytes = storageBlockBytes
        self.storageAlignment = storageAlignment
        self.storageBlocks = storageBlocks
        self.groupInvocations = groupInvocations
        self.sharedBytes = sharedBytes
        self.uniformAlignment = uniformAlignment
        self.uniformBytes = uniformBytes
    }

    /// The longest side of a surface, in pixels. `AffineSampling` keeps positions up to (side − 1)·32768 in 31 bits.
    public static let longestSide = 65535
}

extension GPULimits {
    init(_ gl: GLFunctions) {
        self.init(
            storageBlockBytes: gl.longInteger(GL.maximumStorageBlockSize),
            storageAlignment: max(4, gl.integer(GL.storageOffsetAlignment)),
            storageBlocks: gl.integer(GL.maximumStorageBlocks),
            groupInvocations: gl.integer(GL.maximumInvocations),
            sharedBytes: gl.integer(GL.maximumSharedMemory),
            uniformAlignment: max(16, gl.integer(GL.uniformOffsetAlignment)),
            uniformBytes: max(16 << 10, min(64 << 10, gl.integer(GL.maximumUniformBlockSize))) / 4096 * 4096)
    }
}

extension GPULimits: CustomStringConvertible {
    public var description: String {
        let block = storageBlockBytes >> 20
        return "blocks of \(block) MiB aligned to \(storageAlignment) bytes, \(storageBlocks) per shader; "
            + "groups of \(groupInvocations) with \(sharedBytes >> 10) KiB shared"
    }
}
