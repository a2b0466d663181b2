import Glibc

/// The number of times to try a property: `count`, scaled by the percentage in the environment variable PENUMBRA_ROUNDS, at
/// least once. Values below 100 suit very slow builds; higher values suit overnight runs.
public func rounds<Count: BinaryInteger>(_ count: Count) -> Count {
    guard let text = getenv("PENUMBRA_ROUNDS"), let percent = Double(String(cString: text)), percent > 0, percent <= 1e6 else {
        return count
    }
    return max(1, Count((Double(count) * percent / 100).rounded()))
}
