import Glibc

/// How much the tests try. `scripts/test` runs the merge tier, `scripts/test --full` the full tier.
public enum Tier {
    /// True in the full tier, where PENUMBRA_TIER is `full`: fresh seeds beside the base seed, every fault at every call, all
    /// variants of all scenes on both renderers.
    public static let isFull = getenv("PENUMBRA_TIER").map { String(cString: $0) } == "full"
}

/// The number of times to try a property: `count`, scaled by the percentage in the environment variable PENUMBRA_ROUNDS, at
/// least once. Values below 100 suit very slow builds; the full tier runs ten times as many.
public func rounds<Count: BinaryInteger>(_ count: Count) -> Count {
    guard let text = getenv("PENUMBRA_ROUNDS"), let percent = Double(String(cString: text)), percent > 0, percent <= 1e6 else {
        return count
    }
    return max(1, Count((Double(count) * percent / 100).rounded()))
}
