import Glibc

/// The seeds that property tests start from: `base` is the same in every run of a commit, `fresh` is new in every run.
///
/// Both are printed once. A failing test names its seed, and `PENUMBRA_SEED=<seed>` runs all tests from there again.
public enum TestSeeds {
    /// The environment variable PENUMBRA_SEED, which `scripts/test` takes from the commit's hash; 1 without it.
    public static var base: UInt64 { chosen.base }
    /// A random seed.
    public static var fresh: UInt64 { chosen.fresh }
    /// Arguments for a test that draws everything from one seed.
    public static var both: [UInt64] { [base, fresh] }

    /// Seeds have 62 bits, so that a test can count on from them.
    private static let chosen: (base: UInt64, fresh: UInt64) = {
        var base: UInt64 = 1
        if let text = getenv("PENUMBRA_SEED").map({ String(cString: $0) }) {
            guard let seed = UInt64(text), seed < 1 << 62 else {
                preconditionFailure("PENUMBRA_SEED is \"\(text)\": set it to a whole number below 2^62")
            }
            base = seed
        }
        let fresh = UInt64.random(in: 0..<1 << 62)
        print("seeds: base \(base), fresh \(fresh)")
        return (base, fresh)
    }()
}

/// `count` seeds for a test that draws one case from each: half of them follow the base seed, half the fresh one.
public func seeds(_ count: Int) -> [UInt64] {
    let ofBase = (count + 1) / 2
    return (0..<UInt64(ofBase)).map { TestSeeds.base + $0 } + (0..<UInt64(count - ofBase)).map { TestSeeds.fresh + $0 }
}
