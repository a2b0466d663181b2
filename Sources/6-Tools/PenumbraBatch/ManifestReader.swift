import Glibc
import Penumbra
import PenumbraSystem

/// The source of a batch's jobs.
public enum JobSource: Sendable {
    /// A manifest with one JSON object per line.
    case manifest(path: String)
    /// A table of parameters for one scene.
    case rows(path: String, format: RowFormat, template: SceneTemplate, output: OutputPattern)

    /// Opens the source and returns a reader of its entries.
    ///
    /// - Parameters:
    ///   - limits: the limits for the source's length and for the scenes in it.
    ///   - stop: a signal that ends waiting for a pipe.
    package func reader(_ limits: RenderLimits, _ stop: StopSignal? = nil) throws(BatchError) -> any EntryReader {
        switch self {
        case .manifest(let path): try ManifestReader(path, limits: limits, stop: stop)
        case .rows(let path, let format, let template, let output):
            try RowReader(path, format, template, output, limits: limits, stop: stop)
        }
    }

    /// A short name for the batch that the source describes: it stays the same while rows are added or changed. Nil for
    /// standard input, which may be any batch.
    package var identity: String? {
        func absolute(_ path: String) -> String {
            guard path != "-", let real = realpath(path, nil) else { return path }
            defer { free(real) }
            return String(cString: real)
        }
        let parts: [String] =
            switch self {
            case .manifest(let path): ["manifest", absolute(path)]
            case .rows(let path, _, let template, let output):
                ["rows", absolute(path), absolute(template.name), "\(output)"]
            }
        if parts[1] == "-" { return nil }
        return String(SHA256.digest(of: Array(parts.joined(separator: "\n").utf8)).description.prefix(12))
    }

    /// The source's name in errors.
    public var name: String {
        switch self {
        case .manifest(let path), .rows(let path, _, _, _): path == "-" ? "standard input" : path
        }
    }

    /// Refuses a template with which every row would fail.
    func check(_ options: BatchOptions) throws(BatchError) {
        guard case .rows(_, _, let template, _) = self, let fault = template.fault(scale: options.scale) else { return }
        throw .template(fault)
    }

    /// Counts the entries without parsing their contents.
    package func count(_ limits: RenderLimits) throws(BatchError) -> Int {
        var count = 0
        let stream = try ByteStream(path, limit: limits.manifestBytes)
        if case .rows(_, let format, _, _) = self, format != .jsonl {
            var reader = try DelimitedReader(
                stream, separator: UInt8(ascii: format == .csv ? "," : "\t"), limit: limits.manifestEntryBytes)
            while try reader.next() != nil { count += 1 }
            return max(0, count - 1)
        }
        var lines = try LineReader(stream, limit: limits.manifestEntryBytes)
        while let line = try lines.next() {
            if case .bytes(let bytes) = line, bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            count += 1
        }
        return count
    }

    /// The folder that relative input paths start at. An empty string means the working directory.
    var folder: String {
        switch self {
        case .manifest(let path): ScenePath.folder(of: path)
        case .rows(_, _, let template, _): template.baseFolder
        }
    }

    var path: String {
        switch self {
        case .manifest(let path), .rows(let path, _, _, _): path
        }
    }
}

/// Reads the entries of a batch one after another.
package protocol EntryReader {
    mutating func next() throws(BatchError) -> ManifestEntry?
    /// Notices about unexpected properties of the input, known after the first entry was read.
    var notices: [String] { get }
}

