import Glibc
import Penumbra
import PenumbraSystem

/// The options of a batch.
public struct BatchOptions: Sendable {
    /// The folder that contains all outputs. An empty string means the working directory.
    public var outputRoot = ""
    /// Additional folders that may contain files named in the manifest, the rows and the scenes. Each scene's own folder is
    /// always allowed.
    public var roots: [String] = []
    /// The journal's path. Nil means `penumbra-batch.journal` in the output root; with several parts, the name includes the
    /// part's number.
    public var journal: String?
    /// The part of the journal's name by which it differs from the journal of another batch in the output root. Nil for the
    /// first batch there.
    package var journalOfBatch: String?
    /// The file that the caller will write the batch's report to. The path is checked at the start; it may be in the output root.
    public var report: String?
    /// Skips jobs that the journal and the output files prove to be finished.
    public var resumes = false
    /// Stops the batch at the first failed job.
    public var stopsAtFailure = false
    public var shard: Shard?
    /// The number of threads that decode, plan, draw and encode; at least 1.
    public var threads = 1
    /// The limits for each job and for the manifest itself.
    public var limits = RenderLimits.default
    /// Memory in bytes that all running jobs may use together: `limits.memory`, or half of the free memory. It never exceeds
    /// the room that a limit on the process's address space leaves.
    public var memory: Int {
        get { min(limits.memory ?? HostMemory.available / 2, AddressSpace.roomForPictures ?? .max) }
        set { limits.memory = newValue }
    }
    /// Bytes of pictures, texts and blurred shadows to cache for later jobs.
    public var cacheMemory = 24 << 20
    /// The format of every output. Nil chooses the format by the file extension.
    public var format: PictureFormat?
    public var picture = PictureOptions.default
    /// Pixels per point for jobs that don't set a scale themselves.
    public var scale: Double?
    /// Settings for the animations of jobs that don't have their own.
    public var motion = JobMotion()
    /// Runs jobs in separate worker processes so that a crash costs only one job. Nil runs all jobs in this process.
    public var isolation: WorkerLaunch?
    /// The time limit per job in seconds, without the time spent waiting for memory. Nil sets no limit.
    ///
    /// A worker process is killed when its job exceeds the limit. Without workers, the limit is checked between steps and while
    /// the CPU draws. A step that never returns is therefore never ended.
    public var secondsAJob: Double? {
        get { limits.jobSeconds }
        set { limits.jobSeconds = newValue }
    }
    /// Crops fully transparent rows and columns at the edges.
    public var trims = false
    /// Whether GPUs make the files of their pictures themselves, as far as these are fast PNGs or JPEGs that aren't
    /// progressive, and not trimmed. The bytes are the same. Nil means yes, except on a software GL.
    public var encodesOnDevice: Bool?
    /// Whether GPUs make the pixels of JPEGs from coefficients, as far as they can. The pixels are the same. Nil means yes,
    /// except on a software GL.
    public var decodesOnDevice: Bool?

    public typealias Wording = @Sendable (Setting) -> String
    /// The names that reports and failure lists use for settings that they suggest changing.
    public var wording: Wording = { $0.name }

    /// A replacement for the project's own encoders, for comparisons.
    package var encoder: (@Sendable (Bitmap) -> [UInt8]?)?

    public init() {}

    /// The path of the journal.
    public var journalPath: String {
        if let journal { return journal }
        let folder = outputRoot.isEmpty ? "" : outputRoot.endsWithBytes("/") ? outputRoot : outputRoot + "/"
        let name = folder + "penumbra-batch" + (journalOfBatch.map { "-\($0)" } ?? "")
        guard let shard else { return name + ".journal" }
        return name + ".\(shard.index)-of-\(shard.count).journal"
    }

    /// Chooses the journal of a batch: the one that it wrote, or the plain name where no other batch has a journal.
    mutating func chooseJournal(of source: JobSource) {
        guard journal == nil, let identity = source.identity else { return }
        var own = self
        own.journalOfBatch = identity
        var plain = self
        plain.journalOfBatch = nil
        let isOwn = access(own.journalPath, F_OK) == 0
        let other = isOwn ? nil : Journal.batch(of: plain.journalPath)
        journalOfBatch = isOwn || other.map { $0 != identity } ?? false ? identity : nil
    }

    /// The path of the file that lists failures, one per line.
    public var failuresPath: String { journalPath + ".failed" }

    /// The options of a job's picture. A job with a byte budget of its own gets the best quality within it, unless the batch names
    /// a quality.
    func picture(of job: BatchJob) -> PictureOptions {
        var picture = picture
        guard let budget = job.maxBytes else { return picture }
        picture.byteBudget = budget
        if motion.quality == nil { picture.setQuality(100) }
        return picture
    }

    /// The options that change an output's bytes, as text for the job's key.
    package func settings(_ job: BatchJob, _ format: PictureFormat, _ animation: JobAnimation? = nil) -> String {
        let pixels = "scale \((job.scale ?? scale).map { "\($0)" } ?? "-")"
        if let animation { return "\(animation.settings) \(pixels)" }
        let picture = picture(of: job)
        let options: String
        switch format {
        case .png: options = "\(picture.png.effort)"
        case .jpeg: options = "\(picture.jpeg)"
        case .webp: options = "\(picture.webp)"
        case .avif: options = "\(picture.avif)"
        case .heic, .gif, .tiff: options = "only read"
        }
        let budget = picture.byteBudget.map { " within \($0) bytes" } ?? ""
        return "\(format.rawValue) \(options)\(budget) \(pixels) trims \(trims)"
    }
}
