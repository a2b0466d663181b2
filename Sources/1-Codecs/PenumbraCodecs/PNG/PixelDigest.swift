import PenumbraBitmap

/// Makes digests of pixels at the speed of memory.
///
/// Products of words with secret keys are summed, as in the hash NH of UMAC (Black et al., 1999). Two different blocks have
/// the same sum with a probability of 2⁻⁶⁴, whoever chose them, because the keys are random in each process.
struct PixelDigests: Sendable {
    /// The words of a block, each with a key of its own.
    private static let blockWords = 256
    private static let blockBytes = 8 * blockWords

    /// The keys of a block's words, and four for joining blocks.
    private let keys: [UInt64]

    init() {
        var random = SystemRandomNumberGenerator()
        keys = (0..<Self.blockWords + 4).map { $0 < Self.blockWords ? random.next() : random.next() | 1 }
    }

    func digest(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> RowDigests.Digest {
        keys.withUnsafeBufferPointer { keys in
            guard let keys = keys.baseAddress else { return RowDigests.Digest(low: 0, high: 0) }
            let start = UnsafeRawPointer(bytes)
            var state = RowDigests.Digest(low: UInt64(truncatingIfNeeded: count), high: 0)
            var at = 0
            while at < count {
                let length = min(Self.blockBytes, count &- at)
                Self.join(Self.sum(start + at, length, keys), keys + Self.blockWords, to: &state)
                at &+= length
            }
            return state
        }
    }

    /// The sum of a block's products, modulo 2¹²⁸.
    @inline(__always)
    private static func sum(_ bytes: UnsafeRawPointer, _ count: Int, _ keys: UnsafePointer<UInt64>) -> RowDigests.Digest {
        var (even, odd) = (Sum(), Sum())
        var at = 0
        var key = keys
        while at &+ 32 <= count {
            let words = bytes + at
            even.add(load(words) &+ key[0], load(words + 8) &+ key[1])
            odd.add(load(words + 16) &+ key[2], load(words + 24) &+ key[3])
            at &+= 32
            key += 4
        }
        // The last bytes are followed by zeros.
        while at < count {
            var pair: (UInt64, UInt64) = (0, 0)
            withUnsafeMutableBytes(of: &pair) { pair in
                pair.copyMemory(from: UnsafeRawBufferPointer(start: bytes + at, count: min(16, count &- at)))
            }
            even.add(pair.0 &+ key[0], pair.1 &+ key[1])
            at &+= 16
            key += 2
        }
        even.add(odd)
        return RowDigests.Digest(low: even.low, high: even.high)
    }

    @inline(__always)
    private static func load(_ bytes: UnsafeRawPointer) -> UInt64 { bytes.loadUnaligned(as: UInt64.self) }

    /// A sum of products, modulo 2¹²⁸.
    private struct Sum {
        var low: UInt64 = 0
        var high: UInt64 = 0

        @inline(__always)
        mutating func add(_ a: UInt64, _ b: UInt64) {
            let product = a.multipliedFullWidth(by: b)
            add(Sum(low: product.low, high: product.high))
        }

        @inline(__always)
        mutating func add(_ other: Sum) {
            let (sum, carries) = low.addingReportingOverflow(other.low)
            low = sum
            high = high &+ other.high &+ (carries ? 1 : 0)
        }
    }

    /// Makes the digest of several blocks depend on the next one and on their order.
    @inline(__always)
    private static func join(_ block: RowDigests.Digest, _ keys: UnsafePointer<UInt64>, to state: inout RowDigests.Digest) {
        let one = (state.low ^ block.low).multipliedFullWidth(by: keys[0])
        let two = (state.high ^ block.high).multipliedFullWidth(by: keys[1])
        state = RowDigests.Digest(low: (one.low ^ two.high) &+ keys[2], high: (two.low ^ one.high) &+ keys[3])
    }
}
