import Penumbra
import PenumbraSystem

/// The file format of a table of rows.
public enum RowFormat: String, Sendable, CaseIterable {
    case csv, tsv, jsonl

    /// Chooses the format by the file extension.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "csv": self = .csv
        case "tsv", "tab": self = .tsv
        case "jsonl", "ndjson": self = .jsonl
        default: return nil
        }
    }
}

/// Turns the rows of a table into jobs. The columns are parameters of one scene.
///
/// The first row defines the columns. A row that lacks one of them is rejected, but objects for a page may leave parameters
/// out. Columns that the scene doesn't declare can appear in output names; unused columns are ignored with a notice. In text
/// tables, each column has the type of its parameter: if the default is a string, the field is used verbatim. Otherwise the
/// field is JSON, and an empty field leaves the default.
package struct RowReader: EntryReader {
    private enum Rows {
        case delimited(DelimitedReader, header: [String])
        case objects(LineReader)

        var areObjects: Bool {
            switch self {
            case .delimited: false
            case .objects: true
            }
        }
    }

    private var rows: Rows
    private let template: SceneTemplate
    private let output: OutputPattern
    private let limit: Int
    /// The columns that every row must have.
    private var wanted: [String]?
    package private(set) var notices: [String] = []

    package init(
        _ path: String, _ format: RowFormat, _ template: SceneTemplate, _ output: OutputPattern,
        limits: RenderLimits = .default, stop: StopSignal? = nil
    ) throws(BatchError) {
        self.template = template
        self.output = output
        limit = limits.manifestEntryBytes
        let stream = try ByteStream(path, limit: limits.manifestBytes, stop: stop)
        let name = path == "-" ? "standard input" : path
        guard format != .jsonl else {
            rows = .objects(try LineReader(stream, limit: limit))
            return
        }
        var reader = try DelimitedReader(stream, separator: UInt8(ascii: format == .csv ? "," : "\t"), limit: limit)
        switch try reader.next() {
        case nil: throw .manifest(name: name, "it is empty; the first row names the columns")
        case .broken(let line, let message)?: throw .manifest(name: name, "line \(line): \(message)")
        case .row(let row)?:
            var seen: Set<String> = []
            for (index, column) in row.fields.enumerated() {
                if column.isEmpty { throw .manifest(name: name, "line \(row.line): column \(index + 1) has no name") }
                if !seen.insert(column).inserted {
                    throw .manifest(name: name, "line \(row.line): two columns are called \"\(column)\"")
                }
            }
            rows = .delimited(reader, header: row.fields)
            try settle(row.fields, name: name)
        }
    }

    /// The most unused columns that are named. Each is compared with all parameters to find the one that was meant.
    private static let mostNotices = 20

    /// Records the columns and checks them against the scene and the output pattern.
    private mutating func settle(_ columns: [String], name: String) throws(BatchError) {
        let declared = template.defaults.keys.sorted()
        let known = Set(columns)
        if columns.count == 1, let only = columns.first, template.defaults[only] == nil,
            only.contains(";") || only.contains("\t")
        {
            throw .manifest(
                name: name, "the only column is \"\(oneLine(only))\"; separate fields with commas, or save the table as .tsv")
        }
        for column in output.names where !known.contains(column) && template.defaults[column] == nil {
            let hint = Spelling.nearest(to: column, in: columns).map { "; did you mean \"\($0)\"?" } ?? ""
            throw .manifest(name: name, "\(setting: .output) names the column \"\(column)\", which does not exist\(hint)")
        }
        let named = Set(output.names)
        let unused = columns.filter { template.defaults[$0] == nil && !named.contains($0) }
        for column in unused.prefix(Self.mostNotices) {
            let hint = Spelling.nearest(to: column, in: declared).map { "; did you mean \"\($0)\"?" } ?? ""
            notices.append(oneLine("the column \"\(column)\" isn't a parameter of \(template.name), so it's ignored\(hint)"))
        }
        if unused.count > Self.mostNotices {
            notices.append(
                "\(unused.count - Self.mostNotices) more columns aren't parameters of \(oneLine(template.name)) either")
        }
        // Later objects may have what the first leaves out.
        let missing = declared.filter { !known.contains($0) && !(rows.areObjects && template.keepsDefault(of: $0)) }
        if let first = missing.first {
            notices.append(
                oneLine(
                    missing.count == 1
                        ? "the table has no column for the parameter \"\(first)\"; \(Self.words(forDefault: template.defaults[first])) is used"
                        : "the table has no columns for the parameters \(missing.map { "\"\($0)\"" }.joined(separator: ", ")); their defaults are used"
                ))
        }
        wanted = columns
    }

    /// A parameter's default in a notice. Lists and objects are long.
    private static func words(forDefault value: JSONValue?) -> String {
        switch value {
        case nil, .array?, .object?: "its default"
        case let value?: "its default \(value.summary)"
        }
    }

    package mutating func next() throws(BatchError) -> ManifestEntry? {
        switch rows {
        case .delimited(var reader, let header):
            let entry = try reader.next()
            rows = .delimited(reader, header: header)
            switch entry {
            case nil: return nil
            case .broken(let line, let message)?: return .refused(line: line, output: nil, .entry(message))
            case .row(let row)?: return made(row.line) { (reader) throws(JobError) in try reader.values(row, header) }
            }
        case .objects(var reader):
            while let line = try reader.next() {
                rows = .objects(reader)
                guard case .bytes(let bytes) = line else {
                    return .refused(line: reader.number, output: nil, .entry(BatchLimits.tooLong("line", limit)))
                }
                if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
                if wanted == nil, case .object(let first)? = try? JSONValue(parsing: bytes, limit: limit) {
                    try settle(first.members.map(\.key), name: "line \(reader.number)")
                }
                return made(reader.number) { (reader) throws(JobError) in try reader.values(bytes) }
            }
            return nil
        }
    }

    private func made(
        _ line: Int, _ values: (RowReader) throws(JobError) -> [String: JSONValue]
    ) -> ManifestEntry {
        var path: String?
        do throws(JobError) {
            let values = try values(self)
            let (spelled, mask) = try output.masked { values[$0] ?? template.defaults[$0] }
            path = spelled
            let normal = try rethrowing(try OutputFolder.normalized(spelled), as: JobError.output)
            path = normal
            var job = BatchJob(
                line: line, template: .template(template),
                parameters: values.filter { template.defaults[$0.key] != nil }, output: normal)
            job.numbered = (try? OutputFolder.normalized(mask)).flatMap { NumberedOutput(normal, mask: $0) }
            return .job(job)
        } catch {
            return .refused(line: line, output: path, error)
        }
    }

    /// The parameter values of a row of fields.
    private func values(_ row: DelimitedReader.Row, _ header: [String]) throws(JobError) -> [String: JSONValue] {
        if row.fields.count < header.count {
            let missing = header[row.fields.count...].prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")
            throw .entry("the row has \(row.fields.count) of \(header.count) fields; there is no \(missing)")
        }
        if row.fields.count > header.count {
            throw .entry(
                "the row has \(row.fields.count) fields, the first row names \(header.count); is a field with a separator not in quotes?"
            )
        }
        var values: [String: JSONValue] = [:]
        for (column, field) in zip(header, row.fields) {
            switch template.defaults[column] {
            case .some where field.isEmpty && template.keptByEmptyFields.contains(column): continue
            case .array? where field.isEmpty && template.lists.contains(column): values[column] = .array([])
            case .string?, nil: values[column] = .string(field)
            case .some where field.isEmpty: continue
            case .some: values[column] = Parameter.value(fromText: field)
            }
        }
        return values
    }

    /// The parameter values of a row that is a JSON object.
    private func values(_ bytes: [UInt8]) throws(JobError) -> [String: JSONValue] {
        let value = try rethrowing(try JSONValue(parsing: bytes, limit: limit), as: JobError.init)
        guard case .object(let object) = value else {
            throw .entry("found \(value.summary), expected an object of names and values")
        }
        let values = Dictionary(object.members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        let missing = (wanted ?? []).filter { values[$0] == nil && !template.keepsDefault(of: $0) }
        if !missing.isEmpty {
            let names = missing.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")
            throw .entry("the row has no value for \(names), which the first row has")
        }
        return values
    }
}
