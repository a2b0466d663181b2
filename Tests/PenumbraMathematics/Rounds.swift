import Glibc

/// How often a property is tried: `count` times, or the share of it that the environment variable PENUMBRA_ROUNDS gives in
/// percent, at least once. Less than 100 is for builds that take many times as long, more for a night.
public func rounds<Count: BinaryInteger>(_ count: Count) -> Count {
    guard let text = getenv("PENUMBRA_ROUNDS"), let percent = Double(String(cString: text)), percent > 0, percent <= 1e6 else {
        return count
    }
    return max(1, Count((Double(count) * percent / 100).rounded()))
}
