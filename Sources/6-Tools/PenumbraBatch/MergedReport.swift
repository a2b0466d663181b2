import Penumbra
import PenumbraElementary
import PenumbraSystem

/// The merged reports of a batch's parts.
///
/// Each report covers the last run of a part. Outputs of earlier runs are counted in `skipped`.
public struct MergedReport: Sendable {
    /// The number of parts.
    public let count: Int
    /// The reports, ordered by part number. A part without a report is missing here.
    public let reports: [ShardReport]

    /// Merges the reports of all parts of a batch.
    ///
    /// - Throws: an error if there's no report, if two reports cover the same part, or if the numbers of parts differ.
    public init(_ reports: [ShardReport]) throws(ShardReportError) {
        guard let first = reports.first else { throw ShardReportError("there is no report to bring together") }
        count = first.shard.count
        self.reports = reports.sorted { $0.shard.index < $1.shard.index }
        for report in reports where report.shard.count != count {
            throw ShardReportError(
                "\(first.file) is of shard \(first.shard) and \(report.file) of \(report.shard): name the reports of one batch")
        }
        for (one, next) in zip(self.reports, self.reports.dropFirst()) where one.shard == next.shard {
            throw ShardReportError(
                "\(one.file) and \(next.file) are both of shard \(one.shard): name each part's last report only")
        }
    }

    /// The numbers of the parts without a report.
    public var missing: [Int] {
        let present = Set(reports.map(\.shard.index))
        return (1...count).filter { !present.contains($0) }
    }

    /// The numbers of the parts to run again: parts without a report, and parts that stopped early.
    public var unfinished: [Int] {
        (missing + reports.filter { !$0.isComplete }.map(\.shard.index)).sorted()
    }

    /// Whether every job of every part has its output.
    public var isGood: Bool { missing.isEmpty && reports.allSatisfy(\.isGood) }

    /// Warnings, as sentences, that the parts may not belong to the same batch.
    public var warnings: [String] {
        var result: [String] = []
        let versions = Set(reports.map(\.version)).sorted()
        if versions.count > 1 {
            result.append("the shards were done by different versions of penumbra: \(versions.joined(separator: ", "))")
        }
        let complete = reports.filter(\.isComplete)
        if let first = complete.first, let other = complete.first(where: { $0.entries != first.entries }) {
            result.append(
                "shard \(first.shard) saw \(first.entries) entries and shard \(other.shard) \(other.entries): their manifests differ"
            )
        }
        return result
    }

    private func sum(_ value: (ShardReport) -> Int) -> Int { reports.reduce(0) { $0 + value($1) } }

    private var devices: [String: Int] {
        reports.reduce(into: [:]) { $0.merge($1.devices, uniquingKeysWith: +) }
    }

    /// The duration of the longest last run.
    private var seconds: Double { reports.map(\.seconds).max() ?? 0 }

    /// All failures with their parts, in the order of the manifest.
    public var failures: [(shard: Shard, failure: JSONObject)] {
        func line(_ failure: JSONObject) -> Double { if case .number(let line)? = failure["line"] { line } else { 0 } }
        return reports.flatMap { report in report.failures.map { (shard: report.shard, failure: $0) } }
            .sorted { (line($0.failure), $0.shard.index) < (line($1.failure), $1.shard.index) }
    }

    // MARK: As JSON

    /// The JSON document: totals, figures per part and all failures.
    public var json: JSONValue {
        let numbers: ([Int]) -> JSONValue = { .array($0.map(JSONValue.count)) }
        var object = Self.figures(
            jobs: sum(\.jobs), written: sum(\.written), skipped: sum(\.skipped), failed: sum(\.failed),
            isComplete: unfinished.isEmpty)
        object["shards"] = .count(count)
        object["missing"] = numbers(missing)
        object["unfinished"] = numbers(unfinished)
        object["seconds"] = .number(seconds)
        object["bytes"] = .count(sum(\.bytes))
        object["devices"] = .counts(devices)
        object["warnings"] = .strings(warnings)
        object["parts"] = .array(
            reports.map { report in
                var part: JSONObject = ["shard": .string("\(report.shard)")]
                let figures = Self.figures(
                    jobs: report.jobs, written: report.written, skipped: report.skipped, failed: report.failed,
                    isComplete: report.isComplete)
                for member in figures.members { part[member.key] = member.value }
                part["seconds"] = .number(report.seconds)
                part["bytes"] = .count(report.bytes)
                part["threads"] = .count(report.threads)
                part["devices"] = .counts(report.devices)
                part["penumbra"] = .string(report.version)
                return .object(part)
            })
        object["failures"] = .array(
            failures.map { entry in
                var failure: JSONObject = ["shard": .string("\(entry.shard)")]
                for member in entry.failure.members { failure[member.key] = member.value }
                return .object(failure)
            })
        return .object(object)
    }

    private static func figures(jobs: Int, written: Int, skipped: Int, failed: Int, isComplete: Bool) -> JSONObject {
        [
            "jobs": .count(jobs), "written": .count(written), "skipped": .count(skipped), "failed": .count(failed),
            "isComplete": .bool(isComplete),
        ]
    }

    // MARK: As text

    /// The report as text lines: totals, each part, failures and the parts to run again.
    ///
    /// - Parameter most: the maximum number of failures to list.
    public func lines(most: Int = 100) -> [String] {
        var lines = ["\(sum(\.jobs)) jobs in \(count) shards: \(Self.words(sum(\.written), sum(\.skipped), sum(\.failed)))"]
        var known = reports[...]
        for index in 1...count {
            guard let report = known.first, report.shard.index == index else {
                lines.append("shard \(index)/\(count): no report")
                continue
            }
            known.removeFirst()
            let end = report.isComplete ? "" : "; interrupted"
            let words = Self.words(report.written, report.skipped, report.failed)
            let seconds = (report.seconds * 10).rounded() / 10
            lines.append("shard \(report.shard): \(report.jobs) jobs, \(words)\(end) (\(seconds) s)")
        }
        let failures = self.failures
        for (shard, failure) in failures.prefix(most) {
            var line = "shard \(shard)"
            if case .number(let number)? = failure["line"] { line += ", line \(DecimalNumber.text(number))" }
            if case .string(let output)? = failure["output"] { line += ", \(output)" }
            if case .string(let reason)? = failure["reason"] { line += ": \(reason)" }
            lines.append(line)
        }
        if failures.count > most { lines.append("… and \(failures.count - most) more failures") }
        lines += warnings
        if !unfinished.isEmpty {
            lines.append(
                "Run again: shard\(unfinished.count == 1 ? "" : "s") \(unfinished.map(String.init).joined(separator: ","))")
        }
        return lines.map(oneLine)
    }

    private static func words(_ written: Int, _ skipped: Int, _ failed: Int) -> String {
        var words = ["\(written) written"]
        if skipped > 0 { words.append("\(skipped) skipped") }
        if failed > 0 { words.append("\(failed) failed") }
        return words.joined(separator: ", ")
    }
}

extension ShardReport {
    /// The number of entries in the whole manifest, as this part counted them.
    fileprivate var entries: Int { jobs + elsewhere }
}
