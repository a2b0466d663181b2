import PenumbraSystem

/// The source columns (or rows) that make each target column (or row) of a resampled picture, with their weights.
///
/// `resample` first filters along columns, then along rows, with four channels in unsigned 32-bit sums:
///
///     opaque picture       v = its byte
///     picture with alpha   v = premultiplied Q15: alpha A = (a·8421505 + 32768) >> 16, colours (c·A + 127) / 255
///     r[x, y] = (Σ rows.weight · v[x, row] + 32768) >> 16        for every source column x that `columns` reads
///     target[x, y] = (Σ columns.weight · r[column, y] + 32768) >> 16
///
/// The row weights of an opaque picture sum to 8421505 (= `Q15.byteScale`), which turns bytes into Q15 on the way. All other
/// weights sum to 65536. An opaque picture's alpha is its fourth byte, 255, and so comes out as 32768.
///
/// Colours are multiplied by the rounded alpha, because the last step divides them by the same alpha. So a picture at 1:1 keeps
/// its bytes. Only at an alpha of 1, which has 129 levels for 256 colours, may they differ by one.
public struct ResamplingTable: Hashable, Sendable {
    /// The first source index of each target index. The whole run lies inside the picture.
    public var starts: [Int32]
    /// Where the weights of each target index begin, as `count + 1` positions: target i uses `weights[offsets[i] ..<
    /// offsets[i + 1]]`.
    public var offsets: [Int32]
    public var weights: [UInt32]

    /// The number of target columns or rows.
    public var count: Int { starts.count }
    var byteCount: Int { 4 * (starts.count + offsets.count + weights.count) }

    public init(starts: [Int32], offsets: [Int32], weights: [UInt32]) {
        self.starts = starts
        self.offsets = offsets
        self.weights = weights
    }

    /// True if every target value is one source value, in order, so that nothing needs filtering.
    public var isIdentity: Bool {
        weights.count == starts.count && zip(starts, starts.dropFirst()).allSatisfy { $0 + 1 == $1 }
    }

    /// The sum of the weights of a target index, for pictures with alpha and for columns.
    public static let unitTotal: UInt32 = 65536

    /// Makes an empty table with room for `count` target indices.
    private init(count: Int, weightsEach: Int) {
        starts = []
        offsets = [0]
        weights = []
        starts.reserveCapacity(count)
        offsets.reserveCapacity(count + 1)
        weights.reserveCapacity(count * weightsEach)
    }

    /// Adds a target index, made from the source pixels from `start` on, with non-negative weights whose sum is above zero.
    private mutating func append(start: Int, _ run: UnsafeBufferPointer<Double>, total: UInt32) {
        var sum = 0.0
        for weight in run { sum += weight }
        var carried = 0.0
        var given: UInt32 = 0
        starts.append(Int32(start))
        for weight in run {
            // Rounding the running sum spreads the rounding errors evenly and ends exactly at the total.
            carried += weight
            let upTo = UInt32(max(0, min(1, carried / sum)) * Double(total) + 0.5)
            weights.append(upTo - given)
            given = upTo
        }
        weights[weights.count - 1] += total - given
        offsets.append(Int32(weights.count))
    }
}

extension ResamplingTable {
    /// Makes the table for a picture that is stretched evenly.
    ///
    /// Target pixel i covers source interval `origin + i·step … origin + (i + 1)·step`. If the interval is a source pixel or
    /// longer, weights are the shared lengths (exact area). If it is shorter, its middle is interpolated linearly. Positions
    /// outside `limits` repeat the pixel at the edge.
    ///
    /// - Parameters:
    ///   - count: target indices.
    ///   - origin: where target 0 begins, in source pixels.
    ///   - step: source pixels per target pixel; negative runs backwards (a flip). Not zero.
    ///   - limits: the source pixels that may be read; not empty.
    ///   - nearest: take the source pixel under the middle instead.
    ///   - total: the sum of the weights of each target index.
    public static func stretch(
        count: Int, origin: Double, step: Double, limits: Range<Int>, nearest: Bool, total: UInt32
    ) -> ResamplingTable {
        let key = Stretch(count: count, origin: origin, step: step, limits: limits, nearest: nearest, total: total)
        if let known = stretches[key] { return known }
        var table = ResamplingTable(count: count, weightsEach: key.mostWeights)
        table.append(key)
        stretches.keep(table, bytes: 4 * (2 * count + table.weights.count) + 256, for: key)
        return table
    }

