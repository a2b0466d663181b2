import Glibc

/// The seeds of property tests. `base` is the same in every run of a commit, and decides the merge tier. `fresh` is new in every
/// run and belongs to the full tier, since its findings must not block a change of something else.
///
/// Both are printed once. A failing test reports its seed, and `PENUMBRA_SEED=<seed>` runs all tests from that seed again.
public enum TestSeeds {
    /// The environment variable PENUMBRA_SEED, which `scripts/test` derives from the commit's hash; 1 if it's unset.
    public static var base: UInt64 { chosen.base }
    /// A random seed.
    public static var fresh: UInt64 { chosen.fresh }
    /// Arguments for a test that derives everything from one seed.
    public static var all: [UInt64] { Tier.isFull ? [base, fresh] : [base] }

    /// Seeds have 62 bits, so that a test can count up from them.
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

/// `count` seeds for a test that draws one case from each seed. All follow the base seed; in the full tier, half of them follow
/// the fresh seed.
public func seeds(_ count: Int) -> [UInt64] {
    let ofBase = Tier.isFull ? (count + 1) / 2 : count
    return (0..<UInt64(ofBase)).map { TestSeeds.base + $0 } + (0..<UInt64(count - ofBase)).map { TestSeeds.fresh + $0 }
}
