import PenumbraCodecs
import PenumbraScene
import PenumbraSystem

/// All limits on the cost of a picture in one value, whoever asks for the picture.
///
/// A limit is checked before memory is taken for the quantity it bounds. Anything above a limit is refused with an error that
/// names the limit. `Limit` lists the limits by name, with their ranges, and `penumbra doctor` shows them.
public struct RenderLimits: Sendable, Hashable {
    /// The limits of pictures that are read.
    public var images: ImageLimits
    /// The limits of scenes and of the pictures made from them.
    public var scene: SceneLimits
    /// The bytes that all pictures under way may hold at once, including the pictures that they show.
    ///
    /// A `Renderer` applies the limit to the picture it draws, a batch applies it to all of its jobs together. Nil means
    /// `standardMemory` for a renderer and half of the free memory for a batch.
    public var memory: Int? {
        didSet { limitDocuments() }
    }
    /// The time that planning and drawing a picture may take, in seconds of one core.
    ///
    /// The time is estimated from the scene, not measured: from its pixels, the work of each pass per pixel, and the number of
    /// path crossings. A picture that is refused on one machine is therefore refused on all machines.
    public var work: Double
    /// The time that all frames of an animation may take together, in seconds of one core.
    ///
    /// The time is estimated before the first frame is drawn, and counted while frames are drawn.
    public var animationWork: Double
    /// The largest size in bytes of a batch's manifest, or of its table of rows.
    public var manifestBytes: Int
    /// The largest size in bytes of one line of a manifest, or of one row. A line may hold a whole scene.
    public var manifestEntryBytes: Int
    /// The time in seconds that one job may take, from reading its scene to its finished file. Nil sets no limit.
    ///
    /// Only a program that runs each job by itself can enforce this limit.
    public var jobSeconds: Double?
    /// Whether a missing font or glyph is an error. Otherwise another font or a box takes its place, with a notice.
    public var isStrict = false

    public init(
        images: ImageLimits = .default, scene: SceneLimits = .default, memory: Int? = nil, work: Double = 8,
        animationWork: Double = 8, manifestBytes: Int = 1 << 30,
        manifestEntryBytes: Int = 16 << 20, jobSeconds: Double? = nil
    ) {
        self.images = images
        self.scene = scene
        self.memory = memory
        self.work = work
        self.animationWork = animationWork
        self.manifestBytes = manifestBytes
        self.manifestEntryBytes = manifestEntryBytes
        self.jobSeconds = jobSeconds
        limitDocuments()
    }

    private mutating func limitDocuments() {
        scene.documentMemory = min(SceneLimits.default.documentMemory, memory ?? .max)
    }

    public static let `default` = RenderLimits()

    /// The default memory: 896 MiB, which is less than a gigabyte together with the program itself. On small machines it is
    /// three quarters of the memory of the machine, or of the container around the process.
    public static let standardMemory = min(896 << 20, HostMemory.total / 4 * 3 & ~0xF_FFFF)

    /// The bytes that a renderer may hold for the picture that it draws.
    public var pictureMemory: Int { memory ?? Self.standardMemory }

    package var workInNanoseconds: Int { Int(work * 1e9) }

    package var animationWorkInNanoseconds: Int { Int(animationWork * 1e9) }

    /// The largest picture size, the same value as in `scene`.
    public var canvas: CanvasLimits {
        get { scene.canvas }
        set { scene.canvas = newValue }
    }
}
