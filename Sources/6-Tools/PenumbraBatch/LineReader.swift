import Penumbra
import PenumbraSystem

/// Reads the lines of a stream, without their ends.
package struct LineReader {
    package enum Line {
        case bytes([UInt8])
        /// The line exceeds the limit and was skipped.
        case tooLong
    }

    private let stream: ByteStream
    /// The maximum length of a line in bytes.
    private let limit: Int
    /// The number of the last line read, from 1.
    package private(set) var number = 0

    package init(_ stream: ByteStream, limit: Int = RenderLimits.default.manifestEntryBytes) throws(BatchError) {
        self.stream = stream
        self.limit = limit
        try stream.skipByteOrderMark()
    }

    /// Returns the next line; nil at the end. A line feed at the very end starts no further line.
    package mutating func next() throws(BatchError) -> Line? {
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

/// Limits for manifests that aren't part of `RenderLimits`.
public enum BatchLimits {
    /// The maximum number of columns in a table.
    public static let columns = 10_000

    /// The message for a line or a row that exceeds the limit.
    static func tooLong(_ what: String, _ limit: Int) -> Message {
        "the \(what) has more than \(limit) bytes; raise \(limit: .manifestEntrySize)"
    }
}
