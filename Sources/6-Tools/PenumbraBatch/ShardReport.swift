import Penumbra
import PenumbraSystem

/// The report of one part's last run, as `penumbra batch --report` writes it.
public struct ShardReport: Sendable, Equatable {
    /// The path of the report file.
    public var file: String
    /// The part; 1/1 for a batch that wasn't divided.
    public var shard: Shard
    /// The Penumbra version that ran the part.
    public var version: String
    public var jobs: Int
    public var written: Int
    /// The number of outputs that an earlier run had already finished.
    public var skipped: Int
    public var failed: Int
    /// The number of manifest entries that belong to other parts.
    public var elsewhere: Int
    /// Whether the run reached the end of the manifest.
    public var isComplete: Bool
    /// The duration of the last run alone, in seconds.
    public var seconds: Double
    /// The number of bytes written.
    public var bytes: Int
    public var threads: Int
    /// The number of outputs per device that drew them.
    public var devices: [String: Int]
    /// The failures as in the failure list: objects with `line`, `kind`, `reason` and, if known, `output`.
    public var failures: [JSONObject]

    /// Parses a report. Unknown keys are ignored.
    ///
    /// - Throws: an error that names the file if the bytes aren't JSON or aren't a report.
    public init(json: [UInt8], file: String) throws(ShardReportError) {
        let value = try rethrowing(
            try JSONValue(parsing: json), as: { (error: JSONError) in ShardReportError("\(file): \(error)") })
        guard case .object(let object) = value else {
            throw ShardReportError("\(file): found \(value.summary), expected a report of penumbra batch")
        }
        func member(_ key: String) throws(ShardReportError) -> JSONValue {
            guard let value = object[key] else {
                throw ShardReportError("\(file): the key \"\(key)\" is missing; is it a report of penumbra batch?")
            }
            return value
        }
        func count(_ key: String) throws(ShardReportError) -> Int {
            let value = try member(key)
            guard case .number(let number) = value, let count = Self.count(number) else {
                throw ShardReportError("\(file): \(key): found \(value.summary), expected a number of things")
            }
            return count
        }
        self.file = file
        if case .string(let text)? = object["penumbra"] { version = text } else { version = "" }
        jobs = try count("jobs")
        written = try count("written")
        skipped = try count("skipped")
        failed = try count("failed")
        bytes = try count("bytes")
        threads = try count("threads")
        guard case .bool(let isComplete) = try member("isComplete") else {
            throw ShardReportError("\(file): isComplete: expected true or false")
        }
        self.isComplete = isComplete
        guard case .number(let seconds) = try member("seconds"), seconds >= 0 else {
            throw ShardReportError("\(file): seconds: expected a number from 0")
        }
        self.seconds = seconds
        switch object["shard"] {
        case nil: (shard, elsewhere) = (.whole, 0)
        case .string(let text)?:
            guard let shard = Shard(text) else { throw ShardReportError("\(file): shard: \"\(text)\" is no part, as 2/8 is") }
            self.shard = shard
            elsewhere = try count("inOtherShards")
        case let other?: throw ShardReportError("\(file): shard: found \(other.summary), expected a part, as \"2/8\"")
        }
        devices = [:]
        if case .object(let object)? = object["devices"] {
            for member in object.members {
                guard case .number(let number) = member.value, let count = Self.count(number) else {
                    throw ShardReportError("\(file): devices: found \(member.value.summary), expected a number of pictures")
                }
                devices[member.key] = count
            }
        }
        failures = []
        guard case .array(let list) = try member("failures") else {
            throw ShardReportError("\(file): failures: expected a list")
        }
        for entry in list {
            guard case .object(let failure) = entry else {
                throw ShardReportError("\(file): failures: found \(entry.summary), expected an object")
            }
            failures.append(failure)
        }
    }

    /// A bound that keeps the sum over the maximum number of parts within `Int`.
    private static let most = 0x1p46

    private static func count(_ number: Double) -> Int? {
        guard (0...Self.most).contains(number) else { return nil }
        return Int(exactly: number)
    }

    /// Whether every job of the part has its output.
    public var isGood: Bool { isComplete && failed == 0 }
}

/// The reason why reports can't be read or merged.
public struct ShardReportError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = oneLine(description)
    }
}
