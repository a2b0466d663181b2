/// What happens while a batch is being done.
public enum BatchEvent: Sendable {
    /// An output stands in its place.
    case done(line: Int, output: String)
    /// It stood there already, and is what it should be.
    case proven(line: Int, output: String)
    case failed(JobFailure)
    /// Something is drawn otherwise than asked for, or will be; said once.
    case notice(String)
}

/// A job that was not done.
public struct JobFailure: Sendable {
    public var line: Int
    /// As far as it is known.
    public var output: String?
    public var error: JobError

    /// `line 17, out/a.png: …`
    public var description: String { "line \(line)\(output.map { ", \($0)" } ?? ""): \(error)" }
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
    /// Bytes written.
    public var bytes = 0
    public var seconds = 0.0
    public var stages = StageTimes()
    /// Whether the end of the manifest was reached.
    public var isComplete = false
    public var threads = 0

    public var picturesPerSecond: Double { seconds > 0 ? Double(done) / seconds : 0 }
}
