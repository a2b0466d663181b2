import Penumbra
import PenumbraSystem

/// One picture to make: a scene, what is set in it, and where the picture goes.
public struct BatchJob: Sendable {
    /// Where it stands in the manifest or the table of rows, from 1.
    public var line: Int
    public var template: TemplateReference
    /// What is set in the scene.
    public var parameters: [String: JSONValue]
    /// Where the picture goes, seen from the output root, normal as `OutputFolder.normalized` makes it.
    public var output: String
    /// Pixels a point, instead of the scene's own.
    public var scale: Double?
    /// The key of a file that stands there: a worker answers that the job is the same where it is.
    var claim: Digest?
    /// Bytes that it may take, more than others, where it is under way alone.
    var allowance: Int?

    public init(
        line: Int, template: TemplateReference, parameters: [String: JSONValue] = [:], output: String, scale: Double? = nil
    ) {
        self.line = line
        self.template = template
        self.parameters = parameters
        self.output = output
        self.scale = scale
    }
}

/// What a job's scene is.
public enum TemplateReference: Sendable {
    /// A scene's file, read when the job is done.
    case file(String)
    case template(SceneTemplate)
}

/// An entry of a manifest: a job, or why it is none.
public enum ManifestEntry: Sendable {
    case job(BatchJob)
    /// - output: as far as it is known.
    case refused(line: Int, output: String?, JobError)
}
