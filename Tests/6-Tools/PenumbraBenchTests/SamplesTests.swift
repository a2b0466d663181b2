import PenumbraBench
import TestSupport
import Testing

@Suite(.timed) struct SamplesTests {
    /// The percentile by definition: the value at which the polyline through (100·i/(n−1), xᵢ) of the sorted runs reaches p.
    private func plainPercentile(_ runs: [Double], _ p: Double) -> Double {
        let sorted = runs.sorted()
        guard sorted.count > 1 else { return sorted[0] }
        for i in 1..<sorted.count {
            let (left, right) = (100 * Double(i - 1) / Double(sorted.count - 1), 100 * Double(i) / Double(sorted.count - 1))
            if p <= right { return sorted[i - 1] + (sorted[i] - sorted[i - 1]) * (p - left) / (right - left) }
        }
        return sorted[sorted.count - 1]
    }

    @Test(arguments: TestSeeds.all) func percentilesMatchTheirDefinition(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let runs = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                Double.random(in: 0.1...100, using: &generator)
            }
            let samples = try #require(Samples(runs))
            for p in [0.0, 1, 10, 50, 90, 99, 100, Double.random(in: 0...100, using: &generator)] {
                #expect(abs(samples.percentile(p) - plainPercentile(runs, p)) < 1e-9, "seed \(seed): p\(p) of \(runs)")
            }
        }
    }

    @Test func mediansOfKnownRunsAreExact() throws {
        #expect(try #require(Samples([3, 1, 2])).median == 2)
        #expect(try #require(Samples([4, 1, 3, 2])).median == 2.5)
        #expect(try #require(Samples([7])).percentile(99) == 7)
        #expect(try #require(Samples([0, 10])).percentile(10) == 1)
        #expect(try #require(Samples([1, 2, 3])).percentile(-5) == 1)
        #expect(try #require(Samples([1, 2, 3])).percentile(500) == 3)
    }

    @Test func samplesWithoutFiniteRunsAreRefused() {
        #expect(Samples([]) == nil)
        #expect(Samples([1, .nan]) == nil)
        #expect(Samples([.infinity]) == nil)
    }

    @Test func partialMediansTakeEveryRunOnceInOrder() throws {
        #expect(try #require(Samples([1, 1, 1, 5, 5, 5, 9, 9, 9, 2, 2, 2, 4, 4, 4])).partialMedians == [1, 5, 9, 2, 4])
        #expect(try #require(Samples([3, 8])).partialMedians == [3, 8])
        #expect(try #require(Samples([1, 2, 3, 4, 5, 6, 7])).partialMedians.count == 5)
    }

    @Test func repeaterHasAWarmUpAndEndsByTime() {
        var numbers: [Int] = []
        Repeater(repeats: 5, seconds: 60).run { numbers.append($0) }
        #expect(numbers == [0, 1, 2, 3, 4, 5])
        numbers = []
        Repeater(repeats: 50, seconds: 0).run { numbers.append($0) }
        #expect(numbers == [0, 1, 2, 3])
        numbers = []
        Repeater(repeats: 50, seconds: 0, least: 1).run { numbers.append($0) }
        #expect(numbers == [0, 1])
    }
}
