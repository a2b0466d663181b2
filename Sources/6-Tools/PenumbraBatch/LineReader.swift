import Penumbra
import PenumbraSystem

/// The lines of a stream, without their ends.
struct LineReader {
    enum Line {
        case bytes([UInt8])
        /// Longer than a line may be; it was skipped.
        case tooLong
    }

    private let stream: ByteStream
    /// The length of one line in bytes.
    private let limit: Int
    /// The number of the line that was read last, from 1.
    private(set) var number = 0

    init(_ stream: ByteStream, limit: Int = RenderLimits.default.manifestEntryBytes) throws(BatchError) {
        self.stream = stream
        self.limit = limit
        try stream.skipByteOrderMark()
    }

    /// The next line; nil at the end. A line feed at the very end begins no further line.
    mutating func next() throws(BatchError) -> Line? {
        guard try stream.peek() != nil else { return nil }
        number += 1
        var bytes: [UInt8] = []
        var isTooLong = false
        while let byte = try stream.next(), byte != UInt8(ascii: "\n") {
            if bytes.count < limit { bytes.append(byte) } else { isTooLong = true }
        }
        if isTooLong { return .tooLong }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return .bytes(bytes)
    }
}

/// What a manifest may ask for, besides `RenderLimits`.
public enum BatchLimits {
    /// Columns of a table.
    public static let columns = 10_000

    /// Why a line or a row is refused for its length.
    static func tooLong(_ what: String, _ limit: Int) -> Message {
        "the \(what) has more than \(limit) bytes; raise \(limit: .manifestEntrySize)"
    }
}
