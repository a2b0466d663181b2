import PenumbraElementary

/// The source columns (or rows) that make each target column (or row) of a colour surface. Weights may be negative.
///
/// Each target value is the sum of its run's weights times values, + 16384, >> 15 keeping the sign, clamped to 0…32768. Then
/// red, green and blue are clamped to at most alpha. The weights of a target index sum to 32768, and their magnitudes to less
/// than 65536, so sums fit in 32 bits.
public struct SignedTable: Hashable, Sendable {
    /// The first source index of each target index. The whole run lies inside the source.
    public var starts: [Int32]
    /// Where the weights of each target index begin, as `count + 1` positions: target i uses `weights[offsets[i] ..<
    /// offsets[i + 1]]`.
    public var offsets: [Int32]
    public var weights: [Int32]

    public var count: Int { starts.count }
    var byteCount: Int { 4 * (starts.count + offsets.count + weights.count) }

    public init(starts: [Int32] = [], offsets: [Int32] = [0], weights: [Int32] = []) {
        self.starts = starts
        self.offsets = offsets
        self.weights = weights
    }

    /// Makes Lanczos's kernel of three lobes, sinc(x)·sinc(x/3), widened by the factor of a reduction. The kernel is by C.
    /// Lanczos; its use as a picture filter by K. Turkowski, *Filters for Common Resampling Tasks*, 1990.
    ///
    /// - Parameters:
    ///   - count: target indices.
    ///   - origin: where target 0 begins, in source pixels.
    ///   - step: source pixels per target pixel; negative runs backwards. Not zero.
    ///   - source: the number of source pixels. Beyond them the last pixels are repeated.
    public static func lanczos(count: Int, origin: Double, step: Double, source: Int) -> SignedTable {
        var table = SignedTable()
        // Beyond four times the source, every source pixel has nearly the same weight.
        let width = min(max(1, abs(step)), 4 * Double(source))
        for i in 0..<count {
            var middle = origin + (Double(i) + 0.5) * step - 0.5
            // Snaps positions within a rounding error of a pixel to that pixel, so that pictures at 1:1 don't change.
            if abs(middle - middle.rounded()) < 1e-7 { middle = middle.rounded() }
            middle = max(-1e9, min(1e9, middle))
            let first = Int((middle - 3 * width).rounded(.up))
            let last = Int((middle + 3 * width).rounded(.down))
            func held(_ index: Int) -> Int { max(0, min(source - 1, index)) }
            let start = held(first)
            var run = [Double](repeating: 0, count: held(last) - start + 1)
            var sum = 0.0
            for index in first...last {
                let weight = kernel((Double(index) - middle) / width)
                run[held(index) - start] += weight
                sum += weight
            }
            var kept = run[...]
            var begin = start
            while kept.count > 1, kept.first == 0 {
                kept.removeFirst()
                begin += 1
            }
            while kept.count > 1, kept.last == 0 { kept.removeLast() }
            table.starts.append(Int32(begin))
            var (carried, given) = (0.0, Int32(0))
            for weight in kept {
                carried += weight
                let upTo = Int32((carried / sum * 32768).rounded())
                table.weights.append(upTo - given)
                given = upTo
            }
            table.weights[table.weights.count - 1] += 32768 - given
            table.offsets.append(Int32(table.weights.count))
        }
        return table
    }

    /// Computes sinc(x)·sinc(x/3) inside −3…3.
    static func kernel(_ x: Double) -> Double {
        guard abs(x) < 3 else { return 0 }
        guard x != 0 else { return 1 }
        // The result must be exactly zero at whole numbers.
        guard x != x.rounded() else { return 0 }
        let third = Double.pi * x / 3
        let sine = Elementary.sin(third)
        // 3 sin(3t) sin t/(3t)², and sin 3t = 3 sin t − 4 sin³ t.
        return sine * sine * (3 - 4 * sine * sine) / (3 * third * third)
    }
}

extension SignedTable: CustomStringConvertible {
    public var description: String { "\(count) from \(weights.count) weights" }
}
