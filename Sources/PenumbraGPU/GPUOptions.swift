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
    /// How much of a picture is read back at a time, in bytes.
    var readbackBytes = 32 << 20

    public init() {
        programCacheDirectory = ProgramCache.standardDirectory()
        libraryName = EGLLibrary.defaultName
    }
}
