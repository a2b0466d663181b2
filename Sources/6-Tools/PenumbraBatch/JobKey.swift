import Penumbra
import PenumbraSystem

/// Computes a job's key: the digest of everything that its output's bytes depend on, and of its name.
struct JobKey {
    private var sum = SHA256()

    init(_ job: BatchJob, _ template: SceneTemplate, settings: String) {
        sum.update("penumbra job 1")
        sum.update(penumbraVersion)
        sum.update(job.output)
        sum.update(settings)
        sum.update(template.digest.bytes)
        for name in job.parameters.keys.sorted() {
            sum.update(name)
            sum.update(job.parameters[name]?.compact() ?? "")
        }
    }

    /// Adds a picture's file by its contents.
    mutating func add(picture digest: Digest) {
        sum.update("picture")
        sum.update(digest.bytes)
    }

    /// Adds a text by its outline, which says what fonts it was set with.
    mutating func add(text digest: Digest) {
        sum.update("text")
        sum.update(digest.bytes)
    }

    var digest: Digest { sum.digest }
}
