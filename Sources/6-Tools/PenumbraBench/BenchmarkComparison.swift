import Penumbra

/// Compares two reports of the same kind row by row.
public struct BenchmarkComparison: Sendable {
    public enum Verdict: String, Hashable, Sendable {
        case faster
        case slower
        case withinNoise = "within noise"
    }

    public struct Row: Hashable, Sendable {
        public var name: String
        public var old: Double
        public var new: Double
        /// The expected random variation of the ratio, as a fraction of it.
        public var noise: Double

        /// The ratio of the new time to the old time. Above 1 is slower.
        public var ratio: Double { new / old }

        public var verdict: Verdict {
            if ratio > 1 + noise { return .slower }
            if ratio < 1 / (1 + noise) { return .faster }
            return .withinNoise
        }
    }

    /// The assumed noise of a row whose report has no information about the spread of medians.
    public static let assumedNoise = 0.05
    /// The least noise assumed for any measurement: clocks, alignment and neighbours always move a measurement this much.
    public static let leastNoise = 0.01

    public let rows: [Row]
    public let onlyOld: [String]
    public let onlyNew: [String]

    /// Compares an old and a new report row by row.
    ///
    /// - Throws: `MeasuredReportError` if the reports are of different kinds or have no row in common.
    public init(_ old: MeasuredReport, _ new: MeasuredReport) throws(MeasuredReportError) {
        guard old.format == new.format else {
            throw MeasuredReportError(
                place: "format", reason: "the old report is of \(old.format), the new one of \(new.format)")
        }
        var found: [String: MeasuredReport.Row] = [:]
        for row in old.rows { found[row.name] = row }
        var rows: [Row] = []
        var onlyNew: [String] = []
        for row in new.rows {
            guard let before = found.removeValue(forKey: row.name) else {
                onlyNew.append(row.name)
                continue
            }
            let noise = (before.noise ?? Self.assumedNoise / 2) + (row.noise ?? Self.assumedNoise / 2)
            rows.append(
                Row(
                    name: row.name, old: before.milliseconds, new: row.milliseconds, noise: max(Self.leastNoise, noise)))
        }
        guard !rows.isEmpty else {
            throw MeasuredReportError(place: "rows", reason: "the reports have no row in common")
        }
        self.rows = rows
        self.onlyNew = onlyNew
        onlyOld = old.rows.map(\.name).filter { found[$0] != nil }
    }

    /// The rows that became slower by more than `percent`, noise aside.
    public func slower(byMoreThan percent: Double) -> [Row] {
        rows.filter { $0.verdict == .slower && ($0.ratio - 1) * 100 > percent }
    }

    public var table: String {
        var text = BenchmarkResult.columns(
            ["row", "old ms", "new ms", "new/old", "noise", "verdict"],
            rows.map { row in
                [
                    row.name, shown(row.old), shown(row.new), BenchmarkReport.decimal(row.ratio, 3),
                    "± \(BenchmarkReport.decimal(row.noise * 100, 1)) %", row.verdict.rawValue,
                ]
            }, left: 1)
        for name in onlyOld { text += "only in the old report: \(name)\n" }
        for name in onlyNew { text += "only in the new report: \(name)\n" }
        let counts = [Verdict.faster, .slower, .withinNoise].map { verdict in
            "\(rows.filter { $0.verdict == verdict }.count) \(verdict.rawValue)"
        }
        return text + "\(rows.count) rows: \(counts.joined(separator: ", "))\n"
    }

    public var json: JSONValue {
        [
            "rows": .array(
                rows.map { row in
                    [
                        "name": .string(row.name), "old": .number(row.old), "new": .number(row.new),
                        "ratio": .number(row.ratio), "noise": .number(row.noise), "verdict": .string(row.verdict.rawValue),
                    ]
                }),
            "onlyOld": .strings(onlyOld), "onlyNew": .strings(onlyNew),
        ]
    }
}
