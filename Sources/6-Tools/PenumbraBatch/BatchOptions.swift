import Penumbra
import PenumbraSystem

/// How a batch is done.
public struct BatchOptions: Sendable {
    /// The folder that outputs stay in; empty is the working directory.
    public var outputRoot = ""
    /// Folders, besides each scene's own, that files named in the manifest, the rows and the scenes may lie below.
    public var roots: [String] = []
    /// The journal's file; nil is `penumbra-batch.journal` in the output root, with the part's number in it where there are
    /// several.
    public var journal: String?
    /// Skips what the journal and the outputs prove to be done.
    public var resumes = false
    /// Stops at the first job that fails.
    public var stopsAtFailure = false
    public var shard: Shard?
    /// Threads that decode, plan, draw and encode; at least 1.
    public var threads = 1
    /// What each job may ask for, and the manifest itself.
    public var limits = RenderLimits.default
    /// Bytes that all jobs under way may take together: `limits.memory`, or half of what is free; never more than a limit on the
    /// process's addresses has room for.
    public var memory: Int {
        get { min(limits.memory ?? HostMemory.available / 2, AddressSpace.roomForPictures ?? .max) }
        set { limits.memory = newValue }
    }
    /// Bytes of pictures, texts and blurred shadows that are kept for further jobs.
    public var cacheMemory = 16 << 20
    /// The format of every output; nil is by its ending.
    public var format: PictureFormat?
    public var picture = PictureOptions.default
    /// Pixels a point for jobs that do not say it themselves.
    public var scale: Double?
    /// Does the jobs in processes of their own, so that one that crashes costs no other; nil is in this process.
    public var isolation: WorkerLaunch?
    /// How long a job may take, not counting what it waits for memory; nil is as long as it takes.
    ///
    /// In a worker process a job that takes longer is ended wherever it is. Within this process it is looked at between steps
    /// and while the CPU draws: what never returns is never ended.
    public var secondsAJob: Double? {
        get { limits.jobSeconds }
        set { limits.jobSeconds = newValue }
    }
    /// Cuts off rows and columns at the edges that show nothing.
    public var trims = false

    public typealias Wording = @Sendable (Setting) -> String
    /// What reports and lists of failures call the settings that they advise to change.
    public var wording: Wording = { $0.name }

    /// Encodes instead of the project's own writers, for comparing with others.
    package var encoder: (@Sendable (Bitmap) -> [UInt8]?)?

    public init() {}

    /// Where the journal is.
    public var journalPath: String {
        if let journal { return journal }
        let folder = outputRoot.isEmpty ? "" : outputRoot.endsWithBytes("/") ? outputRoot : outputRoot + "/"
        guard let shard else { return folder + "penumbra-batch.journal" }
        return folder + "penumbra-batch.\(shard.index)-of-\(shard.count).journal"
    }

    /// Where failures are listed, one a line.
    public var failuresPath: String { journalPath + ".failed" }

    /// What of the options changes the bytes of an output.
    func settings(_ job: BatchJob, _ format: PictureFormat) -> String {
        let options: String
        switch format {
        case .png: options = "\(picture.png.effort)"
        case .jpeg: options = "\(picture.jpeg)"
        case .webp: options = "\(picture.webp)"
        }
        return "\(format.rawValue) \(options) scale \((job.scale ?? scale).map { "\($0)" } ?? "-") trims \(trims)"
    }
}
