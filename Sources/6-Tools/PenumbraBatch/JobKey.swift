import Penumbra
import PenumbraSystem

/// Computes a job's key: the digest of the output's name and of everything that determines its bytes.
package struct JobKey {
    private var sum = SHA256()

    package init(_ job: BatchJob, _ template: SceneTemplate, settings: String) {
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

    /// Adds the digest of a picture file's contents.
    package mutating func add(picture digest: Digest) {
        sum.update("picture")
        sum.update(digest.bytes)
    }

    /// Adds the digest of a text's outline, which reflects the fonts that were used.
    package mutating func add(text digest: Digest) {
        sum.update("text")
        sum.update(digest.bytes)
    }

    package var digest: Digest { sum.digest }
}
