import Penumbra
import PenumbraGeometry
import PenumbraScene
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

    /// The digest of an outline's elements and coordinates.
    static func digest(of outline: Path) -> Digest {
        var numbers: [Double] = []
        func add(_ kind: Double, _ points: Point...) {
            numbers.append(kind)
            for point in points {
                numbers.append(point.x)
                numbers.append(point.y)
            }
        }
        for element in outline.elements {
            switch element {
            case .move(let to): add(0, to)
            case .line(let to): add(1, to)
            case .quadratic(let to, let control): add(2, to, control)
            case .cubic(let to, let control1, let control2): add(3, to, control1, control2)
            case .arc(let arc):
                add(4, arc.center, arc.xAxis, arc.yAxis)
                numbers += [arc.startAngle, arc.sweep]
            case .close: add(5)
            }
        }
        return numbers.withUnsafeBytes { SHA256.digest(of: $0) }
    }
}
