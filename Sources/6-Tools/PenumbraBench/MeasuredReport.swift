import Penumbra
import PenumbraSystem

/// A benchmark report read from a file, reduced to the values that comparisons need.
public struct MeasuredReport: Sendable {
    public struct Row: Hashable, Sendable {
        /// A name that is unique in the report. Rows with the same name get a number: `the same, 2 threads (2)`.
        public var name: String
        public var milliseconds: Double
        /// The spread of medians over parts of the same runs, as a fraction of the median. Nil if the report doesn't contain
        /// it.
        public var noise: Double?
    }

    /// The report's own format name, such as `penumbra bench` or `penumbra bench kernels`.
    public var format: String
    public var rows: [Row]

    /// Parses a report.
    ///
    /// - Throws: `MeasuredReportError` with the place of invalid JSON, of a missing key or of a value that isn't a measurement.
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

/// The error in a report and its place. The description is one line.
public struct MeasuredReportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the error: `line 3, column 7`, or a key such as `rows[2].milliseconds`.
    public var place: String
    public var reason: String

    public var description: String { "\(place): \(reason)" }
}
