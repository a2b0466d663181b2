import Penumbra
import PenumbraSystem

/// What one renderer drew in a verification, in figures: a row of the matrix.
public struct VerificationRow: Sendable {
    /// What drew: `CPU, avx2 kernels, 2 threads`, `egl:0 llvmpipe …`; or `decoders`, for the pictures that scenes show.
    public let name: String
    /// A GPU's driver and its version, as it says; empty for others.
    public let driver: String
    /// Drawings equal to what they should be, every repeat counted.
    public private(set) var equal = 0
    /// Drawings that are not, failures included.
    public private(set) var different = 0
    private var sum = SHA256()

    init(name: String, driver: String = "") {
        self.name = name
        self.driver = driver
    }

    /// - Parameter digest: of what was drawn; nil when nothing was.
    mutating func add(_ name: String, _ digest: Digest?, isEqual: Bool) {
        if isEqual { equal += 1 } else { different += 1 }
        sum.update(name)
        sum.update(digest.map { "\($0)" } ?? "")
    }

    /// SHA-256 of the names and digests of everything that was drawn, in order: equal for two rows, of one host or of two, when
    /// they drew the same pictures as often.
    public var digest: Digest { sum.digest }

    var json: JSONValue {
        [
            "renderer": .string(name), "driver": .string(driver), "equal": .count(equal),
            "different": .count(different), "sha256": .string("\(digest)"),
        ]
    }
}

extension VerificationReport {
    /// The matrix as a table in Markdown: a renderer a row, how many drawings were equal and different, and the start of their
    /// digest.
    public var matrix: String {
        var lines = ["| renderer | driver | equal | different | SHA-256 |", "|---|---|---|---|---|"]
        for row in rows {
            lines.append(
                "| \(row.name) | \(row.driver) | \(row.equal) | \(row.different) | `\("\(row.digest)".prefix(16))` |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
