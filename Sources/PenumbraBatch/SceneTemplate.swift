import PenumbraCodecs
import PenumbraDigest
import PenumbraScene

/// A scene's document, parsed once to be bound to many sets of parameters.
public final class SceneTemplate: Sendable {
    /// What errors call it.
    public let name: String
    let document: JSONValue
    /// The folder that the scene's relative paths start at.
    let baseFolder: String
    /// Of the document's bytes.
    let digest: Digest
    /// Whether it was read for many jobs, not for a manifest's one line.
    let isShared: Bool
    /// The parameters that the scene declares, with their defaults.
    let defaults: [String: JSONValue]

    /// Reads a scene's file; `-` is standard input.
    public convenience init(reading path: String) throws(JobError) {
        let bytes: [UInt8]
        do {
            bytes = try FileReader.read(path, limit: SceneLimits.documentBytes)
        } catch {
            throw .sceneFile(error)
        }
        try self.init(json: bytes, name: path == "-" ? "standard input" : path, baseFolder: Self.folder(of: path))
    }

    public init(json: [UInt8], name: String, baseFolder: String) throws(JobError) {
        do {
            document = try JSONValue(parsing: json)
        } catch {
            throw .scene(name: name, SceneError(place: error.place, message: error.message))
        }
        self.name = name
        self.baseFolder = baseFolder
        digest = SHA256.digest(of: json)
        var defaults: [String: JSONValue] = [:]
        if case .object(let object) = document, case .object(let declared)? = object["parameters"] {
            for member in declared.members { defaults[member.key] = member.value }
        }
        self.defaults = defaults
        isShared = true
    }

    /// A scene that stands in a manifest's line.
    init(document: JSONValue, name: String, baseFolder: String) {
        self.document = document
        self.name = name
        self.baseFolder = baseFolder
        digest = SHA256.digest(of: Array(document.compact().utf8))
        defaults = [:]
        isShared = false
    }

    /// A scene that another process has read.
    init(document: JSONValue, name: String, baseFolder: String, digest: Digest) {
        (self.document, self.name, self.baseFolder, self.digest) = (document, name, baseFolder, digest)
        defaults = [:]
        isShared = true
    }

    func scene(_ parameters: [String: JSONValue], scale: Double?) throws(JobError) -> Scene {
        do {
            return try Scene(document: document, parameters: parameters, baseFolder: baseFolder, scaleOverride: scale)
        } catch {
            throw .scene(name: name, error)
        }
    }

    /// The folder a file lies in; empty, the working directory, for a bare name, for standard input and for the names that shells give
    /// to pipes.
    static func folder(of path: String) -> String {
        let isStream = path == "-" || path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
        guard !isStream, let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
