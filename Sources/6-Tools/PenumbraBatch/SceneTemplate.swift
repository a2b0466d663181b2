import Penumbra
import PenumbraSystem

/// A document that is parsed once and bound to many sets of parameters: a scene in JSON, or a template in HTML.
public final class SceneTemplate: Sendable {
    /// The scene's name in errors.
    public let name: String
    package let source: Source
    /// The options of the pages that a template in HTML becomes.
    let page: PageOptions
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
    /// The document of a shared scene. It keeps what its rows have in common.
    private let document: SceneDocument?

    package enum Source: Sendable {
        case scene(JSONValue)
        case page(HTMLTemplate)
    }

    /// Reads a scene file or an HTML file; `-` means standard input.
    ///
    /// - Parameters:
    ///   - limits: the limits for the document, whatever its parameters are.
    ///   - page: the options for HTML.
    public convenience init(
        reading path: String, limits: SceneLimits = .default, page: PageOptions = PageOptions()
    ) throws(JobError) {
        let bytes = try rethrowing(
            try FileReader.read(path, limit: limits.documentBytes, raisedBy: .sceneSize), as: JobError.sceneFile)
        try self.init(
            contents: bytes, name: path == "-" ? "standard input" : path, baseFolder: ScenePath.folder(of: path),
            limits: limits, page: page)
    }

    /// Reads a document: HTML by its name or its beginning, else JSON.
    public convenience init(
        contents: [UInt8], name: String, baseFolder: String, limits: SceneLimits = .default, page: PageOptions = PageOptions()
    ) throws(JobError) {
        guard HTMLDocument.isDocument(contents, named: name) else {
            try self.init(json: contents, name: name, baseFolder: baseFolder, limits: limits)
            return
        }
        let template = try rethrowing(
            try HTMLTemplate(
                HTMLDocument.decoded(contents),
                limits: HTMLLimits(documentBytes: limits.documentBytes, memory: limits.documentMemory)),
            as: { JobError.page(name: name, $0) })
        var sum = SHA256()
        sum.update("page \(page.text)")
        sum.update(SHA256.digest(of: contents).bytes)
        self.init(template, page, name: name, baseFolder: baseFolder, digest: sum.digest, limits: limits)
    }

    public init(json: [UInt8], name: String, baseFolder: String, limits: SceneLimits = .default) throws(JobError) {
        try rethrowing(try limits.check(documentBytes: json.count), as: { JobError.scene(name: name, $0) })
        let document = try rethrowing(
            try JSONValue(document: json, limit: limits.documentBytes, memory: limits.documentMemory),
            as: { JobError.scene(name: name, $0) })
        (source, page) = (.scene(document), PageOptions())
        self.document = SceneDocument(document, baseFolder: baseFolder, limits: limits)
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
        (source, page) = (.scene(document), PageOptions())
        self.document = nil
        self.limits = limits
        self.name = name
        self.baseFolder = baseFolder
        digest = SHA256.digest(of: Array(document.compact().utf8))
        (defaults, keptByEmptyFields, lists) = ([:], [], [])
        isShared = false
    }

    /// Creates a template from a scene that another process has read.
    init(document: JSONValue, name: String, baseFolder: String, digest: Digest, limits: SceneLimits) {
        (source, page) = (.scene(document), PageOptions())
        self.document = SceneDocument(document, baseFolder: baseFolder, limits: limits)
        (self.name, self.baseFolder, self.digest, self.limits) = (name, baseFolder, digest, limits)
        (defaults, keptByEmptyFields, lists) = ([:], [], [])
        isShared = true
    }

    /// Creates a template from HTML.
    init(
        _ template: HTMLTemplate, _ page: PageOptions, name: String, baseFolder: String, digest: Digest, limits: SceneLimits
    ) {
        (source, self.page) = (.page(template), page)
        document = nil
        (self.name, self.baseFolder, self.digest, self.limits) = (name, baseFolder, digest, limits)
        defaults = template.defaults
        keptByEmptyFields = template.namesOutsideTexts
        lists = template.namesOfLists
        isShared = true
    }

    /// Whether a row may lack a value. A page shows its own default, and its sections have content for empty values.
    func keepsDefault(of name: String) -> Bool {
        guard case .page = source else { return false }
        return defaults[name] != nil
    }

    /// The error that every row would have, whatever its values are. Nil if there is none, or if it may depend on values.
    package func fault(scale: Double?) -> JobError? {
        // A page needs its files and fonts, so rows report its faults.
        guard case .scene(let document) = source else { return nil }
        do throws(JobError) {
            _ = try scene([:], scale: scale)
        } catch {
            if case .scene(_, let error) = error, error.isIndependentOfParameters(in: document) {
                return .scene(name: name, error)
            }
        }
        return nil
    }

    /// The scene of a document in JSON. Pages need resources: see `bound`.
    package func scene(_ parameters: [String: JSONValue], scale: Double?) throws(JobError) -> Scene {
        guard case .scene(let json) = source else {
            throw .entry("\(name) is HTML, and a scene in JSON is expected")
        }
        func scene() throws(SceneError) -> Scene {
            if let document { return try document.scene(parameters, scaleOverride: scale) }
            return try Scene(
                document: json, parameters: parameters, baseFolder: baseFolder, scaleOverride: scale, limits: limits)
        }
        return try rethrowing(try scene(), as: { JobError.scene(name: name, $0) })
    }
}
