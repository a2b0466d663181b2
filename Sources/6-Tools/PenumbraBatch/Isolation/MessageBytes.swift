import PenumbraSystem

/// A frame of the channel between a batch and its workers: the kind of message, its length and its bytes.
///
/// A header of sixteen bytes precedes the body: a mark, the kind and the body's length, all little-endian. Both ends are the
/// same program, so frames carry no version.
package struct MessageFrame: Equatable {
    package var kind: UInt32
    package var body: [UInt8]

    package init(kind: UInt32, body: [UInt8]) {
        (self.kind, self.body) = (kind, body)
    }

    package static let headerBytes = 16
    /// An upper bound that separates real lengths from garbage: no picture file is larger.
    package static let mostBytes = 1 << 32
    /// The bytes "PNBR".
    private static let mark: UInt32 = 0x5242_4E50

    package static func header(kind: UInt32, bodyBytes: Int) -> [UInt8] {
        var header = MessageWriter()
        header.add(UInt64(mark) | UInt64(kind) << 32)
        header.add(bodyBytes)
        return header.bytes
    }

    /// Parses a header of `headerBytes` bytes; nil if the header is invalid.
    package static func read(header: ArraySlice<UInt8>) -> (kind: UInt32, bodyBytes: Int)? {
        var reader = MessageReader(Array(header))
        guard let first = try? reader.number(), let length = try? reader.number(), UInt32(truncatingIfNeeded: first) == mark,
            length <= UInt64(mostBytes)
        else { return nil }
        return (UInt32(first >> 32), Int(length))
    }
}

/// Writes the fields of a message as bytes.
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

    /// Writes a flag for presence, followed by the value if there is one.
    mutating func add<Value>(_ value: Value?, _ body: (inout MessageWriter, Value) -> Void) {
        add(value == nil ? 0 : 1)
        if let value { body(&self, value) }
    }
}

/// A message whose bytes don't match its kind.
package struct MessageError: Error {}

/// Reads the fields of a message from its bytes. Input is untrusted: reading past the end is an error.
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

    /// Reads a count of items or of bytes.
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
        // Every item has at least a length, so a count above the remaining bytes is invalid.
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

    /// Returns all remaining bytes.
    mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }
}
