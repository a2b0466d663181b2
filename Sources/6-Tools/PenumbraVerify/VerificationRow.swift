import Penumbra
import PenumbraSystem

/// The result of one renderer in a verification: a row of the matrix.
public struct VerificationRow: Sendable {
    /// The renderer's name: `CPU, avx2 kernels, 2 threads`, `egl:0 llvmpipe …`; or `decoders`, for the pictures in scenes.
    public let name: String
    /// A GPU's driver and version as the driver reports them; empty for others.
    public let driver: String
    /// The number of drawings equal to the expected picture. Every repeat counts.
    public private(set) var equal = 0
    /// The number of drawings that differ or failed.
    public private(set) var different = 0
    private var sum = SHA256()

    init(name: String, driver: String = "") {
        self.name = name
        self.driver = driver
    }

    /// Counts a drawing and adds it to the row's digest.
    ///
    /// - Parameter digest: the digest of the drawing; nil if nothing was drawn.
    mutating func add(_ name: String, _ digest: Digest?, isEqual: Bool) {
        if isEqual { equal += 1 } else { different += 1 }
        sum.update(name)
        sum.update(digest.map { "\($0)" } ?? "")
    }

    /// SHA-256 of the names and digests of all drawings, in order. Two rows, even from two hosts, have the same digest if they
    /// drew the same pictures equally often.
    public var digest: Digest { sum.digest }

    var json: JSONValue {
        [
            "renderer": .string(name), "driver": .string(driver), "equal": .count(equal),
            "different": .count(different), "sha256": .string("\(digest)"),
        ]
    }
}

extension VerificationReport {
    /// The matrix as a Markdown table. Each renderer has one row with its numbers of equal and different drawings and the start
    /// of its digest.
    public var matrix: String {
        var lines = ["| renderer | driver | equal | different | SHA-256 |", "|---|---|---|---|---|"]
        for row in rows {
            lines.append(
                "| \(row.name) | \(row.driver) | \(row.equal) | \(row.different) | `\("\(row.digest)".prefix(16))` |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
