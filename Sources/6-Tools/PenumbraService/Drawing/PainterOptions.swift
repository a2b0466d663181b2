import Penumbra
import PenumbraSystem

/// How a service draws.
public struct PainterOptions: Sendable {
    /// Threads that plan, draw and encode, each one picture at a time.
    public var threads = processorCount()
    /// The GPUs that draw, each with threads of its own. Without one, the processor draws.
    public var devices: [Device] = []
    /// Whether a GPU makes the files of fast PNGs, and of JPEGs that aren't progressive. Nil means yes, except on a software
    /// GL.
    public var encodesOnDevice: Bool?
    /// Whether a GPU makes the pixels of JPEGs from coefficients. Nil means yes, except on a software GL.
    public var decodesOnDevice: Bool?
    /// Pictures that may wait for a thread. Further requests get 503.
    public var queueLength = 64
    /// The seconds that a picture may take, with its time in the queue.
    public var seconds = 10.0
    /// The bytes of finished files that are kept in memory.
    public var keptBytes = 64 << 20
    /// The folder of finished files that are kept on the disk. Nil keeps none, and then no file is written.
    public var storeFolder: String?
    /// The bytes of finished files that are kept on the disk.
    public var storedBytes = 1 << 30
    /// The limits of each picture. The memory is that of all pictures in progress together.
    public var limits = RenderLimits.default
    public var picture = PictureOptions.default
    /// The folders of the files that scenes may name. Nil allows none.
    public var files: FileRoots?
    /// The folder at which the paths in scenes start. Errors name files by these paths, so that clients don't learn where the
    /// folder lies.
    public var folder = ""

    public init() {}
}
