import Penumbra
import PenumbraSystem

/// What a journal says of one output that was written.
package struct JournalEntry: Sendable, Equatable {
    /// Of everything the picture depends on.
    var key: Digest
    var output: String
    /// SHA-256 of the file, and its length.
    var digest: Digest
    var byteCount: Int
    /// What drew it: `cpu`, `egl:0`.
    var device: String
    var line: Int

    /// One line of JSON without its end: the entry, and a checksum of it, by which a line that was cut or damaged is known.
    package var text: String {
        let entry: JSONValue = [
            "key": .string(key.description), "output": .string(output), "sha256": .string(digest.description),
            "bytes": .count(byteCount), "device": .string(device), "line": .count(line),
        ]
        let body = entry.compact()
        return "\(body.dropLast()),\"check\":\"\(Self.checksum(body))\"}"
    }

    package init(key: Digest, output: String, digest: Digest, byteCount: Int, device: String, line: Int) {
        self.key = key
        self.output = output
        self.digest = digest
        self.byteCount = byteCount
        self.device = device
        self.line = line
    }

    /// Reads a line; nil where it is anything but a whole entry.
    package init?(_ line: [UInt8]) {
        guard case .object(var object)? = try? JSONValue(parsing: line), case .string(let check)? = object["check"] else {
            return nil
        }
        object["check"] = nil
        guard Self.checksum(JSONValue.object(object).compact()) == check,
            case .string(let key)? = object["key"], let key = Digest(hexadecimal: key),
            case .string(let output)? = object["output"],
            case .string(let digest)? = object["sha256"], let digest = Digest(hexadecimal: digest),
            case .number(let bytes)? = object["bytes"], let byteCount = Int(exactly: bytes),
            case .string(let device)? = object["device"],
            case .number(let number)? = object["line"], let number = Int(exactly: number)
        else { return nil }
        self.init(key: key, output: output, digest: digest, byteCount: byteCount, device: device, line: number)
    }

    private static func checksum(_ text: String) -> String {
        let digits = String(CRC32.checksum(of: Array(text.utf8)), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
