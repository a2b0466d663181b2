import PenumbraPlan
import PenumbraShaders

/// Options for setting up a GPU renderer.
public struct GPUOptions: Sendable {
    /// The texts of the shaders: those in the binary, or those in a folder during shader development.
    public var shaders = ShaderLibrary.embedded
    /// The folder in which compiled programs are kept between runs; nil keeps none. The default is a folder below
    /// XDG_CACHE_HOME or ~/.cache.
    public var programCacheDirectory: String?
    /// The EGL library's file name or path; `libEGL.so.1` by default.
    public var libraryName: String
    /// Limits how much of a buffer shaders access at once, in bytes. Tests use it to cut small pictures into bands as large
    /// ones are cut. Nil keeps the device's own limit.
    package var largestBlockBytes: Int?
    /// Limits the number of storage blocks that a shader can use. Tests use it to take the code paths of the smallest
    /// devices. Nil keeps the device's own limit.
    package var largestBlockCount: Int?
    /// Limits the invocations in a work group. Nil keeps the device's own limit.
    package var largestGroupInvocations: Int?
    /// The number of bytes read back at a time: part of a large picture, or several small pictures.
    package var readbackBytes = 32 << 20
    /// The most pictures that are made by the same dispatches. With 1, each picture is made by itself.
    public var largestGroup = 64
    /// The most bytes of finished pictures that may wait on the device. Beyond it, the oldest pictures are copied to the
    /// host. Nil means 256 MiB with a software GL, whose memory is the host's, and 1 GiB with a GPU.
    public var bytesUnderWay: Int?
    /// The most bytes of source pictures kept on the device for later plans that show the same bitmaps.
    public var imageCacheBytes = 256 << 20
    /// The threads that copy the rows of a large picture to or from memory that the device shares, at most. One is best if
    /// other threads take pictures at the same time.
    public var threads = 1
    /// Whether invocations with nothing to do are worth fewer dispatches. Nil means yes, except with a software GL, where they
    /// take as long as others.
    package var toleratesIdle: Bool?
    /// Failures that tests inject.
    package var faults = GPUFaults()

    public init() {
        programCacheDirectory = ProgramCache.standardDirectory()
        libraryName = EGLLibrary.defaultName
    }
}

extension GPUOptions {
    func mostBytesUnderWay(isSoftware: Bool) -> Int { bytesUnderWay ?? (isSoftware ? 256 << 20 : 1 << 30) }

    /// The most bytes of finished pictures in a group. Dispatches for more pictures take the driver less time for each.
    func mostGroupBytes(isSoftware: Bool) -> Int { isSoftware ? readbackBytes : max(readbackBytes, 256 << 20) }

    /// Returns a device's limits, reduced as the options demand.
    func limited(_ limits: GPULimits) -> GPULimits {
        var limits = limits
        // Shaders count words in signed numbers.
        limits.storageBlockBytes = min(limits.storageBlockBytes, 1 << 30)
        if let largestBlockBytes { limits.storageBlockBytes = min(limits.storageBlockBytes, largestBlockBytes) }
        if let largestBlockCount { limits.storageBlocks = min(limits.storageBlocks, largestBlockCount) }
        if let largestGroupInvocations { limits.groupInvocations = min(limits.groupInvocations, largestGroupInvocations) }
        return limits
    }
}

/// Simulated failures of a device, for tests.
package struct GPUFaults: Sendable {
    /// True if an allocation of the given number of bytes must fail as if the device had no memory left.
    package var allocation: (@Sendable (Int) -> Bool)?
    /// True if making these plans together must reset the device.
    package var reset: (@Sendable ([RenderPlan]) -> Bool)?
    /// Called before the dispatches of a group are merged. Its error is that of the group.
    package var merging: (@Sendable () throws(GPUError) -> Void)?

    package init(
        allocation: (@Sendable (Int) -> Bool)? = nil, reset: (@Sendable ([RenderPlan]) -> Bool)? = nil,
        merging: (@Sendable () throws(GPUError) -> Void)? = nil
    ) {
        (self.allocation, self.reset, self.merging) = (allocation, reset, merging)
    }
}
