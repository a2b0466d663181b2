import PenumbraPlan
import PenumbraShaders

/// How a GPU renderer is set up.
public struct GPUOptions: Sendable {
    /// The texts of the shaders: those in the binary, or a folder's while working on them.
    public var shaders = ShaderLibrary.embedded
    /// Where compiled programs are kept between runs; nil keeps none. At first a folder below XDG_CACHE_HOME or ~/.cache.
    public var programCacheDirectory: String?
    /// The EGL library, `libEGL.so.1`.
    public var libraryName: String
    /// Pretends that shaders reach no more than this much of a buffer at once, in bytes, so that tests cut small pictures
    /// into bands as large ones are cut. Nil leaves the device's own limit.
    var largestBlockBytes: Int?
    /// Pretends that a shader can use no more storage blocks than this, so that tests take the ways of the smallest devices.
    /// Nil leaves the device's own limit.
    var largestBlockCount: Int?
    /// How much is read back at a time, in bytes: part of a large picture, or several small ones.
    var readbackBytes = 32 << 20
    /// The most pictures that are made by the same dispatches. One makes each by itself.
    public var largestGroup = 64
    /// How many bytes of finished pictures may wait on the device; the oldest are brought to the host when there are more.
    public var bytesUnderWay = 256 << 20
    /// How many bytes of source pictures stay on the device for plans to come that show the same bitmaps.
    public var imageCacheBytes = 256 << 20
    /// What tests let go wrong.
    var faults = GPUFaults()

    public init() {
        programCacheDirectory = ProgramCache.standardDirectory()
        libraryName = EGLLibrary.defaultName
    }
}

extension GPUOptions {
    /// A device's limits as they are to be taken.
    func limited(_ limits: GPULimits) -> GPULimits {
        var limits = limits
        // Shaders count words in signed numbers.
        limits.storageBlockBytes = min(limits.storageBlockBytes, 1 << 30)
        if let largestBlockBytes { limits.storageBlockBytes = min(limits.storageBlockBytes, largestBlockBytes) }
        if let largestBlockCount { limits.storageBlocks = min(limits.storageBlocks, largestBlockCount) }
        return limits
    }
}

/// Failures of a device that tests ask for.
struct GPUFaults: Sendable {
    /// Whether an allocation of so many bytes fails as if the device had no memory left.
    var allocation: (@Sendable (Int) -> Bool)?
    /// Whether making these plans together resets the device.
    var reset: (@Sendable ([RenderPlan]) -> Bool)?
}
