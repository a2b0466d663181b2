import PenumbraCodecs
import PenumbraScene
import PenumbraSystem

/// What pictures may cost, whoever asks for them: every limit there is, in one value.
///
/// Each is looked at before memory is taken for what it limits, and what is above one is refused by an error that names it.
/// `Limit` lists them by name, with their ranges; `penumbra doctor` shows them.
public struct RenderLimits: Sendable, Hashable {
    /// Of pictures that are read.
    public var images: ImageLimits
    /// Of scenes, and of the pictures made of them.
    public var scene: SceneLimits
    /// Bytes that may be held at once for the pictures under way, those that they show among them: by a `Renderer` for the one
    /// it draws, by a batch for all of its jobs together. Nil is `standardMemory` for a renderer, half of the free memory for a
    /// batch.
    public var memory: Int?
    /// Seconds of one core that planning and drawing a picture may take. They are told from the scene, not measured: its
    /// pixels, what each pass does with one, and how often paths cross. What is refused on one machine is refused on all.
    public var work: Double
    /// The length of a batch's manifest, or of its table of rows.
    public var manifestBytes: Int
    /// The length of one line of a manifest, or of one row. A line may hold a whole scene.
    public var manifestEntryBytes: Int
    /// How long one job may take, from reading its scene to its file; nil is any time. Only what runs each job by itself can
    /// keep to it.
    public var jobSeconds: Double?

    public init(
        images: ImageLimits = .default, scene: SceneLimits = .default, memory: Int? = nil, work: Double = 8,
        manifestBytes: Int = 1 << 30,
        manifestEntryBytes: Int = 16 << 20, jobSeconds: Double? = nil
    ) {
        self.images = images
        self.scene = scene
        self.memory = memory
        self.work = work
        self.manifestBytes = manifestBytes
        self.manifestEntryBytes = manifestEntryBytes
        self.jobSeconds = jobSeconds
    }

    public static let `default` = RenderLimits()

    /// 896 MiB, with the program itself less than a gigabyte; on small machines three quarters of the memory that the machine,
    /// or the container around the process, has.
    public static var standardMemory: Int { min(896 << 20, HostMemory.total / 4 * 3 & ~0xF_FFFF) }

    /// Bytes that a renderer may hold for the picture that it draws.
    public var pictureMemory: Int { memory ?? Self.standardMemory }

    package var workInNanoseconds: Int { Int(work * 1e9) }

    /// How large pictures may be made; the same value as in `scene`.
    public var canvas: CanvasLimits {
        get { scene.canvas }
        set { scene.canvas = newValue }
    }
}
