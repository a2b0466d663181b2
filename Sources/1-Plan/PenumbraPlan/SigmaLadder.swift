import PenumbraElementary
import PenumbraSystem

/// Gaussians of rising σ, and the shares in which they make the Gaussians between them.
///
/// A position v of 0…32768 stands for a σ that grows in proportion from the first σ to the last. A pixel's value is
/// interpolated from four neighbouring Gaussians by Lagrange's polynomial in the logarithm of the kernels' variance, to which
/// an eighth is added. In steps of 0.3, even the worst picture differs by at most 0.45/255 from the pixel's own Gaussian.
/// Tests/1-Plan/PenumbraPlanTests/SigmaLadderTests.swift measures this bound.
public struct SigmaLadder: Sendable {
    /// A Gaussian, and its weight at each position: see `MixMasks.Share`.
    public struct Step: Hashable, Sendable {
        public var sigma: Double
        public var first: UInt16
        public var shift: UInt8
        public var weights: [Int16]
        /// The positions at which the weight may differ from zero.
        public var positions: ClosedRange<Int>
    }

    /// The Gaussians, as they are mixed at every position.
    public private(set) var steps: [Step]

    /// The Gaussians' σ in pixels, from the least to the largest.
    public let sigmas: [Double]
    /// The positions at which the intervals between neighbouring Gaussians start, and the largest position.
    public let borders: [Int]
    /// For each interval, the first of the four Gaussians that are mixed there.
    public let firsts: [Int]
    /// For each interval, the binary logarithm of the size of its cells, and the four weights of each cell.
    private let cells: [(shift: Int, weights: [[Int]])]

    /// The largest distance of neighbouring Gaussians, in the logarithm.
    private static let distance = 0.3
    /// Without this part, a small σ would need many more steps than its pictures need.
    private static let offset = 0.125
    /// At least as many σ are told apart between neighbouring Gaussians.
    private static let fewestCells = 64.0

    /// Chooses Gaussians for each σ between two.
    ///
    /// - Parameters:
    ///   - low: σ in pixels at position 0, zero or more.
    ///   - high: σ in pixels at position 32768, at least `low`.
    /// - Returns: nil if one Gaussian serves every position.
    public static func make(from low: Double, to high: Double) -> SigmaLadder? {
        let key = [low.bitPattern, high.bitPattern]
        if let known = known[key] { return known }
        guard let ladder = SigmaLadder(from: low, to: high) else { return nil }
        known.keep(ladder, bytes: ladder.steps.reduce(0) { $0 + 2 * $1.weights.count + 128 }, for: key)
        return ladder
    }

    /// The ladders of late. A picture is often planned several times.
    private static let known = ContentCache<[UInt64], SigmaLadder>(budget: 1 << 18, keepsAtOnce: true)

    private init?(from low: Double, to high: Double) {
        let (start, end) = (Self.scale(low), Self.scale(high))
        guard end - start > 1e-4 else { return nil }
        let count = max(3, Int(((end - start) / Self.distance - 1e-9).rounded(.up)))
        let places = (0...count).map { start + (end - start) * Double($0) / Double(count) }
        let sigmas = places.indices.map { $0 == 0 ? low : $0 == count ? high : Self.sigma(at: places[$0], low, high) }
        let one = Double(Q15.one)
        let exact = sigmas.map { ($0 - low) / (high - low) * one }
        // The positions between two Gaussians are told apart in cells. All Gaussians have the same cells there, so that the
        // weights of every position sum to one.
        let shifts = (0..<count).map { i in
            max(0, Int(max(1, (exact[i + 1] - exact[i]) / Self.fewestCells).exponent))
        }
        var borders = [0]
        for i in 1..<count {
            let cell = 1 << max(shifts[i - 1], shifts[i])
            let border = Int((exact[i] / Double(cell)).rounded()) * cell
            // Position 0 stands for the first σ itself.
            borders.append(max(borders[i - 1], min(Int(Q15.one), i == 1 ? max(1, border) : border)))
        }
        borders.append(Int(Q15.one))
        // The weights of four Gaussians, for each cell between two Gaussians.
        let firsts = (0..<count).map { max(0, min(count - 3, $0 - 1)) }
        cells = (0..<count).map { i in
            let size = 1 << shifts[i]
            let four = Array(places[firsts[i]...firsts[i] + 3])
            let weights = stride(from: borders[i], to: borders[i + 1], by: size).map { start in
                let middle = Double(start) + (size == 1 ? 0 : Double(size) / 2)
                let place = Self.scale(low + (high - low) * middle / one)
                return Self.lagrange(four, at: max(places[i], min(places[i + 1], place)))
            }
            return (shifts[i], weights)
        }
        (self.sigmas, self.borders, self.firsts) = (sigmas, borders, firsts)
        steps = []
        steps = steps(in: 0..<count)
    }