/// Reads a manifest with one object `{"scene": …, "parameters": {…}, "output": …}` per line. Empty lines are skipped.
///
/// A relative scene path starts at the manifest's folder, an output path at the output root.
package struct ManifestReader: EntryReader {
    private var lines: LineReader
    private let folder: String
    private let limits: RenderLimits
    package var notices: [String] { [] }

    private static let keys = ["scene", "parameters", "output", "scale", "maxBytes"] + JobMotion.keys

    package init(_ path: String, limits: RenderLimits = .default, stop: StopSignal? = nil) throws(BatchError) {
        self.limits = limits
        lines = try LineReader(try ByteStream(path, limit: limits.manifestBytes, stop: stop), limit: limits.manifestEntryBytes)
        folder = ScenePath.folder(of: path)
    }

    package mutating func next() throws(BatchError) -> ManifestEntry? {
        while let line = try lines.next() {
            guard case .bytes(let bytes) = line else {
                return .refused(
                    line: lines.number, output: nil, .entry(BatchLimits.tooLong("line", limits.manifestEntryBytes)))
            }
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            var output: String?
            do throws(JobError) {
                return .job(try job(bytes, &output))
            } catch {
                return .refused(line: lines.number, output: output, error)
            }
        }
        return nil
    }

    private func job(_ bytes: [UInt8], _ output: inout String?) throws(JobError) -> BatchJob {
        let value = try rethrowing(try JSONValue(parsing: bytes, limit: limits.manifestEntryBytes), as: JobError.init)
        guard case .object(let object) = value else {
            throw .entry("found \(value.summary), expected an object with \"scene\" and \"output\"")
        }
        for member in object.members where !Self.keys.contains(member.key) {
            let hint = Spelling.nearest(to: member.key, in: Self.keys).map { "did you mean \"\($0)\"?" }
            throw .entry("unknown key \"\(member.key)\", \(hint ?? "a job has \(Self.keys.joined(separator: ", "))")")
        }
        guard let target = object["output"] else { throw .entry("the key \"output\" is missing") }
        guard case .string(let path) = target else {
            throw .entry("output: found \(target.summary), expected the path of the picture")
        }
        output = path
        // A terminal would interpret these characters as commands. NUL is rejected later with other invalid paths.
        if path.unicodeScalars.contains(where: { (1..<0x20).contains($0.value) || $0.value == 0x7F }) {
            output = nil
            throw .entry("output: it contains a control character")
        }
        let normal = try rethrowing(try OutputFolder.normalized(path), as: JobError.output)
        output = normal
        var job = BatchJob(
            line: lines.number, template: try scene(object, bytes.count), parameters: try parameters(object), output: normal,
            scale: try scale(object), motion: try JobMotion(object),
            maxBytes: try object.whole("maxBytes", 1...Int(Int32.max), "a number of bytes from 1 to \(Int32.max)"))
        job.numbered = NumberedOutput(normal, mask: normal)
        return job
    }

    /// Reads the scene of a manifest line: the path of a file, or the document itself.
    ///
    /// - Parameter bytes: the length of the line, an upper bound for the length of an inline scene.
    private func scene(_ object: JSONObject, _ bytes: Int) throws(JobError) -> TemplateReference {
        switch object["scene"] {
        case .string(let path)?:
            if path == "-" { throw .entry("scene: \"-\" cannot be read in a batch; name a file") }
            return .file(path.startsWithBytes("/") || folder.isEmpty ? path : folder == "/" ? "/" + path : folder + "/" + path)
        case .object(let document)?:
            do { try limits.scene.check(documentBytes: bytes) } catch { throw .scene(name: "the line", error) }
            return .template(
                SceneTemplate(document: .object(document), name: "the scene", baseFolder: folder, limits: limits.scene))
        case nil: throw .entry("the key \"scene\" is missing")
        case let other?: throw .entry("scene: found \(other.summary), expected the path of a scene, or a scene")
        }
    }

    private func parameters(_ object: JSONObject) throws(JobError) -> [String: JSONValue] {
        switch object["parameters"] {
        case nil, .null?: return [:]
        case .object(let parameters)?:
            return Dictionary(parameters.members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        case let other?: throw .entry("parameters: found \(other.summary), expected an object of names and values")
        }
    }

    private func scale(_ object: JSONObject) throws(JobError) -> Double? {
        switch object["scale"] {
        case nil, .null?: return nil
        case .number(let scale)? where scale > 0: return scale
        case let other?: throw .entry("scale: found \(other.summary), expected a number above 0")
        }
    }
}

extension JSONObject {
    /// Reads a whole number of a manifest's line. Nil if the key is missing or null.
    func whole(_ key: String, _ range: ClosedRange<Int>, _ wanted: String) throws(JobError) -> Int? {
        switch self[key] {
        case nil, .null?: return nil
        case .number(let number)?:
            if let value = Int(exactly: number), range.contains(value) { return value }
            throw .entry("\(key): found \(self[key]?.summary ?? ""), expected \(wanted)")
        case let other?: throw .entry("\(key): found \(other.summary), expected \(wanted)")
        }
    }
}
