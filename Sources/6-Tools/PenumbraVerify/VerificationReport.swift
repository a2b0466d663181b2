import Penumbra
import PenumbraSystem

/// The result of a verification.
public struct VerificationReport: Sendable {
    public enum Kind: Hashable, Sendable {
        /// The pixels differ from the reference: the CPU renderer on one thread, with the kernels that run on every processor.
        case differs(BitmapComparison)
        /// The reference's own picture, or a decoded picture, differs from the recorded digest.
        case notAsRecorded(digest: Digest)
        case failed(String)
    }

    public struct Failure: Hashable, Sendable {
        /// The name of the renderer, or `decoder`, or `planner`.
        public var subject: String
        public var scene: String
        public var kind: Kind
    }

    /// The number of scenes.
    public let scenes: Int
    /// How often each renderer drew each scene.
    public let repeats: Int
    /// The names of all renderers. The first is the reference, which is compared with the recorded digests.
    public let subjects: [String]
    public let failures: [Failure]
    /// One row for the decoders, if there are pictures, and one row per entry of `subjects`.
    public let rows: [VerificationRow]

    public var isTrusted: Bool { failures.isEmpty && scenes > 0 }

    /// One line that tells whether this host draws correctly.
    public var summary: String {
        let cpu = subjects.filter { $0.hasPrefix("CPU") }.map { $0.dropFirst(5) }.joined(separator: "; ")
        let devices = subjects.filter { !$0.hasPrefix("CPU") }
        let places = (["the CPU (\(cpu))"] + devices).joined(separator: " and ")
        let times = repeats > 1 ? ", \(repeats) times," : ""
        if isTrusted { return "all \(scenes) scenes equal\(times) on \(places): this host draws correctly" }
        let broken = Set(failures.map(\.scene)).count
        var named: [String] = []
        for failure in failures where !named.contains(failure.subject) { named.append(failure.subject) }
        return "\(broken) of \(scenes) scenes are not as they should be (\(named.joined(separator: "; "))): "
            + "this host doesn't draw correctly"
    }

    /// A list for people: up to `count` failures per renderer, one line each.
    public func failureLines(atMost count: Int) -> [String] {
        var lines: [String] = []
        var seen: [String: Int] = [:]
        for failure in failures {
            let number = seen[failure.subject, default: 0] + 1
            seen[failure.subject] = number
            if number <= count { lines.append("\(failure)") }
        }
        for (subject, number) in seen.sorted(by: { $0.key < $1.key }) where number > count {
            lines.append("\(subject): \(number - count) more")
        }
        return lines
    }

    public var json: JSONValue {
        [
            "trusted": .bool(isTrusted),
            "scenes": .count(scenes),
            "repeats": .count(repeats),
            "subjects": .strings(subjects),
            "matrix": .array(rows.map(\.json)),
            "failures": .array(failures.map(\.json)),
        ]
    }
}

extension VerificationReport.Failure: CustomStringConvertible {
    public var description: String { "\(subject): \(scene): \(reason)" }

    private var reason: String {
        switch kind {
        case .differs(let c):
            let place = c.firstDifference.map { ", first at (\($0.x), \($0.y))" } ?? ""
            return "\(c.differentPixels) of \(c.pixels) pixels differ by up to \(c.maximumDifference)\(place)"
        case .notAsRecorded(let digest): return "not the recorded picture; its SHA-256 is \(digest)"
        case .failed(let reason): return reason.split(separator: "\n").joined(separator: "; ")
        }
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = ["subject": .string(subject), "scene": .string(scene), "reason": .string(reason)]
        if case .differs(let c) = kind {
            object["differentPixels"] = .count(c.differentPixels)
            object["pixels"] = .count(c.pixels)
            object["maximum"] = .count(c.maximumDifference)
        }
        return .object(object)
    }
}
