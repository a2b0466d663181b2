import Penumbra
import PenumbraSystem

/// What happens while a batch is being done.
public enum BatchEvent: Sendable {
    /// An output stands in its place.
    case done(line: Int, output: String)
    /// It stood there already, and is what it should be.
    case proven(line: Int, output: String)
    case failed(JobFailure)
    /// By `Batch.check` only.
    case checked(line: Int, output: String, OutputStanding)
    /// Something is drawn otherwise than asked for, or will be; said once.
    case notice(String)
}

/// How a job's output stands.
public enum OutputStanding: Sendable, Worded {
    /// It is there, byte for byte as the journal says, and made from what the job is made from now.
    case good(device: String)
    /// Neither a file nor a journal knows it.
    case missing
    /// It was written and is not there any more.
    case gone
    /// A file is there that no journal knows.
    case unlisted
    /// It was made from another scene, other inputs or settings, or by another version.
    case outdated
    /// The file is not what was written.
    case damaged
    case unreadable(FileError)

    public var words: Message {
        switch self {
        case .good: "good"
        case .missing: "not done yet"
        case .gone: "written, but the file is gone"
        case .unlisted: "a file is there that no journal knows"
        case .outdated: "made from other inputs, settings or another version"
        case .damaged: "the file is not what was written"
        case .unreadable(let error): "\(error)"
        }
    }

    /// A word for reports.
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

/// A job that was not done.
public struct JobFailure: Sendable, Worded {
    public var line: Int
    /// As far as it is known.
    public var output: String?
    public var error: JobError

    /// `line 17, out/a.png: …`
    public var words: Message { "line \(line)\(output.map { ", \(oneLine($0))" } ?? ""): \(error)" }
}

/// How a batch ended.
public struct BatchSummary: Sendable {
    /// Entries of the manifest that belong to this part, as far as it was read.
    public var jobs = 0
    public var done = 0
    /// Found done by a run before this one.
    public var proven = 0
    public var failed = 0
    /// Entries that belong to other parts.
    public var elsewhere = 0
    /// Outputs by what drew them.
    public var devices: [String: Int] = [:]
    /// Worker processes that ended before their time and were replaced.
    public var lostWorkers = 0
    /// Devices that failed so often that their jobs were given to the CPU.
    public var givenUpDevices: [String] = []
    /// Bytes written.
    public var bytes = 0
    public var seconds = 0.0
    public var stages = StageTimes()
    /// Whether the end of the manifest was reached.
    public var isComplete = false
    public var threads = 0

    public init() {}

    public var picturesPerSecond: Double { seconds > 0 ? Double(done) / seconds : 0 }
}
