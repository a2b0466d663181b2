import Penumbra
import PenumbraSystem

/// One picture or animation to render: a scene, its parameters, and the output path.
public struct BatchJob: Sendable {
    /// The job's line number in the manifest or in the table of rows, from 1.
    public var line: Int
    public var template: TemplateReference
    /// The parameter values to set in the scene.
    public var parameters: [String: JSONValue]
    /// The output's path relative to the output root, normalized by `OutputFolder.normalized`.
    public var output: String
    /// Pixels per point; overrides the scene's own scale.
    public var scale: Double?
    /// The job's own settings for an animation.
    public var motion: JobMotion
    /// The numbered files that the output's name stands for if the scene moves. Nil if the name has no place for a number.
    package var numbered: NumberedOutput?
    /// The most bytes that the picture's file may have, as with `PictureOptions.byteBudget`. Nil leaves it to the batch.
    public var maxBytes: Int?
    /// The job key recorded for an existing output file. If the job's key is the same, a worker reports the job as unchanged.
    package var claim: Digest?
    /// A larger memory allowance in bytes for a job that runs alone.
    package var allowance: Int?

    public init(
        line: Int, template: TemplateReference, parameters: [String: JSONValue] = [:], output: String, scale: Double? = nil,
        motion: JobMotion = JobMotion(), maxBytes: Int? = nil
    ) {
        self.line = line
        self.template = template
        self.parameters = parameters
        self.output = output
        self.scale = scale
        self.motion = motion
        self.maxBytes = maxBytes
    }
}

/// A reference to a job's scene.
public enum TemplateReference: Sendable {
    /// The path of a scene file, which is read when the job runs.
    case file(String)
    case template(SceneTemplate)
}

/// An entry of a manifest: a job, or the reason why the entry is invalid.
public enum ManifestEntry: Sendable {
    case job(BatchJob)
    /// The entry is invalid. `output` is the output's path, if it's known.
    case refused(line: Int, output: String?, JobError)
}
