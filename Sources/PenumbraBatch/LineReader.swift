/// The lines of a stream, without their ends.
struct LineReader {
    enum Line {
        case bytes([UInt8])
        /// Longer than a line may be; it was skipped.
        case tooLong
    }

    private let stream: ByteStream
    /// The number of the line that was read last, from 1.
    private(set) var number = 0

    init(_ stream: ByteStream) throws(BatchError) {
        self.stream = stream
        try stream.skipByteOrderMark()
    }

    /// The next line; nil at the end. A line feed at the very end begins no further line.
    mutating func next() throws(BatchError) -> Line? {
        guard try stream.peek() != nil else { return nil }
        number += 1
        var bytes: [UInt8] = []
        var isTooLong = false
        while let byte = try stream.next(), byte != UInt8(ascii: "\n") {
            if bytes.count < BatchLimits.entryBytes { bytes.append(byte) } else { isTooLong = true }
        }
        if isTooLong { return .tooLong }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return .bytes(bytes)
    }
}

/// What a manifest may ask for.
public enum BatchLimits {
    /// The length of one line, or of one row, in bytes. A line may hold a whole scene.
    public static let entryBytes = 16 << 20
    /// Columns of a table.
    public static let columns = 10_000
}
