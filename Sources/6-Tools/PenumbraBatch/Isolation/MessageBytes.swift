import PenumbraSystem

/// A frame of the channel between a batch and its workers: what kind of message, how long it is, and its bytes.
///
/// Sixteen bytes come before the body: a mark, the kind and the body's length, numbers with the lowest byte first. Both ends
/// are the same program, so there are no versions.
struct MessageFrame: Equatable {
    var kind: UInt32
    var body: [UInt8]

    static let headerBytes = 16
    /// So that nonsense is told from a length: no picture's file is larger.
    static let mostBytes = 1 << 32
    /// "PNBR".
    private static let mark: UInt32 = 0x5242_4E50

    static func header(kind: UInt32, bodyBytes: Int) -> [UInt8] {
        var header = MessageWriter()
        header.add(UInt64(mark) | UInt64(kind) << 32)
        header.add(bodyBytes)
        return header.bytes
    }

    /// Reads a header of `headerBytes` bytes; nil where it is none.
    static func read(header: ArraySlice<UInt8>) -> (kind: UInt32, bodyBytes: Int)? {
        var reader = MessageReader(Array(header))
        guard let first = try? reader.number(), let length = try? reader.number(), UInt32(truncatingIfNeeded: first) == mark,
            length <= UInt64(mostBytes)
        else { return nil }
        return (UInt32(first >> 32), Int(length))
    }
}

/// Puts a message's parts into bytes.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

    mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

    mutating func add(_ number: Double) { add(number.bitPattern) }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ part: [UInt8]) {
        add(part.count)
        bytes += part
    }

    mutating func add(_ texts: [String]) {
        add(texts.count)
        for text in texts { add(text) }
    }

    mutating func add(_ digest: Digest) { add(digest.description) }

    /// A mark whether there is something, and that.
    mutating func add<Value>(_ value: Value?, _ body: (inout MessageWriter, Value) -> Void) {
        add(value == nil ? 0 : 1)
        if let value { body(&self, value) }
    }
}

/// What a message holds is not what its kind has.
struct MessageError: Error {}

/// Takes a message's parts from its bytes. Nothing is believed: what the message does not have is an error.
struct MessageReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() throws(MessageError) -> UInt64 {
        guard bytes.count - position >= 8 else { throw MessageError() }
        defer { position += 8 }
        return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self)) }
    }

    mutating func integer() throws(MessageError) -> Int { Int(Int64(bitPattern: try number())) }

    /// A number of things, or of bytes.
    mutating func count() throws(MessageError) -> Int {
        let count = try integer()
        guard count >= 0 else { throw MessageError() }
        return count
    }

    mutating func double() throws(MessageError) -> Double { Double(bitPattern: try number()) }

    mutating func part() throws(MessageError) -> [UInt8] {
        let count = try count()
        guard count <= bytes.count - position else { throw MessageError() }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func text() throws(MessageError) -> String { String(decoding: try part(), as: UTF8.self) }

    mutating func texts() throws(MessageError) -> [String] {
        var result: [String] = []
        let count = try count()
        // Each has its length, so more of them than bytes are nonsense.
        guard count <= bytes.count else { throw MessageError() }
        for _ in 0..<count { result.append(try text()) }
        return result
    }

    mutating func digest() throws(MessageError) -> Digest {
        guard let digest = Digest(hexadecimal: try text()) else { throw MessageError() }
        return digest
    }

    mutating func optional<Value>(_ body: (inout MessageReader) throws(MessageError) -> Value) throws(MessageError) -> Value? {
        switch try number() {
        case 0: return nil
        case 1: return try body(&self)
        default: throw MessageError()
        }
    }

    /// All that is left.
    mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }
}