    // MARK: - Parts of the ladder

    /// Returns the Gaussians that are mixed in some intervals. Their weights are zero in other intervals.
    public func steps(in intervals: Range<Int>) -> [Step] {
        sigmas.indices.compactMap { index in
            let used = intervals.filter { firsts[$0]...firsts[$0] + 3 ~= index }
            return used.isEmpty ? nil : step(sigmas[index], used) { $0[index - firsts[$1]] }
        }
    }

    /// Returns one Gaussian for some intervals, at least one: its weight is one there, and zero in other intervals.
    public func whole(_ sigma: Double, in intervals: Range<Int>) -> Step {
        step(sigma, Array(intervals)) { _, _ in Self.one }
    }

    /// One in a weight.
    private static let one = 16384

    /// Returns a step that is used in some neighbouring intervals, at least one.
    private func step(_ sigma: Double, _ used: [Int], _ weight: ([Int], Int) -> Int) -> Step {
        let shift = used.map { cells[$0].shift }.min() ?? 0
        let (low, high) = (used.first ?? 0, used.last ?? 0)
        let (from, to) = (borders[low], borders[high + 1])
        var table: [Int16] = from > 0 ? [0] : []
        for interval in used {
            // Coarser cells repeat their weights.
            let repeats = 1 << (cells[interval].shift - shift)
            for cell in cells[interval].weights {
                table += repeatElement(Int16(weight(cell, interval)), count: repeats)
            }
        }
        // At the largest position, only the last Gaussian is left.
        let isLast = to == Int(Q15.one)
        let end = isLast ? weight([0, 0, 0, Self.one], high) : 0
        table.append(Int16(end))
        return Step(
            sigma: sigma, first: UInt16(from > 0 ? from - 1 << shift : 0), shift: UInt8(shift), weights: table,
            positions: from...max(from, isLast ? to : to - 1))
    }

    /// The variance of the kernel that `PolyphaseKernel.gaussian` makes: σ² + 1/12 except where σ is small.
    private static func variance(_ sigma: Double) -> Double {
        guard sigma < 1.2 else { return sigma * sigma + 1.0 / 12 }
        guard sigma > 0.05 else { return 0 }
        let scale = 1 / (sigma * 2.0.squareRoot())
        var (sum, before) = (0.0, Elementary.erf(0.5 * scale))
        for distance in 1...9 {
            let next = Elementary.erf((Double(distance) + 0.5) * scale)
            sum += Double(distance * distance) * (next - before)
            before = next
        }
        return sum
    }

    private static func scale(_ sigma: Double) -> Double { Elementary.log(variance(sigma) + offset) }

    private static func sigma(at place: Double, _ low: Double, _ high: Double) -> Double {
        var (low, high) = (low, high)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if scale(middle) < place { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The weights of Lagrange's polynomial, which sum to 16384. A unit of rounding goes to the largest weight.
    private static func lagrange(_ places: [Double], at place: Double) -> [Int] {
        var result = places.indices.map { i -> Int in
            var weight = 16384.0
            for j in places.indices where j != i { weight *= (place - places[j]) / (places[i] - places[j]) }
            return Int(weight.rounded())
        }
        let largest = result.indices.max { result[$0] < result[$1] } ?? 0
        result[largest] += 16384 - result.reduce(0, +)
        return result
    }
}
