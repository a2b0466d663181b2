import CPenumbraNettle

/// The SHA-256 digest of FIPS 180-4, fed piece by piece. It tells equal data from different data; nothing here is a secret.
///
/// Nettle computes it, using the processor's own instructions where available.
public struct SHA256: Sendable {
    private var context = sha256_ctx()

    public init() {
        nettle_sha256_init(&context)
    }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        nettle_sha256_update(&context, bytes.count, start)
    }

    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// Adds a number as eight bytes, the lowest first, so that sizes can be part of the digested data.
    public mutating func update(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { update($0) } }

    /// Adds the length of a text and then the text in UTF-8, so that consecutive texts stay distinct.
    public mutating func update(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            update(UInt64(utf8.count))
            update(UnsafeRawBufferPointer(utf8))
        }
    }

    /// The 32-byte digest of all data so far. More data may be added afterwards.
    public var digest: Digest {
        var copy = context
        return Digest(
            [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                nettle_sha256_digest(&copy, 32, buffer.baseAddress)
                count = 32
            })
    }

    public static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
        var sum = SHA256()
        sum.update(bytes)
        return sum.digest
    }

    public static func digest(of bytes: [UInt8]) -> Digest { bytes.withUnsafeBytes { digest(of: $0) } }
}

/// The 32 bytes of a SHA-256 digest. Its text is 64 lower-case hexadecimal digits.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
    public let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads 64 hexadecimal digits; nil for anything else.
    public init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == 64 else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in text.utf8 {
            let value: UInt8
            switch digit {
            case 0x30...0x39: value = digit - 0x30
            case 0x61...0x66: value = digit - 0x61 + 10
            case 0x41...0x46: value = digit - 0x41 + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.bytes = bytes
    }

    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
