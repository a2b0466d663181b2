/// A random generator whose sequence follows from its seed (SplitMix64, Steele et al. 2014), so that failing tests can be
/// repeated.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64
    /// The remaining bytes to take values from, last first.
    private var bytes: [UInt8] = []

    public init(seed: UInt64) {
        state = seed
    }

    /// Creates a generator that takes its values from bytes: two bytes each, repeated to 64 bits, and a sequence of its own
    /// afterwards.
    ///
    /// The bytes decide whatever is built from the generator, and few bytes decide each part, as a fuzzer needs.
    public init(bytes: some Collection<UInt8>) {
        state = UInt64(bytes.count)
        self.bytes = bytes.reversed()
    }

    public mutating func next() -> UInt64 {
        if let high = bytes.popLast() {
            let low = bytes.popLast() ?? 0
            return (UInt64(high) << 8 | UInt64(low)) &* 0x0001_0001_0001_0001
        }
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    public mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
    public mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    public mutating func chance(_ probability: Double) -> Bool { number(0...1) < probability }
}

extension SeededGenerator {
    public mutating func text() -> String {
        let pieces = ["photo", "$", "{", "}", "${", "é", "\"", "\\", "/", " ", "\n", "data:", "http://", "\u{1F600}", "."]
        return "x" + (0..<integer(0...6)).map { _ in pieces[integer(0...(pieces.count - 1))] }.joined()
    }
}
