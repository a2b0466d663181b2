import Penumbra
import PenumbraSystem

/// A journal's entry for one written output.
package struct JournalEntry: Sendable, Equatable {
    /// The digest of everything that determines the picture.
    var key: Digest
    var output: String
    /// The SHA-256 digest and the length of the file.
    var digest: Digest
    var byteCount: Int
    /// The device that drew the picture: `cpu`, `egl:0`.
    var device: String
    var line: Int
    /// The frames, if the output is numbered files. Then `digest` is the digest of their digests, and `byteCount` their length
    /// together.
    package var frames: FrameSpan?
    /// The batch that wrote the output, so that other batches keep their own journals. Nil in journals of earlier versions.
    var batch: String?

    /// The entry as one line of JSON without the line end. A checksum in the line reveals truncated or damaged lines.
    package var text: String {
        var entry: JSONObject = [
            "key": .string(key.description), "output": .string(output), "sha256": .string(digest.description),
            "bytes": .count(byteCount), "device": .string(device), "line": .count(line),
        ]
        if let frames { entry["frames"] = .array([.count(frames.first), .count(frames.count)]) }
        entry["batch"] = batch.map { .string($0) }
        let body = JSONValue.object(entry).compact()
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

    /// Parses a line; nil if the line isn't a complete entry.
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
        if let value = object["frames"] {
            guard case .array(let numbers) = value, numbers.count == 2, case .number(let first) = numbers[0],
                case .number(let count) = numbers[1], let first = Int(exactly: first), let count = Int(exactly: count),
                (1...FrameRange.most).contains(count), abs(first) <= Int(1e15)
            else { return nil }
            frames = FrameSpan(first: first, count: count)
        }
        if case .string(let batch)? = object["batch"] { self.batch = batch }
    }

    private static func checksum(_ text: String) -> String {
        let digits = String(CRC32.checksum(of: Array(text.utf8)), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
