import Glibc
import PenumbraSystem

/// One of several parts of a batch. Each part runs in its own process.
///
/// The output's name decides which part a job belongs to, so added rows move no other job to another part.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// The part's number, from 1.
    public let index: Int
    public let count: Int

    public static let most = 100_000

    public init?(index: Int, of count: Int) {
        guard (1...Self.most).contains(count), (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    private init() { (index, count) = (1, 1) }

    /// The only part of a batch that isn't divided.
    static let whole = Shard()

    /// Parses text such as `2/8`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
        self.init(index: index, of: count)
    }

    public var description: String { "\(index)/\(count)" }

    /// Whether the job with this output belongs to the part.
    public func holds(_ output: String) -> Bool {
        var sum = SHA256()
        sum.update(output)
        let number = sum.digest.bytes[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(number % UInt64(count)) == index - 1
    }

    /// The part that a cluster scheduler assigned to this process: a Slurm array task, or a pod of a Kubernetes Indexed Job.
    /// Nil if there is no scheduler.
    ///
    /// `PENUMBRA_SHARDS` gives the number of parts if the scheduler doesn't, or if only some array tasks run again. Tasks are
    /// then counted from 0.
    ///
    /// - Throws: an error, worded as a sentence, if the scheduler's variables are inconsistent.
    public static func ofEnvironment(_ value: (String) -> String?) throws(ShardError) -> Shard? {
        if let task = value("SLURM_ARRAY_TASK_ID") {
            if let text = value("PENUMBRA_SHARDS") {
                guard let id = number(task), let count = Int(text), let shard = Shard(index: id + 1, of: count) else {
                    throw ShardError("SLURM_ARRAY_TASK_ID is \(task) and PENUMBRA_SHARDS is \(text): tasks are counted from 0")
                }
                return shard
            }
            guard let id = number(task), let count = value("SLURM_ARRAY_TASK_COUNT").flatMap(Int.init), count >= 1 else {
                throw ShardError("SLURM_ARRAY_TASK_ID is \(task), but SLURM_ARRAY_TASK_COUNT is missing or no number")
            }
            let first = value("SLURM_ARRAY_TASK_MIN").flatMap(number) ?? 0
            let step = value("SLURM_ARRAY_TASK_STEP").flatMap(Int.init) ?? 1
            guard step >= 1, id >= first, (id - first) % step == 0, let shard = Shard(index: (id - first) / step + 1, of: count)
            else {
                throw ShardError(
                    "task \(id) is none of an array of \(count) from \(first) in steps of \(step); number the array without gaps, as in --array=0-7"
                )
            }
            return shard
        }
        if let task = value("JOB_COMPLETION_INDEX") {
            guard let count = value("PENUMBRA_SHARDS").flatMap(Int.init) else {
                throw ShardError(
                    "JOB_COMPLETION_INDEX is \(task); say the number of pods in PENUMBRA_SHARDS, or give \(setting: .shard)")
            }
            guard let index = number(task), let shard = Shard(index: index + 1, of: count) else {
                throw ShardError(
                    "JOB_COMPLETION_INDEX is \(task) and PENUMBRA_SHARDS is \(count): pods are counted from 0, below the number of pods"
                )
            }
            return shard
        }
        return nil
    }

    /// Parses a task's number. Nil for text that no scheduler writes, and for numbers too large to count on from.
    private static func number(_ text: String) -> Int? {
        guard let number = Int(text), (0...Int(Int32.max)).contains(number) else { return nil }
        return number
    }
}

/// The reason why the part to run is unknown.
public struct ShardError: Error, Sendable, Worded {
    public let words: Message

    init(_ words: Message) {
        self.words = oneLine(words)
    }
}
