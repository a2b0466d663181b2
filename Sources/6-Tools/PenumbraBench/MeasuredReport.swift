import Penumbra
import PenumbraSystem

/// A report of measurements as it was written to a file, reduced to what two reports are compared by.
public struct MeasuredReport: Sendable {
    public struct Row: Hashable, Sendable {
        /// Unique in a report: rows that bear the same name get the number of their occurrence, `the same, 2 threads (2)`.
        public var name: String
        public var milliseconds: Double
        /// How far the median is from medians of parts of the same runs, as a share of it; nil where the report does not tell.
        public var noise: Double?
    }

    /// `penumbra bench`, `penumbra bench kernels`, or what the report calls itself.
    public var format: String
    public var rows: [Row]

    /// Reads a report.
    ///
    /// - Throws: `MeasuredReportError` with the place of what is no JSON, is missing, or is no measurement.
    public init(json: [UInt8]) throws(MeasuredReportError) {
        let document = try rethrowing(
            try JSONValue(parsing: json),
            as: { (error: JSONError) in MeasuredReportError(place: error.place, reason: error.message) })
        guard case .object(let root) = document else {
            throw MeasuredReportError(place: "the document", reason: "it is no object; a report of penumbra bench is one")
        }
        switch root["format"] {
        case .string(let name)?: format = name
        case nil where root["kernels"] != nil: format = "penumbra bench kernels"
        case nil:
            throw MeasuredReportError(
                place: "format",
                reason: "it is missing: this is no report of penumbra bench --json or penumbra bench kernels --json")
        case _?: throw MeasuredReportError(place: "format", reason: "it is no text")
        }
        if let version = root["version"], version != 1 {
            throw MeasuredReportError(place: "version", reason: "it is not 1, the one this program reads")
        }
        guard case .array(let entries)? = root["rows"] else {
            throw MeasuredReportError(place: "rows", reason: root["rows"] == nil ? "it is missing" : "it is no array")
        }
        rows = []
        var seen: [String: Int] = [:]
        for (index, entry) in entries.enumerated() {
            var row = try Self.row(entry, place: "rows[\(index)]")
            seen[row.name, default: 0] += 1
            if let count = seen[row.name], count > 1 { row.name += " (\(count))" }
            rows.append(row)
        }
    }

    private static func row(_ entry: JSONValue, place: String) throws(MeasuredReportError) -> Row {
        guard case .object(let object) = entry else { throw MeasuredReportError(place: place, reason: "it is no object") }
        guard case .string(let name)? = object["name"] else {
            throw MeasuredReportError(place: "\(place).name", reason: object["name"] == nil ? "it is missing" : "it is no text")
        }
        func time(_ value: JSONValue?, _ key: String) throws(MeasuredReportError) -> Double {
            guard case .number(let time)? = value, time > 0 else {
                throw MeasuredReportError(
                    place: "\(place).\(key)", reason: value == nil ? "it is missing" : "it is no time: a number above zero")
            }
            return time
        }
        let median = try time(object["milliseconds"], "milliseconds")
        var noise: Double?
        if let value = object["medians"] {
            guard case .array(let medians) = value else {
                throw MeasuredReportError(place: "\(place).medians", reason: "it is no array")
            }
            for (index, value) in medians.enumerated() {
                let part = try time(value, "medians[\(index)]")
                noise = max(noise ?? 0, abs(part - median) / median)
            }
        }
        return Row(name: name, milliseconds: median, noise: noise)
    }
}

/// What is wrong with a report, and where. The description is one line.
public struct MeasuredReportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `line 3, column 7`, or a key: `rows[2].milliseconds`.
    public var place: String
    public var reason: String

    public var description: String { "\(place): \(reason)" }
}
