import PenumbraPlan
import TestSupport
import Testing

@Suite(.timed) struct SigmaLadderTests {
    private static let ranges: [(Double, Double)] = [
        (0, 0.2), (0, 0.5), (0, 1), (0, 2.5), (0, 7), (0, 12), (0.3, 6), (0.5, 0.6), (2, 3), (3, 12), (0, 1e7), (5, 1e7),
        (100, 900),
    ]

    @Test(arguments: ranges)
    func sigmaLadderWeightsSumToOneAtEveryPosition(range: (Double, Double)) throws {
        guard let ladder = SigmaLadder.make(from: range.0, to: range.1) else { return }
        for position in 0...32768 {
            var (sum, below, above, isInReach) = (0, 0, 0, true)
            for step in ladder.steps {
                let index = min(max(position - Int(step.first), 0) >> Int(step.shift), step.weights.count - 1)
                let weight = Int(step.weights[index])
                sum += weight
                if weight < 0 { below += weight } else { above += weight }
                if weight != 0, !step.positions.contains(position) { isInReach = false }
            }
            guard sum == 16384, below >= -8100, above <= 24400, isInReach else {
                Issue.record("position \(position): \(sum), \(below), \(above)")
                return
            }
        }
        let (first, last) = (try #require(ladder.steps.first), try #require(ladder.steps.last))
        #expect(first.sigma == range.0 && last.sigma == range.1 && last.weights.last == 16384)
        // A σ of nothing leaves the picture as it is.
        #expect(range.0 > 0 || first.weights[0] == 16384)
    }

    /// The largest possible difference of a pixel: half the sum of the magnitudes by which the mixed kernel differs.
    @Test(arguments: ranges.filter { $0.1 <= 12 })
    func sigmaLadderBlurIsWithinHalfALevel(range: (Double, Double)) throws {
        guard let ladder = SigmaLadder.make(from: range.0, to: range.1) else { return }
        let reach = PolyphaseKernel.reach(sigma: range.1) + 1
        func weights(_ sigma: Double) -> [Double] {
            let kernel = PolyphaseKernel.gaussian(sigma: sigma)
            var result = [Double](repeating: 0, count: 2 * reach + 1)
            for tap in 0..<kernel.taps { result[reach + kernel.offset + tap] = Double(kernel.weights[tap]) / 32768 }
            return result
        }
        let kernels = ladder.steps.map { weights($0.sigma) }
        var worst = 0.0
        for number in 0...80 {
            let position = number * 32768 / 80
            let exact = weights(range.0 + (range.1 - range.0) * Double(position) / 32768)
            let shares = ladder.steps.map { step in
                Double(step.weights[min(max(position - Int(step.first), 0) >> Int(step.shift), step.weights.count - 1)]) / 16384
            }
            let used = shares.indices.filter { shares[$0] != 0 }
            var sum = 0.0
            for y in 0...reach {
                for x in 0...reach {
                    var difference = exact[reach + x] * exact[reach + y]
                    for index in used { difference -= shares[index] * kernels[index][reach + x] * kernels[index][reach + y] }
                    sum += abs(difference) * (x == 0 ? 1 : 2) * (y == 0 ? 1 : 2)
                }
            }
            worst = max(worst, 127.5 * sum)
        }
        #expect(worst <= 0.45, "\(worst)")
    }
}
