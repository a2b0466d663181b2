// scripts/studies/arm-kernels compiles this folder with the kernels. Builds for different processors must report the same
// digests. The files use nothing that Embedded Swift lacks.

/// One function under test: the source of its inputs, the digest of its results, and the memory of the current call.
struct Trial {
    private var state: UInt64
    /// The FNV-1a digest of all results so far.
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    private var memory: [UnsafeMutableRawPointer] = []

    init(seed: UInt64, name: StaticString) {
        // A name of its own gives each function its own inputs, whatever other functions are tested.
        var start = Trial(state: 0)
        start.add(UnsafePointer(name.utf8Start), name.utf8CodeUnitCount)
        self.init(state: seed ^ start.digest)
    }

    private init(state: UInt64) { self.state = state }

    /// The next number of SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() >> 1) % (range.upperBound - range.lowerBound + 1)
    }

    mutating func int32(_ range: ClosedRange<Int>) -> Int32 { Int32(int(range)) }
    mutating func word() -> UInt32 { UInt32(truncatingIfNeeded: next()) }
    mutating func bool() -> Bool { next() & 1 == 0 }

    /// Adds numbers to the digest, byte by byte.
    mutating func add<Number: FixedWidthInteger>(_ numbers: UnsafePointer<Number>, _ count: Int) {
        for i in 0..<count { add(numbers[i]) }
    }

    mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            digest = (digest ^ (UInt64(truncatingIfNeeded: number >> Number(shift)) & 255)) &* 0x100_0000_01B3
        }
    }

    /// Returns memory that lasts until the end of the call.
    mutating func take<Value: BitwiseCopyable>(_ type: Value.Type, _ count: Int) -> UnsafeMutablePointer<Value> {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(1, count * MemoryLayout<Value>.stride), alignment: 16)
        memory.append(bytes)
        return bytes.bindMemory(to: type, capacity: count)
    }

    mutating func endCall() {
        for bytes in memory { bytes.deallocate() }
        memory.removeAll(keepingCapacity: true)
    }

    /// Returns random numbers.
    mutating func numbers(_ count: Int, _ range: ClosedRange<Int>) -> UnsafeMutablePointer<Int32> {
        let result = take(Int32.self, count)
        for i in 0..<count { result[i] = int32(range) }
        return result
    }

    /// Returns bytes: random ones, runs, or few different ones.
    mutating func bytes(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        let result = take(UInt8.self, count)
        let kind = int(0...3)
        var (value, left) = (UInt8(0), 0)
        for i in 0..<count {
            if left == 0 {
                left = kind == 0 ? 1 : int(1...(kind == 1 ? 9 : 60))
                value = UInt8(truncatingIfNeeded: next())
                if kind == 3 { value = bool() ? 0 : 255 }
            }
            result[i] = value
            left -= 1
        }
        return result
    }
}

/// Reports the name and the digest of a function.
public typealias Report = @convention(c) (UnsafePointer<UInt8>, UInt64) -> Void

/// Calls a function `rounds` times and reports the digest of all results.
struct Run {
    let seed: UInt64
    let rounds: Int
    let report: Report

    func callAsFunction(_ name: StaticString, rounds: Int? = nil, _ call: (inout Trial) -> Void) {
        var trial = Trial(seed: seed, name: name)
        for _ in 0..<(rounds ?? self.rounds) {
            call(&trial)
            trial.endCall()
        }
        report(name.utf8Start, trial.digest)
    }
}

/// The least multiple of `unit` that is not below `count`.
func roundedUp(_ count: Int, to unit: Int) -> Int { (count + unit - 1) / unit * unit }
