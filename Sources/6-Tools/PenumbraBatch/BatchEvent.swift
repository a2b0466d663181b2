import Penumbra
import PenumbraSystem

/// An event that a batch reports while it runs.
public enum BatchEvent: Sendable {
    /// An output file was written and is in its place.
    case done(line: Int, output: String)
    /// The output file already existed and is verified to be correct.
    case skipped(line: Int, output: String)
    case failed(JobFailure)
    /// An output was checked. Only `Batch.check` reports this event.
    case checked(line: Int, output: String, OutputStanding)
    /// A deviation from the request, such as a different way of drawing. Each notice is reported once, with the first job that
    /// it concerns.
    case notice(String, line: Int? = nil, output: String? = nil)
}

/// The state of a job's output.
public enum OutputStanding: Sendable, Worded {
    /// The output matches the journal byte for byte, and the job's inputs are unchanged.
    case good(device: String)
    /// Neither a file nor a journal entry exists for the output.
    case missing
    /// The output was written earlier, but the file no longer exists.
    case gone
    /// A file exists that no journal lists.
    case unlisted
    /// The output was made from another scene, other inputs or settings, or by another version.
    case outdated
    /// The file differs from the file that was written.
    case damaged
    case unreadable(FileError)

    public var words: Message {
        switch self {
        case .good: "good"
        case .missing: "not done yet"
        case .gone: "written, but the file is gone"
        case .unlisted: "the file isn't in any journal"
        case .outdated: "made from other inputs, settings or another version"
        case .damaged: "the file is not what was written"
        case .unreadable(let error): "\(error)"
        }
    }

    /// The state as a word for reports.
    public var kind: String {
        switch self {
        case .good: "good"
        case .missing: "missing"
        case .gone: "gone"
        case .unlisted: "unlisted"
        case .outdated: "outdated"
        case .damaged: "damaged"
        case .unreadable: "unreadable"
        }
    }
}

/// A failed job.
public struct JobFailure: Sendable, Worded {
    public var line: Int
    /// The output's path, if it's known.
    public var output: String?
    public var error: JobError

    package init(line: Int, output: String? = nil, error: JobError) {
        self.line = line
        self.output = output
        self.error = error
    }

    /// One line such as `line 17, out/a.png: …`.
    public var words: Message { "line \(line)\(output.map { ", \(oneLine($0))" } ?? ""): \(error)" }
}

/// The result of a batch run.
public struct BatchSummary: Sendable {
    /// Number of manifest entries that belong to this part, as far as the manifest was read.
    public var jobs = 0
    public var done = 0
    /// Number of outputs that an earlier run had already finished.
    public var skipped = 0
    public var failed = 0
    /// Number of entries that belong to other parts.
    public var elsewhere = 0
    /// Number of outputs per device that drew them.
    public var devices: [String: Int] = [:]
    /// Number of worker processes that ended early and were replaced.
    public var lostWorkers = 0
    /// Devices that failed so often that their jobs moved to the CPU.
    public var givenUpDevices: [String] = []
    /// Number of jobs that each notice about a job concerns.
    public var notices: [String: Int] = [:]
    /// Number of bytes written.
    public var bytes = 0
    public var seconds = 0.0
    public var stages = StageTimes()
    /// Whether the run reached the end of the manifest.
    public var isComplete = false
    public var threads = 0

    public init() {}

    public var picturesPerSecond: Double { seconds > 0 ? Double(done) / seconds : 0 }
}