    /// An even stretch: see the parameters of `stretch(count:origin:step:limits:nearest:total:)`.
    package struct Stretch: Hashable, Sendable {
        package var count: Int
        package var origin: Double
        package var step: Double
        package var limits: Range<Int>
        package var nearest: Bool
        package var total: UInt32

        package init(count: Int, origin: Double, step: Double, limits: Range<Int>, nearest: Bool, total: UInt32) {
            (self.count, self.origin, self.step) = (count, origin, step)
            (self.limits, self.nearest, self.total) = (limits, nearest, total)
        }

        /// The most source pixels that make a target pixel, if the target is no larger than the source.
        fileprivate var mostTaps: Int { Int(min(abs(step), Double(limits.count)).rounded(.up)) + 2 }
        fileprivate var mostWeights: Int { abs(step) < 1 ? 2 : mostTaps }
    }

    /// The tables of late: in a batch, photos of one size go to one place.
    private static let stretches = ContentCache<Stretch, ResamplingTable>(budget: 1 << 20)

    /// Adds the target indices of a stretch.
    mutating func append(_ stretch: Stretch) {
        let (count, origin, step) = (stretch.count, stretch.origin, stretch.step)
        let (limits, nearest, total) = (stretch.limits, stretch.nearest, stretch.total)
        let low = Double(limits.lowerBound)
        let high = Double(limits.upperBound)
        func clamped(_ position: Double) -> Double { max(low, min(high, position)) }
        func index(_ position: Double) -> Int {
            Int(max(low, min(high - 1, position.rounded(.down))))
        }
        withUnsafeTemporaryAllocation(of: Double.self, capacity: max(2, stretch.mostTaps)) { run in
            func add(_ start: Int, _ taps: Int) {
                append(start: start, UnsafeBufferPointer(rebasing: run[..<taps]), total: total)
            }
            for i in 0..<count {
                let middle = Self.snapped(origin + (Double(i) + 0.5) * step)
                run[0] = 1
                if nearest {
                    add(index(middle), 1)
                } else if abs(step) < 1 {
                    let left = (middle - 0.5).rounded(.down)
                    let fraction = middle - 0.5 - left
                    let first = index(left)
                    if first == index(left + 1) || fraction == 0 {
                        add(first, 1)
                    } else {
                        run[0] = 1 - fraction
                        run[1] = fraction
                        add(first, 2)
                    }
                } else {
                    let a = Self.snapped(origin + Double(i) * step)
                    let b = Self.snapped(origin + Double(i + 1) * step)
                    let (from, to) = (min(a, b), max(a, b))
                    let first = index(from)
                    let last = max(first, index(to.rounded(.up) - 1))
                    var sum = 0.0
                    for pixel in first...last {
                        // A pixel at the edge of the limits also covers everything beyond the edge.
                        let left = pixel == limits.lowerBound ? -Double.infinity : Double(pixel)
                        let right = pixel == limits.upperBound - 1 ? Double.infinity : Double(pixel + 1)
                        run[pixel - first] = max(0, min(to, right) - max(from, left))
                        sum += run[pixel - first]
                    }
                    if sum > 0 {
                        add(first, last - first + 1)
                    } else {
                        run[0] = 1
                        add(index(clamped(middle)), 1)
                    }
                }
            }
        }
    }

    /// Snaps positions within a rounding error of a whole pixel to that pixel, so that pictures at 1:1 don't change.
    private static func snapped(_ position: Double) -> Double {
        let nearest = position.rounded()
        return abs(position - nearest) < 1e-7 ? nearest : position
    }
}
