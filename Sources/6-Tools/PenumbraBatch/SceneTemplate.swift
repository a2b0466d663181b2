import Penumbra
import PenumbraSystem

/// A scene document that is parsed once and bound to many sets of parameters.
public final class SceneTemplate: Sendable {
    /// The scene's name in errors.
    public let name: String
    package let document: JSONValue
    /// The folder that the scene's relative paths start at.
    package let baseFolder: String
    /// The digest of the document's bytes.
    package let digest: Digest
    /// Whether many jobs share the scene. False for a scene from a single manifest line.
    let isShared: Bool
    /// The parameters that the scene declares, with their defaults.
    package let defaults: [String: JSONValue]
    /// The parameters that an empty field of a table leaves at their defaults: all that do more than show text.
    package let keptByEmptyFields: Set<String>
    /// The parameters that are lists, which an empty field of a table empties.
    package let lists: Set<String>
    private let limits: SceneLimits

    /// Reads a scene file; `-` means standard input.
    ///
    /// - Parameter limits: the limits for the scene, whatever its parameters are.
    public convenience init(reading path: String, limits: SceneLimits = .default) throws(JobError) {
        let bytes = try rethrowing(
            try FileReader.read(path, limit: limits.documentBytes, raisedBy: .sceneSize), as: JobError.sceneFile)
        try self.init(
            json: bytes, name: path == "-" ? "standard input" : path, baseFolder: ScenePath.folder(of: path), limits: limits)
    }

    public init(json: [UInt8], name: String, baseFolder: String, limits: SceneLimits = .default) throws(JobError) {
        try rethrowing(try limits.check(documentBytes: json.count), as: { JobError.scene(name: name, $0) })
        document = try rethrowing(
            try JSONValue(document: json, limit: limits.documentBytes, memory: limits.documentMemory),
            as: { JobError.scene(name: name, $0) })
        self.limits = limits
        self.name = name
        self.baseFolder = baseFolder
        digest = SHA256.digest(of: json)
        var defaults: [String: JSONValue] = [:]
        if case .object(let object) = document, case .object(let declared)? = object["parameters"] {
            for member in declared.members { defaults[member.key] = member.value }
        }
        self.defaults = defaults
        keptByEmptyFields = Parameter.namesOutsideTexts(of: document)
        lists = Parameter.namesOfLists(of: document)
        isShared = true
    }

    /// Creates a template from an inline scene in a manifest line.
    package init(document: JSONValue, name: String, baseFolder: String, limits: SceneLimits = .default) {
        self.document = document
        self.limits = limits
        self.name = name
        self.baseFolder = baseFolder
        digest = SHA256.digest(of: Array(document.compact().utf8))
        (defaults, keptByEmptyFields, lists) = ([:], [], [])
        isShared = false
    }

    /// Creates a template from a scene that another process has read.
    init(document: JSONValue, name: String, baseFolder: String, digest: Digest, limits: SceneLimits) {
        (self.document, self.name, self.baseFolder, self.digest, self.limits) = (document, name, baseFolder, digest, limits)
        (defaults, keptByEmptyFields, lists) = ([:], [], [])
        isShared = true
    }

    /// The error that every row would have, whatever its values are. Nil if there is none, or if it may depend on values.
    package func fault(scale: Double?) -> JobError? {
        do throws(JobError) {
            _ = try scene([:], scale: scale)
        } catch {
            if case .scene(_, let error) = error, error.isIndependentOfParameters(in: document) {
                return .scene(name: name, error)
            }
        }
        return nil
    }

    package func scene(_ parameters: [String: JSONValue], scale: Double?) throws(JobError) -> Scene {
        try rethrowing(
            try Scene(
                document: document, parameters: parameters, baseFolder: baseFolder, scaleOverride: scale, limits: limits),
            as: { JobError.scene(name: name, $0) })
    }
}
