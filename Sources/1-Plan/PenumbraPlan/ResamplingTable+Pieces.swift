extension ResamplingTable {
    /// A pair of matching positions: position `source` of a picture, in pixels, lies at position `target` of the target.
    public struct Place: Hashable, Sendable {
        public var target: Double
        public var source: Double

        public init(target: Double, source: Double) {
            self.target = target
            self.source = source
        }
    }

    /// Makes the table for a picture that is stretched in pieces, each piece evenly.
    ///
    /// Positions between neighbouring places are interpolated linearly; outside, the first and last piece continue. Where a
    /// target pixel covers a source pixel or more, each source pixel's weight is its share of the target pixel. Where it
    /// covers less, its middle is interpolated linearly between the source pixels of its own piece. Positions outside `limits`
    /// repeat the pixel at the edge.
    ///
    /// - Parameters:
    ///   - count: target indices.
    ///   - places: at least two, `target` rising, `source` never falling.
    ///   - limits: the source pixels that may be read; not empty.
    ///   - nearest: take the source pixel under the middle instead.
    ///   - total: the sum of the weights of each target index.
    public static func stretch(
        count: Int, places: [Place], limits: Range<Int>, nearest: Bool, total: UInt32
    ) -> ResamplingTable {
        let (low, high) = (limits.lowerBound, limits.upperBound - 1)
        func held(_ index: Double) -> Int { Int(max(Double(low), min(Double(high), index.rounded(.down)))) }
        /// The piece that contains a target position.
        func piece(_ position: Double) -> (Place, Place) {
            var index = 1
            while index < places.count - 1, places[index].target <= position { index += 1 }
            return (places[index - 1], places[index])
        }
        func source(_ position: Double, _ ends: (Place, Place)) -> Double {
            let length = ends.1.target - ends.0.target
            guard length > 0 else { return ends.1.source }
            return ends.0.source + (ends.1.source - ends.0.source) * (position - ends.0.target) / length
        }
        var table = ResamplingTable(starts: [], offsets: [0], weights: [])
        for i in 0..<count {
            let (from, to) = (Double(i), Double(i) + 1)
            let own = piece(from + 0.5)
            let middle = source(from + 0.5, own)
            /// A source pixel of the piece that contains the middle. A cut through a pixel leaves it to both pieces.
            func heldInPiece(_ index: Double) -> Int {
                let ends = (own.0.source.rounded(.down), own.1.source.rounded(.up) - 1)
                return held(max(min(ends.0, ends.1), min(max(ends.0, ends.1), index)))
            }
            let (first, last) = (source(from, piece(from)), source(to, piece(to)))
            if nearest {
                table.append([(heldInPiece(middle.rounded(.down)), 1)], total: total)
            } else if last - first < 1 {
                let left = (middle - 0.5).rounded(.down)
                let fraction = middle - 0.5 - left
                table.append([(heldInPiece(left), 1 - fraction), (heldInPiece(left + 1), fraction)], total: total)
            } else {
                var weights: [(Int, Double)] = []
                // Splits the target pixel at the boundaries of pieces.
                let cuts = [from] + places.map(\.target).filter { $0 > from && $0 < to } + [to]
                for (a, b) in zip(cuts, cuts.dropFirst()) where b > a {
                    let ends = piece((a + b) / 2)
                    // A very short piece may have a slope, and positions before and after it, beyond every number.
                    let (p, q) = (max(-1e15, min(1e15, source(a, ends))), max(-1e15, min(1e15, source(b, ends))))
                    guard q > p else {
                        weights.append((held(p), b - a))
                        continue
                    }
                    func add(_ pixel: Int, _ share: Double) {
                        if share > 0 { weights.append((pixel, share / (q - p) * (b - a))) }
                    }
                    let (left, right) = (Double(low), Double(high + 1))
                    add(low, min(q, left) - p)
                    let (start, end) = (max(p, left), min(q, right))
                    if start < end {
                        for pixel in Int(start.rounded(.down))...Int(end.rounded(.up)) - 1 {
                            add(pixel, min(end, Double(pixel + 1)) - max(start, Double(pixel)))
                        }
                    }
                    add(high, q - max(p, right))
                }
                table.append(weights, total: total)
            }
        }
        return table
    }

    /// Adds a target index, made from source pixels with non-negative weights whose sum is above zero.
    private mutating func append(_ weights: [(pixel: Int, weight: Double)], total: UInt32) {
        let first = weights.map(\.pixel).min() ?? 0
        let last = weights.map(\.pixel).max() ?? 0
        var run = [Double](repeating: 0, count: last - first + 1)
        for (pixel, weight) in weights { run[pixel - first] += weight }
        let sum = run.reduce(0, +)
        starts.append(Int32(first))
        var (carried, given) = (0.0, UInt32(0))
        for weight in run {
            carried += weight
            let upTo = UInt32(max(0, min(1, carried / sum)) * Double(total) + 0.5)
            self.weights.append(upTo - given)
            given = upTo
        }
        self.weights[self.weights.count - 1] += total - given
        offsets.append(Int32(self.weights.count))
    }

    /// The same table with the target indices in the opposite order.
    public var reversed: ResamplingTable {
        var result = ResamplingTable(starts: [], offsets: [0], weights: [])
        for i in starts.indices.reversed() {
            result.starts.append(starts[i])
            result.weights += weights[Int(offsets[i])..<Int(offsets[i + 1])]
            result.offsets.append(Int32(result.weights.count))
        }
        return result
    }
}
