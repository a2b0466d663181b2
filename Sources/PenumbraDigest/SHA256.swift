/// The digest of FIPS 180-4, fed piece by piece. It tells equal data from different data; nothing here is a secret.
public struct SHA256: Sendable {
    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
    private static let roundConstants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    private var state = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
    /// What does not fill a block of 64 bytes yet.
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    public init() {
        rest.reserveCapacity(64)
    }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(64 - rest.count, bytes.count)
            rest.append(contentsOf: bytes[..<start])
            guard rest.count == 64 else { return }
            rest.withUnsafeBytes { Self.compress($0, blocks: 1, &state) }
            rest.removeAll(keepingCapacity: true)
        }
        let blocks = (bytes.count - start) / 64
        if blocks > 0 {
            Self.compress(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64 * blocks]), blocks: blocks, &state)
        }
        rest.append(contentsOf: bytes[(start + 64 * blocks)...])
    }

    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// A number as eight bytes, the lowest first, so that sizes can be part of what is digested.
    public mutating func update(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { update($0) } }

    /// The 32 bytes for all that was given so far. More may be given afterwards.
    public var digest: Digest {
        var copy = self
        let bits = byteCount &* 8
        copy.update([0x80] + [UInt8](repeating: 0, count: (119 - Int(byteCount % 64)) % 64))
        withUnsafeBytes(of: bits.bigEndian) { copy.update($0) }
        var bytes: [UInt8] = []
        for i in 0..<8 { withUnsafeBytes(of: copy.state[i].bigEndian) { bytes.append(contentsOf: $0) } }
        return Digest(bytes)
    }

    public static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
        var sum = SHA256()
        sum.update(bytes)
        return sum.digest
    }

    public static func digest(of bytes: [UInt8]) -> Digest { bytes.withUnsafeBytes { digest(of: $0) } }

    private static func compress(_ bytes: UnsafeRawBufferPointer, blocks: Int, _ state: inout SIMD8<UInt32>) {
        roundConstants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
                for block in 0..<blocks {
                    for i in 0..<16 {
                        w[i] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 64 * block + 4 * i, as: UInt32.self))
                    }
                    for i in 16..<64 {
                        let (a, b) = (w[i - 15], w[i - 2])
                        let s0 = turned(a, 7) ^ turned(a, 18) ^ (a >> 3)
                        let s1 = turned(b, 17) ^ turned(b, 19) ^ (b >> 10)
                        w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
                    }
                    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
                    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
                    for i in 0..<64 {
                        let s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
                        let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ constants[i] &+ w[i]
                        let s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
                        let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
                        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
                    }
                    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
                }
            }
        }
    }

    private static func turned(_ x: UInt32, _ count: UInt32) -> UInt32 { (x >> count) | (x << (32 - count)) }
}

/// The 32 bytes of a SHA-256 digest. Its text is 64 hexadecimal digits, small letters.
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
